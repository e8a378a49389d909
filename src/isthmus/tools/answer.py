"""`final_answer`: ends an episode. The harness takes the answer from the call; the tool only says whether it can be one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from isthmus.tools.base import Observation, bad

MAX_ANSWER = 10_000


class FinalAnswer:
    """Accepts an answer that is not blank."""

    name: ClassVar[str] = "final_answer"
    description: ClassVar[str] = "Give the final answer and end. Call it once, when you are sure."
    parameters: ClassVar[dict[str, object]] = {
        "type": "object",
        "properties": {
            "answer": {
                "type": "string",
                "description": "The answer alone, without explanation.",
                "minLength": 1,
                "maxLength": MAX_ANSWER,
            }
        },
        "required": ["answer"],
        "additionalProperties": False,
    }

    async def call(self, arguments: Mapping[str, object]) -> Observation:
        """Accept or turn down the answer."""
        if not str(arguments["answer"]).strip():
            return bad("argument 'answer' is blank; give an answer")
        return Observation(text="The answer is recorded.")
