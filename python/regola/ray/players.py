"""Players as descriptions that travel to the workers, and the moves that they choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from regola import Game, Position
from regola._native import Random

Move: TypeAlias = "int | str"

#: A player: ``"random"``; the arguments of ``Game.best``, such as ``{"depth": 4}`` or ``{"level":
#: "hard"}``; or a function from a position to a move. A function travels by cloudpickle.
Player: TypeAlias = "str | Mapping[str, Any] | Callable[[Position], Move]"

#: The arguments of ``Game.best`` that make a player. The seed is that of the game that is played.
_SETTINGS = {"depth", "time", "level", "heuristic", "playouts"}

_WORD = (1 << 64) - 1


def random_move(position: Position, random: Random) -> Move:
    """One of the moves of the role to move, in the order of the rules."""
    moves = position.moves()
    return moves[random.below(len(moves))]


def choose(player: Player, position: Position, seed: int, random: Random) -> Move:
    """The move of a player in a position. ``seed`` decides the chance of searches."""
    if player == "random":
        return random_move(position, random)
    if callable(player):
        return player(position)
    if isinstance(player, str):
        raise ValueError(f"no player is {player!r}")
    best = position.game.best(position, **player, seed=seed & _WORD)
    # A move that is chosen part by part has no number of its own.
    move = best.move if best.action is None else best.action
    if move is None:
        raise ValueError("the search has found no move")
    return move


def check(player: Player, game: Game) -> None:
    """Raise an error if this is no player of the game, before any task is submitted."""
    if player == "random" or callable(player):
        return
    if isinstance(player, str):
        raise ValueError(f'a player is "random", a dict or a function, not {player!r}')
    if unknown := set(player) - _SETTINGS:
        known = ", ".join(sorted(_SETTINGS))
        raise ValueError(f"no setting is {', '.join(sorted(unknown))}; there are {known}")
    for kind, names in (("level", game.levels), ("heuristic", game.heuristics)):
        name = player.get(kind)
        if name is not None and name not in names:
            known = ", ".join(names) or "none"
            raise ValueError(f"no {kind} is {name!r}; the {kind}s are {known}")


def described(player: Player) -> str:
    """The player in words, as a name for it."""
    if isinstance(player, str):
        return player
    if callable(player):
        return str(getattr(player, "__qualname__", type(player).__qualname__))
    settings = (f"{setting}={value}" for setting, value in sorted(player.items()))
    return ",".join(settings) or "computer"


def named(players: Mapping[str, Player] | list[Player] | tuple[Player, ...]) -> dict[str, Player]:
    """The players by name. Those without a name are called by their description."""
    if isinstance(players, Mapping):
        return dict(players)
    found = {described(player): player for player in players}
    if len(found) < len(players):
        raise ValueError("two players are the same by description: give them names in a dict")
    return found
