from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from isthmus.graph.mentions import FormTable, Scanner, write_trie
from isthmus.graph.words import exact_word, fold_word, lower_first, name_forms, split_words

_names = st.lists(
    st.lists(
        st.sampled_from(["Velm", "tarrow", "The", "who", "Ösk", "x", "7", "New"]), min_size=1, max_size=5
    ).map(" ".join),
    min_size=1,
    max_size=8,
    unique=True,
)
_texts = st.lists(
    st.lists(
        st.sampled_from(
            [
                "Velm",
                "velms",
                "TARROW",
                "tarrow's",
                "the",
                "The",
                "Who",
                "who",
                "osk",
                "x",
                "7",
                "new",
                "other",
            ]
        ),
        max_size=14,
    ),
    min_size=1,
    max_size=4,
)
_blanks = st.sampled_from([" ", "-", "\n", ", ", " “"])


def _expected(names: list[str], texts: list[str]) -> set[tuple[int, int]]:
    """By regular expressions over folded text, one form at a time."""
    found = set()
    for place, text in enumerate(texts):
        written = split_words(text)
        folded = " ".join(fold_word(word) for word in written)
        for number, name in enumerate(names):
            for form in name_forms(name):
                pattern = r"(?<!\S)" + " ".join(map(re.escape, form.words)) + r"(?!\S)"
                if form.exact:
                    exact = [exact_word(word) for word in written]
                    rows = range(len(exact)) if len(form.words) > 1 else ()
                    hit = any(
                        re.match(pattern, " ".join([lower_first(exact[row]), *exact[row + 1 :]]))
                        for row in rows
                    ) or (len(form.words) == 1 and form.words[0] in exact)
                else:
                    hit = re.search(pattern, folded) is not None
                if hit:
                    found.add((number, place))
    return found


def _scanned(folder: Path, names: list[str], batches: list[list[str]]) -> set[tuple[int, int]]:
    table = FormTable.of([(form, number) for number, name in enumerate(names) for form in name_forms(name)])
    keys = write_trie(folder, table)
    owners: dict[int, set[int]] = {}
    for key, owner in zip(np.searchsorted(keys, table.keys()).tolist(), table.owners.tolist(), strict=True):
        owners.setdefault(key, set()).add(owner)
    scanner, found, first = Scanner(folder), set(), 0
    for batch in batches:
        result = scanner.scan(batch)
        for key, place in zip(result.keys.tolist(), result.texts.tolist(), strict=True):
            found.update((owner, place + first) for owner in owners[key])
        first += len(batch)
    return found


@settings(max_examples=60, deadline=None)
@given(names=_names, words=_texts, blank=_blanks)
def test_every_mention_is_found_and_no_other(
    names: list[str], words: list[list[str]], blank: str, tmp_path_factory: object
) -> None:
    texts = [blank.join(row) for row in words]
    folder = tmp_path_factory.mktemp("trie")  # type: ignore[attr-defined]
    assert _scanned(folder, names, [texts[:1], texts[1:]]) == _expected(names, texts)


def test_a_name_does_not_run_over_the_end_of_a_text(tmp_path: Path) -> None:
    assert _scanned(tmp_path, ["Velm tarrow"], [["a Velm", "tarrow b", "Velm tarrow"]]) == {(0, 2)}


def test_a_longer_name_does_not_hide_a_shorter_one(tmp_path: Path) -> None:
    names = ["Velm", "Velm tarrow osk", "Tarrow", "Tarrow osk", "Osk rae"]
    assert {number for number, _ in _scanned(tmp_path, names, [["Velm tarrow osk rae"]])} == {0, 1, 2, 3, 4}


def test_no_names_and_no_texts(tmp_path: Path) -> None:
    assert _scanned(tmp_path, ["!!!"], [["text"], [], [""]]) == set()
    assert _scanned(tmp_path, ["Velm"], [[""], []]) == set()


def test_long_names_are_found(tmp_path: Path) -> None:
    name = " ".join(f"word{number}" for number in range(60))
    assert _scanned(tmp_path, [name], [[f"before {name} after", name[:-1]]]) == {(0, 0)}
