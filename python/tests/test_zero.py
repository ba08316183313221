"""AlphaZero of `examples/zero.py`: its search, its symmetries, and a short training from end to end."""

from __future__ import annotations

import random
import sys
import xml.etree.ElementTree
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import regola

pytest.importorskip("jax")

PYTHON = Path(__file__).parents[1]
sys.path.insert(0, str(PYTHON / "examples"))
import zero  # noqa: E402

FILETTO = regola.load(PYTHON.parent / "games" / "filetto.rules")
CONNECT_FOUR = regola.load(PYTHON / "examples" / "connect-four-5x4.rules")

NIM = regola.loads("""
    % One or two counters are taken in turn; who takes the last one wins.
    :- game("Nine counters").
    role(first).  role(second).
    other(first, second).  other(second, first).
    count(0..9).
    :- fluent control -> role.
    :- fluent pile -> count.
    init(control(first)).
    init(pile(9)).
    legal(P, take(N))  :- control(P), pile(M), between(1, 2, N), N =< M.
    add(control(Q))    :- does(P, _), other(P, Q).
    add(pile(M))       :- does(_, take(N)), pile(L), M is L - N.
    terminal :- pile(0).
    goal(P, 0)   :- control(P).
    goal(Q, 100) :- control(P), other(P, Q).
""")


def uniform(observations: zero.Observations, masks: zero.Masks) -> tuple[zero.Floats, zero.Floats]:
    """Judge all actions alike, and all positions even."""
    policies = masks / masks.sum(axis=1, keepdims=True)
    return policies.astype(np.float32), np.zeros(len(masks), np.float32)


def played(game: regola.Game, moves: str) -> regola.Position:
    """Return the position after these moves."""
    position = game.initial()
    for move in moves.split():
        position = position.play(move)
    return position


def best_for_mover(position: regola.Position) -> float:
    """Return the goal that the role to move can force."""
    return position.game.best(position, depth=9).expected


@pytest.mark.parametrize(
    ("game", "moves", "best"),
    [
        (FILETTO, "a1 a2 b1 b2", "c1"),
        (FILETTO, "a1 b2 b1", "c1"),
        (CONNECT_FOUR, "b a b a b a", "b"),
        (CONNECT_FOUR, "b a b a b", "b"),
        (CONNECT_FOUR, "a e b e d", "c"),
    ],
    ids=["wins a row", "blocks a row", "wins a column", "blocks a column", "blocks a gap"],
)
def test_the_search_sees_one_ply_ahead_without_a_network(game: regola.Game, moves: str, best: str) -> None:
    position = played(game, moves)
    choose = zero.with_network(uniform, 200, zero.Settings().exploration)
    (action,) = choose([position])
    assert position.notation(action) == best


@pytest.mark.parametrize("role", ["first", "second"])
def test_the_search_believes_the_network_for_the_role_that_looks(role: str) -> None:
    counts = range(1, 10)
    positions = [NIM.position(f"control({turn}). pile({count}).") for turn in NIM.roles for count in counts]
    told = {
        position.observe().tobytes(): value for position, value in zip(positions, [1, 1, -1] * 6, strict=True)
    }

    def knowing(observations: zero.Observations, masks: zero.Masks) -> tuple[zero.Floats, zero.Floats]:
        policies, _ = uniform(observations, masks)
        return policies, np.array([told[seen.tobytes()] for seen in observations], np.float32)

    # Who is to move loses if and only if the number of counters is divisible by three.
    choose = zero.with_network(knowing, 8, zero.Settings().exploration)
    for count in (2, 4, 5, 7, 8):
        (action,) = choose([NIM.position(f"control({role}). pile({count}).")])
        assert NIM.actions[action] == f"take({count % 3})"


def test_each_tree_of_a_forest_is_searched_as_if_alone() -> None:
    positions = [played(CONNECT_FOUR, moves) for moves in ("", "c", "b a b a b", "a e b e d")]

    def visits(roots: list[regola.Position]) -> zero.Floats:
        return zero.Forest(roots, uniform, 50, 1.25).search(50)

    together = visits(positions)
    assert together.sum(axis=1).tolist() == [50] * 4
    for position, own in zip(positions, together, strict=True):
        assert own.tolist() == visits([position])[0].tolist()
        assert set(np.flatnonzero(own)) <= set(position.legal_actions())


def test_noise_at_the_root_changes_where_the_search_looks_but_nothing_illegal() -> None:
    full = played(CONNECT_FOUR, "a a a a")
    forest = zero.Forest([full], uniform, 30, 1.25)
    forest.add_noise(0.5, np.random.default_rng(0))
    noisy = forest.search(30)
    assert noisy[0, 0] == 0
    assert noisy.tolist() != zero.Forest([full], uniform, 30, 1.25).search(30).tolist()


@pytest.mark.parametrize("game", [FILETTO, CONNECT_FOUR], ids=lambda game: game.name)
def test_images_keep_the_value_of_the_position_and_of_each_action(game: regola.Game) -> None:
    chosen = random.Random(0)
    numbers = np.random.default_rng(0)
    for _ in range(6):
        position = game.initial()
        for _ in range(5):
            position = position.play(chosen.choice(position.legal_actions()))
        if position.over:
            continue
        legal = position.legal_actions()
        policy = np.zeros(game.num_actions, np.float32)
        policy[legal] = numbers.dirichlet(np.ones(len(legal)))
        images = list(zero.images(position, policy))
        assert len(images) == game.symmetries
        orbit = [position, *(image for image, _ in position.images())]
        by_share = {share: action for action, share in enumerate(policy) if share > 0}
        for observation, mask, moved in images:
            image = next(image for image in orbit if (image.observe() == observation).all())
            assert mask.tolist() == image.legal_mask().tolist()
            assert best_for_mover(image) == best_for_mover(position)
            assert sorted(moved) == sorted(policy)
            for action in image.legal_actions():
                after, before = image.play(action), position.play(by_share[moved[action]])
                assert after.over == before.over
                if not after.over:
                    assert best_for_mover(after) == best_for_mover(before)


def test_the_network_looks_at_squares_only_where_planes_show_them() -> None:
    assert zero.shows_squares(CONNECT_FOUR)
    assert not zero.shows_squares(NIM)
    network = zero.Network(CONNECT_FOUR, zero.Settings(channels=4, blocks=1))
    assert network.weights.stem.weight.shape == (3, 3, 5, 4)


def test_training_finds_out_who_wins(tmp_path: Path) -> None:
    settings = zero.Settings(games=16, playouts=16, channels=8, blocks=1, samples=64, opening=4, rate=3e-3)
    network, play, memory = zero.Network(NIM, settings), zero.SelfPlay(NIM, settings), zero.Memory(NIM, 2_000)
    draw = np.random.default_rng(0)
    for _ in range(60):
        play.step(network, memory)
        for _ in range(4 if len(memory) else 0):
            network.learn(memory.draw(settings.samples, draw), settings.rate)

    # Who is to move loses if and only if the number of counters is divisible by three.
    positions = [NIM.position(f"control(first). pile({count}).") for count in range(1, 10)]
    observations = np.stack([position.observe() for position in positions])
    masks = np.stack([position.legal_mask() for position in positions])
    policies, values = network(observations, masks)
    assert (values > 0).tolist() == [count % 3 > 0 for count in range(1, 10)]
    for count in (1, 2, 4, 5, 7, 8):
        assert NIM.actions[int(np.argmax(policies[count - 1]))] == f"take({count % 3})"

    network.save(tmp_path / "network.npz")
    other = zero.Network(NIM, settings)
    assert not np.allclose(other(observations, masks)[1], values)
    other.load(tmp_path / "network.npz")
    assert np.array_equal(other(observations, masks)[1], values)


def test_training_by_the_clock_reports_matches_and_draws_their_curve() -> None:
    settings = zero.Settings(games=8, playouts=4, channels=4, blocks=1, samples=32, match_games=4, matches=2)
    reports: list[int] = []
    trained = zero.train(FILETTO, 0.02, settings, report=lambda trained: reports.append(len(trained.points)))
    assert 2 <= len(reports) <= 3
    assert reports == list(range(1, len(trained.points) + 1))
    assert all(sum((p.score.wins, p.score.draws, p.score.losses)) == 4 for p in trained.points)
    assert trained.points[-1].games > 0
    assert len(zero.table(trained.points).splitlines()) == 1 + len(reports)
    assert len(list(zero.ladder(trained, FILETTO, factors=(1, 2)))) == 2
    picture = xml.etree.ElementTree.fromstring(zero.curve(trained.points, "Filetto"))
    assert len(picture.findall("{*}circle")) == len(reports)


def test_a_match_changes_sides_and_counts_for_the_player() -> None:
    def perfect(positions: Sequence[regola.Position]) -> list[int]:
        found = [NIM.best(position, depth=9).action for position in positions]
        return [action for action in found if action is not None]

    def modest(positions: Sequence[regola.Position]) -> list[int]:
        return [NIM.action("take(1)") for _ in positions]

    # The second role wins with best play, and nobody wins by taking one counter each time.
    assert zero.match(NIM, perfect, perfect, 10) == zero.Score(wins=5, draws=0, losses=5)
    assert zero.match(NIM, perfect, modest, 10) == zero.Score(wins=10, draws=0, losses=0)
    assert zero.match(NIM, modest, perfect, 10) == zero.Score(wins=0, draws=0, losses=10)
    assert zero.match(NIM, perfect, modest, 10, plies=3) == zero.Score(wins=0, draws=10, losses=0)


def test_games_of_moves_at_once_are_refused() -> None:
    game = regola.load(PYTHON.parent / "games" / "goofspiel.rules")
    with pytest.raises(ValueError, match="two roles that move by turns"):
        zero.train(game, 0.01)
