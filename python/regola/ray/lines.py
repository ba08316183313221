"""Lines of play, ply by ply."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from regola import Position


def following(position: Position) -> Iterator[tuple[tuple[int, ...], Position]]:
    """The positions after each ply, with the actions of the ply: one of each role that is to move."""
    by_role = [position.legal_actions(role) for role in position.movers]
    for actions in product(*by_role):
        yield actions, position.play(*actions)
