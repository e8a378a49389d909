from __future__ import annotations

import json

import pytest

TABLE = {"columns": ["n"], "rows": [[1], [2]]}
CASE = {"id": "q1", "pred": TABLE, "golds": [TABLE]}


@pytest.fixture
def score(isthmus, tmp_path, monkeypatch):
    """Score lines of a file `cases.jsonl` in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def score(*lines, options=("--rules", "exact")):
        text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
        (tmp_path / "cases.jsonl").write_text(text, encoding="utf-8")
        return isthmus("score", "tables", "cases.jsonl", *options)

    return score


def test_a_line_a_case(score):
    other = {**CASE, "id": "q2", "pred": {"columns": ["n"], "rows": [[1], [3]]}}
    result = score(CASE, other)
    assert result.code == 0
    assert result.out == (
        '{"id":"q1","match":true,"reason":"equal"}\n{"id":"q2","match":false,"reason":"value-differs"}\n'
    )
    assert result.err == "2 cases, 1 match\n"


def test_verdicts_are_compared_and_differences_end_with_1(score, tmp_path):
    result = score(
        {**CASE, "match": True},
        {**CASE, "id": "q2", "match": False},
        options=("--rules", "hdr", "--out", "o.jsonl"),
    )
    assert (result.code, result.out) == (1, "")
    assert result.err == "2 cases, 2 match; 1 of 2 agree with the verdict they carry, others: q2\n"
    assert len((tmp_path / "o.jsonl").read_text(encoding="utf-8").splitlines()) == 2


def test_explain_says_what_each_rule_says(score):
    pred = {"columns": ["n", "x"], "rows": [[1, 0], [2, 0]]}
    line = json.loads(score({**CASE, "pred": pred}, options=("--rules", "bird", "--explain")).out)
    assert {rules: verdict["match"] for rules, verdict in line["rules"].items()} == {
        "hdr": True,
        "spider2": True,
        "bird": False,
        "exact": False,
    }
    assert line["rules"]["exact"]["because"] == "more columns than the rules allow"
    assert (line["match"], line["reason"]) == (False, "extra-column")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": ', ":2: not JSON: Expecting value: line 2 column 1 (char 8); mend or remove the line"),
        ("[" * 100_000, ":2: not JSON: nested too deep; mend or remove the line"),
        ("[]", ':2: not a case: not an object; write {"id": ..., "pred": ..., "golds": [...]}'),
        (
            {**CASE, "id": "q2", "gold": 1},
            ":2: gold: unknown key; choose from id, pred, golds, condition_cols, ignore_order, ordered, strict, match",
        ),
        ({"id": "q2", "pred": TABLE}, ":2: golds: missing; give the case its golds"),
        (
            {**CASE, "id": "q2", "pred": {"columns": ["a"], "rows": [[1], [1, 2]]}},
            ":2: pred.rows.1: 2 values for 1 columns; give each row one value a column",
        ),
        (
            {**CASE, "id": "q2", "golds": [{"columns": ["a"], "rows": [[{}]]}]},
            ":2: golds.0.rows.0: {} is no value of a table; give JSON inside a cell as text",
        ),
        (
            {**CASE, "id": "q2", "pred": {"columns": ["a"], "rows": [], "row": 1}},
            ":2: pred.row: unknown key; choose from columns, rows",
        ),
        (CASE, ":2: id: 'q1' is also on line 1; give each case an id of its own"),
        ({**CASE, "id": 3}, ":2: id: 3 is no name; give a text in quotes"),
        ({**CASE, "id": "q2", "strict": "no"}, ':2: strict: "no" is not true or false; give true or false'),
        (
            {**CASE, "id": "q2", "ordered": True, "ignore_order": True},
            ":2: ordered: contradicts ignore_order; give one of the two",
        ),
        (
            {**CASE, "id": "q2", "condition_cols": [0, [1]]},
            ":2: condition_cols: [0, [1]] is neither positions nor one list of positions for each true table; "
            "give [0, 2] or [[0, 2], [1, 3]]",
        ),
    ],
)
def test_bad_lines_are_one_line_and_nothing_is_half_written(score, tmp_path, line, message):
    result = score(CASE, line, options=("--rules", "exact", "--out", "o.jsonl"))
    assert (result.code, result.out, result.err) == (2, "", f"isthmus: cases.jsonl{message}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["cases.jsonl"]


def test_bad_files(score, isthmus, tmp_path):
    empty = score()
    assert (empty.code, empty.err) == (
        2,
        "isthmus: cases.jsonl: no case in the file; write one JSON object a line\n",
    )
    missing = isthmus("score", "tables", "none.jsonl", "--rules", "exact")
    assert missing.code == 2
    assert missing.err.startswith("isthmus: none.jsonl: cannot read: No such file or directory; ")
    same = score(CASE, options=("--rules", "exact", "--out", "cases.jsonl"))
    assert (same.code, "would replace the cases" in same.err) == (2, True)
    assert score(CASE, options=("--rules", "exact", "--out", "no/o.jsonl")).err.startswith(
        "isthmus: no/o.jsonl: "
    )
    (tmp_path / "cases.jsonl").write_bytes(b"\xff\n")
    assert "not UTF-8" in isthmus("score", "tables", "cases.jsonl", "--rules", "exact").err


def test_unknown_rules_are_a_usage_error(score):
    result = score(CASE, options=("--rules", "spider"))
    assert result.code == 2
    assert "'spider' is not one of 'hdr', 'spider2', 'bird', 'exact'" in result.err


def test_score_without_tables_is_the_stage(isthmus, tmp_path, monkeypatch):
    assert "Missing argument 'CONFIG.toml'" in isthmus("score").err
    none = isthmus("score", "none.toml", "--seed", 3)
    assert (none.code, none.err.startswith("isthmus: none.toml: cannot read the configuration")) == (2, True)
    assert isthmus("score", "--dry-run", "none.toml").err == none.err
