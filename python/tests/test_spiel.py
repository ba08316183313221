"""The methods of OpenSpiel beside the positions of Regola, and beside OpenSpiel if it is installed."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from conftest import FOLDER, loaded

from regola import Game as Rules
from regola import IllegalMoveError
from regola.spiel import Game, GameType, PlayerAction, PlayerId, State, TensorLayout, load_game


def test_games_are_those_of_positions(game: Rules) -> None:
    """A random game has in each ply the same legal actions, and in the end the same results."""
    random = np.random.default_rng(11)
    state = Game(game, max_game_length=60).new_initial_state()
    position = game.initial()
    while not state.is_terminal():
        movers = position.movers
        assert state.current_player() == (movers[0] if len(movers) == 1 else PlayerId.SIMULTANEOUS)
        chosen = [0] * len(game.roles)
        for player in range(len(game.roles)):
            legal = state.legal_actions(player)
            assert legal == position.legal_actions(player)
            assert [action for action, one in enumerate(state.legal_actions_mask(player)) if one] == legal
            if legal:
                chosen[player] = int(random.choice(legal))
        if state.is_simultaneous_node():
            state.apply_actions(chosen)
        else:
            state.apply_action(chosen[movers[0]])
        position = position.play(*(chosen[mover] for mover in movers))
        assert state.returns() == list(position.returns())
        assert state.position == position
    assert state.current_player() == PlayerId.TERMINAL
    assert state.legal_actions() == []
    assert position.over or state.move_number() == 60


def test_states_are_written_and_read(game: Rules) -> None:
    played = Game(game)
    state = played.new_initial_state()
    for _ in range(3):
        if not state.is_terminal():
            movers = state.position.movers
            state.apply_actions_of_movers(state.legal_actions(mover)[-1] for mover in movers)
    again = played.deserialize_state(state.serialize())
    assert again == state
    assert again.history() == state.history()


def test_a_game_tells_its_measures() -> None:
    game = load_game(FOLDER / "othello.rules", max_game_length=100, zero_sum=True)
    assert str(game) == "Othello"
    assert game.num_distinct_actions() == 65
    assert game.policy_tensor_shape() == [65]
    assert game.num_players() == 2
    assert game.max_game_length() == 100
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1.0, 1.0, 0.0)
    assert game.observation_tensor_shape() == [5, 8, 8]
    assert game.observation_tensor_size() == 320
    assert game.observation_tensor_layout() == TensorLayout.CHW
    kind = game.get_type()
    assert kind.dynamics == GameType.Dynamics.SEQUENTIAL
    assert kind.utility == GameType.Utility.ZERO_SUM
    assert Game(loaded("goofspiel")).get_type().dynamics == GameType.Dynamics.SIMULTANEOUS


def opening(*moves: str) -> State:
    """A game of tic-tac-toe after some moves."""
    state = Game(loaded("gdl/tictactoe")).new_initial_state()
    for move in moves:
        state.apply_action(state.string_to_action(move))
    return state


def test_actions_are_written_as_moves() -> None:
    state = Game(loaded("othello")).new_initial_state()
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["c4", "d3", "e6", "f5"]
    assert state.action_to_string(0, 19) == "c4"
    assert state.string_to_action("c4") == state.string_to_action(0, "c4") == 19
    assert state.action_to_string(0) == "place(1, 1)"  # which is not legal
    with pytest.raises(ValueError, match="a1"):
        state.string_to_action("a1")


def test_a_child_leaves_its_state_as_it_is() -> None:
    state = opening("mark(1, 1)")
    child = state.child(4)
    assert state.history() == [0]
    assert child.history() == [0, 4]
    assert child.full_history() == [PlayerAction(0, 0), PlayerAction(1, 4)]
    assert child.information_state_string() == "0, 4"


def test_a_clone_goes_on_by_itself() -> None:
    state = opening("mark(1, 1)")
    clone = state.clone()
    assert clone == state
    clone.apply_action(4)
    assert clone != state
    assert state.move_number() == 1


def test_the_last_action_is_taken_back() -> None:
    state = opening("mark(1, 1)", "mark(2, 2)")
    with pytest.raises(ValueError, match="last"):
        state.undo_action(0, 0)
    state.undo_action(1, 4)
    assert state == opening("mark(1, 1)")
    assert state.position == opening("mark(1, 1)").position


def test_rewards_come_in_the_end() -> None:
    state = opening("mark(1, 1)", "mark(2, 1)", "mark(1, 2)", "mark(2, 2)")
    assert state.rewards() == [0.0, 0.0]
    state.apply_action(state.string_to_action("mark(1, 3)"))
    assert state.is_terminal()
    assert state.rewards() == state.returns() == [1.0, -1.0]
    assert (state.player_reward(0), state.player_return(1)) == (1.0, -1.0)


def test_an_illegal_action_is_an_error() -> None:
    with pytest.raises(IllegalMoveError):
        opening("mark(1, 1)").apply_action(0)


def test_a_long_game_is_over() -> None:
    state = Game(loaded("gdl/tictactoe"), max_game_length=1).new_initial_state()
    state.apply_action(0)
    assert state.is_terminal()
    assert state.current_player() == PlayerId.TERMINAL
    assert state.legal_actions() == []
    assert state.returns() == [0.0, 0.0]


def test_a_game_begins_with_given_facts() -> None:
    nim = Game(loaded("nim"))
    middle = nim.new_initial_state()
    middle.apply_action(middle.legal_actions()[0])
    state = nim.new_initial_state(". ".join(middle.position.facts()) + ".")
    assert state.position == middle.position
    assert state.is_initial_state()
    assert nim.deserialize_state(state.serialize()) == state


def test_observations_are_flat_lists() -> None:
    rules = loaded("connect-four")
    state = Game(rules).new_initial_state()
    state.apply_action(3)
    tensor = state.observation_tensor(1)
    assert tensor == rules.initial().play(3).observe(1).ravel().tolist()
    assert state.information_state_tensor(1) == tensor
    assert "cell(4, 1, red)" in state.observation_string()


def test_players_who_move_at_once_are_asked_one_by_one() -> None:
    state = Game(loaded("gdl/rock-paper-scissors")).new_initial_state()
    assert state.current_player() == PlayerId.SIMULTANEOUS
    with pytest.raises(ValueError, match="say which"):
        state.legal_actions()
    state.apply_actions([0, 1])
    assert state.history() == [0, 1]
    assert state.move_number() == 1


def test_states_are_pickled() -> None:
    state = opening("mark(1, 1)")
    assert pickle.loads(pickle.dumps(state)) == state


def leaves(state: Any, depth: int) -> int:
    """The number of lines of play of a length, of a state of either library."""
    if state.is_terminal():
        return 0
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(leaves(state.child(action), depth - 1) for action in actions)


def peer(name: str) -> Any:
    """The first state of a game of OpenSpiel."""
    return pytest.importorskip("pyspiel").load_game(name).new_initial_state()


@pytest.mark.parametrize(
    ("name", "theirs", "depth"),
    [
        ("filetto", "tic_tac_toe", 4),
        ("gdl/tictactoe", "tic_tac_toe", 4),
        ("connect-four", "connect_four", 4),
        ("othello", "othello", 4),
        ("breakthrough", "breakthrough", 3),
        ("hex", "hex", 2),
    ],
)
def test_openspiel_counts_as_many_lines(name: str, theirs: str, depth: int) -> None:
    ours = Game(loaded(name)).new_initial_state()
    assert leaves(ours, depth) == leaves(peer(theirs), depth)


def upside_down(move: str) -> str:
    """A move of breakthrough such as ``a2-b3`` as OpenSpiel writes it, where the other side begins."""
    squares = move.replace("x", "-").split("-")
    return "".join(f"{square[0]}{9 - int(square[1])}" for square in squares)


@pytest.mark.parametrize(
    ("name", "their_name"), [("othello", str), ("breakthrough", upside_down)], ids=["othello", "breakthrough"]
)
def test_openspiel_plays_the_same_games(name: str, their_name: Callable[[str], str]) -> None:
    """Random games have the same moves by their names, and the same results."""
    random = np.random.default_rng(2)
    for _ in range(3):
        ours, theirs = Game(loaded(name)).new_initial_state(), peer(name)
        while not theirs.is_terminal():
            player = theirs.current_player()
            assert ours.current_player() == player
            # OpenSpiel marks captures by a star, and adds the colour to a move of othello.
            known = {
                theirs.action_to_string(player, action).split()[0].strip("*"): action
                for action in theirs.legal_actions()
            }
            moves = {their_name(ours.action_to_string(action)): action for action in ours.legal_actions()}
            assert moves.keys() == known.keys()
            move = str(random.choice(sorted(moves)))
            ours.apply_action(moves[move])
            theirs.apply_action(known[move])
        assert ours.is_terminal()
        assert ours.returns() == theirs.returns()


def test_connect_four_is_that_of_openspiel() -> None:
    """Its actions have the same numbers."""
    random = np.random.default_rng(2)
    for _ in range(10):
        ours, other = Game(loaded("connect-four")).new_initial_state(), peer("connect_four")
        while not other.is_terminal():
            assert ours.legal_actions() == other.legal_actions()
            action = int(random.choice(ours.legal_actions()))
            ours.apply_action(action)
            other.apply_action(action)
        assert ours.is_terminal()
        assert ours.returns() == other.returns()


def test_the_tree_search_of_openspiel_takes_our_games() -> None:
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import mcts  # type: ignore[import-untyped]

    state = opening("mark(1, 1)", "mark(2, 1)", "mark(1, 2)", "mark(3, 1)")
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
    bot = mcts.MCTSBot(state.get_game(), 2.0, 200, evaluator, random_state=random)
    assert state.action_to_string(bot.step(state)) == "mark(1, 3)"


def test_the_alpha_beta_search_of_openspiel_takes_our_games() -> None:
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import minimax

    game = Game(loaded("gdl/tictactoe"), zero_sum=True)
    state = opening("mark(1, 1)", "mark(2, 1)", "mark(1, 2)", "mark(3, 1)")
    value, action = minimax.alpha_beta_search(game, state=state)
    assert (value, state.action_to_string(action)) == (1.0, "mark(1, 3)")
