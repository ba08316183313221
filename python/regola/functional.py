"""Games as pure functions on many states at once, after the fashion of Pgx.

>>> from regola.functional import make
>>> env = make("othello.rules")
>>> state = env.init(seed=0, batch_size=64)
>>> while not (state.terminated | state.truncated).all():
...     actions = state.legal_action_mask.argmax(axis=1)
...     state = env.step(state, actions)

A state does not change: a step gives a new one, and the old one may be stepped again, with other actions.
An illegal action ends its game: its player gets -1, and all others get 1. A step of a game that is over
gives it back with rewards of 0. All actions of such a game are "legal", so that nothing is divided by the
number of none. These are the conventions of Pgx.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from regola import Batch, Game, Position
from regola._environments import (
    GameSource,
    Layout,
    Observation,
    arranged,
    loaded,
    of_movers,
    of_roles,
    shape,
    starts_at_once,
)

__all__ = ["Environment", "State", "make"]


@dataclass(frozen=True, eq=False)
class State:
    """Many games on their way, by game along the first axis of each array.

    In a game in which roles move at once, ``observation`` and ``legal_action_mask`` have an axis for the
    roles after it.
    """

    current_player: npt.NDArray[np.int8]
    """The role to move; -2 if several are, and 0 in a game that is over."""
    observation: Observation
    """What the role to move sees."""
    rewards: npt.NDArray[np.float32]
    """By role what the last step was worth."""
    terminated: npt.NDArray[np.bool_]
    """Whether the game is over."""
    truncated: npt.NDArray[np.bool_]
    """Whether the game has been cut off."""
    legal_action_mask: npt.NDArray[np.bool_]
    """Which actions are legal; all of them in a game that is over."""
    step_count: npt.NDArray[np.int32]
    """The number of plies that have been played."""
    _batch: Batch = field(repr=False)

    def __len__(self) -> int:
        return len(self.current_player)

    def position(self, number: int) -> Position:
        """Return the position of a game, by its number."""
        return self._batch.position(number)


class Environment:
    """A game, with the functions that make states and step them."""

    def __init__(
        self,
        game: GameSource,
        *,
        max_plies: int | None = None,
        threads: int = 1,
        layout: Layout = "HWC",
    ) -> None:
        """Make the functions of a game. ``make`` says what the options mean."""
        self.game: Game = loaded(game)
        self.max_plies = max_plies
        self.threads = threads
        self.layout: Layout = layout
        self._is_at_once = starts_at_once(self.game)

    @property
    def id(self) -> str:
        """The name of the game."""
        return self.game.name

    @property
    def num_players(self) -> int:
        """The number of roles."""
        return len(self.game.roles)

    @property
    def num_actions(self) -> int:
        """The number of actions."""
        return self.game.num_actions

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The lengths of the axes of what one role sees of one game."""
        return shape(self.game, self.layout)

    def init(self, seed: int = 0, batch_size: int = 1) -> State:
        """Return the first state of many games. A seed changes nothing, as nothing is random in them."""
        batch = self.game.batch(
            batch_size,
            seed=seed,
            threads=self.threads,
            autoreset="off",
            illegal="lose",
            max_plies=self.max_plies,
        )
        return self._state(batch, np.zeros(batch_size, np.int32))

    def step(self, state: State, actions: npt.ArrayLike) -> State:
        """Return the state after an action of the role to move in each game.

        In a game in which roles move at once, ``actions`` has one of each role by game.
        """
        batch = state._batch.copy()  # pyright: ignore[reportPrivateUsage]
        given = np.asarray(actions)
        batch.step(given if self._is_at_once else of_roles(self.game, given))
        was_over = state.terminated | state.truncated
        return self._state(batch, state.step_count + ~was_over)

    def _state(self, batch: Batch, step_count: npt.NDArray[np.int32]) -> State:
        """The state of a batch that is nobody else's, so that its arrays stay as they are."""
        to_move = batch.to_move
        seen: npt.NDArray[Any] = batch.observation
        mask: npt.NDArray[Any] = batch.legal_mask
        if not self._is_at_once:
            seen, mask = (of_movers(self.game, array, to_move) for array in (seen, mask))
        is_over = batch.terminated | batch.truncated
        mask[is_over] = True
        state = State(
            current_player=np.where(is_over, np.int8(0), to_move),
            observation=arranged(self.game, seen, self.layout),
            rewards=batch.rewards,
            terminated=batch.terminated,
            truncated=batch.truncated,
            legal_action_mask=mask,
            step_count=step_count,
            _batch=batch,
        )
        for array in (
            state.current_player,
            state.observation,
            state.rewards,
            state.terminated,
            state.truncated,
            state.legal_action_mask,
            state.step_count,
        ):
            array.flags.writeable = False
        return state


def make(
    game: GameSource, *, max_plies: int | None = None, threads: int = 1, layout: Layout = "HWC"
) -> Environment:
    """Make the functions of a game, or of the rule file at a path.

    A game is cut off after ``max_plies`` plies. Each step is made by ``threads`` threads. ``layout`` is
    the order of the axes of an observation.
    """
    return Environment(game, max_plies=max_plies, threads=threads, layout=layout)
