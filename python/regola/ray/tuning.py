"""The best of many settings of a player, found by matches.

It is successive halving (K. Jamieson and A. Talwalkar, "Non-stochastic Best Arm Identification and
Hyperparameter Optimization", 2016): the better half of the players goes on, and the games that the
others would have played go to those that remain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from regola import Game
from regola.ray.players import Player, named
from regola.ray.tournament import MatchResult, match


@dataclass(frozen=True)
class Tuning:
    """What a search for the best player has found."""

    best: str
    """The name of the best player."""
    rounds: tuple[MatchResult, ...]
    """The rounds, from that of all players to that of the last two."""

    def __str__(self) -> str:
        return "\n".join([*map(str, self.rounds), f"best: {self.best}"])


def tune(
    game: Game,
    players: Mapping[str, Player] | list[Player] | tuple[Player, ...],
    games: int = 1_000,
    *,
    opening: int = 4,
    seed: int = 0,
    progress: Callable[[MatchResult], object] | None = None,
    pairs_per_task: int = 10,
    in_flight: int | None = None,
    here: bool = False,
) -> Tuning:
    """Find the best of several players: settings of the search, levels, or functions.

    Each round is a match of about ``games`` games in all, in which each player meets each other. The
    better half goes on, up to a last round of two. Each round has openings of its own, so that the
    luck of one round does not count in the next; the score of the last round is an honest one, but
    those of earlier rounds flatter the players that went on.
    """
    left = named(players)
    rounds: list[MatchResult] = []
    while len(left) > 1:
        pairings = len(left) * (len(left) - 1) // 2
        result = match(
            game,
            left,
            max(2, games // pairings),
            opening=opening,
            seed=seed + len(rounds) * games,
            progress=progress,
            pairs_per_task=pairs_per_task,
            in_flight=in_flight,
            here=here,
        )
        rounds.append(result)
        better = result.standings()[: (len(left) + 1) // 2]
        if len(left) == 2:
            better = better[:1]
        left = {standing.name: left[standing.name] for standing in better}
    return Tuning(next(iter(left)), tuple(rounds))
