"""The real pages: rates are for the benchmark; here it is agreement and cleanliness."""

import json
import lzma
import os
import re
from collections import Counter
from itertools import islice
from pathlib import Path

import mwparserfromhell
import pytest

from isthmus.corpus import JsonlCorpus, Namespaces, WikitextJsonl, normalise
from isthmus.corpus.titles import NAMESPACES
from isthmus.corpus.wikiscan import Scan
from isthmus.records import Document

DATA = Path(os.environ.get("ISTHMUS_DATA", Path(__file__).parents[3] / "shared" / "data")) / "corpora"
pytestmark = pytest.mark.realdata


def corpus(name: str) -> Path:
    path = DATA / name
    if not path.is_file():
        pytest.skip(f"needs {path}; set ISTHMUS_DATA")
    return path


class WithoutTemplates(Scan):
    """The scanner with every template dropped, as the comparison needs it."""

    def _template(self, frame):
        return ""


def ours(wikitext: str) -> Counter[str]:
    scan = WithoutTemplates("", Namespaces())
    body = scan.run(wikitext)
    return Counter(scan.targets[int(number)] for number in re.findall("\x01(\\d+)\x02", body))


def theirs(wikitext: str) -> Counter[str]:
    dropped = {
        "ref",
        "references",
        "table",
        "gallery",
        "timeline",
        "score",
        "math",
        "nowiki",
        "imagemap",
        "syntaxhighlight",
    }
    targets: Counter[str] = Counter()
    waiting = [mwparserfromhell.parse(wikitext)]
    while waiting:
        for node in waiting.pop().nodes:
            if isinstance(node, mwparserfromhell.nodes.Wikilink):
                title = str(node.title).strip()
                prefix = title.partition(":")[0].strip().lower() if ":" in title else None
                if prefix is None or not (
                    prefix in NAMESPACES
                    or prefix == ""
                    or re.fullmatch("[a-z]{2,3}", title.partition(":")[0])
                ):
                    targets[normalise(title)] += 1
            elif isinstance(node, mwparserfromhell.nodes.Tag):
                if str(node.tag).strip().lower() not in dropped and node.contents is not None:
                    waiting.append(node.contents)
            elif isinstance(node, mwparserfromhell.nodes.Heading):
                waiting.append(node.title)
    del targets[""]
    return targets


def test_links_agree_with_a_full_parser():
    agreed = total = 0
    with lzma.open(corpus("musicians_wikitext.jsonl.xz"), "rt", encoding="utf-8") as file:
        for line in islice(file, 0, 1000, 5):
            wikitext = json.loads(line)["wikitext"]
            left, right = ours(wikitext), theirs(wikitext)
            agreed += sum((left & right).values())
            total += sum((left | right).values())
    assert total > 15_000
    assert agreed / total > 0.995


def test_musicians_read_cleanly():
    debris = re.compile(r"\{\{|\}\}|\[\[|\]\]|<ref|\( ?[;,]|\(\s*\)|&nbsp;|\x01|\x02|\x03|\x04|\x05")
    characters = found = boxed = 0
    pages = list(islice(WikitextJsonl(corpus("musicians_wikitext.jsonl.xz")).items(), 300))
    for page in pages:
        assert isinstance(page, Document)
        characters += len(page.text)
        found += len(debris.findall(page.text))
        boxed += len(page.attributes) >= 3
        for link in page.links:
            assert page.text[link.start : link.end].strip() and link.target == normalise(link.target)
        for item in page.attributes:
            assert page.value(item).strip() and item.end <= page.body_start
    assert found <= characters / 500_000
    assert boxed > 270


def test_schools_read_cleanly():
    debris = re.compile(r"Retrieved from|#copyright|Related subjects|CAPTION|^ |  |_{5}", re.MULTILINE)
    pages = list(islice(JsonlCorpus(corpus("schools_wikipedia.jsonl.xz")).items(), 150))
    for page in pages:
        assert isinstance(page, Document)
        assert not debris.search(page.text), page.id
        assert not page.text[page.body_start :].startswith(("##", "-")), page.id
    assert sum(len(page.attributes) for page in pages) > 500
    assert sum(len(page.links) for page in pages) > 2000
