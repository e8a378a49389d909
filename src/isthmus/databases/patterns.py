"""A catalog of SQL patterns, each with the question that it answers.

A pattern takes a subject of a database and draws what it needs: a category, a measure, a tie to another table. It gives a
statement and the words for it, or nothing when the subject has not what it needs. Whether the result is worth asking about is
decided by running it (`golds`, `forwards`); here a statement is only right.

The catalog is that of search-originated hybrid tasks (HR5: filter, top-k, rank, group-having, join, window and more), run
forwards.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from sqlglot import exp

from isthmus.databases.profile import Category, Measure, Parent, Subject
from isthmus.databases.schema import Cell
from isthmus.databases.wording import article

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A statement and its question."""

    sql: str
    question: str


class Missing(Exception):
    """The subject has not what a pattern needs."""


class Draw:
    """What a pattern draws from: a subject, chance, and the names quoted for a dialect."""

    def __init__(self, subject: Subject, rng: random.Random, dialect: str) -> None:
        """Bind the three."""
        self.subject, self.rng, self.dialect = subject, rng, dialect
        self.table, self.name = self.q(subject.table), self.q(subject.name)

    def q(self, name: str) -> str:
        """Return a name quoted."""
        return exp.to_identifier(name, quoted=True).sql(dialect=self.dialect)

    def literal(self, value: Cell) -> str:
        """Return a value as written in SQL."""
        return exp.convert(value).sql(dialect=self.dialect)

    def category(self, *, of: Subject | None = None, least: int = 2) -> tuple[Category, str]:
        """Return a category and a value that at least so many rows have.

        Raises:
            Missing: when there is none.
        """
        found = [
            (category, value)
            for category in (of or self.subject).categories
            for value, count in category.values
            if count >= least
        ]
        return self._one(found)

    def measure(self, *, years: bool = False, of: Subject | None = None) -> Measure:
        """Return a measure, or a column of years.

        Raises:
            Missing: when there is none.
        """
        return self._one([m for m in (of or self.subject).measures if m.is_year == years])

    def threshold(self, measure: Measure, low: float, high: float) -> int | float:
        """Return a value of the measure, from between two shares of its values, as a person would say it."""
        values = measure.values[int(low * len(measure.values)) : max(int(high * len(measure.values)), 1)]
        value = self._one(list(values))
        return value if measure.is_year else rounded(value)

    def parent(self) -> Parent:
        """Return a tie to another subject.

        Raises:
            Missing: when there is none.
        """
        return self._one(list(self.subject.parents))

    def _one(self, found: list[T]) -> T:
        if not found:
            raise Missing
        return self.rng.choice(found)


def rounded(value: int | float) -> int | float:
    """Return a number with two leading digits: 4,913 -> 4,900."""
    if value == 0:
        return 0
    near = float(f"{value:.1e}")
    return int(near) if near.is_integer() else near


def said(value: Cell) -> str:
    """Return a value as a question says it."""
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) >= 10_000:
        return f"{value:,}"
    return str(value)


Pattern = Callable[[Draw], Draft]


def filter_equal(d: Draw) -> Draft:
    """Names of those of a category."""
    category, value = d.category()
    return Draft(
        sql=f"SELECT {d.name} FROM {d.table} WHERE {d.q(category.column)} = {d.literal(value)}",
        question=f"Which {d.subject.nouns} are there whose {category.words} is {value!r}?",
    )


def filter_above(d: Draw) -> Draft:
    """Names of those beyond a threshold."""
    measure = d.measure()
    value = d.threshold(measure, 0.85, 1.0)
    return Draft(
        sql=f"SELECT {d.name} FROM {d.table} WHERE {d.q(measure.column)} > {d.literal(value)}",
        question=f"For which {d.subject.nouns} is the {measure.words} above {said(value)}?",
    )


def filter_between(d: Draw) -> Draft:
    """Names of those in a range."""
    measure = d.measure()
    low, high = sorted((d.threshold(measure, 0.3, 0.7), d.threshold(measure, 0.3, 0.7)))
    if low == high:
        raise Missing
    return Draft(
        sql=f"SELECT {d.name} FROM {d.table} WHERE {d.q(measure.column)} BETWEEN {d.literal(low)} AND {d.literal(high)}",
        question=f"For which {d.subject.nouns} does the {measure.words} lie between {said(low)} and {said(high)}, both included?",
    )


def filter_both(d: Draw) -> Draft:
    """Names of those of a category and beyond a threshold."""
    category, value = d.category()
    measure = d.measure()
    low = d.threshold(measure, 0.5, 0.95)
    return Draft(
        sql=f"SELECT {d.name} FROM {d.table} WHERE {d.q(category.column)} = {d.literal(value)} "
        f"AND {d.q(measure.column)} >= {d.literal(low)}",
        question=f"Of the {d.subject.nouns} whose {category.words} is {value!r}, which reach {said(low)} or more in "
        f"{measure.words}?",
    )


def year_range(d: Draw) -> Draft:
    """Names of those of some years."""
    measure = d.measure(years=True)
    low, high = sorted((int(d.threshold(measure, 0.1, 0.9)), int(d.threshold(measure, 0.1, 0.9))))
    return Draft(
        sql=f"SELECT {d.name} FROM {d.table} WHERE {d.q(measure.column)} BETWEEN {low} AND {high}",
        question=f"For which {d.subject.nouns} is the {measure.words} one of {low} to {high}?",
    )


def count_equal(d: Draw) -> Draft:
    """How many of a category."""
    category, value = d.category()
    return Draft(
        sql=f"SELECT count(*) FROM {d.table} WHERE {d.q(category.column)} = {d.literal(value)}",
        question=f"How many {d.subject.nouns} are there whose {category.words} is {value!r}?",
    )


def count_distinct(d: Draw) -> Draft:
    """How many values of one category go with a value of another."""
    category, value = d.category()
    other, _ = d.category()
    if other is category:
        raise Missing
    return Draft(
        sql=f"SELECT count(DISTINCT {d.q(other.column)}) FROM {d.table} WHERE {d.q(category.column)} = {d.literal(value)}",
        question=f"How many different values of {other.words} are there among the {d.subject.nouns} whose {category.words} is "
        f"{value!r}?",
    )


def highest(d: Draw) -> Draft:
    """The one with the most."""
    measure = d.measure()
    return Draft(
        sql=f"SELECT {d.name} FROM {d.table} WHERE {d.q(measure.column)} IS NOT NULL "
        f"ORDER BY {d.q(measure.column)} DESC LIMIT 1",
        question=f"Which {d.subject.noun} has the highest {measure.words}?",
    )


def lowest_in_category(d: Draw) -> Draft:
    """The one with the least among those of a category."""
    category, value = d.category(least=3)
    measure = d.measure()
    return Draft(
        sql=f"SELECT {d.name} FROM {d.table} WHERE {d.q(category.column)} = {d.literal(value)} "
        f"AND {d.q(measure.column)} IS NOT NULL ORDER BY {d.q(measure.column)} LIMIT 1",
        question=f"Of the {d.subject.nouns} whose {category.words} is {value!r}, which has the lowest {measure.words}?",
    )


def top_k(d: Draw) -> Draft:
    """The few with the most, in order."""
    measure, k = d.measure(), d.rng.randint(3, 5)
    return Draft(
        sql=f"SELECT {d.name} FROM {d.table} WHERE {d.q(measure.column)} IS NOT NULL "
        f"ORDER BY {d.q(measure.column)} DESC LIMIT {k}",
        question=f"Which {k} {d.subject.nouns} have the highest {measure.words}, from the highest down?",
    )


def rank_n(d: Draw) -> Draft:
    """The one at a rank; a tie at that rank leaves no answer and is kept out by running it."""
    measure, rank = d.measure(), d.rng.randint(2, 5)
    place = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}[rank]
    return Draft(
        sql=f"SELECT {d.name} FROM {d.table} WHERE {d.q(measure.column)} IS NOT NULL "
        f"ORDER BY {d.q(measure.column)} DESC LIMIT 1 OFFSET {rank - 1}",
        question=f"Which {d.subject.noun} has the {place} highest {measure.words}?",
    )


def average(d: Draw) -> Draft:
    """The average over a category."""
    category, value = d.category(least=3)
    measure = d.measure()
    return Draft(
        sql=f"SELECT avg({d.q(measure.column)}) FROM {d.table} WHERE {d.q(category.column)} = {d.literal(value)}",
        question=f"What is the average {measure.words} of the {d.subject.nouns} whose {category.words} is {value!r}?",
    )


def group_count(d: Draw) -> Draft:
    """How many of each category."""
    category, _ = d.category()
    column = d.q(category.column)
    return Draft(
        sql=f"SELECT {column}, count(*) FROM {d.table} WHERE {column} IS NOT NULL GROUP BY {column}",
        question=f"For each {category.words}, how many {d.subject.nouns} are there?",
    )


def group_having(d: Draw) -> Draft:
    """Categories with more than so many."""
    category, _ = d.category(least=3)
    counts = [count for _, count in category.values]
    least = d.rng.choice([count - 1 for count in counts[: max(1, len(counts) // 2)]])
    column = d.q(category.column)
    return Draft(
        sql=f"SELECT {column} FROM {d.table} WHERE {column} IS NOT NULL GROUP BY {column} HAVING count(*) > {least}",
        question=f"Which values of {category.words} do more than {least} {d.subject.nouns} share?",
    )


def group_most(d: Draw) -> Draft:
    """The category with the most members."""
    category, _ = d.category()
    column = d.q(category.column)
    return Draft(
        sql=f"SELECT {column} FROM {d.table} WHERE {column} IS NOT NULL GROUP BY {column} ORDER BY count(*) DESC LIMIT 1",
        question=f"Which {category.words} is the most common among the {d.subject.nouns}?",
    )


def group_average(d: Draw) -> Draft:
    """The category with the highest average, among those with three members or more."""
    category, _ = d.category(least=3)
    measure, column = d.measure(), d.q(category.column)
    return Draft(
        sql=f"SELECT {column} FROM {d.table} WHERE {column} IS NOT NULL GROUP BY {column} HAVING count(*) >= 3 "
        f"ORDER BY avg({d.q(measure.column)}) DESC LIMIT 1",
        question=f"Among the values of {category.words} with at least three {d.subject.nouns}, which has the highest average "
        f"{measure.words}?",
    )


def group_sum(d: Draw) -> Draft:
    """The category with the highest total."""
    category, _ = d.category()
    measure, column = d.measure(), d.q(category.column)
    return Draft(
        sql=f"SELECT {column} FROM {d.table} WHERE {column} IS NOT NULL GROUP BY {column} "
        f"ORDER BY sum({d.q(measure.column)}) DESC LIMIT 1",
        question=f"Added up over its {d.subject.nouns}, which {category.words} has the highest {measure.words}?",
    )


def above_average(d: Draw) -> Draft:
    """Names of those of a category that are above the average of all."""
    category, value = d.category(least=3)
    measure = d.measure()
    column = d.q(measure.column)
    return Draft(
        sql=f"SELECT {d.name} FROM {d.table} WHERE {d.q(category.column)} = {d.literal(value)} "
        f"AND {column} > (SELECT avg({column}) FROM {d.table})",
        question=f"Of the {d.subject.nouns} whose {category.words} is {value!r}, which are above the average {measure.words} "
        f"of all {d.subject.nouns}?",
    )


def more_than_named(d: Draw) -> Draft:
    """Names of those that have more than a named one."""
    measure = d.measure()
    if not d.subject.names:
        raise Missing
    other, column = d.rng.choice(d.subject.names), d.q(measure.column)
    return Draft(
        sql=f"SELECT {d.name} FROM {d.table} WHERE {column} > "
        f"(SELECT max({column}) FROM {d.table} WHERE {d.name} = {d.literal(other)})",
        question=f"Which {d.subject.nouns} have a higher {measure.words} than {other}?",
    )


def first_of_each(d: Draw) -> Draft:
    """The one with the most in each category, by a window."""
    category, _ = d.category(least=3)
    measure = d.measure()
    return Draft(
        sql=f"SELECT kind, name FROM (SELECT {d.q(category.column)} AS kind, {d.name} AS name, rank() OVER (PARTITION BY "
        f"{d.q(category.column)} ORDER BY {d.q(measure.column)} DESC) AS place FROM {d.table} "
        f"WHERE {d.q(measure.column)} IS NOT NULL AND {d.q(category.column)} IS NOT NULL) AS ranked WHERE place = 1",
        question=f"For each {category.words}, which {d.subject.noun} has the highest {measure.words}?",
    )


def with_one_without_other(d: Draw) -> Draft:
    """Values of a category that occur with one value of another and not with a second."""
    return _set_operation(d, "EXCEPT", "but not")


def with_both(d: Draw) -> Draft:
    """Values of a category that occur with two values of another."""
    return _set_operation(d, "INTERSECT", "and also")


def _set_operation(d: Draw, operation: str, word: str) -> Draft:
    category, one = d.category()
    other, _ = d.category()
    seconds = [value for value, _ in category.values if value != one]
    if other is category or not seconds:
        raise Missing
    second, shown, tested = d.rng.choice(seconds), d.q(other.column), d.q(category.column)
    side = f"SELECT {shown} FROM {d.table} WHERE {shown} IS NOT NULL AND {tested} = "
    return Draft(
        sql=f"{side}{d.literal(one)} {operation} {side}{d.literal(second)}",
        question=f"Which values of {other.words} occur among the {d.subject.nouns} whose {category.words} is {one!r} {word} "
        f"among those where it is {second!r}?",
    )


def of_parent(d: Draw) -> Draft:
    """Names of those that belong to a named one."""
    parent = d.parent()
    other = d.rng.choice(parent.subject.names)
    return Draft(
        sql=f"SELECT a.{d.name} FROM {d.table} AS a {_join(d, parent)} WHERE b.{d.q(parent.subject.name)} = {d.literal(other)}",
        question=f"Which {d.subject.nouns} belong to the {parent.subject.noun} {other}?",
    )


def highest_of_parent(d: Draw) -> Draft:
    """The one with the most among those of a named one."""
    parent, measure = d.parent(), d.measure()
    other, column = d.rng.choice(parent.subject.names), d.q(measure.column)
    return Draft(
        sql=f"SELECT a.{d.name} FROM {d.table} AS a {_join(d, parent)} WHERE b.{d.q(parent.subject.name)} = {d.literal(other)} "
        f"AND a.{column} IS NOT NULL ORDER BY a.{column} DESC LIMIT 1",
        question=f"Of the {d.subject.nouns} of the {parent.subject.noun} {other}, which has the highest {measure.words}?",
    )


def parent_of_category(d: Draw) -> Draft:
    """Names of those whose parent is of a category."""
    parent = d.parent()
    category, value = d.category(of=parent.subject)
    return Draft(
        sql=f"SELECT a.{d.name} FROM {d.table} AS a {_join(d, parent)} WHERE b.{d.q(category.column)} = {d.literal(value)}",
        question=f"Which {d.subject.nouns} belong to {article(parent.subject.noun)} {parent.subject.noun} whose {category.words} "
        f"is {value!r}?",
    )


def parent_with_most(d: Draw) -> Draft:
    """The parent with the most children."""
    parent = d.parent()
    name, key = f"b.{d.q(parent.subject.name)}", f"b.{d.q(parent.key)}"
    return Draft(
        sql=f"SELECT {name} FROM {d.table} AS a {_join(d, parent)} GROUP BY {key}, {name} ORDER BY count(*) DESC LIMIT 1",
        question=f"Which {parent.subject.noun} has the most {d.subject.nouns}?",
    )


def parents_with_more(d: Draw) -> Draft:
    """Parents with more than so many children."""
    parent, least = d.parent(), d.rng.randint(2, 12)
    name, key = f"b.{d.q(parent.subject.name)}", f"b.{d.q(parent.key)}"
    return Draft(
        sql=f"SELECT {name} FROM {d.table} AS a {_join(d, parent)} GROUP BY {key}, {name} HAVING count(*) > {least}",
        question=f"Which {parent.subject.nouns} have more than {least} {d.subject.nouns}?",
    )


def parents_without(d: Draw) -> Draft:
    """Parents of a category without children."""
    parent = d.parent()
    category, value = d.category(of=parent.subject)
    return Draft(
        sql=f"SELECT b.{d.q(parent.subject.name)} FROM {d.q(parent.subject.table)} AS b WHERE b.{d.q(category.column)} = "
        f"{d.literal(value)} AND NOT EXISTS (SELECT 1 FROM {d.table} AS a WHERE a.{d.q(parent.column)} = b.{d.q(parent.key)})",
        question=f"Which {parent.subject.nouns} whose {category.words} is {value!r} have no {d.subject.noun}?",
    )


def parent_with_highest_average(d: Draw) -> Draft:
    """The parent whose children have the highest average."""
    parent, measure = d.parent(), d.measure()
    name, key = f"b.{d.q(parent.subject.name)}", f"b.{d.q(parent.key)}"
    return Draft(
        sql=f"SELECT {name} FROM {d.table} AS a {_join(d, parent)} GROUP BY {key}, {name} HAVING count(*) >= 3 "
        f"ORDER BY avg(a.{d.q(measure.column)}) DESC LIMIT 1",
        question=f"Among the {parent.subject.nouns} with at least three {d.subject.nouns}, which has the highest average "
        f"{measure.words} over them?",
    )


def _join(d: Draw, parent: Parent) -> str:
    return f"JOIN {d.q(parent.subject.table)} AS b ON a.{d.q(parent.column)} = b.{d.q(parent.key)}"


PATTERNS: tuple[Pattern, ...] = (
    filter_equal,
    filter_above,
    filter_between,
    filter_both,
    year_range,
    count_equal,
    count_distinct,
    highest,
    lowest_in_category,
    top_k,
    rank_n,
    average,
    group_count,
    group_having,
    group_most,
    group_average,
    group_sum,
    above_average,
    more_than_named,
    first_of_each,
    with_one_without_other,
    with_both,
    of_parent,
    highest_of_parent,
    parent_of_category,
    parent_with_most,
    parents_with_more,
    parents_without,
    parent_with_highest_average,
)
"""The catalog, in no order that matters."""
