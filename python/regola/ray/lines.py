"""Lines of play, ply by ply."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from regola import Position


def following(position: Position) -> Iterator[tuple[tuple[int, ...], Position]]:
    """The positions after each ply, with the actions of the ply.

    These are one of each role that is to move, or the actions that choose a move part by part.
    """
    by_role = [position.legal_actions(role) for role in position.movers]
    for actions in product(*by_role):
        after = position.play(*actions)
        if after.chosen:
            yield from ((actions + rest, end) for rest, end in following(after))
        else:
            yield actions, after
