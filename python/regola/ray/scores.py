"""The statistics of a match: which player is stronger, and how certain that is.

The program ``regola`` computes them. The two games of a pair share an opening and depend on each
other, but the pairs do not. So the unit of the statistics is the pair of games with sides exchanged,
with five possible results. (M. Van den Bergh, "A Practical Introduction to the GSPRT", 2019.)
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Literal

from regola import _native


@dataclass(frozen=True)
class Score:
    """The results of games, from the side of one player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float | None:
        """The share of points, with half a point for a draw; ``None`` without games."""
        return (self.wins + self.draws / 2) / self.games if self.games else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval that contains the true share with 95 % confidence (E. B. Wilson, 1927)."""
        return _native.share_interval(self.wins, self.draws, self.losses)

    def reversed(self) -> Score:
        """The same games from the other side."""
        return Score(self.losses, self.draws, self.wins)

    def counted(self, half_points: int) -> Score:
        """The score with one more game: 2 half points for a win, 1 for a draw, 0 for a loss."""
        return Score(
            self.wins + (half_points == 2),
            self.draws + (half_points == 1),
            self.losses + (half_points == 0),
        )

    def __add__(self, other: Score) -> Score:
        return Score(
            self.wins + other.wins, self.draws + other.draws, self.losses + other.losses
        )


@dataclass(frozen=True)
class Elo:
    """A difference in Elo with its 95 % confidence interval.

    A bound is infinite if the player has all points or none.
    """

    difference: float
    least: float
    most: float

    def __str__(self) -> str:
        return f"{self.difference:+.1f} ({self.least:+.1f} to {self.most:+.1f})"


@dataclass(frozen=True)
class GamePairs:
    """The number of pairs in which a player has 0, 1, 2, 3 and 4 half points."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @property
    def number(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    @property
    def share(self) -> float | None:
        """The share of points; ``None`` without pairs."""
        if not self.number:
            return None
        return sum(place / 4 * count for place, count in enumerate(self.counts)) / self.number

    @property
    def elo(self) -> Elo | None:
        """The difference in Elo with its interval; ``None`` without pairs.

        The interval has the differences that a likelihood ratio test does not reject (S. S. Wilks,
        1938).
        """
        found = _native.elo(self.counts)
        return None if found is None else Elo(*found)

    def reversed(self) -> GamePairs:
        """The same pairs from the other side."""
        nothing, one, two, three, all_four = self.counts
        return GamePairs((all_four, three, two, one, nothing))

    def counted(self, half_points: int) -> GamePairs:
        """The pairs with one more, in which the player has these half points."""
        nothing, one, two, three, all_four = (
            count + (place == half_points) for place, count in enumerate(self.counts)
        )
        return GamePairs((nothing, one, two, three, all_four))

    def shortfall(self, share: float) -> float:
        """By how much the log-likelihood of these pairs falls short of its maximum.

        ``share`` is the supposed true share of points, between 0 and 1. The likelihood is that of the
        best probabilities of the five results with this mean (A. B. Owen, 1988).
        """
        return _native.shortfall(self.counts, share)

    def __add__(self, other: GamePairs) -> GamePairs:
        nothing, one, two, three, all_four = map(sum, zip(self.counts, other.counts, strict=True))
        return GamePairs((nothing, one, two, three, all_four))


@dataclass(frozen=True)
class SequentialTest:
    """A test that ends a match as soon as the games decide between two differences in Elo.

    It is the sequential probability ratio test (A. Wald, 1945) of the pairs of games. ``alpha`` is the
    probability of a decision for ``greater`` if ``smaller`` is true, and ``beta`` the reverse.
    """

    smaller: float
    greater: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        _native.test_bounds(astuple(self))

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends, the lower one first."""
        lower, upper = _native.test_bounds(astuple(self))
        return lower, upper

    def log_likelihood_ratio(self, pairs: GamePairs) -> float:
        """How much better the greater difference explains the pairs than the smaller one."""
        return _native.log_likelihood_ratio(astuple(self), pairs.counts)

    def decision(self, pairs: GamePairs) -> Literal["smaller", "greater"] | None:
        """The difference that the pairs decide for; ``None`` if the match must go on."""
        return _native.decision(astuple(self), pairs.counts)
