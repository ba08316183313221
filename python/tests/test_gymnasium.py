"""Gymnasium's own tests on every puzzle, and its environments beside the positions of Regola."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from conftest import AT_ONCE, GAMES, NAMES, PUZZLES, loaded  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402

from regola import Game  # noqa: E402
from regola.gymnasium import Puzzle, VectorGame, make_vec  # noqa: E402

pytestmark = pytest.mark.filterwarnings("error")


@pytest.fixture
def registered(puzzle: Game) -> Iterator[str]:
    """The name under which a puzzle is registered with Gymnasium."""
    name = "regola/Puzzle-v0"
    gymnasium.register(
        name,
        entry_point="regola.gymnasium:Puzzle",
        vector_entry_point="regola.gymnasium:VectorGame",
        kwargs={"game": puzzle},
    )
    yield name
    gymnasium.registry.pop(name)


def test_puzzles_pass_the_checker(registered: str) -> None:
    with warnings.catch_warnings():
        # The mode `svg` is our own.
        warnings.filterwarnings("ignore", message=".*render mode.*")
        check_env(gymnasium.make(registered, render_mode="ansi").unwrapped)


def test_registered_puzzles_are_made_side_by_side(registered: str) -> None:
    games = gymnasium.make_vec(registered, num_envs=3, vectorization_mode="vector_entry_point")
    observations, _ = games.reset(seed=1)
    assert isinstance(games.unwrapped, VectorGame)
    assert observations in games.observation_space


def test_puzzles_are_those_of_positions(puzzle: Game) -> None:
    random = np.random.default_rng(3)
    env = Puzzle(puzzle)
    observation, info = env.reset()
    position = puzzle.initial()
    total, is_over = 0.0, False
    while not is_over:
        assert (observation == position.observe(0)).all()
        legal = np.flatnonzero(info["action_mask"])
        assert legal.tolist() == position.legal_actions()
        action = int(random.choice(legal))
        position = position.play(action)
        observation, reward, is_over, truncated, info = env.step(action)
        assert (is_over, truncated) == (position.over, False)
        total += reward
    assert total == position.returns()[0]


def test_an_illegal_action_ends_a_puzzle() -> None:
    env = Puzzle(loaded("knights-tour"))
    _, info = env.reset()
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert not info["action_mask"].any()
    with pytest.raises(ValueError, match="reset"):
        env.step(illegal)


def test_a_long_puzzle_is_cut_off() -> None:
    env = Puzzle(loaded("knights-tour"), max_plies=1)
    _, info = env.reset()
    *_, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert (terminated, truncated) == (False, True)


def test_a_game_of_two_is_no_puzzle() -> None:
    with pytest.raises(ValueError, match="2 roles"):
        Puzzle(loaded("othello"))


def test_games_side_by_side_are_those_of_positions(game_by_turns: Game) -> None:
    """Random games have in each ply the same legal actions, and in the end the same results."""
    games = VectorGame(game_by_turns, 3, autoreset_mode=AutoresetMode.DISABLED)
    observations, infos = games.reset(seed=5)
    positions = [game_by_turns.initial()] * games.num_envs
    assert observations in games.observation_space
    for _ in range(40):
        movers = [position.movers[0] if position.movers else -1 for position in positions]
        assert infos["to_move"].tolist() == movers
        for number, position in enumerate(positions):
            assert (observations[number] == position.observe()).all()
            legal = np.flatnonzero(infos["action_mask"][number]).tolist()
            assert legal == position.legal_actions()
        actions = games.random_actions()
        positions = [
            position if position.over else position.play(int(action))
            for position, action in zip(positions, actions, strict=True)
        ]
        observations, rewards, terminations, truncations, infos = games.step(actions)
        assert terminations.tolist() == [position.over for position in positions]
        assert not truncations.any()
        for number, position in enumerate(positions):
            if movers[number] != -1:
                assert rewards[number] == pytest.approx(position.returns()[movers[number]])
                assert infos["rewards"][number] == pytest.approx(position.returns())
            else:
                assert rewards[number] == 0.0


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_puzzles_side_by_side_are_those_of_gymnasium(puzzle: Game, mode: AutoresetMode) -> None:
    """Games begin anew when they do in Gymnasium's own vector of environments, with the same results."""
    ours = VectorGame(puzzle, 3, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: Puzzle(puzzle)] * 3, autoreset_mode=mode)
    our_step: tuple[Any, ...] = ours.reset(seed=1)
    their_step: tuple[Any, ...] = theirs.reset(seed=1)
    for _ in range(50):
        our_infos, infos = our_step[-1], their_step[-1]
        for our_result, result in zip(our_step[:-1], their_step[:-1], strict=True):
            assert our_result == pytest.approx(result)
        for key in infos.keys() - {"final_obs", "final_info"}:
            assert (our_infos[key] == infos[key]).all()
        for number in np.flatnonzero(infos.get("_final_obs", [])):
            assert (our_infos["final_obs"][number] == infos["final_obs"][number]).all()
            our_mask = our_infos["final_info"]["action_mask"][number]
            assert (our_mask == infos["final_info"]["action_mask"][number]).all()
        actions = ours.random_actions()
        our_step, their_step = ours.step(actions), theirs.step(actions)


def played_out(games: VectorGame) -> list[tuple[list[bool], list[int]]]:
    """Play the first legal actions; which games are over after each step, and who is to move."""
    _, infos = games.reset()
    story: list[tuple[list[bool], list[int]]] = []
    for _ in range(12):
        actions = infos["action_mask"].argmax(axis=1)
        _, _, terminations, _, infos = games.step(actions)
        story.append((terminations.tolist(), infos["to_move"].tolist()))
    return story


# Who first marks the squares in their order wins tic-tac-toe with the seventh mark.
def test_a_game_begins_anew_with_the_next_step() -> None:
    games = VectorGame(loaded("gdl/tictactoe"), 1, autoreset_mode=AutoresetMode.NEXT_STEP)
    story = played_out(games)
    assert games.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert story[5:9] == [([False], [0]), ([True], [-1]), ([False], [0]), ([False], [1])]


def test_a_game_begins_anew_with_its_last_step() -> None:
    games = VectorGame(loaded("gdl/tictactoe"), 1, autoreset_mode=AutoresetMode.SAME_STEP)
    story = played_out(games)
    assert story[5:8] == [([False], [0]), ([True], [0]), ([False], [1])]


def test_the_last_step_tells_what_is_seen_in_the_end() -> None:
    game = loaded("gdl/tictactoe")
    games = VectorGame(game, 2, autoreset_mode="SameStep")
    _, infos = games.reset()
    position = game.initial()
    for _ in range(7):
        actions = infos["action_mask"].argmax(axis=1)
        position = position.play(int(actions[0]))
        observations, rewards, terminations, _, infos = games.step(actions)
    assert terminations.all()
    assert rewards.tolist() == [1.0, 1.0]
    assert infos["rewards"].tolist() == [[1.0, -1.0], [1.0, -1.0]]
    assert infos["_final_obs"].all()
    assert (infos["final_obs"][1] == position.observe(0)).all()
    assert (observations[1] == game.initial().observe()).all()


def test_a_game_stays_over_until_it_is_reset() -> None:
    games = VectorGame(loaded("gdl/tictactoe"), 2, autoreset_mode=AutoresetMode.DISABLED)
    story = played_out(games)
    assert story[6:] == [([True, True], [-1, -1])] * 6
    _, infos = games.reset(options={"reset_mask": np.array([False, True])})
    assert infos["to_move"].tolist() == [-1, 0]


def test_an_illegal_action_ends_a_game_side_by_side() -> None:
    games = make_vec(loaded("othello"), 2)
    games.reset()
    legal = games.random_actions()[0]
    _, rewards, terminations, truncations, infos = games.step(np.array([legal, 64]))
    assert rewards.tolist() == [0.0, -1.0]
    assert terminations.tolist() == [False, True]
    assert not truncations.any()
    assert infos["rewards"].tolist() == [[0.0, 0.0], [-1.0, 1.0]]


def test_long_games_are_cut_off() -> None:
    games = make_vec(loaded("chess"), 2, max_plies=1)
    games.reset()
    *_, terminations, truncations, _ = games.step(games.random_actions())
    assert truncations.all() and not terminations.any()


def test_the_planes_come_last_if_asked_for() -> None:
    game = loaded("connect-four")
    planes, rows, columns = game.observation_shape
    games = make_vec(game, 2, layout="HWC")
    observations, _ = games.reset()
    assert observations.shape == (2, rows, columns, planes)
    assert observations in games.observation_space


def test_arrays_stay_as_they_were_handed_out() -> None:
    games = make_vec(loaded("gdl/tictactoe"), 2)
    observations, infos = games.reset()
    observations, rewards, *_, infos = games.step(np.array([4, 4]))
    handed_out = [observations, rewards, infos["rewards"], infos["action_mask"], infos["to_move"]]
    before = [array.copy() for array in handed_out]
    for action in (0, 4):  # the second is illegal
        observations, _, _, _, infos = games.step(np.full(2, action))
    for array, was in zip(handed_out, before, strict=True):
        assert (array == was).all()
    assert (infos["to_move"] == -1).all()


@pytest.mark.parametrize("name", AT_ONCE)
def test_games_in_which_roles_move_at_once_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="at once"):
        make_vec(loaded(name), 2)


def test_the_puzzles_are_the_games_of_one_role() -> None:
    assert len(GAMES) > 40
    assert PUZZLES == [name for name in sorted(NAMES) if len(loaded(name).roles) == 1]


def test_positions_are_rendered(capsys: pytest.CaptureFixture[str]) -> None:
    game = loaded("knights-tour")
    board = game.initial().board()
    env = Puzzle(game, render_mode="ansi")
    env.reset()
    assert env.render() == board
    games = make_vec(game, 2, render_mode="ansi")
    games.reset()
    assert games.render() == (board, board)
    Puzzle(game, render_mode="human").render()
    assert capsys.readouterr().out.strip("\n") == board.strip("\n")
