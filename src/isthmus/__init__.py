"""Isthmus: research tasks that carry their own proof, from documents, links and databases."""

__version__ = "0.1.0"
