"""What common templates show, as text.

A template is a name and parts that are already expanded, with links still marked. Those that carry content (dates, lists, words
in another language, quantities) become words; all others (citations, notices, icons, pronunciations) become nothing. Names are
those of the English Wikipedia, which most other MediaWiki sites copy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol

from isthmus.corpus.marks import ITEM, START
from isthmus.corpus.wikiarguments import Arguments


class Scanner(Protocol):
    """What a template may ask of the scan it is in."""

    title: str

    def link(self, target: str, label: str | None, trail: str) -> str:
        """Return a marked link."""
        ...


_INFOBOX = re.compile(
    r"infobox\b(?! ?(?:mapframe|coord|musician awards|actor awards|artist discography|korean name|chinese))"
    r"|.* infobox\Z|(?:automatic |sub|para|hybrid)?(?:taxobox|speciesbox)\b"
    r"|(?:geobox|chembox|drugbox|starbox)\b"
)
_BULLETS = re.compile(r"^[ \t]*[*#:;]+[ \t]*", re.MULTILINE)

MONTHS = (
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
)  # fmt: skip


def is_infobox(name: str) -> bool:
    """Return whether a template of this name is a box of facts about the page's subject."""
    return _INFOBOX.match(name) is not None


Renderer = Callable[[Arguments, Scanner], str]


def _first(arguments: Arguments, scan: Scanner) -> str:
    return arguments.first()


def _last(arguments: Arguments, scan: Scanner) -> str:
    return arguments.last()


def _second(arguments: Arguments, scan: Scanner) -> str:
    return arguments.at(1) or arguments.named.get("text", "")


def _list(arguments: Arguments, scan: Scanner) -> str:
    """Return the items of a list template, each after an ITEM mark."""
    items: list[str] = []
    for value in arguments.positional:
        items.extend(item for line in _BULLETS.sub(ITEM, value).split(ITEM) if (item := line.strip()))
    for name, value in arguments.named.items():
        if name.startswith(("list", "entry", "item")) and value:
            items.extend(item for line in _BULLETS.sub(ITEM, value).split(ITEM) if (item := line.strip()))
    return ITEM + ITEM.join(items) + ITEM if items else ""


def date_words(year: str, month: str, day: str, *, day_first: bool = False) -> str:
    """Return a date in words from template arguments, which may be numbers or words, or incomplete."""
    number = month.lstrip("0")
    name = (
        MONTHS[int(number) - 1]
        if number.isdigit() and len(number) < 3 and 1 <= int(number) <= 12
        else month.strip()
    )
    day = day.lstrip("0")
    if not name:
        return year
    if not day:
        return f"{name} {year}".strip()
    return f"{day} {name} {year}".strip() if day_first else f"{name} {day}, {year}".rstrip(", ")


def _is_day_first(arguments: Arguments) -> bool:
    return arguments.named.get("df", "").lower() in ("y", "yes", "1", "true")


def _date(arguments: Arguments, scan: Scanner) -> str:
    """Return the first date of a date template: year, month, day."""
    values = [value for value in arguments.positional if value]
    if values and not values[0].strip("-–c. ").isdigit():
        return values[0]
    year, month, day = (*values[:3], "", "", "")[:3]
    if not (month.isdigit() or month in MONTHS or month[:3].title() in (name[:3] for name in MONTHS)):
        month = day = ""
    if not day[:2].isdigit():
        day = ""
    return date_words(year, month, day, day_first=_is_day_first(arguments))


def _circa(arguments: Arguments, scan: Scanner) -> str:
    return f"c. {' – '.join(value for value in arguments.positional[:2] if value)}".rstrip()


def _convert(arguments: Arguments, scan: Scanner) -> str:
    """Return the quantity as the source gave it: `{{convert|5|km|mi}}` -> `5 km`."""
    values = arguments.positional
    if len(values) >= 4 and values[1].strip() in ("-", "–", "to", "and", "by", "x", "or", "to(-)"):
        joint = {"-": "–", "x": " × "}.get(values[1], values[1] if values[1] == "–" else f" {values[1]} ")
        return f"{values[0]}{joint}{values[2]} {_unit(values[3])}"
    return f"{arguments.first()} {_unit(arguments.at(1))}".strip()


_UNITS = {
    "sqkm": "km²", "km2": "km²", "sqmi": "sq mi", "mi2": "sq mi", "m2": "m²", "sqft": "sq ft", "ft2": "sq ft",
    "C": "°C", "F": "°F", "m3": "m³", "km3": "km³", "impgal": "imp gal", "USgal": "US gal", "kph": "km/h",
}  # fmt: skip


def _unit(unit: str) -> str:
    return _UNITS.get(unit, unit)


def _fraction(arguments: Arguments, scan: Scanner) -> str:
    values = arguments.positional
    if len(values) >= 3:
        return f"{values[0]} {values[1]}/{values[2]}"
    return "/".join(values) if len(values) == 2 else f"1/{arguments.first()}"


def _money(symbol: str) -> Renderer:
    def render(arguments: Arguments, scan: Scanner) -> str:
        return f"{symbol}{arguments.first()}" if arguments.first() else symbol

    return render


def _currency(arguments: Arguments, scan: Scanner) -> str:
    code = arguments.at(1) or arguments.named.get("code", "")
    return f"{_SYMBOLS.get(code.upper(), code + ' ' if code else '')}{arguments.first()}"


_SYMBOLS = {
    "USD": "US$",
    "GBP": "£",
    "EUR": "€",
    "JPY": "¥",
    "INR": "₹",
    "": "$",
    "CAD": "CA$",
    "AUD": "A$",
    "US$": "US$",
}


def _marriage(arguments: Arguments, scan: Scanner) -> str:
    """Return `X (2013–2016)` of `{{marriage|X|2013|2016}}`; the spouse is one value of a list."""
    begin, end = arguments.at(1), arguments.at(2)
    years = f" ({begin}–{end})" if begin and end else f" (m. {begin})" if begin else ""
    return f"{ITEM}{arguments.first()}{years}{ITEM}"


def _height(arguments: Arguments, scan: Scanner) -> str:
    given = arguments.named
    units = ("m", "m"), ("cm", "cm"), ("ft", "ft"), ("in", "in")
    words = " ".join(f"{given[name]} {unit}" for name, unit in units if given.get(name))
    return words or " ".join(arguments.positional[:2])


def _duration(arguments: Arguments, scan: Scanner) -> str:
    given = arguments.named
    values = [given.get(name, "") for name in ("h", "m", "s")]
    if not any(values):
        return ":".join(arguments.positional)
    if not values[0]:
        values = values[1:]
    return ":".join(value.zfill(2) if number else value or "0" for number, value in enumerate(values))


def _nihongo(arguments: Arguments, scan: Scanner) -> str:
    inside = ", ".join(value for value in arguments.positional[1:3] if value)
    return f"{arguments.first()} ({inside})" if inside else arguments.first()


def _sorted_name(arguments: Arguments, scan: Scanner) -> str:
    name = f"{arguments.first()} {arguments.at(1)}".strip()
    if arguments.named.get("nolink"):
        return name
    return scan.link(arguments.at(2) or name, name, "")


def _flag(arguments: Arguments, scan: Scanner) -> str:
    country = arguments.first()
    return country if START in country or not country else scan.link(country, arguments.named.get("name"), "")


def _other_wiki(arguments: Arguments, scan: Scanner) -> str:
    return arguments.named.get("lt") or arguments.first()


def _as_of(arguments: Arguments, scan: Scanner) -> str:
    if alternative := arguments.named.get("alt"):
        return alternative
    word = "as of" if arguments.named.get("lc") else "As of"
    return f"{word} {date_words(arguments.first(), arguments.at(1), arguments.at(2))}"


def _sequence(arguments: Arguments, scan: Scanner) -> str:
    return "".join(arguments.positional)


def _range(arguments: Arguments, scan: Scanner) -> str:
    return "–".join(value for value in arguments.positional[:2] if value)


def _quoted(arguments: Arguments, scan: Scanner) -> str:
    return f'"{arguments.first()}"'


def _quotation(arguments: Arguments, scan: Scanner) -> str:
    text = arguments.named.get("text") or arguments.named.get("quote") or arguments.first()
    return f"\n\n{text}\n\n" if text else ""


def _columns(arguments: Arguments, scan: Scanner) -> str:
    return f"\n{arguments.named.get('content') or arguments.first()}\n"


def _music(arguments: Arguments, scan: Scanner) -> str:
    if arguments.first() == "time":
        return "/".join(arguments.positional[1:3])
    signs = {"flat": "♭", "b": "♭", "sharp": "♯", "#": "♯", "natural": "♮"}
    return "".join(signs.get(value, "") for value in arguments.positional)


def _spaced(arguments: Arguments, scan: Scanner) -> str:
    return " ".join(value for value in arguments.positional if not value.isdigit()) or " "


def _constant(text: str) -> Renderer:
    def render(arguments: Arguments, scan: Scanner) -> str:
        return text

    return render


_NAMES: tuple[tuple[Renderer, str], ...] = (
    (
        _first,
        """
        nowrap nobr nobreak nowraplinks small smaller smalldiv big larger large nobold noitalic normal abbr abbrlink tooltip
        vanchor visible_anchor mono code tt kbd samp em strong italic bold smallcaps sc smcaps mvar math var pre chem2 ce
        unicode center centre left right birth-date death-date birth-date_and_age death-date_and_age formatnum allcaps
        nocaps angbr angle_bracket brackets interp not_a_typo as_written proper_name longitem pslink start-date end-date
        lowercase allow_wrap not-a-typo block_indent nws sup sub
        """,
    ),
    (
        _second,
        "lang transl transliteration script native_name native_phrase rtl-lang langnf nastaliq resize fontsize",
    ),
    (_last, "color colour font_color font sort nts linktext wikt-lang"),
    (
        _list,
        """
        hlist flatlist plainlist flat_list plain_list ubl unbulleted_list ublist ubt cslist csv comma_separated_entries
        bulleted_list blist br_separated_entries indented_plainlist collapsible_list collapsed_list ordered_list olist
        horizontal_list unordered_list pagelist
        """,
    ),
    (
        _date,
        """
        birth_date birth_date_and_age bda death_date death_date_and_age dda start_date end_date start_date_and_age
        film_date birth_date_and_given_age dob bd birthdate birthdate_and_age dod deathdate death_date_and_given_age
        release_date launch_date opening_date date date_and_age event_date birth_date2 death_date2 dts
        birth_date_and_age2 deathdateandage birthdateandage d-da b-da start_date_and_years_ago end_date_and_age
        """,
    ),
    (_first, "birth_year birth_year_and_age death_year death_year_and_age birth-year_and_age start_year"),
    (_circa, "circa c. ca. ca c"),
    (_range, "floruit fl. reign r. years"),
    (_convert, "convert cvt"),
    (_fraction, "frac fraction sfrac"),
    (_money("US$"), "us$ usd us_dollar"),
    (_money("£"), "gbp £ pound pound_sterling"),
    (_money("€"), "euro eur €"),
    (_money("¥"), "¥ jpy yen"),
    (_money("₹"), "inr indian_rupee ₹ inrconvert"),
    (_money("A$"), "a$ aud au$"),
    (_money("CA$"), "ca$ cad canadian_dollar"),
    (_currency, "currency"),
    (_marriage, "marriage married"),
    (_height, "height"),
    (_duration, "duration"),
    (_nihongo, "nihongo nihongo2 nihongo3 korean"),
    (_sorted_name, "sortname sort_name"),
    (_flag, "flag flagcountry flagu flag_country flaglink"),
    (_other_wiki, "ill interlanguage_link illm interlanguage_link_multi ill2 link-interwiki red_link"),
    (_as_of, "as_of asof"),
    (_sequence, "chem chemical"),
    (_quoted, '" qq quoted'),
    (_quotation, "quote blockquote cquote bq quotation poemquote poem_quote verse quoteblock"),
    (_columns, "columns-list col-list column-list div_col multi-column"),
    (_music, "music"),
    (_constant(" – "), "snd snds spnd spaced_ndash spaced_en_dash sndash spaced_endash spaced_dash –"),
    (_constant("–"), "ndash endash en_dash nbndash"),
    (_constant("—"), "mdash emdash em_dash spaced_mdash"),
    (_spaced, "nbsp space nnbsp spaces thinsp thinspace thin_space hair_space"),
    (_constant("'"), "' apostrophe"),
    (_constant("'\""), "'\""),
    (_constant("\"'"), "\"'"),
    (_constant("'s"), "'s"),
    (_constant("|"), "! pipe"),
    (_constant("="), "= equals"),
    (_constant(ITEM), "· • * dot bullet ,_ middot bull spaced_dot"),
    (_constant("\n\n"), "clear pb paragraph_break paragraph"),
    (_constant("♭"), "♭"),
    (_constant("♯"), "♯ sharp"),
    (_constant("née"), "nee née"),
    (_constant("Won"), "won win"),
    (_constant("Nominated"), "nom nominated"),
)
RENDERERS: dict[str, Renderer] = {
    name.replace("_", " "): renderer for renderer, names in _NAMES for name in names.split()
}
"""What makes text of a template, by its lower-case name."""

_FORMATNUM = re.compile(r"formatnum:\s*(\S+)\Z")


def render(name: str, parts: Sequence[str], scan: Scanner) -> str:
    """Return the text of a template, empty for one that carries none."""
    renderer = RENDERERS.get(name)
    if renderer is not None:
        return renderer(Arguments(parts[1:]), scan)
    if name.startswith("lang-"):
        return Arguments(parts[1:]).first()
    if name in ("pagename", "page name", "basepagename", "fullpagename", "article"):
        return scan.title
    if found := _FORMATNUM.match(name):
        return found.group(1)
    return ""
