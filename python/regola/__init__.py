"""Regola: games as declarative rules.

>>> import regola
>>> game = regola.load("othello.rules")
>>> position = game.initial()
>>> position.moves()
['c4', 'd3', 'e6', 'f5']
"""

from __future__ import annotations

import os
from typing import Literal

from regola._native import Answers, Batch, Game, Position, Term
from regola._native import check as _check
from regola._native import compare as _compare
from regola.errors import Diagnostic, GameOverError, IllegalMoveError, LimitError, RuleError
from regola.results import Best, Comparison, Permutation, Solution

__all__ = [
    "Answers",
    "Batch",
    "Best",
    "Comparison",
    "Diagnostic",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "LimitError",
    "Permutation",
    "Position",
    "RuleError",
    "Solution",
    "Term",
    "check",
    "compare",
    "load",
    "loads",
]

Engine = Literal["auto", "compiled", "machine"]


def load(
    path: str | os.PathLike[str],
    *,
    engine: Engine = "auto",
    spare: int | None = None,
    steps: int | None = None,
    memory: int | None = None,
) -> Game:
    """Load a rule file, and the files that it uses.

    ``engine`` says in which form the game is played: ``auto`` compiles it if that is possible,
    ``compiled`` raises an error if it is not, and ``machine`` follows the rules. ``spare`` is the
    number of spare actions, for parts of moves that the rules do not show before a game. ``steps`` and
    ``memory`` (in bytes) bound each question to the rules.
    """
    return Game.load(os.fspath(path), engine=engine, spare=spare, steps=steps, memory=memory)


def loads(
    text: str,
    *,
    name: str = "<text>.rules",
    engine: Engine = "auto",
    spare: int | None = None,
    steps: int | None = None,
    memory: int | None = None,
) -> Game:
    """Load a game from a text. ``name`` stands for the file in messages; ``.kif`` is read as GDL."""
    return Game.of_texts([(name, text)], engine=engine, spare=spare, steps=steps, memory=memory)


def check(path: str | os.PathLike[str]) -> tuple[Diagnostic, ...]:
    """Find all errors and warnings about a rule file, each with its place."""
    return _check(os.fspath(path))


def compare(
    first: Game | str | os.PathLike[str],
    other: Game | str | os.PathLike[str],
    *,
    depth: int = 4,
    games: int = 20,
    seed: int = 0,
) -> Comparison:
    """Find out whether two rule files are the same game.

    All lines of ``depth`` plies are compared, and then ``games`` random games to their end.
    """
    first, other = (game if isinstance(game, Game) else load(game) for game in (first, other))
    equal, text, line = _compare(first, other, depth=depth, games=games, seed=seed)
    return Comparison(equal, text, line)
