"""Many games side by side, as arrays."""

from __future__ import annotations

import numpy as np
import pytest

import regola
from conftest import loaded


@pytest.fixture(scope="module")
def four() -> regola.Game:
    return loaded("connect-four")


def test_the_arrays_are_those_of_the_positions(four: regola.Game) -> None:
    batch = four.batch(20, seed=3, autoreset="off")
    for _ in range(12):
        batch.step(batch.random_actions())
    for number in range(len(batch)):
        position = batch.position(number)
        assert np.array_equal(batch.observation[number], position.observe())
        assert np.array_equal(batch.legal_mask[number], position.legal_mask())
        assert batch.to_move[number] == (-1 if position.over else position.movers[0])
        assert batch.terminated[number] == position.over
    assert batch.encode() == [bytes(batch.position(number)) for number in range(20)]


def test_the_arrays_are_made_once(four: regola.Game) -> None:
    batch = four.batch(4)
    arrays = [batch.observation, batch.legal_mask, batch.to_move, batch.rewards, batch.terminated]
    batch.step([0, 1, 2, 3])
    again = [batch.observation, batch.legal_mask, batch.to_move, batch.rewards, batch.terminated]
    assert all(one is other for one, other in zip(arrays, again, strict=True))
    assert arrays[0][0, 3, 0, 0] == 1, "the second player sees the disc of the first as theirs"


def test_results_are_shared_out(four: regola.Game) -> None:
    batch = four.batch(500, seed=1, autoreset="same")
    total, over = np.zeros(2), 0
    for _ in range(200):
        batch.step(batch.random_actions())
        assert np.array_equal(batch.rewards[:, 0], -batch.rewards[:, 1])
        assert (batch.rewards[~batch.terminated] == 0).all()
        total += batch.rewards.sum(axis=0)
        over += int(batch.terminated.sum())
    assert over > 3000
    assert 0.05 < total[0] / over < 0.2, "who begins at random wins rather more"


def test_actions_that_do_not_fit_are_refused(four: regola.Game) -> None:
    batch = four.batch(3)
    for actions in ([0, 1], [[0, 1, 2]], 0, [0, 1, 7], [0, 1, -1], ["a", "b", "c"]):
        with pytest.raises(ValueError):
            batch.step(actions)
    assert [batch.position(number) for number in range(3)] == [four.initial()] * 3
    batch.step(np.array([0, 1, 2], dtype=np.int64))
    batch.step(np.array([[0, 9], [1, 9], [2, 9]], dtype=np.int32)[:, 0])
    assert batch.position(2) == four.initial().play(2).play(2)


def test_who_plays_an_illegal_action_loses(four: regola.Game) -> None:
    batch = four.batch(2, illegal="lose", autoreset="off")
    batch.step([0, 7])
    assert batch.terminated.tolist() == [False, True]
    assert batch.rewards.tolist() == [[0, 0], [-1, 1]]
    assert not batch.legal_mask[1].any() and batch.to_move[1] == -1


def test_games_begin_anew(four: regola.Game) -> None:
    batch = four.batch(3)
    batch.step([0, 1, 2])
    batch.reset(mask=np.array([True, False, True]))
    assert [batch.position(number) == four.initial() for number in range(3)] == [True, False, True]
    batch.reset(seed=5)
    first = batch.random_actions().tolist()
    batch.reset(seed=5)
    assert batch.random_actions().tolist() == first
    batch.set_position(1, four.initial().play(3))
    assert batch.to_move.tolist() == [0, 1, 0]


def test_threads_change_nothing(four: regola.Game) -> None:
    one, three = four.batch(50, seed=2), four.batch(50, seed=2, threads=3)
    for _ in range(30):
        assert np.array_equal(one.step_random(), three.step_random())
        assert np.array_equal(one.observation, three.observation)
        assert np.array_equal(one.rewards, three.rewards)
    assert np.array_equal(one.rollout(), three.rollout())


def test_a_copy_goes_on_by_itself(four: regola.Game) -> None:
    batch = four.batch(5)
    batch.step([0, 1, 2, 3, 4])
    other = batch.copy()
    batch.step([1, 1, 1, 1, 1])
    assert np.array_equal(other.to_move, [1] * 5) and np.array_equal(batch.to_move, [0] * 5)
    other.step([1, 1, 1, 1, 1])
    assert other.encode() == batch.encode()


def test_moves_at_once() -> None:
    game = loaded("goofspiel")
    assert game.moves_at_once
    batch = game.batch(6, seed=1, autoreset="off")
    assert batch.legal_mask.shape == (6, 2, 13) and batch.observation.shape[:2] == (6, 2)
    assert (batch.to_move == -2).all()
    actions = batch.random_actions()
    batch.step(actions)
    position = game.initial().play(*actions[4].tolist())
    assert batch.position(4) == position
    assert np.array_equal(batch.legal_mask[4, 1], position.legal_mask("spades"))
    while not batch.terminated.all():
        batch.step_random()
    assert (batch.rewards.sum(axis=1) == 0).all()


def test_games_are_cut_off(four: regola.Game) -> None:
    batch = four.batch(2, max_plies=3, autoreset="next")
    for truncated in (False, False, True, False):
        batch.step_random()
        assert batch.truncated.tolist() == [truncated] * 2
