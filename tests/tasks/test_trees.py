"""Trees grown on a generated world: what the evaluator says of them, by brute force too."""

import re
from collections import Counter

import pytest

from isthmus.corpus.titles import plain
from isthmus.graph.claims import FAMILY
from isthmus.graph.kinds import possible
from isthmus.graph.nouns import noun_table
from isthmus.graph.sets import contained, leave_one_out
from isthmus.ids import derive_rng
from isthmus.records import Rejection, ResearchTree, Task, VertexRole, dump
from isthmus.tasks import Browser, Grower, candidate_roots, solve, synthesise


@pytest.fixture
def tasks(grower: Grower) -> list[Task]:
    roots = candidate_roots(grower.graph, seed=1)
    made = [synthesise(grower, root, seed=1) for root in roots]
    return [task for task in made if isinstance(task, Task)]


def test_many_pages_become_answers(tasks):
    assert len(tasks) >= 40
    assert len({task.answer.text for task in tasks}) == len(tasks)


def test_every_inner_vertex_has_one_solution_its_own_page(grower, tasks):
    for task in tasks:
        for vertex, solution in solve(task.tree, grower.graph).items():
            page = grower.browser.snapshot.number(task.tree.vertices[vertex].document_id)
            assert list(solution.upper) == [page], task.question


def test_no_constraint_can_be_left_out_and_none_contains_another(grower, tasks):
    for task in tasks:
        for vertex, solution in solve(task.tree, grower.graph).items():
            noun = noun_table().named(task.tree.vertices[vertex].noun)
            universe = grower.graph.subjects(FAMILY, grower.graph.entity(f"Family: {noun.family}"))
            assert not contained(solution.asserted)
            if grower.strict:
                assert min(leave_one_out(solution.asserted, universe)) > 1
            else:
                assert min(leave_one_out(solution.closures, solution.kind)) > 1
            assert all(len(lower & universe) > 1 for lower in solution.asserted)


def test_lower_bounds_lie_inside_upper_bounds(grower, tasks):
    for task in tasks:
        for solution in solve(task.tree, grower.graph).values():
            for lower, upper in zip(solution.asserted, solution.closures, strict=True):
                assert lower.issubset(upper)


def brute_force(tree: ResearchTree, documents, names) -> dict[int, set[str]]:
    """Evaluate H+ with plain text search: pages that say a name of the object, link to it, or are it."""
    solutions: dict[int, set[str]] = {}
    for vertex in sorted((v.id for v in tree.inner()), reverse=True):
        sets = []
        for constraint in tree.constraints_of(vertex):
            target = tree.vertices[constraint.object]
            if target.role is VertexRole.VALUE:
                continue
            # A hidden object is what its own constraints and its noun leave; that it is one page is another test.
            objects = {target.entity}
            sets.append({d.id for d in documents for o in objects if speaks_of(d, o, names(o))})
        solutions[vertex] = set.intersection(*sets) if sets else {d.id for d in documents}
    return solutions


def speaks_of(document, name, forms) -> bool:
    if document.id == name or any(link.target == name for link in document.links):
        return True
    pattern = "|".join(rf"\b[{form[0].upper()}{form[0].lower()}]{re.escape(form[1:])}\b" for form in forms)
    return re.search(pattern, document.text) is not None


def test_the_evaluator_agrees_with_plain_text_search(grower, tasks):
    """The closures hold every page that plain search finds, and the answer is what plain search finds too."""
    documents = list(grower.browser.snapshot.documents())
    graph = grower.graph

    def names(name: str) -> set[str]:
        entity = graph.entity(name)
        return {plain(name), *(graph.aliases(entity) if entity is not None else ())}

    checked = 0
    for task in tasks[:25]:
        exact = solve(task.tree, graph)
        plainly = brute_force(task.tree, documents, names)
        for vertex, found in plainly.items():
            values = [
                c
                for c in task.tree.constraints_of(vertex)
                if task.tree.vertices[c.object].role is VertexRole.VALUE
            ]
            page = task.tree.vertices[vertex].document_id
            kind = possible(graph, task.tree.vertices[vertex].noun)
            of_kind = {id for id in found if grower.browser.snapshot.number(id) in kind}
            assert page in found
            if not values:
                assert of_kind == {page}, task.question
                assert {grower.browser.snapshot.id_at(n) for n in exact[vertex].upper} == of_kind
                checked += 1
    assert checked >= 10


def test_shapes_are_those_of_the_planner(tasks):
    sizes = Counter(len(task.tree.vertices) for task in tasks)
    assert all(4 <= size <= 11 for size in sizes)
    assert sum(task.tree.depth() >= 2 for task in tasks) > len(tasks) / 2
    for task in tasks:
        tree = task.tree
        assert [v.id for v in tree.vertices] == list(range(len(tree.vertices)))
        assert [c.object for c in tree.constraints] == list(range(1, len(tree.vertices)))
        assert all(c.subject < c.object for c in tree.constraints)
        assert Counter(c.relation for c in tree.constraints).most_common(1)[0][1] <= 2


def test_evidence_is_the_text_of_the_subjects_own_page(grower, tasks):
    for task in tasks:
        for constraint in task.tree.constraints:
            evidence = constraint.evidence
            assert evidence.document_id == task.tree.vertices[constraint.subject].document_id
            document = grower.browser.snapshot.document(evidence.document_id)
            assert document.text[evidence.start : evidence.end] == evidence.text != ""


def test_questions_hide_names_and_read_as_one_paragraph(tasks):
    for task in tasks:
        question = task.question
        assert question.endswith("?")
        assert "\n" not in question
        assert "{" not in question
        assert not re.search(r"\b(\w+) \1\b", question), question
        assert not re.search(
            r"\ba [aeio]\w+|\ban [bcdfgjklmnpqrstvwxyz]\w+", question.replace("a one", "")
        ), question
        for vertex in task.tree.inner():
            assert plain(vertex.entity).lower() not in question.lower()
        for vertex in task.tree.vertices:
            if vertex.wording:
                assert vertex.wording in question
        for sentence in re.split(r"(?<=[.?]) ", question):
            assert sentence[0].isupper()


def test_several_forms_of_question_are_written(tasks):
    openings = Counter(task.question.split()[0] for task in tasks)
    assert openings["Which"] >= 5
    assert sum(count for word, count in openings.items() if word in ("A", "An")) >= 5
    assert (
        sum(count for word, count in openings.items() if word in ("There", "Think", "Consider", "Somewhere"))
        >= 3
    )


def test_same_seed_same_bytes_and_another_seed_others(grower):
    roots = candidate_roots(grower.graph, seed=1)[:60]
    once = [dump(made) for root in roots if isinstance(made := synthesise(grower, root, seed=7), Task)]
    again = [
        dump(made) for root in reversed(roots) if isinstance(made := synthesise(grower, root, seed=7), Task)
    ]
    other = [dump(made) for root in roots if isinstance(made := synthesise(grower, root, seed=8), Task)]
    assert once == again[::-1]
    assert once != other


def test_pages_without_claims_are_rejected_with_a_reason(grower):
    reasons = Counter()
    for root in candidate_roots(grower.graph, seed=1):
        made = synthesise(grower, root, seed=1)
        if isinstance(made, Rejection):
            assert made.stage == "synth"
            reasons[made.reason] += 1
    assert set(reasons) <= {"no-noun", "few-claims", "no-unique-set", "hidden-not-unique", "name-in-leaf"}
    assert reasons["no-unique-set"] > 0


def test_growing_never_uses_shared_randomness(grower):
    root = candidate_roots(grower.graph, seed=1)[0]
    assert grower.grow(root, derive_rng(1, "x")) == grower.grow(root, derive_rng(1, "x"))


def test_what_a_grower_remembers_changes_nothing(grower):
    """A grower that has met every root before gives what one that has met none gives."""
    roots = candidate_roots(grower.graph, seed=1)[:120]
    for seed in range(4):
        for root in roots:
            grower.grow(root, derive_rng(seed, "warm", root))
    for root in roots:
        fresh = Grower(
            Browser(grower.graph, grower.browser.snapshot, grower.config), grower.config, strict=grower.strict
        )
        for seed in range(2):
            assert fresh.grow(root, derive_rng(seed, root)) == grower.grow(root, derive_rng(seed, root))
