"""Why a gate says no. Reports count these, tests plant a fault for each, `docs/gates.md` lists them."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Reason codes of verdicts. A task has at most one failing reason: certification stops at the first."""

    OK = "ok"
    """The gate passed."""
    NO_INDEX = "no-index"
    """Not run: no search index was given."""

    # well_formed
    TASK_ID = "task-id"
    """The id is not the content id of family, question and answer."""
    VERTEX_COUNT = "vertex-count"
    """Fewer or more vertices than allowed."""
    VERTEX_ORDER = "vertex-order"
    """Ids are not positions, a child's id is not above its parent's, or the edges are not in order of their objects."""
    DANGLING_EDGE = "dangling-edge"
    """A constraint names a vertex that does not exist."""
    TWO_ROOTS = "two-roots"
    """More than one vertex is an answer, or the answer is the object of a constraint."""
    ORPHAN = "orphan"
    """A vertex other than the root is the object of no constraint."""
    TWO_PARENTS = "two-parents"
    """A vertex is the object of several constraints."""
    CYCLE = "cycle"
    """Following parents from some vertex never reaches the root."""
    DEPTH = "depth"
    """The longest path from root to leaf has too many edges."""
    ROLE = "role"
    """A role does not fit its place: a named vertex with constraints, a hidden one without, an inner one without page or noun."""
    MEMBERS = "members"
    """A described leaf does not list at least two members with the meant entity among them."""
    RANGE = "range"
    """A value leaf has no range, or one that ends before it begins."""
    REPEATED_ENTITY = "repeated-entity"
    """An inner vertex's entity occurs again in the tree, or one vertex has the same constraint twice."""
    CLUE_PLACE = "clue-place"
    """A clue does not have exactly one place `{}` for its object."""
    QUESTION_LENGTH = "question-length"
    """The question has too few or too many words."""
    PARAGRAPHS = "paragraphs"
    """The question is not one paragraph, or has blanks at its ends or in rows."""
    QUESTION_MARK = "question-mark"
    """The question does not end with a question mark."""
    PLACEHOLDER = "placeholder"
    """The question holds what a writer should have filled in: braces, markup, `None`."""
    DOUBLED_WORD = "doubled-word"
    """A word stands twice in a row, outside the words of a leaf."""
    UNBALANCED = "unbalanced"
    """Quotes or brackets do not pair."""
    LEAF_WORDING = "leaf-wording"
    """A leaf's wording is empty or not in the question."""
    NOUN_NOT_SHOWN = "noun-not-shown"
    """The question does not say what kind of thing an inner vertex is, though the proof relies on it."""
    RANGE_WORDING = "range-wording"
    """The words of a value leaf state another range than the leaf has."""
    ANSWER_TEXT = "answer-text"
    """The answer is empty or has more than one line."""

    # grounded
    NO_DOCUMENT = "no-document"
    """The snapshot has no such document."""
    WRONG_PAGE = "wrong-page"
    """A vertex's document is not the page of its entity."""
    OTHER_DOCUMENT = "other-document"
    """The evidence is on another page than the subject's own."""
    OFFSETS = "offsets"
    """The evidence's offsets are outside the document, or empty."""
    TEXT_DIFFERS = "text-differs"
    """The document says something else at the evidence's offsets."""
    OBJECT_NOT_NAMED = "object-not-named"
    """The evidence neither links to the object nor names it; for values, states no number in the range."""
    NOT_ASSERTED = "not-asserted"
    """The evidence graph has no such claim of the subject at that place."""

    ANSWER_NOT_ROOT = "answer-not-root"
    """The answer, or another accepted form of it, is no name of the root's entity."""

    # unique
    UNKNOWN_ENTITY = "unknown-entity"
    """The evidence graph knows no entity of that name, so its closure is not known."""
    NAMES_NOTHING = "names-nothing"
    """The words of a named leaf are no name of anything known, so their closure is not known."""
    BOUNDS = "bounds"
    """The asserted set of a constraint is not inside its closure, so the closure is no upper bound."""
    NO_SOLUTION = "no-solution"
    """No document satisfies all constraints of a vertex."""
    OTHER_SOLUTION = "other-solution"
    """One document satisfies all constraints of a vertex, and it is not the vertex's."""
    SEVERAL_SOLUTIONS = "several-solutions"
    """More than one document may satisfy all constraints of a vertex."""

    # necessary
    ALONE_ENOUGH = "alone-enough"
    """One constraint alone determines a vertex."""
    REDUNDANT = "redundant"
    """Without one of the constraints a vertex is determined as well."""
    CONTAINED = "contained"
    """The asserted set of one constraint lies inside that of another of the same vertex."""

    # hidden
    NAME_SHOWN = "name-shown"
    """The question says the name of the answer, of a hidden vertex, or of what a described leaf means."""
    ALIAS_SHOWN = "alias-shown"
    """The question says another name of one of them."""
    WORD_SHOWN = "word-shown"
    """The question holds a distinctive word of such a name."""
    NEAR_NAME = "near-name"
    """The question holds a misspelling, one edit away, of a distinctive word of such a name."""
    INITIALS_SHOWN = "initials-shown"
    """The question holds the initials of such a name."""

    # not_verbatim
    VERBATIM = "verbatim"
    """The question repeats a run of words of an evidence text."""

    # resistant
    ANSWER_BY_QUESTION = "answer-by-question"
    """The question as a query brings up the answer's page."""
    HIDDEN_BY_QUESTION = "hidden-by-question"
    """The question as a query brings up a hidden vertex's page at once."""
    ANSWER_BY_CLUE = "answer-by-clue"
    """A single clue as a query brings up the answer's page."""

    # reachable
    NOT_REACHED = "not-reached"
    """The oracle did not get a vertex's page from the search tool within its calls."""

    # not_duplicate
    SAME_PROOF = "same-proof"
    """An earlier task has the same answer and the same leaves."""
    NEAR_QUESTION = "near-question"
    """An earlier task's question is nearly the same."""
