"""Search over a snapshot: chunks, the lexical index, what an agent may type, snippets."""

from isthmus.retrieval.base import Hit, Retriever
from isthmus.retrieval.lexical import LexicalIndex

__all__ = ["Hit", "LexicalIndex", "Retriever"]
