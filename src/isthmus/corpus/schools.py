"""Pages dumped by a text browser, as in the 2007 Schools Wikipedia selection.

Running text is indented by three blanks and wrapped at column 74, so a line that could have taken the next word ends its
paragraph; headings stand at the margin; captions come twice around the word Enlarge; tables and boxes are what is left. Running
text is rejoined; captions, tables and page furniture go; the box of facts before the first paragraph becomes attribute lines
where its labels are known (`factbox`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from isthmus.corpus.attributes import Lines
from isthmus.corpus.captions import without_captions
from isthmus.corpus.factbox import read_box
from isthmus.corpus.inline import tidy

WIDTH = 74
_NEARLY_FULL = 60
"""Length from which a row without an end of sentence is taken as wrapped: the browser counted some letters as wider."""
_SHORTEST_LEAD = 35
_LONG = 150

_SUBJECTS = re.compile(
    r"^\d{4} Schools Wikipedia Selection\. Related subjects:(.*?)(?:\n[ \t]*\n|\Z)", re.MULTILINE | re.DOTALL
)
_TAIL = re.compile(r'^ *Retrieved from "\s*http.*\Z', re.MULTILINE | re.DOTALL)
_FURNITURE = re.compile(
    r"\s*(?:This is a (?:featured|spoken) article\.|#copyright|\[(?:IMG|edit|INLINE)\]|SOS Children works in|Click here for more|"
    r"CAPTION:|"
    r"Main articles?:|See also:?\s|Further information:|For more (?:details|information) on this|Listen to this article|"
    r"This audio file was created|\^|\d+↑)"
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|refers?|means|consists?|began|became|becomes|describes?|denotes?|can|may|might|would|will|"
    r"includes?|contains?|comprises?|began|lies|stands|lived|ruled|made|took|came|grows?|forms?|uses?|does|did|occurs?|occurred|saw|"
    r"gave|wrote|won|led|born|went|known|called|found|used)\b"
)
_PROSE = re.compile(r" {3}(?![ ])(?!- |\(none\)|[|+•·█])")
_BULLET = re.compile(r"(?: +[*+o#@]| {4}\d\.| {3}\d\d\.| {2}\d{3}\.) +(?=\S)")
_SENTENCE = re.compile(r"[.!?:;][\"'”’)\]]*(?:\^?\[?\d+\]?)*\Z")
_MARKS = re.compile(r"\[(?:\d+|citation needed|dubious[^\]]*|verification needed|edit)\]")
_LOW = re.compile(r"(?<=[A-Za-z)\]])\[(\d+|[+-])\]")
_IMAGE = re.compile(
    r"Image:[^\s|)]{1,99}(?: [^\s|)]{1,99}){0,3}\.(?:png|jpe?g|gif|svg)(?:\|(?:thumb|right|left|\d+px))*\|?",
    re.IGNORECASE,
)
_COORDINATES = re.compile(r"^Coordinates: [\d°′″'\".,NSEW /\ufeff]+ (?=[A-Z][a-z])")
_FOOTNOTE = re.compile(r"(?<=[.,;\"')])\^\d{1,2}(?=\s|\Z)|(?<=[a-z]{3})\^\d{1,2}(?![\w.])")
_INDENT = re.compile(r"^ +", re.MULTILINE)
_COMMA = re.compile(r" +,(?=\w)")
_OPENED = re.compile(r'(?:(?<=[\s(\[])|^)(["“‘]) +(?=\S)', re.MULTILINE)
_SLASH = re.compile(r"(?<=\w)/ (?=\w)")
_HYPHEN = re.compile(r"(?<=[a-z]-) (?!and |or |to |nor )(?=[A-Za-z])")
_NAVIGATION = frozenset(
    (
        "see also",
        "references",
        "external links",
        "notes",
        "further reading",
        "footnotes",
        "sources",
        "gallery",
    )
)


def is_dump(text: str) -> bool:
    """Return whether a text is such a dump."""
    return text.lstrip().startswith("#copyright") and "Schools Wikipedia Selection" in text[:1000]


def clean(title: str, text: str, lines: Lines) -> tuple[str, list[str]]:
    """Return the running text of a dump and its subjects; facts of its box are added to `lines`."""
    text = _TAIL.sub("", text).replace("\u200e", "").replace("\xa0", " ")
    subjects: list[str] = []
    if found := _SUBJECTS.search(text):
        subjects = [name for part in found.group(1).split(";") if (name := " ".join(part.split()))]
        text = text[found.end() :]
    rows = without_captions([row.rstrip() for row in text.split("\n")])
    start = _lead(rows, title)
    for name, values in read_box(rows[:start]):
        lines.add(name, values)
    return _polish("\n\n".join(_blocks(rows[start:]))), list(dict.fromkeys(subjects))


def _polish(text: str) -> str:
    text = _IMAGE.sub("", _COORDINATES.sub("", text)).replace("█", "")
    text = _FOOTNOTE.sub("", text)
    text = _LOW.sub(r"\1", text)
    text = _MARKS.sub("", text)
    text = _HYPHEN.sub("", _SLASH.sub("/", text))
    return _INDENT.sub("", tidy(_COMMA.sub(", ", _OPENED.sub(r"\1", text))))


def _run(rows: list[str]) -> list[str]:
    """Return the rows up to the first blank one."""
    for index, row in enumerate(rows):
        if not row.strip():
            return rows[:index]
    return rows


def _lead(rows: list[str], title: str) -> int:
    """Return the row where the running text begins: the first paragraph of whole sentences about the subject."""
    words = set(re.findall(r"\w{3,}", title.lower())) or {title.lower()}
    start = 0
    while start < len(rows):
        if not rows[start].strip():
            start += 1
            continue
        block = _run(rows[start:])
        offset = _first_sentence(block, words)
        if offset is not None:
            return start + offset
        if rows[start][:1].strip() and start and not rows[start - 1].strip():
            return start
        start += len(block)
    return len(rows)


def _first_sentence(block: list[str], words: set[str]) -> int | None:
    """Return the row of a block where a paragraph of running text begins, if there is one to the block's end."""
    for offset in range(len(block)):
        rest = block[offset:]
        paragraph = next(_paragraphs(rest), "")
        if not paragraph or paragraph[0].islower() or not _is_prose(paragraph, strict=True):
            continue
        about = any(word in paragraph.lower() for word in words)
        if len(paragraph) > _LONG or (about and offset == 0):
            return offset
    return None


def _is_prose(paragraph: str, *, strict: bool = False) -> bool:
    if "  " in paragraph.strip() and strict:
        paragraph = re.sub(r"(?<=[.?!]) {2,}", " ", paragraph)
    if _FURNITURE.match(paragraph) or not _SENTENCE.search(paragraph.rstrip()):
        return False
    if strict:
        told = paragraph.rstrip()[-1] not in ":;" or len(paragraph) > _LONG
        return len(paragraph) >= _SHORTEST_LEAD and told and _VERB.search(paragraph) is not None
    return len(paragraph.split()) >= 4 or paragraph.endswith(":")


def _paragraphs(block: list[str]) -> Iterator[str]:
    """Yield the paragraphs of a block of rows, rejoined."""
    current = ""
    previous = ""
    for row in block:
        if not _PROSE.match(row):
            if current:
                yield current
            return
        words = row.strip()
        full = len(previous) + 1 + len(words.split(" ", 1)[0]) > WIDTH
        if current and (full or (len(previous) >= _NEARLY_FULL and not _SENTENCE.search(previous))):
            current += f" {words}"
        else:
            if current:
                yield current
            current = words
        previous = row
    if current:
        yield current


def _blocks(rows: list[str]) -> Iterator[str]:
    """Yield headings, paragraphs and lists of the running text; tables and navigation sections are left out."""
    heading = ""
    skipping = False
    position = 0
    while position < len(rows):
        row = rows[position]
        if not row.strip():
            position += 1
        elif row[:1].strip():
            heading = row.strip()
            skipping = heading.lower() in _NAVIGATION
            position += 1
        else:
            size, block = _block(rows, position)
            position += size
            if block and not skipping:
                if heading:
                    yield f"## {heading}"
                    heading = ""
                yield block


def _block(rows: list[str], position: int) -> tuple[int, str]:
    """Return how many rows the next block has, and its text, which is empty for tables and furniture."""
    row = rows[position]
    if _BULLET.match(row):
        return _list(rows, position)
    size = 0
    while (
        position + size < len(rows)
        and (row := rows[position + size]).strip()
        and not row[:1].strip()
        and not _BULLET.match(row)
    ):
        size += 1
    block = rows[position : position + size]
    if all(_PROSE.match(line) for line in block):
        return size, "\n\n".join(paragraph for paragraph in _paragraphs(block) if _is_prose(paragraph))
    if _PROSE.match(block[0]):
        lead = 1
        while _PROSE.match(block[lead]):
            lead += 1
        return lead, "\n\n".join(p for p in _paragraphs(block[:lead]) if _is_prose(p))
    indents = {len(line) - len(line.lstrip()) for line in block}
    quoted = " ".join(line.strip() for line in block)
    if len(indents) == 1 and indents <= {5, 10} and _is_prose(quoted, strict=True):
        return size, quoted
    return size, ""


def _list(rows: list[str], position: int) -> tuple[int, str]:
    """Return the size and text of a list."""
    items: list[str] = []
    size = 0
    indent = 0
    while position + size < len(rows) and (row := rows[position + size]).strip():
        bullet = _BULLET.match(row)
        depth = len(row) - len(row.lstrip())
        if bullet:
            items.append(row[bullet.end() :].strip())
            indent = bullet.end()
        elif items and depth == indent:
            items[-1] += f" {row.strip()}"
        else:
            break
        size += 1
    return size, "\n".join(f"- {item}" for item in items if re.search(r"\w", item) and item[0] != "^")
