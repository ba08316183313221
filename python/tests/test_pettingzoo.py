"""PettingZoo's own tests on every game, and its environments beside the positions of Regola."""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import pickle
import warnings
from functools import partial

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from conftest import AT_ONCE, NAMES, loaded  # noqa: E402
from pettingzoo.test.api_test import api_test  # noqa: E402
from pettingzoo.test.parallel_test import parallel_api_test  # noqa: E402
from pettingzoo.test.render_test import render_test  # noqa: E402
from pettingzoo.test.seed_test import parallel_seed_test, seed_test  # noqa: E402

from regola import Game  # noqa: E402
from regola.pettingzoo import env, parallel_env, raw_env  # noqa: E402

# PettingZoo gives these pieces of advice, and keeps a list of its own games to which it does not give
# them: observations with masks are dicts, agents are called by their roles, nobody has a legal action in
# a game that is over, and an empty board may have nothing to see.
ADVICE = [
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "We recommend agents to be named",
    "Action mask numpy array is all zeros",
    "Observation numpy array is all zeros",
]
pytestmark = [
    pytest.mark.filterwarnings("error"),
    *(pytest.mark.filterwarnings(f"ignore:{advice}") for advice in ADVICE),
]

CYCLES = 12


def test_api(game: Game) -> None:
    api_test(env(game), num_cycles=CYCLES)


def test_parallel_api(game: Game) -> None:
    parallel_api_test(parallel_env(game), num_cycles=CYCLES)


def test_seeds(game: Game) -> None:
    seed_test(lambda: env(game), num_cycles=CYCLES)


def test_seeds_of_parallel_environments(game_at_once: Game) -> None:
    parallel_seed_test(lambda: parallel_env(game_at_once), num_cycles=CYCLES)


def test_games_are_those_of_positions(game: Game) -> None:
    """A random game has in each ply the same legal actions, and in the end the same results."""
    random = np.random.default_rng(7)
    played = env(game, max_plies=60)
    played.reset(seed=0)
    position = game.initial()
    results: dict[str, float] = {}
    chosen: list[int] = []
    for agent in played.agent_iter():
        seen, reward, terminated, truncated, info = played.last()
        assert seen is not None
        assert (seen["action_mask"] == info["action_mask"]).all()
        if terminated or truncated:
            results[agent] = reward
            played.step(None)
            continue
        role = game.roles.index(agent)
        assert role == position.movers[len(chosen)]
        legal = np.flatnonzero(seen["action_mask"])
        assert legal.tolist() == position.legal_actions(role)
        assert (np.moveaxis(seen["observation"], -1, 0) == position.observe(role)).all() or (
            seen["observation"] == position.observe(role)
        ).all()
        action = int(random.choice(legal))
        chosen.append(action)
        played.step(action)
        if len(chosen) == len(position.movers):
            position, chosen = position.play(*chosen), []
    assert results == dict(zip(game.roles, position.returns(), strict=True))


def test_parallel_games_are_those_of_positions(game_at_once: Game) -> None:
    random = np.random.default_rng(7)
    played = parallel_env(game_at_once)
    seen, _ = played.reset()
    position = game_at_once.initial()
    while played.agents:
        chosen: dict[str, int | None] = {
            agent: int(random.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in played.agents
        }
        seen, rewards, terminations, _, _ = played.step(chosen)
        position = position.play(*(action for action in chosen.values() if action is not None))
        assert rewards == dict(zip(game_at_once.roles, position.returns(), strict=True))
        assert set(terminations.values()) == {position.over}


def test_roles_move_at_once_where_they_should() -> None:
    at_once = [name for name in NAMES if env(loaded(name)).metadata["is_parallelizable"]]
    assert sorted(at_once) == sorted(AT_ONCE)


def test_what_is_chosen_at_once_is_seen_together() -> None:
    played = env(loaded("goofspiel"))
    played.reset()
    before = played.observe("spades")
    played.step(3)
    assert played.agent_selection == "spades"
    after = played.observe("spades")
    assert before is not None and after is not None
    assert (before["observation"] == after["observation"]).all()
    played.step(5)
    after = played.observe("spades")
    assert after is not None
    assert (before["observation"] != after["observation"]).any()


def test_an_agent_that_moves_twice_is_selected_twice() -> None:
    """A seed in the store gives another move in kalah."""
    kalah = loaded("kalah")
    played = env(kalah)
    played.reset()
    played.step(kalah.initial().legal_actions()[2])
    assert played.agent_selection == "south"


def test_observations_take_the_layout_and_the_key_that_are_asked_for() -> None:
    game = loaded("connect-four")
    planes, rows, columns = game.observation_shape
    classic = raw_env(game)
    classic.reset()
    assert classic.observe("red")["observation"].shape == (rows, columns, planes)
    assert classic.observation_space("red").contains(classic.observe("red"))
    for_rllib = raw_env(game, observation_key="observations", layout="CHW")
    for_rllib.reset()
    seen = for_rllib.observe("red")
    assert sorted(seen) == ["action_mask", "observations"]
    assert seen["observations"].shape == (planes, rows, columns)
    assert for_rllib.observation_space("red").contains(seen)


def test_an_illegal_action_ends_the_game() -> None:
    played = env(loaded("tictactoe"))
    played.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in ("x", "o"):
            played.step(4)
    assert played.terminations == {"x": True, "o": True}
    assert played.rewards == {"x": 0.0, "o": -1.0}


def test_an_illegal_action_ends_a_parallel_game() -> None:
    goofspiel = loaded("goofspiel")
    played = parallel_env(goofspiel)
    played.reset()
    played.step({"clubs": 0, "spades": 1})
    _, rewards, terminations, _, _ = played.step({"clubs": 0, "spades": 2})
    assert rewards == {"clubs": -1.0, "spades": 0.0}
    assert terminations == {"clubs": True, "spades": True}
    assert played.agents == []


def test_a_long_game_is_cut_off() -> None:
    played = env(loaded("chess"), max_plies=2)
    played.reset()
    for _ in range(2):
        *_, info = played.last()
        played.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert played.truncations == {"white": True, "black": True}
    assert played.terminations == {"white": False, "black": False}
    assert not played.infos["white"]["action_mask"].any()


@pytest.mark.parametrize("name", ["othello", "gdl/race"])
def test_rendering(name: str) -> None:
    render_test(partial(env, loaded(name)))  # type: ignore[arg-type]


def test_positions_are_rendered(capsys: pytest.CaptureFixture[str]) -> None:
    game = loaded("othello")
    board = game.initial().board()
    for mode, expected in (("ansi", board), ("svg", game.initial().svg()), ("human", None)):
        played = env(game, render_mode=mode)  # type: ignore[arg-type]
        played.reset()
        assert played.render() == expected
    assert capsys.readouterr().out.strip("\n") == board.strip("\n")


def test_the_state_is_what_the_first_role_sees() -> None:
    game = loaded("connect-four")
    played = env(game, layout="CHW")
    played.reset()
    played.step(3)
    assert (played.state() == game.initial().play(3).observe("red")).all()
    assert raw_env(game, layout="CHW").state_space.contains(played.state())


def test_there_is_no_other_render_mode() -> None:
    played = raw_env(loaded("othello"), render_mode="rgb_array")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="ansi, human, svg"):
        played.render()


def test_environments_are_pickled() -> None:
    copy = pickle.loads(pickle.dumps(raw_env(loaded("gdl/race"), max_plies=5)))
    copy.reset()
    assert copy.possible_agents == ["red", "green", "blue"]
