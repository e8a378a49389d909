"""Certificates: clean tasks pass, and every number in them is what plain Python over the pages gives."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest

from isthmus.gates import GATES, GateContext, GateSettings, Reason, Unique, certify
from isthmus.records import Document, Status, Task, VertexRole


def verdicts(task: Task) -> dict[str, dict[str, object]]:
    assert task.certificate is not None
    return {verdict.gate: dict(verdict.numbers) for verdict in task.certificate.verdicts}


def test_most_tasks_of_the_small_world_are_clean(clean: list[Task], tasks: list[Task]) -> None:
    assert len(clean) > len(tasks) / 2
    for task in clean:
        assert task.certificate is not None
        assert [(v.gate, v.reason) for v in task.certificate.verdicts] == [(g.name, "ok") for g in GATES]


# --- the same sets, from the pages' words alone


class Plain:
    """Candidate sets by looking at every page, without graph or index."""

    def __init__(self, world: dict[str, Document], redirects: dict[str, str]) -> None:
        self.world, self.redirects = world, redirects

    def mentions(self, entity: str) -> set[str]:
        document = self.world.get(entity)
        aliases = document.aliases if document else ()
        names = {entity, *aliases, *(a for a, b in self.redirects.items() if b == entity)}
        pattern = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names), re.IGNORECASE)
        said = {page.id for page in self.world.values() if pattern.search(page.text)}
        linked = {page.id for page in self.world.values() for link in page.links if link.target == entity}
        return said | linked | ({entity} if document else set())

    def stating(self, low: float, high: float) -> set[str]:
        return {
            page.id
            for page in self.world.values()
            if any(low <= int(number) <= high for number in re.findall(r"\d+", page.text))
        }

    def asserting(self, field: str, entity: str) -> set[str]:
        return {
            page.id
            for page in self.world.values()
            for attribute in page.attributes
            if attribute.name == field and page.value(attribute).lower() == entity.lower()
        }

    def asserting_range(self, field: str, low: float, high: float) -> set[str]:
        return {
            page.id
            for page in self.world.values()
            for attribute in page.attributes
            if attribute.name == field and low <= int(page.value(attribute)) <= high
        }


FIELDS = {
    "genre": "genre",
    "origin": "origin",
    "label": "label",
    "headquarters": "headquarters",
    "founder": "founder",
    "founded": "founded",
}


def test_the_numbers_are_those_of_plain_sets(world: dict[str, Document], clean: list[Task]) -> None:
    plain = Plain(world, {"The Ostler imprint": "Ostler Records", "QMK ensemble": "Quillmark"})
    for task in clean:
        tree = task.tree
        upper: dict[int, set[str]] = {}
        lower: dict[int, set[str]] = {}
        for constraint in tree.constraints:
            target = tree.vertices[constraint.object]
            field = FIELDS[constraint.relation]
            if target.role is VertexRole.VALUE:
                assert target.low is not None and target.high is not None
                upper[target.id] = plain.stating(target.low, target.high)
                lower[target.id] = plain.asserting_range(field, target.low, target.high)
            else:
                upper[target.id] = plain.mentions(target.entity)
                lower[target.id] = plain.asserting(field, target.entity)
        numbers = verdicts(task)
        # Founders and towns are no bands or labels, so the family of nouns takes nothing away here.
        assert numbers["unique"]["closures"] == [
            [c.subject, c.object, len(upper[c.object])] for c in tree.constraints
        ]
        assert numbers["necessary"]["asserted"] == [
            [c.subject, c.object, len(lower[c.object])] for c in tree.constraints
        ]
        solutions, left, smallest = [], [], []
        for vertex in tree.inner():
            own = [c.object for c in tree.constraints_of(vertex.id)]
            meet = set.intersection(*(upper[o] for o in own))
            assert meet == {vertex.document_id}
            solutions.append([vertex.id, 1])
            for one in own:
                others = set.intersection(*(lower[o] for o in own if o != one))
                assert len(others) > 1
                left.append([vertex.id, one, len(others)])
            sizes = [
                size
                for size in range(1, len(own) + 1)
                for chosen in combinations(own, size)
                if len(set.intersection(*(upper[o] for o in chosen))) == 1
            ]
            smallest.append([vertex.id, sizes[0]])
        assert numbers["unique"]["solutions"] == solutions
        assert numbers["necessary"]["leave_one_out"] == left
        assert numbers["necessary"]["smallest"] == smallest


def test_the_path_leads_to_every_page_in_the_index(
    clean: list[Task], context: GateContext, world: dict[str, Document]
) -> None:
    assert context.index is not None
    for task in clean:
        assert task.certificate is not None
        path = task.certificate.path
        assert [step.vertex for step in path if step.action == "fetch"] == [3, 0]
        for step in path:
            document_id = task.tree.vertices[step.vertex].document_id
            assert document_id is not None
            if step.action == "search":
                found = context.index.rank(step.query, 10)
                assert step.rank == (found.index(document_id) + 1 if document_id in found else None)
            else:
                assert step.query == world[document_id].url
        calls = verdicts(task)["reachable"]["vertices"]
        assert calls == [
            [v, sum(s.vertex == v for s in path), [s.rank for s in path if s.vertex == v and s.rank][-1]]
            for v in (3, 0)
        ]


def test_a_described_leaf_counts_with_all_its_members(
    make: Callable[..., Task], rename: Callable[[Task], Task], context: GateContext
) -> None:
    task = make()
    vertices = list(task.tree.vertices)
    vertices[2] = replace(
        vertices[2],
        role=VertexRole.DESCRIBED,
        members=("Karsby", "Lowmarsh"),
        wording="a western harbour town",
    )
    question = task.question.replace("Karsby", "a western harbour town")
    task = rename(replace(task, question=question, tree=replace(task.tree, vertices=tuple(vertices))))
    certified = certify(task, context)
    assert certified.certificate is not None and certified.certificate.passed()
    named, described = (verdicts(certify(t, context))["unique"]["closures"] for t in (make(), task))
    # The page of the other town and no band more.
    assert isinstance(named, list) and isinstance(described, list)
    assert described[1] == [0, 2, named[1][2] + 1]
    assert described[0] == named[0]


def test_an_ambiguous_hidden_vertex_widens_the_closure_above_it(
    store: Callable[..., object], world: dict[str, Document], make: Callable[..., Task]
) -> None:
    """With two labels that fit, bands of both count."""
    twin = replace(
        world["Ostler Records"], id="Gannet Records", title="Gannet Records", url="doc://small/Gannet"
    )
    band = world["Quillmark"]
    text = band.text.replace("Ostler Records", "Gannet Records")
    other = replace(
        band, id="Verdigrane", title="Verdigrane", url="doc://small/Verdigrane", text=text, links=()
    )
    context = store(world | {twin.id: twin, other.id: other}).context()  # type: ignore[attr-defined]
    numbers = Unique().check(make(), context).numbers
    assert numbers["vertex"] == 3
    assert numbers["solutions"] == [[0, 2], [3, 2]]


def test_without_an_index_the_search_gates_are_not_run(stored: object, make: Callable[..., Task]) -> None:
    certified = certify(make(), stored.context(search=False))  # type: ignore[attr-defined]
    assert certified.certificate is not None
    last = certified.certificate.verdicts[-2:]
    assert [(v.gate, v.status, v.reason) for v in last] == [
        ("resistant", Status.NOT_RUN, Reason.NO_INDEX.value),
        ("reachable", Status.NOT_RUN, Reason.NO_INDEX.value),
    ]
    assert certified.certificate.index_id is None and certified.certificate.path == ()


def test_a_closure_that_does_not_hold_the_asserted_set_is_a_fault_of_its_own(
    context: GateContext, make: Callable[..., Task]
) -> None:
    class Forgetful:
        """A graph whose closures lost a page."""

        def __getattr__(self, name: str) -> object:
            return getattr(context.graph, name)

        def closure(self, entity: int) -> object:
            whole = context.graph.closure(entity)
            return whole - whole[-1:] if len(whole) > 2 else whole

    broken = GateContext(snapshot=context.snapshot, graph=Forgetful(), index=None)  # type: ignore[arg-type]
    assert Unique().check(make("Tarnwick"), broken).reason == Reason.BOUNDS.value


@pytest.mark.parametrize("within", ["corpus", "family", "noun"])
def test_who_counts_as_another_candidate_is_a_setting(
    within: str,
    store: Callable[..., object],
    world: dict[str, Document],
    make: Callable[..., Task],
) -> None:
    """When all others of the label and town are duos, a question for a band needs no style, unless duos count."""
    pages = {}
    for id, document in world.items():
        facts = {document.value(a) for a in document.attributes}
        text = document.text
        if {"Ostler Records", "Karsby"} <= facts and id != "Quillmark":
            text = text.replace("is a band ", "is a duo ")
        pages[id] = replace(document, text=text)
    context = store(pages).context(GateSettings(necessary_within=within))  # type: ignore[attr-defined]
    certified = certify(make(), context)
    assert certified.certificate is not None
    reasons = {verdict.gate: verdict.reason for verdict in certified.certificate.verdicts}
    assert reasons["necessary"] == ("redundant" if within == "noun" else "ok")


def test_a_page_of_another_kind_is_no_solution(
    store: Callable[..., object], world: dict[str, Document], make: Callable[..., Task]
) -> None:
    """A page that mentions everything counts, unless it says that it is something else than what is asked for."""
    for sentence, reason in (
        ("It is a band.", "several-solutions"),
        ("", "several-solutions"),
        ("Diary is a novel.", "ok"),
    ):
        text = f"{sentence or 'A diary of the coast.'}\n\nDrone folk, Karsby, Ostler Records."
        diary = Document(id="Diary", title="Diary", text=text, url="doc://small/Diary")
        verdict = Unique().check(make(), store(world | {"Diary": diary}).context())  # type: ignore[attr-defined]
        assert verdict.reason == reason, sentence
        assert verdict.numbers["met"] == [[0, 2], [3, 1]]


def test_necessity_can_be_measured_on_closures(
    store: Callable[..., object], world: dict[str, Document], make: Callable[..., Task]
) -> None:
    """Other bands of the label say that they play drone folk, but not as a claim."""
    pages = dict(world)
    for id, document in world.items():
        facts = {document.value(a) for a in document.attributes}
        if {"Ostler Records", "drone folk"} <= facts and id != "Quillmark":
            kept = tuple(a for a in document.attributes if a.name != "genre")
            pages[id] = replace(document, attributes=kept)
    stored = store(pages)
    reasons = {}
    for on in ("asserted", "closures"):
        certified = certify(make(), stored.context(GateSettings(necessary_on=on)))  # type: ignore[attr-defined]
        assert certified.certificate is not None
        verdict = next(v for v in certified.certificate.verdicts if v.gate == "necessary")
        reasons[on] = verdict.reason
        assert [row[:2] for row in verdict.numbers["leave_one_out"]] == [  # type: ignore[union-attr,index]
            [c.subject, c.object] for c in make().tree.constraints
        ]
    assert reasons == {"asserted": "redundant", "closures": "ok"}


@pytest.mark.parametrize(
    "change",
    [
        {"necessary_within": "town"},
        {"necessary_on": "guesses"},
        {"min_vertices": 5, "max_vertices": 4},
        {"min_words": 0},
        {"reach_calls": 1},
        {"near_question": 0.0},
        {"clue_k": 0},
        {"question_hidden_k": -1},
    ],
)
def test_settings_that_mean_nothing_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"gates\.") as error:
        GateSettings(**change)  # type: ignore[arg-type]
    assert next(iter(change)) in str(error.value)
