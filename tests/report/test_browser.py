"""The report in a real browser: nothing runs that should not, nothing is fetched, and the gallery works."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from isthmus.report import ReportInputs, write_report

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

if CHROMIUM is None:
    pytest.skip("no Chromium on this machine", allow_module_level=True)
playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory, inputs_of: Callable[..., ReportInputs]) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    write_report(inputs_of(40), path)
    return path


@pytest.fixture(scope="module")
def hostile_report(tmp_path_factory: pytest.TempPathFactory, inputs_of: Callable[..., ReportInputs]) -> Path:
    path = tmp_path_factory.mktemp("hostile") / "report.html"
    write_report(inputs_of(8, hostile=True), path)
    return path


@contextmanager
def opened(browser: Any, path: Path, *, width: int = 1280, scheme: str = "light") -> Iterator[Any]:
    """Open a page and, at the end, insist that it made no request but its own and wrote nothing to the console."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    page.locator("#rows a").first.wait_for()
    yield page
    context.close()
    assert said == []
    assert [
        url for url in asked if url != path.as_uri() and not url.startswith(("data:", path.as_uri() + "#"))
    ] == []


def overflow(page: Any) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def test_the_first_task_is_open_with_its_tree_drawn(browser: Any, report: Path) -> None:
    with opened(browser, report) as page:
        drawing = page.locator("#reading svg.drawing:visible")
        assert drawing.count() == 1
        assert drawing.locator(".node").count() == 6
        assert drawing.locator(".edge").count() == 5
        top = min(drawing.locator(".node").all(), key=lambda node: node.bounding_box()["y"])
        assert "Vellum Harbour" in top.text_content() and top.get_attribute("data-vertex") == "0"
        assert page.locator("#reading .question .clue").count() == 5


def test_an_edge_shows_its_sentence_and_lights_its_words(browser: Any, report: Path) -> None:
    with opened(browser, report) as page:
        page.locator("#reading svg.drawing:visible .edge[data-clue='4'] circle").click()
        strip = page.locator("#reading .strip p:visible")
        assert strip.count() == 1 and "Maud Ferrier in 1969" in strip.text_content()
        lit = page.locator("#reading .question .lit")
        assert [clue.text_content() for clue in lit.all()] == ["was founded by Maud Ferrier"]
        mark = page.locator("#reading mark.lit")
        assert mark.count() == 1 and "Maud Ferrier" in mark.text_content()


def test_edges_are_reached_and_pressed_from_the_keyboard(browser: Any, report: Path) -> None:
    with opened(browser, report) as page:
        edge = page.locator("#reading svg.drawing:visible .edge").nth(2)
        edge.focus()
        page.keyboard.press("Enter")
        assert edge.get_attribute("aria-pressed") == "true"
        assert "1974-1991" in page.locator("#reading .strip p:visible").text_content()
        page.keyboard.press("j")
        page.wait_for_function("location.hash === '#task=t0000000000000002'")
        assert "t0000000000000002" in page.locator("#reading .meta").text_content()
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.id") == "f-text"


def test_filters_and_pages(browser: Any, report: Path) -> None:
    with opened(browser, report) as page:
        assert page.locator("#hits").inner_text() == "50 tasks"
        assert page.locator("#rows a").count() == 25
        page.locator("#next").click()
        assert page.locator("#page-of").inner_text() == "2 of 2"
        page.fill("#f-text", "LABEL maud")
        assert page.locator("#hits").inner_text() == "11 of 50 tasks"
        page.fill("#f-text", "")
        page.select_option("#f-size", "4")
        assert page.locator("#hits").inner_text() == "13 of 50 tasks"
        page.select_option("#f-size", "")
        page.select_option("#f-outcome", label="oracle: unscored")
        assert page.locator("#hits").inner_text() == "3 of 50 tasks"
        page.fill("#f-text", "no such words")
        assert page.locator("#hits").inner_text() == "0 of 50 tasks"
        assert page.locator("#rows a").count() == 0


def test_answers_can_be_covered(browser: Any, report: Path) -> None:
    with opened(browser, report) as page:
        assert page.locator("#reading .spoils").first.is_visible()
        page.locator("#reading").focus()
        page.keyboard.press("a")
        assert not page.locator("#reading .spoils").first.is_visible()
        assert page.locator("#reading .spoiled").is_visible()
        left = page.evaluate(
            """[...document.querySelectorAll(".secret")].filter((e) => e.getClientRects().length)
               .filter((e) => getComputedStyle(e)[e.ownerSVGElement ? "fill" : "color"] !== "rgba(0, 0, 0, 0)").length"""
        )
        assert left == 0
        spoken = page.locator("#reading svg.drawing:visible [aria-label]").evaluate_all(
            "es => es.map(e => e.ariaLabel)"
        )
        assert not any("Vellum" in words or "Lantern" in words for words in spoken)
        page.keyboard.press("a")
        assert page.locator("#reading .spoils").first.is_visible()


def test_an_episode_is_read_turn_by_turn(browser: Any, report: Path) -> None:
    with opened(browser, report) as page:
        episode = page.locator("#reading .episode").first
        assert "oracle" in episode.locator("summary").first.text_content()
        episode.locator("summary").first.click()
        assert episode.locator(".turn:visible").count() == 3
        assert not episode.locator("pre").first.is_visible()
        episode.locator(".seen summary").first.click()
        assert "Lantern Street" in episode.locator("pre").first.inner_text()
        assert [disc.inner_text() for disc in episode.locator(".seen .disc").all()] == ["4", "5"]


@pytest.mark.parametrize(
    ("kind", "width"), [("report", 1280), ("report", 400), ("hostile_report", 800), ("hostile_report", 320)]
)
def test_no_sideways_scrolling(browser: Any, kind: str, width: int, request: pytest.FixtureRequest) -> None:
    with opened(browser, request.getfixturevalue(kind), width=width) as page:
        assert overflow(page) == 0
        for place in range(3):
            if width < 1000:
                page.evaluate("location.hash = '#tasks'")
            page.locator("#rows a").nth(place).click()
            page.locator("#reading .question").wait_for()
            page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
            assert overflow(page) == 0
            drawing = page.locator("#reading svg.drawing:visible")
            assert drawing.count() == 1
            assert drawing.bounding_box()["width"] <= width


def test_narrow_pages_show_the_list_or_the_task(browser: Any, report: Path) -> None:
    with opened(browser, report, width=400) as page:
        assert not page.locator("#reading").is_visible()
        page.locator("#rows a").nth(1).click()
        page.locator("#reading").wait_for()
        assert not page.locator("#rows").is_visible()
        page.locator("#reading .back a").click()
        page.locator("#rows").wait_for()


def test_dark_is_dark_and_text_has_contrast(browser: Any, report: Path) -> None:
    grounds = {}
    for scheme in ("light", "dark"):
        with opened(browser, report, scheme=scheme) as page:
            grounds[scheme] = page.evaluate(
                LUMINANCE + "luminance(getComputedStyle(document.body).backgroundColor)"
            )
            page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
            faint = page.evaluate(LUMINANCE + CONTRAST)
            assert faint == []
    assert grounds["light"] > 0.8 and grounds["dark"] < 0.05


def test_hostile_text_stays_text(browser: Any, hostile_report: Path, hostile_text: str) -> None:
    with opened(browser, hostile_report) as page:
        page.locator("#rows a").nth(1).click()
        page.locator("#reading .question").wait_for()
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        assert page.evaluate("window.pwned") is None
        assert page.locator("#reading img, #reading script, #rows img").count() == 0
        assert "</script><script>window.pwned=1" in page.locator("#reading .question").inner_text()
        assert "{{7*7}}" in page.locator("h1").inner_text()
        assert page.locator("#reading svg.drawing:visible .node").count() == 3
        assert page.evaluate("document.scripts.length") == 2
        text = page.locator("body").inner_text()
        assert "\u202e" not in text and "\u2028" not in text


def test_the_policy_refuses_scripts_and_markup_from_strings(browser: Any, report: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(report.as_uri())
    refused = page.evaluate(
        """() => {
          const script = document.createElement("script");
          let by_trusted_types = false;
          try { script.textContent = "window.pwned = 3"; } catch { by_trusted_types = true; }
          document.body.append(script);
          try { document.body.innerHTML = "<p>x</p>"; } catch { return by_trusted_types; }
          return false;
        }"""
    )
    assert refused
    assert page.evaluate("window.pwned") is None
    context.close()


def test_a_sample_still_lists_all(
    browser: Any, tmp_path: Path, inputs_of: Callable[..., ReportInputs]
) -> None:
    path = tmp_path / "report.html"
    write_report(inputs_of(40, details=6), path)
    with opened(browser, path) as page:
        assert page.locator("template").count() == 7
        assert page.locator("#sample-note").is_visible()
        assert page.locator("#hits").inner_text() == "50 tasks"
        page.check("#f-detail")
        assert page.locator("#hits").inner_text() == "6 of 50 tasks"
        page.uncheck("#f-detail")
        bare = page.locator("#rows a", has_text="row only").first
        bare.click()
        page.locator("#reading [data-slot=id]").wait_for()
        assert "isthmus show t" in page.locator("#reading").inner_text()


def test_it_prints(browser: Any, report: Path) -> None:
    with opened(browser, report) as page:
        page.emulate_media(media="print")
        assert not page.locator(".filters").is_visible()
        assert (
            page.locator("#funnel").is_visible() and page.locator("#reading svg.drawing:visible").count() == 1
        )
        assert len(page.pdf()) > 20_000


LUMINANCE = """
const channels = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
const linear = (c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const luminance = (colour) => {
  const scale = colour.startsWith("color(") ? 1 : 255;
  const [r, g, b] = channels(colour).slice(0, 3).map((c) => linear(c / scale));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
"""
CONTRAST = """
(() => {
  const ground = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const colour = getComputedStyle(e).backgroundColor;
      if (channels(colour)[3] === undefined && colour !== "transparent") return colour;
    }
    return getComputedStyle(document.body).backgroundColor;
  };
  const says = (element) => [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  const faint = [];
  for (const element of document.querySelectorAll("body *")) {
    if (!says(element) || element.ownerSVGElement || !element.getClientRects().length) continue;
    if (element.closest("option, button:disabled, .sr, .skip")) continue;
    const both = [luminance(getComputedStyle(element).color), luminance(ground(element))];
    const ratio = (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
    if (ratio < 4.5) faint.push(`${element.tagName}.${element.className} ${ratio.toFixed(2)}`);
  }
  return [...new Set(faint)];
})()
"""
