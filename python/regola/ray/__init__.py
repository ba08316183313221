"""Games on many processors and many machines, by Ray.

The same calls run on one machine and on a cluster; ``ray.init()`` is left to the user. The work is
cut into blocks that are pure functions of the rule text, the seed and the number of the block. So a
block that is lost with its worker is done again, and the results do not depend on how many workers
there are.

>>> import ray, regola, regola.ray
>>> ray.init()
>>> game = regola.load("othello.rules")
>>> print(regola.ray.match(game, {"deep": {"depth": 4}, "quick": {"depth": 2}}, games=1000))

It needs the extra ``regola[ray]``.
"""

from regola.ray.counting import perft
from regola.ray.players import Player
from regola.ray.recording import self_play
from regola.ray.scores import Elo, GamePairs, Score, SequentialTest
from regola.ray.solving import solve
from regola.ray.tournament import MatchResult, Pairing, Standing, match
from regola.ray.tuning import Tuning, tune

__all__ = [
    "Elo",
    "GamePairs",
    "MatchResult",
    "Pairing",
    "Player",
    "Score",
    "SequentialTest",
    "Standing",
    "Tuning",
    "match",
    "perft",
    "self_play",
    "solve",
    "tune",
]
