"""What `import isthmus` may cost, and what the package says it offers."""

from __future__ import annotations

import subprocess
import sys

import isthmus

HEAVY = {
    "torch",
    "pyarrow",
    "duckdb",
    "ray",
    "tantivy",
    "numpy",
    "pydantic",
    "transformers",
    "rich",
    "sqlglot",
    "zstandard",
}
BUDGET_SECONDS = 0.15


def test_import_loads_nothing_heavy_and_is_quick():
    code = (
        "import sys, time; began = time.perf_counter(); import isthmus; print(time.perf_counter() - began); "
        "print(*{name.split('.')[0] for name in sys.modules})"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        for _ in range(3)
    ]
    assert not HEAVY & set(outputs[0][1].split())
    # The best of three, so that a busy machine does not fail the test; the real cost is a hundredth of the budget.
    assert min(float(seconds) for seconds, _ in outputs) < BUDGET_SECONDS


def test_the_whole_job_needs_no_optional_package():
    code = "import sys, isthmus, isthmus.pipeline, isthmus.cli.run; print(*{name.split('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"torch", "pyarrow", "duckdb", "ray", "transformers", "networkx"} & set(done.stdout.split())


def test_all_is_sorted_and_everything_in_it_is_there():
    assert isthmus.__all__ == sorted(isthmus.__all__)
    for name in isthmus.__all__:
        assert getattr(isthmus, name) is not None
    assert set(isthmus.__all__) <= set(dir(isthmus))


def test_a_name_that_is_not_there():
    try:
        isthmus.nothing  # noqa: B018
    except AttributeError as error:
        assert str(error) == "module 'isthmus' has no attribute 'nothing'"
    else:
        raise AssertionError("a name that is not there was found")
