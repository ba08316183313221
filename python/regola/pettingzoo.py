"""Games as PettingZoo environments.

>>> from regola.pettingzoo import env
>>> game = env("othello.rules", render_mode="ansi")
>>> game.reset(seed=0)
>>> for agent in game.agent_iter():
...     observation, reward, terminated, truncated, info = game.last()
...     over = terminated or truncated
...     game.step(None if over else game.action_space(agent).sample(info["action_mask"]))

The agents are the roles of the game, by their names. An observation is a dict, as of PettingZoo's own
board games: the ``observation`` has a plane for each thing that a square may hold, as its agent sees it,
and the ``action_mask`` has a 1 for each legal action. The mask is in the ``info`` too. Whoever is not to
move has no legal actions. Rewards come at the end: from -1 for a goal of 0 to 1 for a goal of 100.
"""

# pyright: reportMissingTypeStubs=false

from __future__ import annotations

import re
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from regola import Game, Position
from regola._environments import (
    RENDER_MODES,
    GameSource,
    Layout,
    Observation,
    RenderMode,
    arranged,
    loaded,
    rendered,
    shape,
    starts_at_once,
)

__all__ = ["AgentObservation", "RenderMode", "env", "parallel_env", "raw_env"]

AgentObservation: TypeAlias = dict[str, npt.NDArray[Any]]
"""What an agent gets to see: the observation and the mask of legal actions."""

ILLEGAL_REWARD = -1.0
"""The reward of an agent that plays an illegal action, which ends the game."""


def env(
    game: GameSource,
    *,
    render_mode: RenderMode | None = None,
    max_plies: int | None = None,
    observation_key: str = "observation",
    layout: Layout = "HWC",
) -> AECEnv[str, AgentObservation, int | None]:
    """Make an environment in which the agents move one after the other.

    An illegal action ends the game with a reward of -1 for its agent and of 0 for the others. A game is
    cut off after ``max_plies`` plies. ``observation_key`` is the name of the observation beside
    ``action_mask``: RLlib's masking module wants ``observations``. ``layout`` is the order of the axes
    of an observation.
    """
    made: AECEnv[str, AgentObservation, int | None] = raw_env(
        game,
        render_mode=render_mode,
        max_plies=max_plies,
        observation_key=observation_key,
        layout=layout,
    )
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=ILLEGAL_REWARD)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


def parallel_env(
    game: GameSource,
    *,
    render_mode: RenderMode | None = None,
    max_plies: int | None = None,
    observation_key: str = "observation",
    layout: Layout = "HWC",
) -> ParallelEnv[str, AgentObservation, int | None]:
    """Make an environment in which all agents step together.

    It takes the same options as ``env``. In a game by turns, only the action of the agent to move is
    looked at, whose name is in the infos as ``active_agent`` after each step.
    """
    game = loaded(game)
    if starts_at_once(game):
        return _Together(game, render_mode, max_plies, observation_key, layout)
    by_turns = env(
        game,
        render_mode=render_mode,
        max_plies=max_plies,
        observation_key=observation_key,
        layout=layout,
    )
    return turn_based_aec_to_parallel(by_turns)


class _Table:
    """A game on its way, with what both kinds of environment tell about it."""

    def __init__(
        self,
        game: Game,
        render_mode: RenderMode | None,
        max_plies: int | None,
        observation_key: str,
        layout: Layout,
    ) -> None:
        self.game = game
        self.position: Position = game.initial()
        self.plies = 0
        self.render_mode = render_mode
        self.max_plies = max_plies
        self.observation_key = observation_key
        self.layout: Layout = layout
        self.state_space = spaces.Box(0, 1, shape(game, layout), np.uint8)
        self.observation_spaces = {role: self._observation_space() for role in game.roles}
        self.action_spaces = {role: spaces.Discrete(game.num_actions) for role in game.roles}
        self.metadata: dict[str, Any] = {
            "name": re.sub(r"\W+", "_", game.name.lower()) + "_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": starts_at_once(game),
            "render_fps": 1,
        }

    def _observation_space(self) -> spaces.Dict:
        mask = spaces.Box(0, 1, (self.game.num_actions,), np.int8)
        return spaces.Dict(
            {
                self.observation_key: spaces.Box(0, 1, self.state_space.shape, np.uint8),
                "action_mask": mask,
            }
        )

    def begin(self) -> None:
        self.position = self.game.initial()
        self.plies = 0

    def play(self, actions: list[int]) -> None:
        """Play an action of each role that is to move, in their order."""
        self.position = self.position.play(*actions)
        self.plies += 1

    @property
    def is_cut_off(self) -> bool:
        return not self.position.over and self.max_plies is not None and self.plies >= self.max_plies

    def seen_by(self, role: int) -> Observation:
        return np.ascontiguousarray(arranged(self.game, self.position.observe(role), self.layout))

    def observation(self, agent: str) -> AgentObservation:
        role = self.game.roles.index(agent)
        return {self.observation_key: self.seen_by(role), "action_mask": self.mask(role)}

    def mask(self, role: int) -> npt.NDArray[np.int8]:
        mask = self.position.legal_mask(role).view(np.int8)
        return np.zeros_like(mask) if self.is_cut_off else mask

    def infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {"action_mask": self.mask(role)} for role, agent in enumerate(self.game.roles)}

    def rewards(self) -> dict[str, float]:
        return dict(zip(self.game.roles, self.position.returns(), strict=True))

    def render(self) -> str | None:
        return rendered(self.position, self.render_mode)


class _AtTable:
    """What both kinds of environment pass on to their table."""

    _table: _Table

    @property
    def position(self) -> Position:
        """The position of the game."""
        return self._table.position

    def state(self) -> Observation:
        """Return what the first role sees: in these games everybody sees everything."""
        return self._table.seen_by(0)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self._table.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self._table.action_spaces[agent]

    def render(self) -> str | None:
        """Show the position in the way of the render mode."""
        return self._table.render()

    def close(self) -> None:
        """Do nothing: the environment holds nothing that must be given back."""


class raw_env(_AtTable, AECEnv[str, AgentObservation, int | None]):  # noqa: N801, PettingZoo's name for it
    """The environment of ``env`` without PettingZoo's checks of what agents do."""

    def __init__(
        self,
        game: GameSource,
        *,
        render_mode: RenderMode | None = None,
        max_plies: int | None = None,
        observation_key: str = "observation",
        layout: Layout = "HWC",
    ) -> None:
        """Make the environment of a game. ``env`` says what the options mean."""
        game = loaded(game)
        self._table = _Table(game, render_mode, max_plies, observation_key, layout)
        self.render_mode = render_mode
        self.metadata = self._table.metadata
        self.state_space = self._table.state_space
        self.possible_agents = list(game.roles)
        # The actions of those who have chosen, in a turn in which several are to move.
        self._chosen: list[int] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the game anew. Nothing is random in it, so that a seed changes nothing."""
        self._table.begin()
        self._chosen = []
        self.agents = list(self.possible_agents)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()

    def _look(self) -> None:
        """Notes whose turn it is, and what has become of the game."""
        movers = self.position.movers
        over, cut_off = self.position.over, self._table.is_cut_off
        # The agents of a game that is over leave it in their order.
        self.agent_selection = self.possible_agents[0 if over else movers[len(self._chosen)]]
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut_off)
        self.infos = self._table.infos()

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is.

        If several agents are to move at once, then nothing happens before the last of them has chosen.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move, and has no action")
        self._cumulative_rewards[agent] = 0.0
        self._chosen.append(int(action))
        if len(self._chosen) == len(self.position.movers):
            chosen, self._chosen = self._chosen, []
            self._table.play(chosen)
            self.rewards = self._table.rewards()
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> AgentObservation:
        """Return what an agent sees, and which of its actions are legal."""
        return self._table.observation(agent)


class _Together(_AtTable, ParallelEnv[str, AgentObservation, int | None]):
    """A game in which roles move at once."""

    def __init__(
        self,
        game: Game,
        render_mode: RenderMode | None,
        max_plies: int | None,
        observation_key: str,
        layout: Layout,
    ) -> None:
        self._table = _Table(game, render_mode, max_plies, observation_key, layout)
        self.render_mode = render_mode
        self.metadata = self._table.metadata
        self.state_space = self._table.state_space
        self.possible_agents = list(game.roles)
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, AgentObservation], dict[str, dict[str, Any]]]:
        """Begin the game anew. Nothing is random in it, so that a seed changes nothing."""
        self._table.begin()
        self.agents = list(self.possible_agents)
        return self._observations(), self._table.infos()

    def step(
        self, actions: dict[str, int | None]
    ) -> tuple[
        dict[str, AgentObservation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play the actions of those who are to move; those of others are not looked at."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        agents = self.agents
        movers = self.position.movers
        chosen = {mover: actions[self.possible_agents[mover]] for mover in movers}
        illegal = [mover for mover in movers if not self._is_legal(mover, chosen[mover])]
        if illegal:
            rewards = dict.fromkeys(agents, 0.0)
            rewards.update((self.possible_agents[mover], ILLEGAL_REWARD) for mover in illegal)
        else:
            self._table.play([int(action) for action in chosen.values() if action is not None])
            rewards = self._table.rewards()
        over = self.position.over or bool(illegal)
        cut_off = self._table.is_cut_off and not over
        if self.render_mode == "human":
            self.render()
        if over or cut_off:
            self.agents = []
        return (
            self._observations(),
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut_off),
            self._table.infos(),
        )

    def _is_legal(self, mover: int, action: int | None) -> bool:
        return action is not None and int(action) in self.position.legal_actions(mover)

    def _observations(self) -> dict[str, AgentObservation]:
        return {agent: self._table.observation(agent) for agent in self.possible_agents}
