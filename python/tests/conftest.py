"""The games that ship with Regola, each loaded once for all tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import regola

FOLDER = Path(__file__).parents[2] / "games"

GAMES = sorted(
    path
    for path in [*FOLDER.glob("*.rules"), *FOLDER.glob("gdl/*.kif")]
    # These are parts of other games.
    if not path.stem.endswith("-play")
)
"""The paths of all games."""

AT_ONCE = ["goofspiel", "gdl/rock-paper-scissors", "gdl/tron"]
"""The games in which roles move at once."""

PUZZLES = ["anagram", "change", "gdl/blocks", "gdl/lights-out", "knights-tour", "pair-sums"]
"""The games of one role."""


def name_of(path: Path) -> str:
    """Return the name by which tests call a game: its path in the folder of games, without ending."""
    return path.relative_to(FOLDER).with_suffix("").as_posix()


NAMES = [name_of(path) for path in GAMES]
"""The names of all games, as ``othello`` or ``gdl/tron``."""


@cache
def loaded(name: str) -> regola.Game:
    """Return the game of this name."""
    return regola.load(GAMES[NAMES.index(name)])


@pytest.fixture(scope="session", params=NAMES)
def game(request: pytest.FixtureRequest) -> regola.Game:
    """Each game in turn."""
    return loaded(request.param)


@pytest.fixture(scope="session", params=[name for name in NAMES if name not in AT_ONCE])
def game_by_turns(request: pytest.FixtureRequest) -> regola.Game:
    """Each game in turn in which one role moves at a time."""
    return loaded(request.param)


@pytest.fixture(scope="session", params=AT_ONCE)
def game_at_once(request: pytest.FixtureRequest) -> regola.Game:
    """Each game in turn in which roles move at once."""
    return loaded(request.param)


@pytest.fixture(scope="session", params=PUZZLES)
def puzzle(request: pytest.FixtureRequest) -> regola.Game:
    """Each game of one role in turn."""
    return loaded(request.param)
