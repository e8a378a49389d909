from __future__ import annotations

import multiprocessing
import pickle
import re
import resource
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from isthmus.corpus.snapshot import Snapshot, build_snapshot
from isthmus.corpus.source import Source
from isthmus.corpus.titles import plain
from isthmus.errors import InputError, StaleError, StorageError
from isthmus.graph import EvidenceGraph, GraphSettings, StoredClaim, build_graph, graph_id
from isthmus.graph.claims import Claim
from isthmus.graph.scan import Extract
from isthmus.records import Document, DocumentKind, Redirect

Make = Callable[..., EvidenceGraph]
Page = Callable[..., Document]


def closure_names(graph: EvidenceGraph, name: str) -> set[str]:
    entity = graph.entity(name)
    assert entity is not None
    return {graph.name(document) for document in graph.closure(entity)}


# --- entities


def test_entities_are_documents_then_linked_titles_then_claimed_names(graph_of: Make, page: Page) -> None:
    graph = graph_of(
        page("Velm", "A [[Tarrow]] and [[Osk (river)|Osk]].", genre="drone"),
        page("Tarrow", "A town near [[Brim]]."),
    )
    assert (graph.documents, graph.entities) == (2, 5)
    assert [graph.name(entity) for entity in range(5)] == ["Velm", "Tarrow", "Osk (river)", "Brim", "Drone"]
    assert [graph.is_document(entity) for entity in range(5)] == [True, True, False, False, False]
    with pytest.raises(IndexError):
        graph.name(5)


def test_names_find_entities(graph_of: Make, page: Page) -> None:
    graph = graph_of(
        page("Velm", "A band.", aliases=("The Velm", "Tarrow")),
        page("Tarrow", "A town."),
        page("Osk (river)", "A river."),
        Redirect(source="Velm band", target="Velm"),
        Redirect(source="Velm group", target="Velm band"),
    )
    for name in ("Velm", "velm", " Velm_", "Velm#History", "Velm band", "Velm group", "The Velm"):
        assert graph.entity(name) == 0, name
    assert graph.entity("Tarrow") == 1, "a title comes before an alias"
    assert graph.entity("Osk") is None
    assert graph.entity("") is None
    assert graph.aliases(0) == ("Velm band", "Velm group", "The Velm", "Tarrow")
    assert graph.aliases(1) == ()


def test_equal_hashes_are_told_apart_by_the_name(
    graph_of: Make, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = graph_of(page("Velm", "A [[Tarrow]]."))
    from isthmus.graph import store

    real = store.hash_text
    monkeypatch.setattr(store, "hash_text", lambda text: real("Velm"))
    assert graph.entity("Velm") == 0
    assert graph.entity("Brim") is None


def test_pages_of_one_title_keep_their_own_names(graph_of: Make, page: Page) -> None:
    graph = graph_of(page("Velm", "A band."), page("Velm", "A town."), page("Osk", "By Velm."))
    assert [graph.name(entity) for entity in range(3)] == ["Velm", "Velm [2]", "Osk"]
    assert (graph.entity("Velm"), graph.entity("Velm [2]")) == (0, 1)
    assert [set(graph.closure(entity)) for entity in (0, 1)] == [{0, 2}, {1, 2}], "a mention counts for both"
    assert graph.entities_named("velm") == (0, 1)


def test_kinds(graph_of: Make, page: Page) -> None:
    listed = page("List of towns", "- [[Tarrow]]")
    listed = Document(
        id=listed.id, title=listed.title, text=listed.text, url="", links=listed.links, kind=DocumentKind.LIST
    )
    graph = graph_of(page("Tarrow", "A town."), listed)
    assert [graph.kind(document) for document in range(2)] == [DocumentKind.ARTICLE, DocumentKind.LIST]
    assert [graph.is_article(entity) for entity in range(2)] == [True, False]


# --- links and closures


def test_links_are_counted_once_a_document_and_through_redirects(graph_of: Make, page: Page) -> None:
    graph = graph_of(
        page("Velm", "[[Tarrow]], [[Tarrow town]], [[Tarrow]] and [[Brim]]."),
        page("Tarrow", "[[Velm]] and [[Brim]]."),
        Redirect(source="Tarrow town", target="Tarrow"),
    )
    brim = graph.entity("Brim")
    assert brim == 2
    assert graph.links_out(0).tolist() == [1, 2]
    assert graph.links_out(1).tolist() == [0, 2]
    assert [graph.links_in(entity).tolist() for entity in range(3)] == [[1], [0], [0, 1]]


def test_a_closure_holds_links_mentions_claims_and_the_page_itself(graph_of: Make, page: Page) -> None:
    graph = graph_of(
        page("Velm (band)", "Nothing said."),
        page("A", "It links to [[Velm (band)|them]]."),
        page("B", "VELM’s first record."),
        page("C", "Nothing.", act="The Velm group"),
        page("D", "Velmar is no Velmish word."),
        Redirect(source="The Velm group", target="Velm (band)"),
    )
    assert closure_names(graph, "Velm (band)") == {"Velm (band)", "A", "B", "C"}
    assert graph.closure_size(0) == 4
    assert set(graph.mentions(0)) == {2, 3}


def test_a_claim_is_inside_the_closure_even_when_its_words_are_not(graph_of: Make, page: Page) -> None:
    graph = graph_of(page("A", "Text.", origin="[[Land of Velm|Far away]]"), anchors=False)
    land = graph.entity("Land of Velm")
    assert land is not None
    assert set(graph.subjects("origin", land)) <= set(graph.closure(land)) == {0}


def test_link_texts_are_names_when_used_twice(graph_of: Make, page: Page) -> None:
    pages = [
        page("A", "On [[Velm Records|Velm]] and [[Osk Records|Osk]]."),
        page("B", "Signed to [[Velm Records|Velm]]."),
        page("C", "Velm was its label; Osk was not."),
    ]
    assert closure_names(graph_of(*pages), "Velm Records") == {"A", "B", "C"}
    assert closure_names(graph_of(*pages), "Osk Records") == {"A"}
    assert closure_names(graph_of(*pages, anchors=False), "Velm Records") == {"A", "B"}


def test_initials_are_names_and_pronouns_are_not(graph_of: Make, page: Page) -> None:
    graph = graph_of(
        page("A", "The [[Union of Velm|UV]] and [[Union of Velm|it]]."),
        page("B", "The [[Union of Velm|UV]] and [[Union of Velm|it]]."),
        page("C", "It said it was."),
        page("D", "Born in the U.V. then."),
    )
    assert closure_names(graph, "Union of Velm") == {"A", "B", "D"}


_TITLES = ["Velm", "Velm (town)", "Osk rae", "The Tarrow", "Ösk", "U.S.", "It"]
_SENTENCES = [
    "Velm", "velm's", "the Tarrow", "Tarrows", "osk-rae", "Osk\nRae", "OSK", "us", "US", "it", "It", "other", "[[Velm]]",
    "[[Velm (town)|x]]", "[[Osk rae|y]]", "[[Alias]]", "Alias", "nothing",
]  # fmt: skip


def _plainly_said(name: str, text: str) -> bool:
    """The naive reading: the name between word boundaries, case aside unless the name is of function words."""
    flags = 0 if name in ("U.S.", "It") else re.IGNORECASE
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", " ".join(text.split()), flags) is not None


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(bodies=st.lists(st.lists(st.sampled_from(_SENTENCES), max_size=4), min_size=len(_TITLES), max_size=9))
def test_closures_are_links_and_mentions(
    bodies: list[list[str]],
    page: Page,
    says: Callable[[str, str], bool],
    source_of: Callable[..., Source],
    extract: Extract,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    titles = _TITLES + [f"Other {number}" for number in range(len(bodies) - len(_TITLES))]
    items = [page(title, ". ".join(body)) for title, body in zip(titles, bodies, strict=True)]
    folder = tmp_path_factory.mktemp("closures")
    snapshot = build_snapshot(
        source_of(*items, Redirect(source="Alias", target="Osk rae")), folder / "snapshot"
    )
    graph = build_graph(
        snapshot, folder / "graph", workers=1, settings=GraphSettings(anchors=False), extract=extract
    )
    for entity, title in enumerate(titles):
        others = {"Alias"} if title == "Osk rae" else set()
        linking = {
            n for n, item in enumerate(items) if any(link.target in {title, *others} for link in item.links)
        }
        names = {plain(title), *others}
        saying = {n for n, item in enumerate(items) if any(says(item.text, name) for name in names)}
        plainly = {n for n, item in enumerate(items) if any(_plainly_said(name, item.text) for name in names)}
        assert plainly <= saying
        assert set(graph.closure(entity)) == {entity} | linking | saying
        assert graph.closure_size(entity) == len(graph.closure(entity))


# --- numbers and claims


def test_closure_of_a_range(graph_of: Make, page: Page) -> None:
    graph = graph_of(
        page("A", "Founded in 1964."),
        page("B", "Popular in the 1960s."),
        page("C", "From 1959–1970, twelve members."),
        page("D", "Population 1,965 in the twentieth century."),
    )

    def numbers(low: float, high: float) -> set[int]:
        return set(graph.closure_of_range(low, high))

    assert numbers(1960, 1969) == {0, 1, 3}
    assert numbers(1970, 1970) == {2, 3}
    assert numbers(1964, 1964) == {0, 1, 3}
    assert numbers(12, 12) == {2}
    assert numbers(3000, 4000) == set()
    assert numbers(1970, 1960) == set()
    assert numbers(-1e9, 1e9) == {0, 1, 2, 3}


def test_claims_come_back_as_extracted(graph_of: Make, page: Page) -> None:
    document = page(
        "A", "Text.", label="[[Velm Records|Velm]]", genre="drone", founded="1964", active="1964-1970"
    )
    graph = graph_of(document, page("Velm Records", "A label."))
    claims = graph.claims(0)
    assert [(claim.relation, claim.object, claim.low, claim.high, claim.surface) for claim in claims] == [
        ("label", 1, None, None, "Velm"),
        ("genre", 2, None, None, "drone"),
        ("founded", None, 1964.0, 1964.0, ""),
        ("active", None, 1964.0, 1970.0, ""),
    ]
    assert [document.text[claim.start : claim.end] for claim in claims] == [
        "Velm",
        "drone",
        "1964",
        "1964-1970",
    ]
    assert isinstance(claims[0], StoredClaim)
    assert graph.claims(1) == []
    assert graph.relations == ("active", "founded", "genre", "label")


def test_subjects(graph_of: Make, page: Page) -> None:
    graph = graph_of(
        page("A", "Text.", genre="drone", label="[[Osk]]", founded="1964"),
        page("B", "Text.", genre="[[Drone]]", founded="1970"),
        page("C", "Text.", label="drone", founded="1960-1968"),
        page("D", "A drone.", founded="1955-1965"),
    )
    drone = graph.entity("Drone")
    assert drone is not None
    assert set(graph.subjects("genre", drone)) == {0, 1}
    assert set(graph.subjects("label", drone)) == {2}
    assert set(graph.subjects("founder", drone)) == set()
    assert set(graph.subjects("genre", 0)) == set()
    assert set(graph.closure(drone)) == {0, 1, 2, 3}
    assert set(graph.subjects_in_range("founded", 1960, 1969)) == {0, 2}
    assert set(graph.subjects_in_range("founded", 1950, 1980)) == {0, 1, 2, 3}
    assert set(graph.subjects_in_range("genre", 1950, 1980)) == set()
    assert set(graph.subjects_in_range("nothing", 1950, 1980)) == set()
    for low, high in ((1960, 1969), (1970, 1970), (1950, 1980)):
        assert set(graph.subjects_in_range("founded", low, high)) <= set(graph.closure_of_range(low, high))


# --- building and opening


def _bytes(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture
def many(page: Page) -> list[Document]:
    return [
        page(
            f"Page {number}",
            f"Near [[Page {number * 7 % 1300}]] and [[Town {number % 50}|town]] in {1900 + number % 90}, "
            f"says page {number % 13}.",
            aliases=(f"P{number}",),
            label=f"[[Label {number % 17}]]",
            founded=str(1900 + number % 100),
        )
        for number in range(1300)
    ]


def test_bytes_do_not_depend_on_the_workers(
    many: list[Document], snapshot_of: Callable[..., Snapshot], tmp_path: Path, extract: Extract
) -> None:
    snapshot = snapshot_of(*many)
    seen: list[int] = []
    one = build_graph(snapshot, tmp_path / "one", workers=1, extract=extract, progress=seen.append)
    two = build_graph(snapshot, tmp_path / "two", workers=2, extract=extract)
    assert _bytes(one.folder) == _bytes(two.folder)
    assert one.id == two.id
    assert seen == sorted(seen) and seen[-1] == len(snapshot)
    brute = {
        number for number, item in enumerate(many) if number == 5 or any(link.target == "Page 5" for link in item.links)
        or re.search(r"\b(page 5|p5)\b", item.text, re.I)
    }  # fmt: skip
    assert set(one.closure(5)) == brute


def test_ids_follow_snapshot_settings_and_extractor(extract: Extract) -> None:
    usual = GraphSettings()
    ids = {
        graph_id("s1", usual),
        graph_id("s2", usual),
        graph_id("s1", GraphSettings(anchors=False)),
        graph_id("s1", usual, extract),
    }
    assert len(ids) == 4
    assert graph_id("s1", usual) == graph_id("s1", GraphSettings())


def test_another_snapshot_is_refused(
    graph_of: Make, page: Page, snapshot_of: Callable[..., Snapshot]
) -> None:
    graph = graph_of(page("A", "Text."))
    other = snapshot_of(page("B", "Text."), name="other")
    with pytest.raises(StaleError) as caught:
        EvidenceGraph.open(graph.folder, other)
    assert graph.snapshot_id in str(caught.value) and other.id in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("fault", ["missing", "short", "format", "manifest", "nothing"])
def test_a_damaged_graph_is_refused_in_one_line(
    graph_of: Make, page: Page, tmp_path: Path, fault: str
) -> None:
    graph = graph_of(page("A", "Text."))
    snapshot = Snapshot.open(tmp_path / "snapshot")
    manifest = graph.folder / "manifest.json"
    if fault == "missing":
        (graph.folder / "names.data.npy").unlink()
    elif fault == "short":
        (graph.folder / "names.data.npy").write_bytes(b"short")
    elif fault == "format":
        manifest.write_text(manifest.read_text().replace('"format": 1', '"format": 0'))
    elif fault == "manifest":
        manifest.write_text("[]")
    else:
        manifest.unlink()
    with pytest.raises(InputError) as caught:
        EvidenceGraph.open(graph.folder, snapshot)
    assert str(graph.folder) in str(caught.value) and "isthmus graph" in str(caught.value)
    assert "\n" not in str(caught.value)


def _broken(document: Document, resolve: Callable[[str], str]) -> list[Claim]:
    raise InputError("a broken extractor")


def test_a_failed_build_keeps_the_old_graph_and_leaves_nothing(
    graph_of: Make, page: Page, tmp_path: Path
) -> None:
    graph = graph_of(page("A", "Text."))
    before = _bytes(graph.folder)

    listing = sorted(tmp_path.iterdir())
    with pytest.raises(InputError, match="broken"):
        build_graph(Snapshot.open(tmp_path / "snapshot"), graph.folder, workers=1, extract=_broken)
    assert _bytes(graph.folder) == before
    assert sorted(tmp_path.iterdir()) == listing


def test_a_folder_of_something_else_is_left_alone(
    page: Page, snapshot_of: Callable[..., Snapshot], tmp_path: Path
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(InputError, match="not a graph"):
        build_graph(snapshot_of(page("A", "Text.")), tmp_path / "mine", workers=1)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["letter.txt"]


def test_a_refused_write_is_one_line(
    page: Page, snapshot_of: Callable[..., Snapshot], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError) as caught:
        build_graph(snapshot_of(page("A", "Text.")), tmp_path / "file" / "graph", workers=1)
    assert "\n" not in str(caught.value)


def test_a_full_disk_is_one_line_and_leaves_nothing(
    many: list[Document], snapshot_of: Callable[..., Snapshot], tmp_path: Path
) -> None:
    snapshot = snapshot_of(*many)
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)

    def build_with_little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
        try:
            build_graph(snapshot, tmp_path / "graph", workers=1)
            sender.send("built")
        except StorageError as error:
            sender.send(str(error))

    process = context.Process(target=build_with_little_room)
    process.start()
    process.join(60)
    assert receiver.poll(0), "the process died without a word"
    told = receiver.recv()
    assert "cannot write" in told and "\n" not in told
    assert [path.name for path in tmp_path.iterdir()] == ["snapshot"]


def test_leftovers_of_killed_builds_are_removed(
    page: Page, snapshot_of: Callable[..., Snapshot], tmp_path: Path
) -> None:
    snapshot = snapshot_of(page("A", "Text."))
    graph = build_graph(snapshot, tmp_path / "graph", workers=1)
    dead = 2**22 + 1
    (tmp_path / f".graph.building-{dead}").mkdir()
    (tmp_path / ".graph.notes").mkdir()
    graph.folder.rename(tmp_path / f".graph.replaced-{dead}")
    with pytest.raises(InputError, match="broken"):
        build_graph(snapshot, tmp_path / "graph", workers=1, extract=_broken)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".graph.notes", "graph", "snapshot"]
    assert EvidenceGraph.open(tmp_path / "graph", snapshot).id == graph.id


def test_a_corpus_without_links_or_claims(graph_of: Make, page: Page) -> None:
    graph = graph_of(page("!!!", ""), page("A", "Text."))
    assert graph.entities == 2
    assert graph.links_out(0).tolist() == []
    assert set(graph.closure(0)) == {0}
    assert graph.claims(0) == [] and graph.relations == ()
    assert set(graph.closure_of_range(0, 1e9)) == set()
    assert graph.entities_named("!!!") == ()


def test_a_graph_travels_to_other_processes_and_threads(graph_of: Make, page: Page) -> None:
    graph = graph_of(*(page(f"Page {number}", f"[[Page {number + 1}]]") for number in range(30)))
    copy = pickle.loads(pickle.dumps(graph))
    assert copy.id == graph.id
    with ThreadPoolExecutor(4) as pool:
        sizes = list(pool.map(lambda entity: len(copy.closure(entity)), [*range(30)] * 20))
    assert sizes == [len(graph.closure(entity)) for entity in range(30)] * 20


def test_arrays_are_mapped_not_read(graph_of: Make, page: Page) -> None:
    graph = graph_of(page("A", "A [[B]]."))
    assert not graph.links_out(0).flags.writeable
    base: object = graph.links_out(0)
    while isinstance(base, np.ndarray) and not isinstance(base, np.memmap):
        base = base.base
    assert isinstance(base, np.memmap)
