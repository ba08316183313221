"""Games under the method names of OpenSpiel, without OpenSpiel.

>>> from regola.spiel import load_game
>>> game = load_game("othello.rules")
>>> state = game.new_initial_state()
>>> while not state.is_terminal():
...     state.apply_action(state.legal_actions()[0])
>>> state.returns()

Code that is written for ``pyspiel.Game`` and ``pyspiel.State`` finds here what it asks of a game without
chance in which everybody sees everything. The algorithms of OpenSpiel in Python, such as its tree search,
take these games as they are.
"""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any

import numpy as np

from regola import Game as Rules
from regola import GameOverError, IllegalMoveError, Position
from regola._environments import GameSource, loaded, starts_at_once

__all__ = [
    "Game",
    "GameType",
    "PlayerAction",
    "PlayerId",
    "State",
    "TensorLayout",
    "load_game",
]


class PlayerId(IntEnum):
    """What ``State.current_player`` gives besides the number of a player."""

    DEFAULT_PLAYER_ID = 0
    CHANCE = -1
    SIMULTANEOUS = -2
    INVALID = -3
    TERMINAL = -4
    MEAN_FIELD = -5


class _Named(Enum):
    """An enumeration whose members are equal to those of ``pyspiel`` of the same name."""

    def __eq__(self, other: object) -> bool:
        return bool(self.name == getattr(other, "name", None))

    def __hash__(self) -> int:
        return hash(self.name)


class TensorLayout(_Named):
    """The order of the axes of a tensor: planes, rows, columns."""

    HWC = 0
    CHW = 1


@dataclass(frozen=True)
class GameType:
    """What kind of game it is."""

    class Dynamics(_Named):
        """Whether players move in turn."""

        SIMULTANEOUS = 0
        SEQUENTIAL = 1

    class ChanceMode(_Named):
        """Whether chance plays a part."""

        DETERMINISTIC = 0

    class Information(_Named):
        """Whether players see everything, and see what is chosen at once only afterwards."""

        ONE_SHOT = 0
        PERFECT_INFORMATION = 1

    class Utility(_Named):
        """What the returns of all players add up to."""

        ZERO_SUM = 0
        GENERAL_SUM = 2

    class RewardModel(_Named):
        """When there are rewards."""

        TERMINAL = 1

    short_name: str
    long_name: str
    dynamics: Dynamics
    chance_mode: ChanceMode
    information: Information
    utility: Utility
    reward_model: RewardModel
    max_num_players: int
    min_num_players: int
    provides_information_state_string: bool = True
    provides_information_state_tensor: bool = True
    provides_observation_string: bool = True
    provides_observation_tensor: bool = True
    provides_factored_observation_string: bool = False
    default_loadable: bool = False


@dataclass(frozen=True)
class PlayerAction:
    """An action and who has played it."""

    player: int
    action: int


def load_game(game: str | os.PathLike[str], *, max_game_length: int = 10_000, zero_sum: bool = False) -> Game:
    """Load a game from the path of its rule file.

    A rule file does not say how long its game may last: after ``max_game_length`` plies it is over with
    returns of 0. Nor does it say what the results of all players add up to: ``zero_sum`` does, for
    algorithms that want to know.
    """
    return Game(game, max_game_length=max_game_length, zero_sum=zero_sum)


class Game:
    """A game under the method names of ``pyspiel.Game``."""

    def __init__(self, game: GameSource, *, max_game_length: int = 10_000, zero_sum: bool = False) -> None:
        """Make a game of a loaded one or of a path. ``load_game`` says what the options mean."""
        self.rules: Rules = loaded(game)
        self._max_game_length = max_game_length
        self._zero_sum = zero_sum
        self._is_at_once = starts_at_once(self.rules)

    def get_type(self) -> GameType:
        """Return what kind of game it is."""
        kinds = GameType
        return kinds(
            short_name=self.rules.name,
            long_name=self.rules.name,
            dynamics=kinds.Dynamics.SIMULTANEOUS if self._is_at_once else kinds.Dynamics.SEQUENTIAL,
            chance_mode=kinds.ChanceMode.DETERMINISTIC,
            information=kinds.Information.PERFECT_INFORMATION,
            utility=kinds.Utility.ZERO_SUM if self._zero_sum else kinds.Utility.GENERAL_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=self.num_players(),
            min_num_players=self.num_players(),
        )

    def get_parameters(self) -> dict[str, Any]:
        """Return no parameters: a rule file has none."""
        return {}

    def num_distinct_actions(self) -> int:
        """Return the number of actions."""
        return self.rules.num_actions

    def num_players(self) -> int:
        """Return the number of players, which are the roles."""
        return len(self.rules.roles)

    def max_game_length(self) -> int:
        """Return the number of plies after which a game is cut off."""
        return self._max_game_length

    def max_move_number(self) -> int:
        """Return the number of plies after which a game is cut off."""
        return self._max_game_length

    def max_history_length(self) -> int:
        """Return the greatest number of actions of a game."""
        return self._max_game_length * (self.num_players() if self._is_at_once else 1)

    def max_chance_outcomes(self) -> int:
        """Return 0: there is no chance."""
        return 0

    def max_chance_nodes_in_history(self) -> int:
        """Return 0: there is no chance."""
        return 0

    def min_utility(self) -> float:
        """Return the worst result, that of a goal of 0."""
        return -1.0

    def max_utility(self) -> float:
        """Return the best result, that of a goal of 100."""
        return 1.0

    def utility_sum(self) -> float | None:
        """Return what the results of all players add up to, if that is known."""
        return 0.0 if self._zero_sum else None

    def observation_tensor_shape(self) -> list[int]:
        """Return the lengths of the axes of an observation: planes, rows, columns."""
        return list(self.rules.observation_shape)

    def observation_tensor_layout(self) -> TensorLayout:
        """Return the order of these axes."""
        return TensorLayout.CHW

    def observation_tensor_size(self) -> int:
        """Return the number of numbers in an observation."""
        return int(np.prod(self.rules.observation_shape))

    def information_state_tensor_shape(self) -> list[int]:
        """Return the shape of an information state, which is that of an observation."""
        return self.observation_tensor_shape()

    def information_state_tensor_layout(self) -> TensorLayout:
        """Return the order of its axes."""
        return TensorLayout.CHW

    def information_state_tensor_size(self) -> int:
        """Return the number of numbers in an information state."""
        return self.observation_tensor_size()

    def policy_tensor_shape(self) -> list[int]:
        """Return the shape of a policy: a number for each action."""
        return [self.num_distinct_actions()]

    def new_initial_state(self, facts: str | None = None) -> State:
        """Return the first state, or the one in which facts of the rules hold."""
        return State(self, self.rules.initial() if facts is None else self.rules.position(facts))

    def deserialize_state(self, text: str) -> State:
        """Return the state that ``State.serialize`` has written."""
        written = json.loads(text)
        start = written["start"]
        first = self.rules.initial() if start is None else self.rules.decode(bytes.fromhex(start))
        state = State(self, first)
        for actions in written["plies"]:
            state.apply_actions_of_movers(actions)
        return state

    def action_to_string(self, player: int, action: int) -> str:
        """Return the move of an action, as a term of the rules."""
        return self.rules.actions[action]

    def to_string(self) -> str:
        """Return the name of the game."""
        return self.rules.name

    def __str__(self) -> str:
        return self.rules.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Rules, int, bool]:
        return self.rules, self._max_game_length, self._zero_sum


class State:
    """A game on its way, under the method names of ``pyspiel.State``."""

    def __init__(self, game: Game, start: Position) -> None:
        """Begin a game with a position."""
        self._game = game
        # The positions from the start on, and the actions between them, each with its player.
        self._positions = [start]
        self._plies: list[tuple[PlayerAction, ...]] = []

    @property
    def position(self) -> Position:
        """The position of the rules."""
        return self._positions[-1]

    def get_game(self) -> Game:
        """Return the game."""
        return self._game

    def get_type(self) -> GameType:
        """Return what kind of game it is."""
        return self._game.get_type()

    def num_players(self) -> int:
        """Return the number of players."""
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        """Return the number of actions of the game."""
        return self._game.num_distinct_actions()

    def current_player(self) -> int:
        """Return who is to move: a player, or one of ``PlayerId`` if the game is over or several are."""
        movers = self._movers()
        match movers:
            case ():
                return int(PlayerId.TERMINAL)
            case (mover,):
                return mover
            case _:
                return int(PlayerId.SIMULTANEOUS)

    def _movers(self) -> tuple[int, ...]:
        return () if self._is_cut_off() else self.position.movers

    def _is_cut_off(self) -> bool:
        return len(self._plies) >= self._game.max_game_length()

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.over or self._is_cut_off()

    def is_initial_state(self) -> bool:
        """Return whether nothing has been played."""
        return not self._plies

    def is_player_node(self) -> bool:
        """Return whether one player is to move."""
        return len(self._movers()) == 1

    def is_simultaneous_node(self) -> bool:
        """Return whether several players are to move at once."""
        return len(self._movers()) > 1

    def is_chance_node(self) -> bool:
        """Return false: there is no chance."""
        return False

    def is_mean_field_node(self) -> bool:
        """Return false: players are not a population."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions of a player, or of the one to move, in rising order."""
        return [] if self.is_terminal() else self.position.legal_actions(player)

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """Return 1 for each action that is legal, and 0 for the others."""
        mask = [0] * self.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action: int) -> None:
        """Play an action of the player to move."""
        self.apply_actions_of_movers([action])

    def apply_action_with_legality_check(self, action: int) -> None:
        """Play an action of the player to move; ``apply_action`` checks it too."""
        self.apply_action(action)

    def apply_actions(self, actions: Iterable[int]) -> None:
        """Play an action of each player at once; those of players who are not to move are left out."""
        by_player = list(actions)
        self.apply_actions_of_movers([by_player[mover] for mover in self._movers()])

    def apply_actions_with_legality_checks(self, actions: Iterable[int]) -> None:
        """Play an action of each player at once; ``apply_actions`` checks them too."""
        self.apply_actions(actions)

    def apply_actions_of_movers(self, actions: Iterable[int]) -> None:
        """Play an action of each player who is to move, in their order."""
        chosen = [int(action) for action in actions]
        ply = tuple(map(PlayerAction, self._movers(), chosen))
        self._positions.append(self.position.play(*chosen))
        self._plies.append(ply)

    def undo_action(self, player: int, action: int) -> None:
        """Take back the last ply, in which ``player`` has played ``action``."""
        if not self._plies or PlayerAction(player, action) not in self._plies[-1]:
            raise ValueError(f"player {player} has not played {action} last")
        self._positions.pop()
        self._plies.pop()

    def child(self, action: int) -> State:
        """Return the state after an action; this one stays as it is."""
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        """Return a copy that goes on by itself."""
        state = copy.copy(self)
        # Positions and plies are values: only the lists of them have to be the copy's own.
        state._positions = self._positions.copy()
        state._plies = self._plies.copy()
        return state

    def returns(self) -> list[float]:
        """Return the result of each player, from -1 to 1; zeros before the end."""
        return list(self.position.returns())

    def rewards(self) -> list[float]:
        """Return what the last ply was worth to each player, which is its result if that was the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """Return the result of a player."""
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        """Return what the last ply was worth to a player."""
        return self.rewards()[player]

    def move_number(self) -> int:
        """Return the number of plies that have been played."""
        return len(self._plies)

    def history(self) -> list[int]:
        """Return the actions that have been played."""
        return [played.action for played in self.full_history()]

    def full_history(self) -> list[PlayerAction]:
        """Return the actions that have been played with their players."""
        return [played for ply in self._plies for played in ply]

    def history_str(self) -> str:
        """Return the actions that have been played as a text."""
        return ", ".join(map(str, self.history()))

    def serialize(self) -> str:
        """Return the state as a text, which ``Game.deserialize_state`` reads."""
        start = self._positions[0]
        is_usual = start == self._game.rules.initial()
        plies = [[played.action for played in ply] for ply in self._plies]
        return json.dumps({"start": None if is_usual else bytes(start).hex(), "plies": plies})

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Return what a player sees, as numbers."""
        return self._seen_by(player).astype(np.float64).ravel().tolist()

    def observation_string(self, player: int | None = None) -> str:
        """Return what a player sees, which is all that holds, as the facts of the rules."""
        return "\n".join(self.position.facts())

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Return what a player knows, as numbers.

        The observation says all that matters for what follows, whatever has led to it.
        """
        return self.observation_tensor(player)

    def information_state_string(self, player: int | None = None) -> str:
        """Return what a player knows: all that has been played."""
        return self.history_str()

    def _seen_by(self, player: int | None) -> np.ndarray[Any, np.dtype[np.uint8]]:
        return self.position.observe(player)

    def action_to_string(self, player_or_action: int, action: int | None = None) -> str:
        """Return how an action is written, such as ``c4``; of a player, or of the one to move.

        If it is not legal, it is the term of the rules.
        """
        player, action = (None, player_or_action) if action is None else (player_or_action, action)
        try:
            return self.position.notation(action, player)
        except (IllegalMoveError, GameOverError):
            return self._game.rules.actions[action]

    def string_to_action(self, player_or_text: int | str, text: str | None = None) -> int:
        """Return the legal action that is written like this; of a player, or of the one to move."""
        if isinstance(player_or_text, str):
            player, wanted = None, player_or_text
        else:
            player, wanted = player_or_text, text or ""
        for action in self.legal_actions(player):
            if self.position.notation(action, player) == wanted:
                return action
        raise ValueError(f"no legal action is written {wanted!r}")

    def to_string(self) -> str:
        """Return the board as text, or the facts if the game draws none."""
        return self.position.board()

    def __str__(self) -> str:
        return self.position.board()

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self._game == other._game
            and self._positions[0] == other._positions[0]
            and self._plies == other._plies
        )

    def __hash__(self) -> int:
        return hash((self.position, tuple(self._plies)))
