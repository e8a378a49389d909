import pytest

from isthmus.corpus import MarkdownFolder, build_snapshot

NOTE = """---
title: Port Vell
aliases: [Vell, "The Port"]
tags:
  - towns
  - sea
mayor: Ada Quill
---
# Port Vell

A *town* in [Norland](Norland.md#south), see [[People of the coast|its people]]
and [[Ada Quill]]. Also [afar](https://example.org) and `code`. ![[map.png]]

## Sights

- The [pier](sub/pier.md)
- A tower

| Year | Boats |
|------|-------|
| 1900 | 12    |

> Quoted words.
"""


@pytest.fixture
def snapshot(tmp_path):
    folder = tmp_path / "notes"
    (folder / "sub").mkdir(parents=True)
    (folder / "vell.md").write_text(NOTE)
    (folder / "Norland.md").write_text("A country with a [broken link](none.md).")
    (folder / "sub/pier.md").write_text("# The old pier\n\nBuilt late. [Back](../vell.md)")
    return build_snapshot(MarkdownFolder(folder), tmp_path / "s")


def test_a_note(snapshot, linked, facts):
    note = snapshot.document("Port Vell")
    assert note.text == (
        "Mayor: Ada Quill\n\n"
        "A town in Norland, see its people and Ada Quill. Also afar and code.\n\n"
        "## Sights\n\n- The pier\n- A tower\n\n- Year | Boats\n- 1900 | 12\n\nQuoted words."
    )
    assert linked(note) == [
        ("Norland", "Norland"),
        ("its people", "People of the coast"),
        ("Ada Quill", "Ada Quill"),
        ("pier", "The old pier"),
    ]
    assert (note.aliases, note.categories) == (("Vell", "The Port"), ("towns", "sea"))
    assert facts(note) == {"mayor": ["Ada Quill"]}


def test_titles_come_from_headings_and_paths(snapshot, linked):
    assert list(snapshot.ids()) == ["Norland", "The old pier", "Port Vell"]
    assert linked(snapshot.document("The old pier")) == [("Back", "Port Vell")]
    assert snapshot.document("Norland").text == "A country with a broken link."


def test_front_matter_that_is_none(tmp_path):
    (tmp_path / "a.md").write_text("---\nno closing line\n\nWords.")
    (document,) = MarkdownFolder(tmp_path).items()
    assert document.title == "A" and "Words." in document.text
