"""Clients of language models: the protocol, and a scripted one."""

from isthmus.models.base import ModelClient, Reply, ToolSpec, call_tool, call_tools, say
from isthmus.models.scripted import Script, ScriptedModel

__all__ = ["ModelClient", "Reply", "Script", "ScriptedModel", "ToolSpec", "call_tool", "call_tools", "say"]
