"""Solving over many workers.

The tree of the first plies is built here, with each position once. The positions at its edge are
solved as tasks, and their goals go up the tree by minimax: for each role the greatest goal over its own
moves, and the least over those of the others, as ``Game.solve`` has it. A position whose goals cannot
matter any more is not solved.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field

from regola import Game, Position, Solution
from regola.ray.lines import following
from regola.ray.tasks import results

_LEAST, _MOST = 0, 100


@dataclass
class _Node:
    """A position of the tree, with what is known of the goals that each role can force."""

    position: Position
    least: list[int]
    most: list[int]
    mover: int = -1
    moves: list[tuple[tuple[int, ...], _Node]] = field(default_factory=list["tuple[tuple[int, ...], _Node]"])
    parents: list[_Node] = field(default_factory=list["_Node"])
    line: list[str] = field(default_factory=list[str])

    @property
    def is_known(self) -> bool:
        return self.least == self.most

    @property
    def is_needed(self) -> bool:
        """Whether the goals of this position may still change those of the root."""
        if self.is_known:
            return False
        return not self.parents or any(parent.is_needed for parent in self.parents)

    def set(self, least: list[int], most: list[int]) -> None:
        """Take what is newly known, and pass it on to the positions before this one."""
        if (least, most) == (self.least, self.most):
            return
        self.least, self.most = least, most
        for parent in self.parents:
            parent.combine()

    def combine(self) -> None:
        """Combine what is known after each move."""

        def combined(bounds: list[list[int]]) -> list[int]:
            by_role = list(zip(*bounds, strict=True))
            return [
                max(goals) if role == self.mover else min(goals)
                for role, goals in enumerate(by_role)
            ]

        self.set(
            combined([after.least for _, after in self.moves]),
            combined([after.most for _, after in self.moves]),
        )


def solve(
    what: Game | Position,
    split: int = 1,
    *,
    in_flight: int | None = None,
    here: bool = False,
) -> Solution:
    """What each role can force with best play, from the first position of a game or from another one.

    The positions after ``split`` plies become tasks, each solved by ``Game.solve``. The goals are those
    of ``Game.solve``. The line is a line of best play, but perhaps another one. ``positions`` counts those
    that were searched in tasks.

    Tasks share no table of positions, so together they search more than one process would, and each ply
    of ``split`` makes more tasks that share less: take the smallest that keeps the processors busy. On
    two processors this was slower than ``Game.solve`` in all that was measured, which took one process
    up to three seconds. So ask ``Game.solve`` first, and this where there are many processors for it.

    A table of solved positions in an actor, which tasks asked one ply further down, was tried and left
    out: it was slower than the same split without it, and no faster in the whole than a split of one ply
    more.
    """
    position = what if isinstance(what, Position) else what.initial()
    game = position.game
    if game.moves_at_once:
        raise ValueError("several roles move at once, so that no role can force a goal by a single move")
    root, edge = _tree(position, split)
    searched = 0
    submitted: list[_Node] = []

    def needed() -> Iterator[bytes]:
        for node in edge:
            if node.is_needed:
                submitted.append(node)
                yield bytes(node.position)

    arrived = results(_solve_block, game, needed(), in_flight=in_flight, here=here)
    with closing(arrived):
        for number, (goals, line, positions) in arrived:
            searched += positions
            submitted[number].line = line
            submitted[number].set(goals, goals)
            if root.is_known:
                break
    return Solution(root.least, _line(root), searched)


def _solve_block(game: Game, data: bytes) -> tuple[list[int], list[str], int]:
    solution = game.solve(game.decode(data))
    return solution.goals, solution.line, solution.positions


def _tree(position: Position, split: int) -> tuple[_Node, list[_Node]]:
    """The tree of the first plies, with each position once at each depth: its root and its edge."""
    roles = len(position.game.roles)

    def node(position: Position) -> _Node:
        if position.over:
            goals = list(position.goals())
            return _Node(position, goals, goals)
        mover = position.movers[0]
        return _Node(position, [_LEAST] * roles, [_MOST] * roles, mover)

    root = node(position)
    edge = [root]
    inner: list[_Node] = []
    for _ in range(split):
        after: dict[bytes, _Node] = {}
        for parent in edge:
            if parent.is_known:
                continue
            inner.append(parent)
            for actions, next_position in following(parent.position):
                key = bytes(next_position)
                if key not in after:
                    after[key] = node(next_position)
                parent.moves.append((actions, after[key]))
                after[key].parents.append(parent)
        edge = list(after.values())
    for parent in reversed(inner):
        parent.combine()
    return root, edge


def _line(root: _Node) -> list[str]:
    """A line of best play: the moves that keep what their role can force."""
    line: list[str] = []
    node = root
    while node.moves:
        mover = node.mover
        best = (move for move in node.moves if move[1].least[mover] == node.least[mover])
        actions, after = next(best)
        position = node.position
        for action in actions[:-1]:
            position = position.play(action)
        line.append(position.notation(actions[-1]))
        node = after
    return line + node.line
