"""Planted faults: each way to break a good task is caught, with the reason that names it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from isthmus.gates import GATES, GateContext, GateSettings, Reason, certify
from isthmus.records import Attribute, Constraint, Document, Evidence, Link, Status, Task, Vertex, VertexRole

NAMED, VALUE, HIDDEN, DESCRIBED = VertexRole.NAMED, VertexRole.VALUE, VertexRole.HIDDEN, VertexRole.DESCRIBED


@dataclass
class Bench:
    """What faults are planted in."""

    task: Task
    """A task that passes every gate: the first band's."""
    world: dict[str, Document]
    make: Callable[..., Task]
    store: Callable[..., Any]
    context: GateContext


Plant = Callable[[Bench], Task | tuple[Task, GateContext]]
FAULTS: dict[str, tuple[str, Reason, Plant]] = {}


def fault(gate: str, reason: Reason) -> Callable[[Plant], Plant]:
    def add(plant: Plant) -> Plant:
        assert plant.__name__ not in FAULTS
        FAULTS[plant.__name__] = (gate, reason, plant)
        return plant

    return add


@pytest.fixture(scope="module")
def bench(
    world: dict[str, Document],
    make: Callable[..., Task],
    store: Callable[..., Any],
    context: GateContext,
) -> Bench:
    return Bench(task=make(), world=world, make=make, store=store, context=context)


# --- helpers


def ask(task: Task, question: str) -> Task:
    return replace(task, question=question)


def with_vertex(task: Task, vertex: int, /, **changes: Any) -> Task:
    vertices = list(task.tree.vertices)
    vertices[vertex] = replace(vertices[vertex], **changes)
    return replace(task, tree=replace(task.tree, vertices=tuple(vertices)))


def with_edge(task: Task, child: int, /, **changes: Any) -> Task:
    constraints = list(task.tree.constraints)
    constraints[child - 1] = replace(constraints[child - 1], **changes)
    return replace(task, tree=replace(task.tree, constraints=tuple(constraints)))


def with_evidence(task: Task, object: int, **changes: Any) -> Task:
    return with_edge(task, object, evidence=replace(task.tree.constraints[object - 1].evidence, **changes))


def line(document: Document, field: str) -> Evidence:
    attribute = next(a for a in document.attributes if a.name == field)
    start = document.text.rfind("\n", 0, attribute.start) + 1
    end = document.text.index("\n", attribute.end)
    return Evidence(document_id=document.id, start=start, end=end, text=document.text[start:end])


def with_leaf(task: Task, vertex: Vertex, relation: str, clue: str, evidence: Evidence) -> Task:
    """Add a leaf to the root, last in the tree and said at the end of the question."""
    vertex = replace(vertex, id=len(task.tree.vertices))
    constraint = Constraint(subject=0, object=vertex.id, relation=relation, clue=clue, evidence=evidence)
    tree = replace(
        task.tree,
        vertices=(*task.tree.vertices, vertex),
        constraints=(*task.tree.constraints, constraint),
    )
    said = clue.replace("{}", vertex.wording)
    question = task.question.replace(" Which band", f" It {said}. Which band")
    return replace(task, tree=tree, question=question)


def with_range(task: Task, wording: str, low: float, high: float) -> Task:
    old = task.tree.vertices[6].wording
    task = with_vertex(task, 6, wording=wording, low=low, high=high)
    return ask(task, task.question.replace(old, wording))


def only(task: Task, *objects: int) -> Task:
    """Keep some leaves of the root besides its last child, renumbered."""
    kept = [0, *objects]
    number = {old: new for new, old in enumerate(kept)}
    vertices = tuple(replace(task.tree.vertices[old], id=number[old]) for old in kept)
    constraints = tuple(
        replace(c, subject=number[c.subject], object=number[c.object])
        for c in task.tree.constraints
        if c.object in number
    )
    return replace(task, tree=replace(task.tree, vertices=vertices, constraints=constraints))


def elsewhere(bench: Bench, *pages: Document, unindexed: tuple[str, ...] = ()) -> GateContext:
    """Return the context of a world with pages added or replaced, or left out of the index."""
    world = bench.world | {page.id: page for page in pages}
    context: GateContext = bench.store(world, unindexed).context()
    return context


def copy_of(document: Document, title: str) -> Document:
    return replace(document, id=title, title=title, url=f"doc://small/{title}", aliases=())


# --- well_formed


@fault("well_formed", Reason.TASK_ID)
def id_of_another_task(bench: Bench) -> Task:
    return replace(bench.task, id=bench.make("Tarnwick").id)


@fault("well_formed", Reason.TASK_ID)
def question_changed_after_naming(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("recorded for", "was signed to"))


@fault("well_formed", Reason.VERTEX_COUNT)
def too_small(bench: Bench) -> Task:
    return only(bench.task, 1)


@fault("well_formed", Reason.VERTEX_COUNT)
def too_large(bench: Bench) -> tuple[Task, GateContext]:
    settings = GateSettings(max_vertices=6)
    context = GateContext(
        snapshot=bench.context.snapshot,
        graph=bench.context.graph,
        index=bench.context.index,
        settings=settings,
    )
    return bench.task, context


@fault("well_formed", Reason.VERTEX_ORDER)
def ids_are_not_positions(bench: Bench) -> Task:
    return with_vertex(with_vertex(bench.task, 1, id=2), 2, id=1)


@fault("well_formed", Reason.VERTEX_ORDER)
def edges_out_of_order(bench: Bench) -> Task:
    first, second, *rest = bench.task.tree.constraints
    return replace(bench.task, tree=replace(bench.task.tree, constraints=(second, first, *rest)))


@fault("well_formed", Reason.VERTEX_ORDER)
def child_before_parent(bench: Bench) -> Task:
    task = with_edge(bench.task, 3, subject=6)
    return with_edge(task, 6, subject=0)


@fault("well_formed", Reason.DANGLING_EDGE)
def edge_to_nowhere(bench: Bench) -> Task:
    return with_edge(bench.task, 6, object=17)


@fault("well_formed", Reason.DANGLING_EDGE)
def edge_to_a_negative_vertex(bench: Bench) -> Task:
    return with_edge(bench.task, 6, subject=-4)


@fault("well_formed", Reason.TWO_ROOTS)
def two_answers(bench: Bench) -> Task:
    return with_vertex(bench.task, 3, role=VertexRole.ANSWER)


@fault("well_formed", Reason.TWO_ROOTS)
def root_below_a_vertex(bench: Bench) -> Task:
    return with_edge(bench.task, 6, subject=3, object=0)


@fault("well_formed", Reason.ORPHAN)
def orphan(bench: Bench) -> Task:
    tree = bench.task.tree
    return replace(bench.task, tree=replace(tree, constraints=tree.constraints[:-1]))


@fault("well_formed", Reason.TWO_PARENTS)
def two_parents(bench: Bench) -> Task:
    tree = bench.task.tree
    again = replace(tree.constraints[0], subject=3)
    return replace(bench.task, tree=replace(tree, constraints=(*tree.constraints, again)))


@fault("well_formed", Reason.CYCLE)
def cycle(bench: Bench) -> Task:
    return with_edge(bench.task, 3, subject=6)


@fault("well_formed", Reason.CYCLE)
def own_parent(bench: Bench) -> Task:
    return with_edge(bench.task, 3, subject=3)


@fault("well_formed", Reason.DEPTH)
def too_deep(bench: Bench) -> tuple[Task, GateContext]:
    context = bench.context
    shallow = GateContext(
        snapshot=context.snapshot, graph=context.graph, index=None, settings=GateSettings(max_depth=1)
    )
    return bench.task, shallow


@fault("well_formed", Reason.ROLE)
def named_vertex_with_constraints(bench: Bench) -> Task:
    return with_vertex(bench.task, 3, role=NAMED, wording="record label")


@fault("well_formed", Reason.ROLE)
def hidden_vertex_without_constraints(bench: Bench) -> Task:
    return with_vertex(bench.task, 1, role=HIDDEN)


@fault("well_formed", Reason.ROLE)
def hidden_vertex_without_a_page(bench: Bench) -> Task:
    return with_vertex(bench.task, 3, document_id=None)


@fault("well_formed", Reason.ROLE)
def root_that_is_no_answer(bench: Bench) -> Task:
    return with_vertex(bench.task, 0, role=HIDDEN)


@fault("well_formed", Reason.ROLE)
def leaf_without_entity(bench: Bench) -> Task:
    return with_vertex(bench.task, 1, entity=" ")


@fault("well_formed", Reason.MEMBERS)
def described_leaf_without_members(bench: Bench) -> Task:
    return with_vertex(bench.task, 2, role=DESCRIBED)


@fault("well_formed", Reason.MEMBERS)
def described_leaf_that_leaves_out_what_it_means(bench: Bench) -> Task:
    return with_vertex(bench.task, 2, role=DESCRIBED, members=("Oldwater", "Lowmarsh"))


@fault("well_formed", Reason.RANGE)
def value_without_range(bench: Bench) -> Task:
    return with_vertex(bench.task, 6, low=None)


@fault("well_formed", Reason.RANGE)
def value_that_ends_before_it_begins(bench: Bench) -> Task:
    return with_vertex(bench.task, 6, low=1969.0, high=1960.0)


@fault("well_formed", Reason.RANGE)
def value_that_is_no_number(bench: Bench) -> Task:
    return with_vertex(bench.task, 6, high=float("nan"))


@fault("well_formed", Reason.REPEATED_ENTITY)
def root_in_its_own_subquestion(bench: Bench) -> Task:
    return with_vertex(bench.task, 5, entity=bench.task.tree.vertices[0].entity)


@fault("well_formed", Reason.REPEATED_ENTITY)
def one_constraint_twice(bench: Bench) -> Task:
    return with_leaf(
        bench.task, bench.task.tree.vertices[1], "genre", "plays {}", bench.task.tree.constraints[0].evidence
    )


@fault("well_formed", Reason.CLUE_PLACE)
def clue_without_place(bench: Bench) -> Task:
    return with_edge(bench.task, 1, clue="plays drone folk")


@fault("well_formed", Reason.QUESTION_LENGTH)
def short_question(bench: Bench) -> Task:
    return ask(bench.task, "Which band is it?")


@fault("well_formed", Reason.QUESTION_LENGTH)
def long_question(bench: Bench) -> Task:
    return ask(bench.task, "Well then, " * 120 + bench.task.question)


@fault("well_formed", Reason.PARAGRAPHS)
def two_paragraphs(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace(". ", ".\n\n", 1))


@fault("well_formed", Reason.PARAGRAPHS)
def blank_at_the_end(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question + " ")


@fault("well_formed", Reason.PARAGRAPHS)
def two_blanks(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace(". ", ".  ", 1))


@fault("well_formed", Reason.QUESTION_MARK)
def statement(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("?", "."))


@fault("well_formed", Reason.PLACEHOLDER)
def leftover_braces(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("Which band", "Which {noun}"))


@fault("well_formed", Reason.PLACEHOLDER)
def leftover_none(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("Which band is", "Which None is"))


@fault("well_formed", Reason.PLACEHOLDER)
def leftover_markup(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("Karsby", "<b>Karsby</b>"))


@fault("well_formed", Reason.DOUBLED_WORD)
def doubled_word(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("comes from", "comes from from"))


@fault("well_formed", Reason.DOUBLED_WORD)
def doubled_article(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("recorded for a", "recorded for a a"))


@fault("well_formed", Reason.UNBALANCED)
def open_quote(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("drone folk", '"drone folk'))


@fault("well_formed", Reason.UNBALANCED)
def crossed_brackets(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("drone folk", "(drone [folk)]"))


@fault("well_formed", Reason.LEAF_WORDING)
def leaf_left_out_of_the_question(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace(" and comes from Karsby", " somewhere"))


@fault("well_formed", Reason.LEAF_WORDING)
def leaf_without_words(bench: Bench) -> Task:
    return with_vertex(bench.task, 2, wording="")


@fault("well_formed", Reason.ANSWER_TEXT)
def empty_answer(bench: Bench) -> Task:
    return replace(bench.task, answer=replace(bench.task.answer, text="  "))


@fault("well_formed", Reason.ANSWER_TEXT)
def answer_of_two_lines(bench: Bench) -> Task:
    return replace(bench.task, answer=replace(bench.task.answer, text="Quillmark\nor so"))


@fault("well_formed", Reason.NOUN_NOT_SHOWN)
def kind_of_the_answer_left_out(bench: Bench) -> Task:
    asked = (
        bench.task.question.replace("A band", "Somebody")
        .replace("The band", "They")
        .replace("Which band", "Who")
    )
    return ask(bench.task, asked)


@fault("well_formed", Reason.NOUN_NOT_SHOWN)
def kind_of_a_hidden_vertex_left_out(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("a record label", "a firm"))


@fault("well_formed", Reason.RANGE_WORDING)
def words_of_another_decade(bench: Bench) -> Task:
    task = with_vertex(bench.task, 6, wording="the 1970s")
    return ask(task, task.question.replace("the 1960s", "the 1970s"))


@fault("well_formed", Reason.RANGE_WORDING)
def words_of_a_wider_range(bench: Bench) -> Task:
    return with_vertex(bench.task, 6, high=1964.0)


@fault("well_formed", Reason.RANGE_WORDING)
def words_of_a_narrower_range(bench: Bench) -> Task:
    return with_vertex(bench.task, 6, low=1950.0)


@fault("well_formed", Reason.RANGE_WORDING)
def words_without_a_range(bench: Bench) -> Task:
    return with_range(bench.task, "days gone by", 1960, 1969)


# --- unique


@fault("unique", Reason.SEVERAL_SOLUTIONS)
def second_band_of_the_same_facts(bench: Bench) -> tuple[Task, GateContext]:
    return bench.task, elsewhere(bench, copy_of(bench.world["Quillmark"], "Verdigrane"))


@fault("unique", Reason.SEVERAL_SOLUTIONS)
def page_that_only_mentions_everything(bench: Bench) -> tuple[Task, GateContext]:
    text = "A diary of the coast.\n\nDrone-folk nights in KARSBY were paid for by Ostler Records."
    return bench.task, elsewhere(
        bench, Document(id="Diary", title="Diary", text=text, url="doc://small/Diary")
    )


@fault("unique", Reason.SEVERAL_SOLUTIONS)
def page_that_mentions_the_label_by_a_redirect(bench: Bench) -> tuple[Task, GateContext]:
    text = "A diary of the coast.\n\nDrone folk, Karsby and the Ostler imprint."
    return bench.task, elsewhere(
        bench, Document(id="Diary", title="Diary", text=text, url="doc://small/Diary")
    )


@fault("unique", Reason.SEVERAL_SOLUTIONS)
def page_that_links_under_other_words(bench: Bench) -> tuple[Task, GateContext]:
    text = "A diary of the coast.\n\nThe slow tunes, the old spot and the small imprint."
    targets = {"slow tunes": "Drone folk", "old spot": "Karsby", "small imprint": "Ostler Records"}
    links = tuple(
        Link(start=text.index(words), end=text.index(words) + len(words), target=target)
        for words, target in targets.items()
    )
    return bench.task, elsewhere(
        bench, Document(id="Diary", title="Diary", text=text, url="doc://small/Diary", links=links)
    )


@fault("unique", Reason.SEVERAL_SOLUTIONS)
def second_label_of_the_same_facts(bench: Bench) -> tuple[Task, GateContext]:
    return bench.task, elsewhere(bench, copy_of(bench.world["Ostler Records"], "Gannet Records"))


@fault("unique", Reason.SEVERAL_SOLUTIONS)
def range_too_wide(bench: Bench) -> Task:
    return with_range(bench.task, "between 1950 and 1989", 1950, 1989)


@fault("unique", Reason.SEVERAL_SOLUTIONS)
def description_too_wide(bench: Bench) -> Task:
    task = with_vertex(
        bench.task, 2, role=DESCRIBED, members=("Karsby", "Oldwater"), wording="a town by the sea"
    )
    return ask(task, task.question.replace("comes from Karsby", "comes from a town by the sea"))


def relinked(page: Document, words: str, target: str, instead: str) -> Document:
    """Write a fact in other words that link to another page."""
    start = page.text.index(words)
    text = page.text.replace(words, instead)
    moved = len(instead) - len(words)
    links = tuple(
        replace(link, end=link.end + moved, target=target)
        if link.start == start
        else replace(link, start=link.start + moved, end=link.end + moved)
        if link.start > start
        else link
        for link in page.links
    )
    return replace(page, text=text, links=links, attributes=())


@fault("unique", Reason.SEVERAL_SOLUTIONS)
def band_of_a_homonym(bench: Bench) -> tuple[Task, GateContext]:
    """ "Drone folk" may also mean the dance of that name, which one more band links to."""
    twin = copy_of(bench.world["Quillmark"], "Verdigrane")
    return bench.task, elsewhere(bench, relinked(twin, "drone folk", "Drone folk (dance)", "slow hopping"))


@fault("unique", Reason.SEVERAL_SOLUTIONS)
def band_of_another_spelling(bench: Bench) -> tuple[Task, GateContext]:
    """The corpus has a second title for the same thing, without a redirect."""
    twin = copy_of(bench.world["Quillmark"], "Verdigrane")
    return bench.task, elsewhere(bench, relinked(twin, "drone folk", "Drone-folk", "that slow style"))


@fault("unique", Reason.SEVERAL_SOLUTIONS)
def words_that_name_another_town(bench: Bench) -> Task:
    task = with_vertex(bench.task, 2, wording="Oldwater")
    return ask(task, task.question.replace("Karsby", "Oldwater"))


@fault("unique", Reason.NAMES_NOTHING)
def words_that_name_nothing(bench: Bench) -> Task:
    task = with_vertex(bench.task, 2, wording="Port Karsby Harbour")
    return ask(task, task.question.replace("Karsby", "Port Karsby Harbour"))


@fault("unique", Reason.NAMES_NOTHING)
def part_of_a_name(bench: Bench) -> Task:
    task = with_vertex(bench.task, 1, wording="drone")
    return ask(task, task.question.replace("drone folk", "drone"))


@fault("unique", Reason.OTHER_SOLUTION)
def facts_of_another_band(bench: Bench) -> Task:
    task = with_vertex(bench.task, 1, entity="Tidal jazz", wording="tidal jazz")
    return ask(task, task.question.replace("drone folk", "tidal jazz"))


@fault("unique", Reason.NO_SOLUTION)
def range_nobody_has(bench: Bench) -> Task:
    return with_range(bench.task, "the 1700s", 1700, 1799)


@fault("unique", Reason.UNKNOWN_ENTITY)
def leaf_nobody_knows(bench: Bench) -> Task:
    return with_vertex(bench.task, 2, entity="Nowhere-on-Sea")


@fault("unique", Reason.UNKNOWN_ENTITY)
def member_nobody_knows(bench: Bench) -> Task:
    return with_vertex(bench.task, 2, role=DESCRIBED, members=("Karsby", "Nowhere-on-Sea"))


@fault("unique", Reason.NO_DOCUMENT)
def answer_without_a_page(bench: Bench) -> Task:
    return with_vertex(bench.task, 0, document_id="Quillmarque")


# --- necessary


@fault("necessary", Reason.REDUNDANT)
def redundant_leaf(bench: Bench) -> Task:
    decade = Vertex(id=0, role=VALUE, entity="1994", wording="the 1990s", low=1990.0, high=1999.0)
    evidence = line(bench.world["Quillmark"], "years_active")
    return with_leaf(bench.task, decade, "active_since", "has been active since {}", evidence)


@fault("necessary", Reason.CONTAINED)
def containing_leaf(bench: Bench) -> Task:
    tongue = Vertex(id=0, role=NAMED, entity="Ostrish", wording="Ostrish")
    return with_leaf(bench.task, tongue, "language", "uses {}", line(bench.world["Quillmark"], "language"))


@fault("necessary", Reason.ALONE_ENOUGH)
def telling_leaf(bench: Bench) -> Task:
    member = Vertex(id=0, role=NAMED, entity="Wilm Tarrow", wording="Wilm Tarrow")
    evidence = line(bench.world["Quillmark"], "members")
    return with_leaf(bench.task, member, "member", "counts {} among its members", evidence)


@fault("necessary", Reason.REDUNDANT)
def nobody_else_asserts_the_rest(bench: Bench) -> tuple[Task, GateContext]:
    """Other bands still mention style and label, but none asserts both."""
    pages = []
    for document in bench.world.values():
        value = {a.name: document.value(a) for a in document.attributes}
        if (
            value.get("label") == "Ostler Records"
            and value["genre"] == "drone folk"
            and document.id != "Quillmark"
        ):
            kept = tuple(a for a in document.attributes if a.name != "genre")
            pages.append(replace(document, attributes=kept))
    return bench.task, elsewhere(bench, *pages)


# --- hidden


@fault("hidden", Reason.NAME_SHOWN)
def answer_in_the_question(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("The band", "Quillmark"))


@fault("hidden", Reason.NAME_SHOWN)
def answer_in_other_letters(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("The band", "QUÍLLMARK’s group"))


@fault("hidden", Reason.NAME_SHOWN)
def answer_with_a_hyphen(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("The band", "The Quill-Mark band"))


@fault("hidden", Reason.NAME_SHOWN)
def label_in_the_question(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("a record label", "Ostler Records, a record label"))


@fault("hidden", Reason.ALIAS_SHOWN)
def alias_in_the_question(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("The band", "The Quil Collective"))


@fault("hidden", Reason.ALIAS_SHOWN)
def redirect_in_the_question(bench: Bench) -> Task:
    return ask(
        bench.task, bench.task.question.replace("a record label", "the Ostler imprint, a record label")
    )


@fault("hidden", Reason.ALIAS_SHOWN)
def redirect_of_the_answer_in_the_question(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("The band", "The QMK ensemble"))


@fault("hidden", Reason.ALIAS_SHOWN)
def accepted_answer_in_the_question(bench: Bench) -> Task:
    names = ("Those Nine From Up North",)
    task = replace(bench.task, answer=replace(bench.task.answer, aliases=names))
    return ask(task, task.question.replace("The band", "Those nine from up north"))


@fault("hidden", Reason.WORD_SHOWN)
def word_of_the_label_in_the_question(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("a record label", "a record label, an ostler’s one,"))


@fault("hidden", Reason.NEAR_NAME)
def misspelled_answer(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("The band", "Quilmark"))


@fault("hidden", Reason.NEAR_NAME)
def swapped_letters(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("a record label", "the Otsler record label"))


@fault("hidden", Reason.INITIALS_SHOWN)
def initials_in_the_question(bench: Bench) -> Task:
    return ask(bench.task, bench.task.question.replace("The band", "Q.C. is its short name; it"))


@fault("hidden", Reason.NAME_SHOWN)
def described_leaf_named(bench: Bench) -> Task:
    return with_vertex(bench.task, 2, role=DESCRIBED, members=("Karsby", "Lowmarsh"))


# --- not_verbatim


@fault("not_verbatim", Reason.VERBATIM)
def sentence_taken_over(bench: Bench) -> tuple[Task, GateContext]:
    page = bench.world["Quillmark"]
    sentence = "The nine of them played drone folk in barns for years on end."
    text = f"{page.text}\n\n{sentence}"
    start = len(page.text) + 2
    attributes = (
        *page.attributes,
        Attribute(name="genre", start=text.index("drone folk", start), end=len(text)),
    )
    page = replace(page, text=text, attributes=attributes)
    task = with_evidence(bench.task, 1, start=start, end=len(text), text=sentence)
    asked = task.question.replace(
        "A band plays", "The nine of them played drone folk in barns for years; the band plays"
    )
    return ask(task, asked), elsewhere(bench, page)


# --- grounded


@fault("grounded", Reason.ANSWER_NOT_ROOT)
def answer_of_another_task(bench: Bench) -> Task:
    return replace(bench.task, answer=replace(bench.task.answer, text="Tarnwick"))


@fault("grounded", Reason.ANSWER_NOT_ROOT)
def another_band_accepted(bench: Bench) -> Task:
    return replace(bench.task, answer=replace(bench.task.answer, aliases=("Quil Collective", "Tarnwick")))


@fault("grounded", Reason.WRONG_PAGE)
def leaf_with_the_page_of_another(bench: Bench) -> Task:
    return with_vertex(bench.task, 2, document_id="Oldwater")


@fault("grounded", Reason.OTHER_DOCUMENT)
def evidence_on_another_page(bench: Bench) -> Task:
    return with_edge(bench.task, 1, evidence=line(bench.world["Tarnwick"], "genre"))


@fault("grounded", Reason.OTHER_DOCUMENT)
def evidence_of_a_missing_page(bench: Bench) -> Task:
    return with_evidence(bench.task, 1, document_id="Quillmarque")


@fault("grounded", Reason.OFFSETS)
def offsets_beyond_the_page(bench: Bench) -> Task:
    return with_evidence(bench.task, 1, start=100_000, end=100_017)


@fault("grounded", Reason.OFFSETS)
def offsets_the_wrong_way_round(bench: Bench) -> Task:
    evidence = bench.task.tree.constraints[0].evidence
    return with_evidence(bench.task, 1, start=evidence.end, end=evidence.start)


@fault("grounded", Reason.OFFSETS)
def negative_offsets(bench: Bench) -> Task:
    evidence = bench.task.tree.constraints[0].evidence
    length = len(bench.world["Quillmark"].text)
    return with_evidence(bench.task, 1, start=evidence.start - length, end=evidence.end - length)


@fault("grounded", Reason.TEXT_DIFFERS)
def shifted_offsets(bench: Bench) -> Task:
    evidence = bench.task.tree.constraints[0].evidence
    return with_evidence(bench.task, 1, start=evidence.start + 1, end=evidence.end + 1)


@fault("grounded", Reason.TEXT_DIFFERS)
def text_that_was_changed(bench: Bench) -> Task:
    return with_evidence(bench.task, 1, text="Genre: drone folk.")


@fault("grounded", Reason.OBJECT_NOT_NAMED)
def another_line_of_the_page(bench: Bench) -> Task:
    return with_edge(bench.task, 1, evidence=line(bench.world["Quillmark"], "origin"))


@fault("grounded", Reason.OBJECT_NOT_NAMED)
def value_out_of_range(bench: Bench) -> Task:
    return with_edge(bench.task, 6, evidence=line(bench.world["Ostler Records"], "founder"))


@fault("grounded", Reason.NOT_ASSERTED)
def sentence_that_only_mentions(bench: Bench) -> Task:
    text = bench.world["Quillmark"].text
    start = text.index("Critics in Karsby")
    end = text.index("at length.") + len("at length.")
    return with_evidence(bench.task, 2, start=start, end=end, text=text[start:end])


@fault("grounded", Reason.NOT_ASSERTED)
def part_of_the_line(bench: Bench) -> Task:
    evidence = bench.task.tree.constraints[0].evidence
    return with_evidence(bench.task, 1, start=evidence.start + 7, text=evidence.text[7:])


# --- resistant


@fault("resistant", Reason.ANSWER_BY_QUESTION)
def one_search_question(bench: Bench) -> Task:
    return ask(
        bench.task,
        bench.task.question.replace("The band", "With a glass zither and copper bellows on stage, the band"),
    )


@fault("resistant", Reason.HIDDEN_BY_QUESTION)
def label_found_by_the_question(bench: Bench) -> Task:
    asked = bench.task.question.replace(
        "a record label", "a record label over a basalt carillon and a tin vault in a cellar"
    )
    return ask(bench.task, asked)


@fault("resistant", Reason.ANSWER_BY_CLUE)
def one_clue_is_enough(bench: Bench) -> Task:
    return with_edge(bench.task, 1, clue="plays {} on a glass zither")


# --- reachable


@fault("reachable", Reason.NOT_REACHED)
def answer_not_in_the_index(bench: Bench) -> tuple[Task, GateContext]:
    return bench.task, elsewhere(bench, unindexed=("Quillmark",))


@fault("reachable", Reason.NOT_REACHED)
def label_not_in_the_index(bench: Bench) -> tuple[Task, GateContext]:
    return bench.task, elsewhere(bench, unindexed=("Ostler Records",))


# --- the tests


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_every_planted_fault_is_caught_with_its_reason(
    name: str, bench: Bench, rename: Callable[[Task], Task]
) -> None:
    gate, reason, plant = FAULTS[name]
    planted = plant(bench)
    task, context = planted if isinstance(planted, tuple) else (planted, bench.context)
    if reason is not Reason.TASK_ID:
        task = rename(task)
    certified = certify(task, context)
    assert certified.certificate is not None
    *before, last = certified.certificate.verdicts
    assert (last.gate, last.reason, last.status) == (gate, reason.value, Status.FAILED), last
    assert all(verdict.status is Status.PASSED for verdict in before)
    assert not certified.certificate.passed()


def test_the_task_faults_are_planted_in_is_good(bench: Bench) -> None:
    certified = certify(bench.task, bench.context)
    assert certified.certificate is not None
    assert [v.status for v in certified.certificate.verdicts] == [Status.PASSED] * len(GATES)


def test_faults_cover_every_reason_a_stored_corpus_can_give() -> None:
    elsewhere = {Reason.OK, Reason.NO_INDEX, Reason.BOUNDS, Reason.SAME_PROOF, Reason.NEAR_QUESTION}
    assert {reason for _, reason, _ in FAULTS.values()} == set(Reason) - elsewhere
