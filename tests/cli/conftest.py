from __future__ import annotations

from typing import NamedTuple

import pytest


class Result(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def isthmus(capsys):
    """Run the command line in this process: `isthmus("run", "x.toml")`."""
    from isthmus.cli import main

    def isthmus(*arguments: object) -> Result:
        capsys.readouterr()
        with pytest.raises(SystemExit) as caught:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Result(int(caught.value.code or 0), out, err)

    return isthmus
