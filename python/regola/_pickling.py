"""What pickles of games and positions call when they are read."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Literal

from regola._native import Game, Position


def game(
    texts: list[tuple[str, str]],
    engine: Literal["auto", "compiled", "machine"],
    spare: int | None,
    steps: int | None,
    memory: int | None,
) -> Game:
    """Load a game from its texts, or return it if it is loaded already."""
    return Game.of_texts(texts, engine=engine, spare=spare, steps=steps, memory=memory)


def restored(game: Game, data: bytes) -> Position:
    """Return the position of a game that these bytes are."""
    return game.decode(data)


@lru_cache(maxsize=16)
def _shared(game: Game) -> Game:
    """Return the same object for equal games: a pickle of many positions then has their game once."""
    return game


def reduced(position: Position) -> tuple[Callable[[Game, bytes], Position], tuple[Game, bytes]]:
    """Return what a pickle of a position consists of."""
    return restored, (_shared(position.game), bytes(position))
