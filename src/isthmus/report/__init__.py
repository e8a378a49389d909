"""What a run made, for a person: one self-contained HTML file, and a task with its proof on the terminal."""

from isthmus.report.inputs import FunnelGate, PolicySummary, ReportInputs, no_pages
from isthmus.report.page import write_report
from isthmus.report.terminal import show_task

__all__ = ["FunnelGate", "PolicySummary", "ReportInputs", "no_pages", "show_task", "write_report"]
