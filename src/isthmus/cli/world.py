"""`isthmus world`: a generated world on disk."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("world")
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.option("--pages", type=int, default=2000, show_default=True, help="Pages, from 200 to 2,000,000.")
@click.option(
    "--papers",
    type=int,
    default=0,
    show_default=True,
    help="Further pages that are papers citing each other.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed gives another world.")
def world(folder: Path, pages: int, papers: int, seed: int) -> None:
    """Write a generated world to disk, as JSON lines and a database.

    Writes FOLDER/documents.jsonl (documents with links and attributes), redirects.jsonl, facts.jsonl (the truth) and
    world.sqlite (the same facts in tables). Names and facts are made up; equal options give equal bytes.

    \b
    Example:
      isthmus world made-up/ --pages 500 --seed 7
    """
    from isthmus.records import Document, Redirect, write_records
    from isthmus.runs.folder import refusals
    from isthmus.worlds import World, WorldConfig

    made = World(WorldConfig(seed=seed, pages=pages, papers=papers))
    with refusals(folder):
        folder.mkdir(parents=True, exist_ok=True)
    items = made.source().items
    documents = write_records(
        folder / "documents.jsonl", (item for item in items() if isinstance(item, Document))
    )
    redirects = write_records(
        folder / "redirects.jsonl", (item for item in items() if isinstance(item, Redirect))
    )
    facts = write_records(folder / "facts.jsonl", made.facts())
    with refusals(folder):
        made.write_database(folder / "world.sqlite")
    click.echo(f"{documents:,} documents, {redirects:,} redirects, {facts:,} facts, 1 database in {folder}")
    click.echo(f"next:\n  isthmus init {folder} {folder / 'world.sqlite'}")


commands = {"world": world}
