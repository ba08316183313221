"""What goes wrong with rule files and their games, as exceptions."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Diagnostic:
    """An error or a warning about a rule file, with its place in the text."""

    severity: str
    """``error`` or ``warning``."""
    code: str
    """The code by which the manual explains it, such as ``unknown-predicate``."""
    title: str
    """What is wrong, in one sentence."""
    file: str | None
    """The file, if the place is known."""
    line: int | None
    """The line in the file, from 1."""
    column: int | None
    """The column in the line, from 1."""
    help: str | None
    """What to do about it, if there is advice."""


class RuleError(Exception):
    """A rule file has errors, or its rules cannot be followed.

    Printed, it is the message of the program ``regola``, with the lines of the rule file.
    """

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics

    @property
    def code(self) -> str | None:
        """The code of the first diagnostic."""
        return self.diagnostics[0].code if self.diagnostics else None

    @property
    def file(self) -> str | None:
        """The file of the first diagnostic."""
        return self.diagnostics[0].file if self.diagnostics else None

    @property
    def line(self) -> int | None:
        """The line of the first diagnostic, from 1."""
        return self.diagnostics[0].line if self.diagnostics else None

    @property
    def column(self) -> int | None:
        """The column of the first diagnostic, from 1."""
        return self.diagnostics[0].column if self.diagnostics else None

    @property
    def help(self) -> str | None:
        """The advice of the first diagnostic."""
        return self.diagnostics[0].help if self.diagnostics else None

    def __reduce__(self) -> tuple[type[RuleError], tuple[str, tuple[Diagnostic, ...]]]:
        return type(self), (str(self), self.diagnostics)


class LimitError(RuleError):
    """A counted limit was met: of steps, of memory, or of actions."""


class IllegalMoveError(ValueError):
    """A move or an action that is not legal in its position."""


class GameOverError(ValueError):
    """The game is over, so that nobody is to move; or it is not over, so that there is no result."""
