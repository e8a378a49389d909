"""What the gates demand. A change of any setting changes what a certificate means, so they are part of a stage's fingerprint."""

from __future__ import annotations

from dataclasses import dataclass

WITHIN = ("corpus", "family", "noun")


@dataclass(frozen=True, slots=True, kw_only=True)
class GateSettings:
    """Thresholds of the gates."""

    min_vertices: int = 3
    """Fewest vertices of a tree (InfoSeek, arXiv:2509.00375, Table 2: 3 to 7 and more)."""
    max_vertices: int = 9
    """Most vertices of a tree."""
    max_depth: int = 4
    """Most edges from the root to a leaf."""
    min_words: int = 8
    """Fewest words of a question."""
    max_words: int = 200
    """Most words of a question."""
    necessary_within: str = "family"
    """Who counts as another candidate when a constraint is left out: any page of the `corpus`, pages of the same `family` of
    nouns as the vertex (a group, a person), or of the same `noun`. Stricter from left to right; each includes the one before."""
    necessary_on: str = "asserted"
    """On which sets leaving a constraint out is measured: `asserted` (S-: the others surely leave another page; strict) or
    `closures` (S+: the others would not prove the answer). The certificate holds both numbers."""
    run_words: int = 8
    """A run of this many words in common with an evidence text is verbatim."""
    question_k: int = 5
    """Results of the question as a query among which the answer's page must not be."""
    question_hidden_k: int = 1
    """Results of the question as a query among which no hidden vertex's page may be; 0 allows all."""
    clue_k: int = 3
    """Results of a single clue as a query among which the answer's page must not be."""
    reach_k: int = 10
    """Results in which the oracle looks for a page."""
    reach_calls: int = 6
    """Tool calls the oracle has for each vertex: searches and the one that opens the page."""
    near_question: float = 0.8
    """Jaccard similarity of word shingles from which two questions are nearly the same."""
    shingle_words: int = 3
    """Words in a shingle."""

    def __post_init__(self) -> None:
        if self.necessary_within not in WITHIN:
            raise ValueError(f"gates.necessary_within must be one of {', '.join(WITHIN)}")
        if self.necessary_on not in ("asserted", "closures"):
            raise ValueError("gates.necessary_on must be asserted or closures")
        if not 1 <= self.min_vertices <= self.max_vertices:
            raise ValueError("gates.min_vertices must be between 1 and gates.max_vertices")
        if not 1 <= self.min_words <= self.max_words:
            raise ValueError("gates.min_words must be between 1 and gates.max_words")
        if self.reach_calls < 2:
            raise ValueError("gates.reach_calls must be 2 or more: one search and one page opened")
        if not 0.0 < self.near_question <= 1.0:
            raise ValueError("gates.near_question must be above 0 and at most 1")
        for name in ("max_depth", "run_words", "question_k", "clue_k", "reach_k", "shingle_words"):
            if getattr(self, name) < 1:
                raise ValueError(f"gates.{name} must be 1 or more")
        if self.question_hidden_k < 0:
            raise ValueError("gates.question_hidden_k must be 0 or more")
