"""`isthmus init`: a configuration for somebody's own documents and databases."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import click


@click.command("init")
@click.argument("paths", type=click.Path(path_type=Path), metavar="PATH...", nargs=-1, required=True)
@click.option(
    "--to",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="File to write; by default NAME.toml after the documents, in the working folder.",
)
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def init(paths: Sequence[Path], to: Path | None, force: bool) -> None:
    """Look at your documents and databases and write a configuration for them.

    PATH is one file or folder of documents (a MediaWiki dump, JSON lines, HTML or Markdown pages, FOLDOC, a generated world)
    and any number of SQLite files. The first pages are read to find the format and to say what was seen; nothing is copied.

    \b
    Examples:
      isthmus init my-documents/
      isthmus init pages.jsonl.xz sales.sqlite --to sales.toml
    """
    from isthmus.errors import InputError, StorageError
    from isthmus.pipeline import look

    for path in paths:
        if not path.exists():
            raise InputError("no such file or folder", place=str(path), fix="name your documents")
    databases = [look.look_at_database(path) for path in paths if look.is_database(path)]
    corpora = [path for path in paths if not look.is_database(path)]
    if len(corpora) != 1:
        raise InputError(
            f"{len(corpora)} files or folders of documents are named",
            place="isthmus init",
            fix="name one: a file, or a folder of HTML or Markdown pages",
        )
    corpus = look.look_at_corpus(corpora[0])
    name = re.sub(r"[^a-z0-9]+", "-", corpora[0].absolute().name.split(".")[0].lower()).strip("-") or "my"
    target = to or Path(f"{name}.toml")
    if target.exists() and not force:
        raise InputError(
            "is already there", place=str(target), fix="name another file with --to, or give --force"
        )
    for line in (
        *look.corpus_lines(corpus),
        *(line for seen in databases for line in look.database_lines(seen)),
    ):
        click.echo(line)
    try:
        target.write_text(look.config_text(name, corpus, databases, target.parent), encoding="utf-8")
    except OSError as error:
        raise StorageError(f"cannot write: {error.strerror or error}", place=str(target)) from None
    click.echo(f"\nwrote {target}; next:\n  isthmus run {target}")


commands = {"init": init}
