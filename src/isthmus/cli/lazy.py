"""A group of commands whose modules are imported only when they are called."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import click


class Line(NamedTuple):
    """A command in the group's table."""

    module: str
    """Module whose `commands` holds it."""
    help: str
    """One line, shown in the list."""


class LazyGroup(click.Group):
    """Lists its commands from a table and imports a command's module when it is called."""

    def __init__(self, *args: Any, table: Mapping[str, Line], **kwargs: Any) -> None:
        """Make a group.

        Args:
            args: for `click.Group`.
            table: the commands, in the order shown.
            kwargs: for `click.Group`.
        """
        super().__init__(*args, **kwargs)
        self._table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in self._table:
            return None
        command: click.Command = importlib.import_module(self._table[cmd_name].module).commands[cmd_name]
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line.help) for name, line in self._table.items()])
