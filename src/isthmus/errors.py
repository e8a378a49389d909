"""The exceptions of Isthmus.

    IsthmusError
    ├── InputError        something given cannot be used; one line names value, place and fix; exit code 2
    │   ├── ConfigError   a configuration file or `--set` override
    │   ├── RecordError   a line of a record file
    │   ├── StaleError    two stored things that must belong together do not (a graph of another snapshot)
    │   └── StorageError  the disk refused (full, read-only, gone)
    ├── InfrastructureError  a model, search or database server failed; never a wrong answer
    └── VerificationError certificates do not reproduce; exit code 1

Everything else that escapes is a fault of ours and keeps its traceback.
"""

from __future__ import annotations


class IsthmusError(Exception):
    """Base of all expected errors; the CLI prints its one line without a traceback."""

    exit_code = 2


class InputError(IsthmusError):
    """Input that cannot be used.

    The message is one line and holds the value, the place (file, line, key) and the fix.
    """

    def __init__(self, problem: str, *, place: str = "", fix: str = "") -> None:
        self.problem, self.place, self.fix = problem, place, fix
        line = f"{place}: {problem}" if place else problem
        super().__init__(f"{line}; {fix}" if fix else line)

    def __reduce__(self) -> tuple[object, ...]:
        # Errors cross process boundaries; keyword-only arguments would be lost by the default pickling.
        return (_rebuild, (type(self), self.problem, self.place, self.fix))


def _rebuild(kind: type[InputError], problem: str, place: str, fix: str) -> InputError:
    return kind(problem, place=place, fix=fix)


class ConfigError(InputError):
    """A configuration file or override that cannot be used."""


class RecordError(InputError):
    """A line of a record file that is not a valid record."""


class StaleError(InputError):
    """Stored parts that do not belong together, such as a graph built from another snapshot."""


class StorageError(InputError):
    """The disk refused a read or a write."""


class InfrastructureError(IsthmusError):
    """A server or engine that failed; whatever depended on it is unscored, never wrong."""


class VerificationError(IsthmusError):
    """Recomputed certificates differ from the stored ones."""

    exit_code = 1
