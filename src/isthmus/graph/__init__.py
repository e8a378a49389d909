"""The evidence graph: entities, links, mentions, numbers and claims of a corpus, and the set algebra of proofs."""

from isthmus.graph.build import GraphSettings, build_graph, graph_id
from isthmus.graph.store import EvidenceGraph, StoredClaim

__all__ = ["EvidenceGraph", "GraphSettings", "StoredClaim", "build_graph", "graph_id"]
