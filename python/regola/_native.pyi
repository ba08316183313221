import os
from collections.abc import Iterator, Sequence
from typing import Any, Literal, final

import numpy as np
import numpy.typing as npt

from regola.errors import Diagnostic
from regola.results import Best, Permutation, Solution

__all__ = [
    "Answers",
    "Batch",
    "Game",
    "Position",
    "Random",
    "Term",
    "check",
    "compare",
    "decision",
    "elo",
    "log_likelihood_ratio",
    "share_interval",
    "shortfall",
    "test_bounds",
]

_Engine = Literal["auto", "compiled", "machine"]
_Move = int | str
_Role = int | str

@final
class Term:
    """A term of the rules: a name with arguments, such as ``place(3, 4)``.

    Numbers of the rules are ``int``, atoms and texts are ``str``, and lists are ``list``.
    """

    @property
    def name(self) -> str:
        """The name, as ``place`` of ``place(3, 4)``."""
    @property
    def args(self) -> tuple[Any, ...]:
        """The arguments, as ``(3, 4)`` of ``place(3, 4)``."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Answers:
    """The answers to a question. They are found one after the other, as they are asked for."""

    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def __next__(self) -> dict[str, Any]: ...

@final
class Game:
    """A game: a rule file that is loaded. Games do not change, and threads may share them."""

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        *,
        engine: _Engine = "auto",
        spare: int | None = None,
        steps: int | None = None,
        memory: int | None = None,
    ) -> Game:
        """Load a rule file from a path."""
    @classmethod
    def of_texts(
        cls,
        texts: list[tuple[str, str]],
        *,
        engine: _Engine = "auto",
        spare: int | None = None,
        steps: int | None = None,
        memory: int | None = None,
    ) -> Game:
        """Load a game from texts: pairs of a name and a text, the rule file first."""
    @property
    def name(self) -> str:
        """The name of the game."""
    @property
    def roles(self) -> tuple[str, ...]:
        """The names of the roles, in their order."""
    @property
    def texts(self) -> list[tuple[str, str]]:
        """The texts of the game, the rule file first."""
    @property
    def text(self) -> str:
        """The text of the rule file."""
    @property
    def actions(self) -> tuple[str, ...]:
        """What each action is, by its number: moves, then parts of other moves, then spare actions."""
    @property
    def num_actions(self) -> int:
        """The number of actions."""
    @property
    def num_spare(self) -> int:
        """The number of spare actions, which come last."""
    def action(self, text: str) -> int:
        """The number of the move ``place(3, 4)``, or of the part ``part 3-4`` of moves."""
    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The lengths of the axes of an observation: planes, rows and columns; or facts without a board."""
    @property
    def planes(self) -> tuple[str, ...]:
        """What each plane of an observation shows."""
    @property
    def moves_at_once(self) -> bool:
        """Whether several roles may be to move at once."""
    @property
    def is_compiled(self) -> bool:
        """Whether the game is compiled: all that playing it needs but for what ``compilation`` excepts."""
    @property
    def compilation(self) -> list[tuple[str, bool, list[str]]]:
        """What a game asks of its rules, part by part, and why the machine answers a part."""
    @property
    def heuristics(self) -> tuple[str, ...]:
        """The names of the heuristics, in the order of the file."""
    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the levels of strength."""
    @property
    def symmetries(self) -> int:
        """The number of symmetries of the rules, with the one that changes nothing."""
    @property
    def permutations(self) -> tuple[Permutation, ...]:
        """The symmetries of the rules as permutations of arrays, without the one that changes nothing.

        None of a game in which moves are chosen part by part or by several roles at once, whose planes the rule
        file declares, whose facts can hold any term, or some of whose moves random games do not come to:
        ``Position.images`` makes images there.
        """
    def check(self) -> tuple[Diagnostic, ...]:
        """Warnings about the rule file."""
    def initial(self) -> Position:
        """The first position."""
    def position(self, facts: str) -> Position:
        """The position in which these facts hold, such as ``control(red). cell(1, 1, yellow).``"""
    def decode(self, data: bytes) -> Position:
        """The position that ``bytes(position)`` has written."""
    def perft(self, depth: int, position: Position | None = None, *, threads: int = 1) -> int:
        """The number of lines of play of ``depth`` plies."""
    def best(
        self,
        position: Position | None = None,
        *,
        depth: int | None = None,
        time: float | None = None,
        level: str | None = None,
        heuristic: str | None = None,
        playouts: int | None = None,
        seed: int = 0,
    ) -> Best:
        """The best move by a search.

        ``depth`` is the number of plies to look ahead, ``time`` the seconds to search for, ``level`` a
        level of the rule file, and ``playouts`` the number of random games of Monte-Carlo tree search.
        ``heuristic`` values positions that are not over; without it that of the level does, or the first
        one of the file.
        """
    def solve(self, position: Position | None = None, *, threads: int = 1) -> Solution:
        """What each role can force with best play."""
    def playouts(
        self,
        n: int,
        *,
        seed: int = 0,
        threads: int = 1,
        position: Position | None = None,
        plies: int = 10_000,
    ) -> npt.NDArray[np.uint8]:
        """The goals of ``n`` random games by game and role.

        A goal is 255 where a game is not over after ``plies`` plies. The same seeds give the same
        games as ``regola playout``.
        """
    def batch(
        self,
        num_envs: int,
        *,
        seed: int = 0,
        threads: int = 1,
        autoreset: Literal["next", "same", "off"] = "next",
        illegal: Literal["raise", "lose"] = "raise",
        max_plies: int | None = None,
    ) -> Batch:
        """Many games side by side.

        ``autoreset`` says when a game that is over begins anew: with the ``next`` step, with the
        ``same`` one, or not at all (``off``). An ``illegal`` action raises an error, or its role loses.
        A game is cut off after ``max_plies`` plies.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Position:
    """A position of a game. It is a value: a move gives a new one."""

    @property
    def game(self) -> Game:
        """The game."""
    @property
    def turn(self) -> str | None:
        """The name of the role that is to move; ``None`` if the game is over or several are."""
    @property
    def movers(self) -> tuple[int, ...]:
        """The numbers of the roles that are to move."""
    @property
    def chosen(self) -> tuple[int, ...]:
        """The actions that have begun a move, with which the role to move goes on."""
    @property
    def over(self) -> bool:
        """Whether the game is over."""
    def moves(self, role: _Role | None = None) -> list[str]:
        """The legal moves of a role as the game writes them, such as ``c4``, in the order of the rules."""
    def legal_actions(self, role: _Role | None = None) -> list[int]:
        """The legal actions of a role, in rising order."""
    def legal_mask(self, role: _Role | None = None) -> npt.NDArray[np.bool_]:
        """Which actions of a role are legal, as an array of truth values."""
    def action(self, move: _Move, role: _Role | None = None) -> int:
        """The action of a legal move such as ``c4``, or that of its next part."""
    def play(self, *moves: _Move) -> Position:
        """The position after a move of each role that is to move, in the order of the roles.

        A move is the number of an action, or a text such as ``c4`` or ``place(3, 4)``.
        """
    def notation(self, action: int, role: _Role | None = None) -> str:
        """How an action of this position is written, such as ``c4``."""
    def goals(self) -> tuple[int, ...]:
        """The goal of each role, from 0 to 100."""
    def returns(self) -> tuple[float, ...]:
        """The result of each role, from -1 for a goal of 0 to 1 for a goal of 100; zeros before the end."""
    def observe(self, role: _Role | None = None) -> npt.NDArray[np.uint8]:
        """What a role sees, as an array of zeros and ones.

        Without a role it is what the one to move sees, or the first one if none or several are.
        """
    def facts(self) -> list[str]:
        """The facts that hold, as texts."""
    def board(self) -> str:
        """The board as text, or the facts if the game draws none."""
    def svg(self) -> str:
        """The position as a picture: the text of an SVG file."""
    def _repr_svg_(self) -> str: ...
    def query(self, question: str) -> Answers:
        """Ask a question, such as ``cell(X, Y, P)``.

        Each answer has the values of the variables by their names. The answers are found as they are
        asked for.
        """
    def why(self, goal: str) -> str:
        """Why a goal holds, or why it does not: the proof or what fails, with the places of the clauses."""
    def why_not(self, move: str, role: _Role | None = None) -> str:
        """Why a move is not legal, or that it is.

        The move is a term such as ``place(3, 5)``, or as the game would write it, such as ``c5``.
        """
    def images(self) -> list[tuple[Position, list[tuple[int, int]]]]:
        """The positions that are the same by the symmetries of the rules, each with its actions.

        They are pairs of an action here and the one there that does the same. This position itself is
        not among them.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __bytes__(self) -> bytes: ...

@final
class Random:
    """The random numbers of the program ``regola``: the same seed gives the same random moves."""

    def __new__(cls, seed: int) -> Random: ...
    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1, all equally likely."""

@final
class Batch:
    """Many games side by side. The arrays are made once, and each step writes into them."""

    @property
    def game(self) -> Game:
        """The game."""
    @property
    def num_envs(self) -> int:
        """The number of games."""
    def __len__(self) -> int: ...
    @property
    def observation(self) -> npt.NDArray[np.uint8]:
        """What the role to move sees, by game.

        If several roles may be to move at once, it is what each role sees, by game and role.
        """
    @property
    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, by game, and by role if several may be to move at once."""
    @property
    def to_move(self) -> npt.NDArray[np.int8]:
        """By game the number of the role that is to move, -1 if the game is over, -2 if several are."""
    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """By game and role what the last step was worth."""
    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """By game whether the last step ended it."""
    @property
    def truncated(self) -> npt.NDArray[np.bool_]:
        """By game whether the last step has cut it off."""
    def step(self, actions: npt.ArrayLike) -> None:
        """Play an action in each game: integers by game, and by role if several may be to move at once.

        Actions of games that are over are not looked at.
        """
    def step_random(self) -> npt.NDArray[np.int32]:
        """Play a random legal action in each game, and return these actions."""
    def random_actions(self) -> npt.NDArray[np.int32]:
        """Choose a random legal action in each game: what ``step`` takes."""
    def rollout(self, *, plies: int = 10_000) -> npt.NDArray[np.float32]:
        """Play each game to its end at random, and return the rewards by game and role.

        The games stay as they are.
        """
    def reset(self, *, seed: int | None = None, mask: npt.NDArray[np.bool_] | None = None) -> None:
        """Begin games anew: all, or those for which the array ``mask`` is true."""
    def copy(self) -> Batch:
        """The same games in arrays of their own."""
    def position(self, number: int) -> Position:
        """The position of a game, by its number."""
    def set_position(self, number: int, position: Position) -> None:
        """Put a game into a position."""
    def encode(self) -> list[bytes]:
        """The positions of all games, as ``bytes(position)`` would give them."""

def share_interval(wins: int, draws: int, losses: int) -> tuple[float, float] | None: ...
def elo(counts: Sequence[int]) -> tuple[float, float, float] | None: ...
def shortfall(counts: Sequence[int], share: float) -> float: ...
def test_bounds(of: tuple[float, float, float, float]) -> list[float]: ...
def log_likelihood_ratio(
    of: tuple[float, float, float, float], counts: Sequence[int]
) -> float: ...
def decision(
    of: tuple[float, float, float, float], counts: Sequence[int]
) -> Literal["smaller", "greater"] | None: ...
def check(path: str | os.PathLike[str]) -> tuple[Diagnostic, ...]: ...
def compare(
    first: Game, other: Game, *, depth: int = 4, games: int = 20, seed: int = 0
) -> tuple[bool, str, list[str]]: ...
