"""Gates: what a task must stand before it is kept, and the certificate that says what was computed (DESIGN.md, the certificate).

One file a gate; `GATES` is the pipeline. `certify` makes a certificate, `deduplicate` is the last pass, `verify` computes
all again and compares.
"""

from isthmus.gates.base import Gate, GateContext
from isthmus.gates.certify import GATES, certify
from isthmus.gates.duplicate import Deduplicator, deduplicate, proof_of
from isthmus.gates.grounded import Grounded
from isthmus.gates.hidden import Hidden
from isthmus.gates.necessary import Necessary
from isthmus.gates.not_verbatim import NotVerbatim
from isthmus.gates.reachable import Reachable
from isthmus.gates.reasons import Reason
from isthmus.gates.resistant import Resistant
from isthmus.gates.settings import GateSettings
from isthmus.gates.unique import Unique
from isthmus.gates.verify import Difference, verify, verify_duplicates, verify_task
from isthmus.gates.well_formed import WellFormed

__all__ = [
    "GATES",
    "Deduplicator",
    "Difference",
    "Gate",
    "GateContext",
    "GateSettings",
    "Grounded",
    "Hidden",
    "Necessary",
    "NotVerbatim",
    "Reachable",
    "Reason",
    "Resistant",
    "Unique",
    "WellFormed",
    "certify",
    "deduplicate",
    "proof_of",
    "verify",
    "verify_duplicates",
    "verify_task",
]
