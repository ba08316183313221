"""The pure functions beside the positions of Regola, and the conventions of Pgx."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import numpy as np
import numpy.typing as npt
import pytest
from conftest import loaded

from regola import Game
from regola.functional import State, make

GAMES_SIDE_BY_SIDE = 3


def chosen(state: State, random: np.random.Generator) -> npt.NDArray[np.intp]:
    """A random legal action in each game, or of each role; 0 where there is none."""
    weights = random.random(state.legal_action_mask.shape) * state.legal_action_mask
    actions: npt.NDArray[np.intp] = weights.argmax(axis=-1)
    return actions


def test_games_are_those_of_positions(game: Game) -> None:
    """Random games have in each ply the same legal actions, and in the end the same results."""
    random = np.random.default_rng(13)
    env = make(game, layout="CHW")
    state = env.init(seed=0, batch_size=GAMES_SIDE_BY_SIDE)
    positions = [game.initial()] * GAMES_SIDE_BY_SIDE
    for ply in range(40):
        actions = chosen(state, random)
        for number, position in enumerate(positions):
            assert state.terminated[number] == position.over
            if position.over:
                assert state.legal_action_mask[number].all()
                continue
            assert state.step_count[number] == ply
            if len(position.movers) == 1:
                assert state.current_player[number] == position.movers[0]
                assert (state.observation[number] == position.observe()).all()
                legal = np.flatnonzero(state.legal_action_mask[number]).tolist()
                assert legal == position.legal_actions()
                positions[number] = position.play(int(actions[number]))
            else:
                assert state.current_player[number] == -2
                for role in position.movers:
                    assert (state.observation[number, role] == position.observe(role)).all()
                    legal = np.flatnonzero(state.legal_action_mask[number, role]).tolist()
                    assert legal == position.legal_actions(role)
                positions[number] = position.play(*map(int, actions[number]))
        was_over = state.terminated
        state = env.step(state, actions)
        for number, position in enumerate(positions):
            results = [0.0] * len(game.roles) if was_over[number] else position.returns()
            assert state.rewards[number] == pytest.approx(results)


def test_a_game_tells_its_measures() -> None:
    env = make(loaded("othello"))
    assert (env.id, env.num_players, env.num_actions) == ("Othello", 2, 65)
    assert env.observation_shape == (8, 8, 5)
    state = env.init(seed=0, batch_size=4)
    assert len(state) == 4
    assert state.observation.shape == (4, 8, 8, 5)
    assert state.legal_action_mask.shape == (4, 65)
    assert state.rewards.shape == (4, 2)


def test_an_old_state_stays_as_it_is() -> None:
    """Two lines go on from one state, and come to what each of them alone comes to."""
    env = make(loaded("connect-four"))
    start = env.init(batch_size=2)
    before = start.observation.copy()
    left = env.step(start, [0, 0])
    right = env.step(start, [6, 6])
    assert (start.observation == before).all()
    assert not start.step_count.any()
    assert (left.position(0).facts(), right.position(1).facts()) == (
        start.position(0).play(0).facts(),
        start.position(1).play(6).facts(),
    )
    assert (env.step(start, [0, 0]).observation == left.observation).all()


def test_states_cannot_be_written_to() -> None:
    state = make(loaded("connect-four")).init(batch_size=2)
    with pytest.raises(FrozenInstanceError):
        state.rewards = state.rewards  # type: ignore[misc]
    for array in (state.observation, state.legal_action_mask, state.rewards, state.current_player):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_an_illegal_action_ends_its_game() -> None:
    env = make(loaded("gdl/tictactoe"))
    state = env.step(env.init(batch_size=2), [4, 4])
    state = env.step(state, [0, 4])
    assert state.terminated.tolist() == [False, True]
    assert state.rewards.tolist() == [[0.0, 0.0], [1.0, -1.0]]
    assert state.legal_action_mask[1].all()
    after = env.step(state, [1, 1])
    assert after.terminated.tolist() == [False, True]
    assert not after.rewards.any()


def test_a_game_that_is_over_is_given_back() -> None:
    env = make(loaded("gdl/tictactoe"))
    state = env.init(batch_size=2)
    for _ in range(7):
        state = env.step(state, state.legal_action_mask.argmax(axis=1))
    assert state.terminated.all()
    assert state.rewards.tolist() == [[1.0, -1.0], [1.0, -1.0]]
    after = env.step(state, [8, 8])
    assert after.terminated.all()
    assert not after.rewards.any()
    assert (after.observation == state.observation).all()
    assert (after.step_count == state.step_count).all()
    assert (after.current_player >= 0).all()


def test_long_games_are_cut_off() -> None:
    env = make(loaded("chess"), max_plies=2)
    state = env.init(batch_size=2)
    for cut_off in (False, True, True):
        state = env.step(state, state.legal_action_mask.argmax(axis=1))
        assert (state.truncated == cut_off).all()
    assert not state.terminated.any()
    assert state.legal_action_mask.all()
    assert state.step_count.tolist() == [2, 2]


def test_threads_change_nothing() -> None:
    random = np.random.default_rng(1)
    one, two = (make(loaded("othello"), threads=threads) for threads in (1, 2))
    first, second = one.init(batch_size=5), two.init(batch_size=5)
    for _ in range(20):
        actions = chosen(first, random)
        first, second = one.step(first, actions), two.step(second, actions)
        assert (first.observation == second.observation).all()
        assert (first.legal_action_mask == second.legal_action_mask).all()
