"""Games as Gymnasium environments: puzzles one by one, and any games by turns side by side.

>>> from regola.gymnasium import Puzzle, VectorGame
>>> puzzle = Puzzle("knights-tour.rules")
>>> observation, info = puzzle.reset(seed=0)
>>> action = puzzle.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = puzzle.step(action)
>>> games = VectorGame("othello.rules", num_envs=64)
>>> observations, infos = games.reset(seed=0)
>>> observations, rewards, terminations, truncations, infos = games.step(games.random_actions())

An action is the number of a move, and ``info["action_mask"]`` has a 1 for each legal one. An agent that
ignores the mask and plays an illegal action gets a reward of -1, and its game is over. Other rewards come
at the end: from -1 for a goal of 0 to 1 for a goal of 100.

In a ``VectorGame`` of several roles the agent acts for whichever role is to move. What it observes is what
that role sees, and a reward is that of the role that has acted. The ``infos`` have the roles to move
(``to_move``, -1 if a game is over) and the ``rewards`` of all roles.

Both can be registered, and then made by ``gymnasium.make`` and ``gymnasium.make_vec``:

>>> gymnasium.register(
...     "regola/KnightsTour-v0",
...     entry_point="regola.gymnasium:Puzzle",
...     vector_entry_point="regola.gymnasium:VectorGame",
...     kwargs={"game": "knights-tour.rules"},
... )
"""

from __future__ import annotations

from typing import Any, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from regola import Batch, Game, Position
from regola._environments import (
    RENDER_MODES,
    GameSource,
    Layout,
    Mask,
    Observation,
    RenderMode,
    arranged,
    loaded,
    of_movers,
    of_roles,
    rendered,
    shape,
    starts_at_once,
)

__all__ = ["Puzzle", "RenderMode", "VectorGame", "make_vec"]

ILLEGAL_REWARD = -1.0
"""The reward for an illegal action, which ends the game."""

Bools: TypeAlias = npt.NDArray[np.bool_]


class Puzzle(gymnasium.Env[Observation, np.int64]):
    """A game of one role."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        game: GameSource,
        *,
        render_mode: RenderMode | None = None,
        max_plies: int | None = None,
        layout: Layout = "CHW",
    ) -> None:
        """Make the environment of a game, which is cut off after ``max_plies`` plies."""
        self.game: Game = loaded(game)
        if len(self.game.roles) != 1:
            raise ValueError(
                f"{self.game.name} has {len(self.game.roles)} roles: "
                "VectorGame or regola.pettingzoo play games of several"
            )
        self.render_mode = render_mode
        self.max_plies = max_plies
        self.layout: Layout = layout
        self.observation_space = spaces.Box(0, 1, shape(self.game, layout), np.uint8)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self.position: Position = self.game.initial()
        self._plies = 0
        self._is_stopped = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin the game anew. Nothing is random in it, so that a seed changes nothing."""
        super().reset(seed=seed, options=options)
        self.position = self.game.initial()
        self._plies, self._is_stopped = 0, False
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action. An illegal one gives a reward of -1, and ends the game."""
        if self._is_stopped or self.position.over:
            raise ValueError("the game is over: reset it")
        if int(action) not in self.position.legal_actions(0):
            self._is_stopped = True
            return self._observation(), ILLEGAL_REWARD, True, False, self._info()
        self.position = self.position.play(int(action))
        self._plies += 1
        over = self.position.over
        self._is_stopped = not over and self.max_plies is not None and self._plies >= self.max_plies
        if self.render_mode == "human":
            self.render()
        return self._observation(), self.position.returns()[0], over, self._is_stopped, self._info()

    def action_masks(self) -> Bools:
        """Return which actions are legal, under the name by which sb3-contrib asks for it."""
        mask = self.position.legal_mask(0)
        return np.zeros_like(mask) if self._is_stopped else mask

    def _observation(self) -> Observation:
        return arranged(self.game, self.position.observe(0), self.layout)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().view(np.int8)}

    def render(self) -> str | None:
        """Show the position in the way of the render mode."""
        return rendered(self.position, self.render_mode)


class VectorGame(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games by turns side by side, all of them played natively in one call."""

    def __init__(
        self,
        game: GameSource,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_plies: int | None = None,
        threads: int = 1,
        layout: Layout = "CHW",
        copy: bool = True,
        render_mode: RenderMode | None = None,
    ) -> None:
        """Make ``num_envs`` games, which ``threads`` threads play.

        ``autoreset_mode`` says when a game that is over begins anew, as Gymnasium defines it: with the
        next step, whose action is not looked at; with its last step, which then gives ``final_obs`` and
        ``final_info``; or by ``reset`` only. A game is cut off after ``max_plies`` plies. Without
        ``copy`` the next step overwrites the arrays.
        """
        self.game: Game = loaded(game)
        if starts_at_once(self.game):
            raise ValueError(
                f"several roles of {self.game.name} are to move at once: "
                "regola.pettingzoo and Game.batch play such games"
            )
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.layout: Layout = layout
        self.copy = copy
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": RENDER_MODES,
            "autoreset_mode": self.autoreset_mode,
        }
        self.single_observation_space = spaces.Box(0, 1, shape(self.game, layout), np.uint8)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        # The batch would begin a game anew before what is seen in the end can be told.
        is_next = self.autoreset_mode is AutoresetMode.NEXT_STEP
        self.batch: Batch = self.game.batch(
            num_envs,
            threads=threads,
            autoreset="next" if is_next else "off",
            illegal="lose",
            max_plies=max_plies,
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games anew, or those for which ``options["reset_mask"]`` is true.

        A seed decides what ``random_actions`` chooses; nothing is random in the games.
        """
        super().reset(seed=seed, options=options)
        self.batch.reset(seed=seed, mask=(options or {}).get("reset_mask"))
        return self._observations(), self._infos()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Observation, npt.NDArray[np.float32], Bools, Bools, dict[str, Any]]:
        """Play an action of the role to move in each game.

        An illegal action gives a reward of -1 to its role and of 1 to all others, and ends the game.
        """
        batch = self.batch
        actors = np.maximum(batch.to_move, 0)
        batch.step(of_roles(self.game, np.asarray(actions)))
        all_rewards = batch.rewards.copy()
        rewards = all_rewards[np.arange(self.num_envs), actors]
        terminated, truncated = batch.terminated.copy(), batch.truncated.copy()
        final: dict[str, Any] = {}
        done = terminated | truncated
        if self.autoreset_mode is AutoresetMode.SAME_STEP and done.any():
            final = self._final(done)
            batch.reset(mask=done)
        infos = self._infos() | _by_game("rewards", all_rewards) | final
        if self.render_mode == "human":
            self.render()
        return self._observations(), rewards, terminated, truncated, infos

    def random_actions(self) -> npt.NDArray[np.int64]:
        """Choose a random legal action in each game; 0 in games that are over."""
        chosen = of_movers(self.game, self.batch.random_actions(), self.batch.to_move)
        actions: npt.NDArray[np.int64] = np.maximum(chosen, 0).astype(np.int64)
        return actions

    def position(self, number: int) -> Position:
        """Return the position of a game, by its number."""
        return self.batch.position(number)

    def _observations(self) -> Observation:
        seen = of_movers(self.game, self.batch.observation, self.batch.to_move)
        return arranged(self.game, seen.copy() if self.copy else seen, self.layout)

    def _infos(self) -> dict[str, Any]:
        to_move = self.batch.to_move
        mask: Mask = of_movers(self.game, self.batch.legal_mask, to_move).view(np.int8)
        if self.copy:
            mask, to_move = mask.copy(), to_move.copy()
        return _by_game("action_mask", mask) | _by_game("to_move", to_move)

    def _final(self, done: Bools) -> dict[str, Any]:
        """What is seen in games that are over, before they begin anew."""
        seen = self._observations()
        final_obs = np.full(self.num_envs, None, dtype=object)
        for number in np.flatnonzero(done):
            final_obs[number] = seen[number].copy()
        final_info = _by_game("action_mask", np.zeros((self.num_envs, self.game.num_actions), np.int8))
        final_info["_action_mask"] = done
        return {
            "final_obs": final_obs,
            "_final_obs": done,
            "final_info": final_info,
            "_final_info": done,
        }

    def render(self) -> tuple[Any, ...] | None:
        """Show all positions in the way of the render mode."""
        if self.render_mode is None:
            return None
        numbers = range(self.num_envs)
        return tuple(rendered(self.position(number), self.render_mode) for number in numbers)


def make_vec(game: GameSource, num_envs: int = 1, **options: Any) -> VectorGame:
    """Make many games side by side; the options are those of ``VectorGame``."""
    return VectorGame(game, num_envs, **options)


def _by_game(name: str, values: npt.NDArray[Any]) -> dict[str, Any]:
    """Information about all games, as Gymnasium wants it: with a mask of the games that have it."""
    return {name: values, f"_{name}": np.ones(len(values), np.bool_)}
