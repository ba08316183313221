"""Perft over many workers."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from regola import Game, Position
from regola.ray.lines import following
from regola.ray.tasks import processors, results

#: Enough tasks for each processor that all are busy to the end.
_TASKS_PER_CPU = 32


class _Count(NamedTuple):
    game: Game
    depth: int


def perft(
    game: Game,
    depth: int,
    split: int = 2,
    *,
    position: Position | None = None,
    in_flight: int | None = None,
    here: bool = False,
) -> int:
    """The number of lines of play of ``depth`` plies: what ``game.perft(depth)`` is.

    The positions after ``split`` plies become tasks. Those that are the same are counted once and
    multiplied. There must be many more of them than processors: with one ply more there are.
    """
    start = game.initial() if position is None else position
    lines = Counter({bytes(start): 1})
    ended = 0
    for _ in range(min(split, depth)):
        longer = Counter[bytes]()
        for data, count in lines.items():
            shorter = game.decode(data)
            if shorter.over:
                ended += count
                continue
            for _, after in following(shorter):
                longer[bytes(after)] += count
        lines = longer
    counted = list(lines.items())
    tasks = min(len(counted), 1 if here else _TASKS_PER_CPU * processors())
    # Neighbours have subtrees of about the same size, so each block takes some from everywhere.
    blocks = (counted[start_of::tasks] for start_of in range(tasks))
    shared = _Count(game, max(0, depth - split))
    below = results(_count_block, shared, blocks, in_flight=in_flight, here=here)
    return ended + sum(lines_below for _, lines_below in below)


def _count_block(shared: _Count, block: list[tuple[bytes, int]]) -> int:
    game, depth = shared
    return sum(count * game.perft(depth, game.decode(data)) for data, count in block)
