"""The statistics of a match: which player is stronger, and how certain that is.

The formulas are those of the program ``regola``, and give the same numbers. The two games of a pair
share an opening and depend on each other, but the pairs do not. So the unit of the statistics is the
pair of games with sides exchanged, with five possible results. (M. Van den Bergh, "A Practical
Introduction to the GSPRT", 2019.)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

#: A normal distribution has 95 % of its values within this number of standard deviations.
_DEVIATIONS = 1.959964

#: The number of halvings of an interval, after which its ends agree in twelve digits.
_HALVINGS = 40


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
        share, games = self.share, self.games
        if share is None:
            return None
        squared = _DEVIATIONS * _DEVIATIONS
        scale = 1 + squared / games
        centre = (share + squared / (2 * games)) / scale
        spread = share * (1 - share) / games + squared / (4 * games * games)
        half = _DEVIATIONS / scale * math.sqrt(spread)
        return max(centre - half, 0.0), min(centre + half, 1.0)

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
        return sum(own * count for own, count in self._weighted()) / self.number

    @property
    def elo(self) -> Elo | None:
        """The difference in Elo with its interval; ``None`` without pairs.

        The interval has the differences that a likelihood ratio test does not reject (S. S. Wilks,
        1938).
        """
        share = self.share
        if share is None:
            return None

        def is_rejected(tried: float) -> bool:
            return self.shortfall(tried) > _DEVIATIONS * _DEVIATIONS / 2

        least = 0.0 if share == 0 else _halve(0.0, share, is_rejected)
        most = 1.0 if share == 1 else _halve(share, 1.0, lambda tried: not is_rejected(tried))
        return Elo(_elo_of(share), _elo_of(least), _elo_of(most))

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
        weighted = list(self._weighted())

        def rises(x: float) -> bool:
            return (
                sum(count * (own - share) / (1 + x * (own - share)) for own, count in weighted) > 0
            )

        x = _halve(-1 / (1 - share), 1 / share, rises)
        return max(sum(count * math.log1p(x * (own - share)) for own, count in weighted), 0.0)

    def __add__(self, other: GamePairs) -> GamePairs:
        nothing, one, two, three, all_four = map(sum, zip(self.counts, other.counts, strict=True))
        return GamePairs((nothing, one, two, three, all_four))

    def _weighted(self) -> Iterator[tuple[float, float]]:
        """The results that have occurred: the share of points, and the number of pairs."""
        return ((place / 4, float(count)) for place, count in enumerate(self.counts) if count)


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
        if not -2000 <= self.smaller < self.greater <= 2000:
            raise ValueError("the differences must be in order, from -2000 to 2000")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("an error rate must be more than 0 and less than 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends, the lower one first."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def log_likelihood_ratio(self, pairs: GamePairs) -> float:
        """How much better the greater difference explains the pairs than the smaller one."""
        return pairs.shortfall(_share_of(self.smaller)) - pairs.shortfall(_share_of(self.greater))

    def decision(self, pairs: GamePairs) -> Literal["smaller", "greater"] | None:
        """The difference that the pairs decide for; ``None`` if the match must go on."""
        ratio = self.log_likelihood_ratio(pairs)
        lower, upper = self.bounds
        if ratio <= lower:
            return "smaller"
        return "greater" if ratio >= upper else None


def _share_of(difference: float) -> float:
    """The share of points of a player who is stronger by this difference in Elo."""
    return float(1 / (1 + 10 ** (-difference / 400)))


def _elo_of(share: float) -> float:
    """The difference in Elo at which a player scores this share of the points."""
    if share <= 0 or share >= 1:
        return math.inf if share >= 1 else -math.inf
    return 400 * math.log10(share / (1 - share))


def _halve(least: float, most: float, is_below: Callable[[float], bool]) -> float:
    """The number between two others up to which ``is_below`` holds."""
    for _ in range(_HALVINGS):
        middle = (least + most) / 2
        if is_below(middle):
            least = middle
        else:
            most = middle
    return (least + most) / 2
