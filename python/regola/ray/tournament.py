"""Matches: many games between players, to find the stronger one.

The games are those of ``regola match``: each pair of games begins with the same random plies, and the
sides are exchanged. The same seed gives the same openings and the same random players. The results are
counted in the order of the games, so a test that stops a match stops it at the same game however many
workers there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple

from regola import Game, Position
from regola._native import Random
from regola.ray.players import Player, check, choose, named, random_move
from regola.ray.scores import Elo, GamePairs, Score, SequentialTest
from regola.ray.tasks import results_in_order


@dataclass(frozen=True)
class Pairing:
    """The games between two players, from the side of the first."""

    first: str
    second: str
    in_role: tuple[Score, Score] = (Score(), Score())
    """The first player's score in each role."""
    pairs: GamePairs = GamePairs()
    """The pairs of games with sides exchanged."""
    plies: int = 0
    """The plies of all games."""
    cut: int = 0
    """The games that reached the limit of plies; they are counted as draws."""

    @property
    def score(self) -> Score:
        """The first player's score."""
        return self.in_role[0] + self.in_role[1]

    @property
    def elo(self) -> Elo | None:
        """How much stronger the first player is."""
        return self.pairs.elo


@dataclass(frozen=True)
class Standing:
    """How a player stands against all others."""

    name: str
    score: Score
    pairs: GamePairs

    @property
    def elo(self) -> Elo | None:
        """The difference in Elo to the field of the others."""
        return self.pairs.elo


@dataclass(frozen=True)
class MatchResult:
    """The results of a match."""

    players: tuple[str, ...]
    pairings: tuple[Pairing, ...]
    test: SequentialTest | None = None
    decision: Literal["smaller", "greater"] | None = None
    """The difference in Elo that the test has decided for; ``None`` if it has not."""

    @property
    def games(self) -> int:
        """The number of games that are counted."""
        return sum(pairing.score.games for pairing in self.pairings)

    def standings(self) -> list[Standing]:
        """The players, the best one first."""
        return sorted(
            (self._standing(name) for name in self.players),
            key=lambda standing: -(standing.score.share or 0.0),
        )

    def _standing(self, name: str) -> Standing:
        score, pairs = Score(), GamePairs()
        for pairing in self.pairings:
            if name == pairing.first:
                score, pairs = score + pairing.score, pairs + pairing.pairs
            elif name == pairing.second:
                score, pairs = score + pairing.score.reversed(), pairs + pairing.pairs.reversed()
        return Standing(name, score, pairs)

    def __str__(self) -> str:
        width = max(len(name) for name in self.players)
        lines = [f"{self.games} games"]
        for standing in self.standings():
            score = standing.score
            share = "   -  " if score.share is None else f"{100 * score.share:5.1f} %"
            lines.append(
                f"  {standing.name:{width}}  {share}  +{score.wins} ={score.draws} -{score.losses}"
                f"  Elo {standing.elo}"
            )
        if self.test is not None:
            difference = None if self.decision is None else getattr(self.test, self.decision)
            lines.append(
                "  the test has not decided" if difference is None
                else f"  the test has decided for a difference of {difference:g} Elo"
            )
        return "\n".join(lines)


class _Match(NamedTuple):
    """What the games of a match have in common."""

    game: Game
    players: list[Player]
    opening: int
    max_plies: int
    seed: int


class _Block(NamedTuple):
    """Some pairs of games of a pairing."""

    pairing: int
    players: tuple[int, int]
    pairs: range


class _Played(NamedTuple):
    """How a game ended."""

    half_points: int
    plies: int
    is_cut: bool


def match(
    game: Game,
    players: Mapping[str, Player] | list[Player] | tuple[Player, ...],
    games: int = 10_000,
    *,
    opening: int = 4,
    seed: int = 0,
    max_plies: int = 500,
    test: SequentialTest | tuple[float, float] | None = None,
    progress: Callable[[MatchResult], object] | None = None,
    pairs_per_task: int = 10,
    in_flight: int | None = None,
    here: bool = False,
) -> MatchResult:
    """Play a match: each player against each other.

    A player is ``"random"``, a dict of the arguments of ``Game.best`` (``depth``, ``time``, ``level``,
    ``playouts``), or a function from a position to a move. ``games`` is the number of games between each
    two players, rounded up to pairs. A game begins with ``opening`` random plies, and is a draw after
    ``max_plies`` plies.

    ``test`` stops a match of two players as soon as the games decide between two differences in Elo,
    such as ``(0, 10)``. ``progress`` is called with the results so far.

    ``pairs_per_task`` does not change the results: it should be so large that a task takes a second
    or more, because a task costs about a millisecond. ``in_flight`` bounds the number of tasks that
    are submitted at a time, and ``here`` plays in this process, without Ray. Players with a ``time``
    need a processor each: give Ray the number of cores, not of hardware threads.
    """
    by_name = named(players)
    if len(game.roles) != 2 or game.moves_at_once:
        raise ValueError("a match needs a game of two roles that take turns")
    if len(by_name) < 2:
        raise ValueError("a match needs at least two players")
    for player in by_name.values():
        check(player, game)
    if test is not None and len(by_name) > 2:
        raise ValueError("a test needs a match of two players")
    sequential = SequentialTest(*test) if isinstance(test, tuple) else test

    names = tuple(by_name)
    pairings = [Pairing(first, second) for first, second in combinations(names, 2)]
    decision: Literal["smaller", "greater"] | None = None
    blocks = list[_Block]()

    def listed() -> Iterator[_Block]:
        numbers = range((games + 1) // 2)
        for pairing, pair in enumerate(combinations(range(len(names)), 2)):
            for start in range(0, len(numbers), pairs_per_task):
                blocks.append(_Block(pairing, pair, numbers[start : start + pairs_per_task]))
                yield blocks[-1]

    shared = _Match(game, list(by_name.values()), opening, max_plies, seed)
    played = results_in_order(_play_block, shared, listed(), in_flight=in_flight, here=here)
    with closing(played):
        for number, pairs in enumerate(played):
            pairing = blocks[number].pairing
            for pair in pairs:
                pairings[pairing] = _counted(pairings[pairing], pair)
                decision = sequential.decision(pairings[pairing].pairs) if sequential else None
                if decision is not None:
                    break
            if progress is not None:
                progress(MatchResult(names, tuple(pairings), sequential, decision))
            if decision is not None:
                break
    return MatchResult(names, tuple(pairings), sequential, decision)


def _counted(pairing: Pairing, pair: tuple[_Played, _Played]) -> Pairing:
    as_first, as_second = pair
    return Pairing(
        pairing.first,
        pairing.second,
        (
            pairing.in_role[0].counted(as_first.half_points),
            pairing.in_role[1].counted(as_second.half_points),
        ),
        pairing.pairs.counted(as_first.half_points + as_second.half_points),
        pairing.plies + as_first.plies + as_second.plies,
        pairing.cut + as_first.is_cut + as_second.is_cut,
    )


def _play_block(shared: _Match, block: _Block) -> list[tuple[_Played, _Played]]:
    first, second = (shared.players[player] for player in block.players)

    def pair(number: int) -> tuple[_Played, _Played]:
        start, plies = _open(shared, number)
        as_first = _play(shared, start, plies, 2 * number, (first, second), 0)
        as_second = _play(shared, start, plies, 2 * number + 1, (second, first), 1)
        return as_first, as_second

    return [pair(number) for number in block.pairs]


def _open(shared: _Match, number: int) -> tuple[Position, int]:
    """The position after the random plies of a pair, and their number. It is not the end of a game."""
    random = Random(shared.seed + number)
    position = shared.game.initial()
    for ply in range(shared.opening):
        if position.over:
            return position, ply
        following = position.play(random_move(position, random))
        if following.over:
            return position, ply
        position = following
    return position, shared.opening


def _play(
    shared: _Match,
    position: Position,
    plies: int,
    number: int,
    in_roles: tuple[Player, Player],
    own_role: int,
) -> _Played:
    """Play a game from its opening to its end, and count it for the player of a role."""
    seed = shared.seed + number
    # This must be another sequence than that of the openings.
    random = Random(~seed)
    while not position.over:
        if plies >= shared.max_plies:
            return _Played(1, plies, True)
        mover = position.movers[0]
        position = position.play(choose(in_roles[mover], position, seed, random))
        plies += 1
    goals = position.goals()
    own, other = goals[own_role], goals[1 - own_role]
    return _Played((own > other) - (own < other) + 1, plies, False)
