"""What searches find."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Best:
    """The best move of a position."""

    move: str | None
    """The move as the game writes it; ``None`` if the game is over."""
    action: int | None
    """The number of the move, if it has one of its own."""
    value: str
    """The value for the role to move: ``win``, ``loss``, ``win in 3``, or a number."""
    expected: float
    """The goal from 0 to 100 that the value stands for; after a search by playouts the expected one."""
    line: list[str]
    """The line of best play, from the move on."""
    depth: int
    """The number of plies that were looked ahead; 0 for a search by playouts."""
    nodes: int
    """The number of positions that were searched."""


@dataclass(frozen=True)
class Solution:
    """What each role can force."""

    goals: list[int]
    """The goal of each role with best play, from 0 to 100."""
    line: list[str]
    """A line of best play, as far as it is known."""
    positions: int
    """The number of positions that were searched."""


@dataclass(frozen=True)
class Comparison:
    """Whether two rule files are the same game."""

    equal: bool
    """Whether no difference was found."""
    text: str
    """The result in words: how far the games were compared, or how they differ."""
    line: list[str]
    """The moves after which they differ."""

    def __bool__(self) -> bool:
        return self.equal

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, eq=False)
class Permutation:
    """A symmetry of the rules, as it maps arrays. Both arrays of it say where an image takes its elements from."""

    observation: npt.NDArray[np.uint32]
    """An array of the shape of an observation: the place in it, counted through all axes, of each number of the image."""
    actions: npt.NDArray[np.uint32]
    """By action the one that does in a position what this one does in the image."""

    def of_observations(self, observations: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the images of observations; the last axes of the array are those of an observation."""
        axes = observations.ndim - self.observation.ndim
        flat = observations.reshape(*observations.shape[:axes], -1)
        return flat[..., self.observation]

    def of_actions(self, numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the images of masks or policies; the last axis of the array is that of the actions."""
        return numbers[..., self.actions]
