"""What the environments share: how a game is given, how its arrays are laid out, how it is shown."""

from __future__ import annotations

import os
import warnings
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from regola import Game, Position, load

GameSource: TypeAlias = Game | str | os.PathLike[str]
"""A game, or the path of its rule file."""

Layout: TypeAlias = Literal["CHW", "HWC"]
"""The order of the axes of an observation of a board: planes (``C``), rows (``H``), columns (``W``)."""

RenderMode: TypeAlias = Literal["ansi", "human", "svg"]
"""How a position is shown: returned as text, printed, or returned as the text of an SVG file."""

RENDER_MODES = ["ansi", "human", "svg"]

Observation: TypeAlias = npt.NDArray[np.uint8]
"""An observation, or many, as zeros and ones."""

Mask: TypeAlias = npt.NDArray[np.int8]
"""Which actions are legal: 1 or 0 by action, in the type that ``gymnasium.spaces.Discrete`` samples by."""


def loaded(game: GameSource) -> Game:
    """Return the game, which is loaded if a path is given."""
    return game if isinstance(game, Game) else load(game)


def shape(game: Game, layout: Layout) -> tuple[int, ...]:
    """Return the shape of an observation. Without a board it is flat in any layout."""
    planes_first = game.observation_shape
    if layout == "CHW" or len(planes_first) != 3:
        return planes_first
    planes, rows, columns = planes_first
    return rows, columns, planes


def arranged(game: Game, observation: Observation, layout: Layout) -> Observation:
    """Return a view of one or many native observations in a layout."""
    if layout == "CHW" or len(game.observation_shape) != 3:
        return observation
    return np.moveaxis(observation, -3, -1)


def starts_at_once(game: Game) -> bool:
    """Return whether several roles are to move at the start."""
    return len(game.initial().movers) > 1


def of_movers(game: Game, array: npt.NDArray[Any], to_move: npt.NDArray[np.int8]) -> npt.NDArray[Any]:
    """Return the parts of the roles to move from an array by game, and by role if roles may move at once.

    The compiler may not be sure that a game goes by turns. Its arrays are then by role too.
    """
    if not game.moves_at_once:
        return array
    if (to_move == -2).any():
        raise ValueError(f"several roles of {game.name} are to move at once")
    # Nobody is to move in a game that is over: what the first role sees stands for all.
    return array[np.arange(len(array)), np.maximum(to_move, 0)]


def of_roles(game: Game, actions: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return what ``Batch.step`` takes for actions of the roles to move: the opposite of ``of_movers``."""
    if not game.moves_at_once:
        return actions
    return np.repeat(actions[:, np.newaxis], len(game.roles), axis=1)


def rendered(position: Position, render_mode: str | None) -> str | None:
    """Show a position in the way of a render mode."""
    match render_mode:
        case "ansi":
            return position.board()
        case "svg":
            return position.svg()
        case "human":
            print(position.board())
        case None:
            warnings.warn("an environment without a render mode is asked to render", stacklevel=3)
        case _:
            raise ValueError(f"no render mode is {render_mode!r}; there are {', '.join(RENDER_MODES)}")
    return None
