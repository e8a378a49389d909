"""`isthmus seeds`: which questions of a text-to-SQL set can be ground truth."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from isthmus.databases import Database
    from isthmus.databases.golds import Gold


@click.command("seeds")
@click.argument("questions", type=click.Path(path_type=Path), metavar="QUESTIONS")
@click.option(
    "--databases",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    required=True,
    help="Folder with the SQLite files, as NAME.sqlite or NAME/NAME.sqlite.",
)
@click.option(
    "--gold",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Folder of ID.sql, for sets whose gold SQL lies apart (Spider 2.0-lite).",
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the good seeds here (JSONL)."
)
@click.option(
    "--rejected",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the others here (JSONL), each with its reason.",
)
def seeds(
    questions: Path, databases: Path, gold: Path | None, out: Path | None, rejected: Path | None
) -> None:
    """Run every gold SQL of a question set and keep those that can be ground truth.

    QUESTIONS is Spider, BIRD, KaggleDBQA, Archer, Spider 2.0-lite or HybridDeepResearch JSON or JSONL. A gold is kept out when it
    fails, gives nothing, changes by itself, hangs on how ties are broken, or asks what an earlier one asks; the table
    says how many and why.

    \b
    Example:
      isthmus seeds dev.json --databases database/ --out seeds.jsonl --rejected rejected.jsonl
    """
    from isthmus.databases.golds import GoldReason, examine_all
    from isthmus.databases.seeds import read_seeds
    from isthmus.records import write_records

    golds: list[Gold] = list(examine_all(read_seeds(questions, gold=gold), _opened(databases)))
    kept = [one for one in golds if one.reason is GoldReason.OK]
    if out is not None:
        write_records(out, (one.seed for one in kept))
    if rejected is not None:
        write_records(rejected, (one.rejection() for one in golds if one.reason is not GoldReason.OK))
    counts = Counter(one.reason for one in golds)
    click.echo(f"{'gold':<18}{'seeds':>8}  of {len(golds):,}")
    for reason in GoldReason:
        if counts[reason]:
            click.echo(f"{reason:<18}{counts[reason]:>8,}  {counts[reason] / len(golds):.0%}")


def _opened(folder: Path) -> dict[str, Database]:
    """Return the databases of a folder by the name question sets give them."""
    from isthmus.databases import SqliteDatabase
    from isthmus.errors import InputError

    if not folder.is_dir():
        raise InputError("no such folder", place=str(folder), fix="name the folder with the SQLite files")
    found: dict[str, Path] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() not in (".sqlite", ".sqlite3", ".db") or not path.is_file():
            continue
        name = path.stem.removesuffix("_template")
        if name in found:
            raise InputError(
                f"two databases are named {name!r}: {found[name]} and {path}",
                place=str(folder),
                fix="name a folder with one of them",
            )
        found[name] = path
    if not found:
        raise InputError(
            "no SQLite file in it", place=str(folder), fix="name the folder with the SQLite files"
        )
    return {name: SqliteDatabase(path, name) for name, path in found.items()}


commands = {"seeds": seeds}
