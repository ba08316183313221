"""What pickles of games and positions call when they are read."""

from __future__ import annotations

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


def position(game: Game, data: bytes) -> Position:
    """Return the position of a game that these bytes are."""
    return game.decode(data)
