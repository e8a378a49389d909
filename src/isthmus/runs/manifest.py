"""What a stage is keyed by, and what it left behind.

The fingerprint is the content id of (stage, version, resolved settings, input ids), so equal work has an equal folder on every
machine and a changed setting, input or stage never meets stale output. Manifests hold no clock times and no paths: two runs
of the same work have the same manifest, byte for byte.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from isthmus.ids import content_id


@dataclass(frozen=True, slots=True, kw_only=True)
class StageKey:
    """What makes one stage's work different from another's."""

    stage: str
    """Stage name: `synth`."""
    version: str
    """Version of what the stage does; a change of meaning changes it."""
    settings: Mapping[str, object]
    """Resolved settings, defaults included, as JSON."""
    inputs: Mapping[str, str]
    """Ids of what the stage reads, by name."""

    @property
    def fingerprint(self) -> str:
        """Return the 16 digits that name the stage's folder."""
        return content_id([self.stage, self.version, dict(self.settings), dict(self.inputs)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """The record of a finished stage; written last, so its presence means that the folder is whole."""

    stage: str
    """Stage name."""
    version: str
    """Version of the stage."""
    isthmus: str
    """Version of the package that did the work."""
    fingerprint: str
    """`StageKey.fingerprint`."""
    settings: dict[str, object]
    """Resolved settings, defaults included."""
    inputs: dict[str, str]
    """Ids of what was read."""
    outputs: dict[str, str]
    """Ids of what was made: a snapshot's id, a file's digest."""
    counts: dict[str, int]
    """What was counted: records written, rejected by reason, and so on."""

    @property
    def output_id(self) -> str:
        """Return one id over the outputs; the next stage's input, so an unchanged result starts nothing."""
        return content_id(self.outputs)
