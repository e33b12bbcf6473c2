from __future__ import annotations


class Error(Exception):
    """Base of the errors of this package."""


class StartError(Error):
    """The program is missing, cannot run here, or does not start. The message contains what to do."""


class ControlError(Error):
    """The server refused a command, or has ended."""


class CannotExplore(Error):
    """The story or the operator cannot be explored: exit code 2 of `setpoint explore`."""


class Findings(AssertionError):
    """`setpoint explore` has found something."""

    def __init__(self, text: str, page: str) -> None:
        super().__init__(f"{text.rstrip()}\n\npage with all findings: {page}")
        self.text = text
        """What the command printed."""
        self.page = page
        """The absolute path of the page, one file of HTML."""
