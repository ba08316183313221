"""Games and positions: values that can be compared, stored and asked."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import regola
from conftest import FOLDER as GAMES
from conftest import loaded


@pytest.fixture(scope="module")
def othello() -> regola.Game:
    return loaded("othello")


def random_positions(game: regola.Game, count: int) -> list[regola.Position]:
    """Positions of random games."""
    choose = random.Random(1).choice
    positions: list[regola.Position] = []
    while len(positions) < count:
        position = game.initial()
        while not position.over and len(positions) < count:
            position = position.play(*(choose(position.legal_actions(role)) for role in position.movers))
            positions.append(position)
    return positions


def test_a_position_is_a_value(othello: regola.Game) -> None:
    start = othello.initial()
    assert start.play("c4") == start.play(othello.action("place(3, 4)")) == start.play("place(3, 4)")
    assert start.play("c4") != start.play("d3")
    assert len({start, othello.initial(), start.play("c4")}) == 2
    assert start.turn == "black", "a move leaves the old position as it is"


@pytest.mark.parametrize("name", ["othello", "chess", "goofspiel", "anagram", "english-draughts"])
def test_positions_come_back_from_pickles(name: str) -> None:
    game = loaded(name)
    positions = random_positions(game, 60)
    again = pickle.loads(pickle.dumps(positions))
    assert again == positions
    assert [hash(position) for position in again] == [hash(position) for position in positions]
    for position, other in zip(positions, again, strict=True):
        assert position.over == other.over and position.movers == other.movers
        assert all(position.legal_actions(role) == other.legal_actions(role) for role in position.movers)
        assert np.array_equal(position.observe(), other.observe())


FACTS = """control(white). on(3-1, man(white)).
on(4-2, man(black)). on(6-4, man(black)). on(6-2, man(black))."""


def test_a_long_capture_is_chosen_square_by_square() -> None:
    game = loaded("russian-draughts")
    start = game.position(FACTS)
    assert start.moves() == ["c1xe3xg1", "c1xe3xg5"]
    first, last = game.action("part 3-1"), game.action("part 7-5")
    assert start.legal_actions() == [first] and start.notation(first) == "3-1"
    begun = start.play(first)
    assert begun != start and hash(begun) != hash(start)
    assert begun.turn == "white" and begun.chosen == (first,)
    assert begun.moves() == start.moves()
    assert [begun.notation(action) for action in begun.legal_actions()] == begun.moves()
    assert begun.action("c1xe3xg5") == last and start.action("c1xe3xg5") == first
    ended = begun.play(last)
    assert ended.chosen == () and ended.turn == "black"
    assert ended == start.play("c1xe3xg5") == begun.play("c1xe3xg5")
    with pytest.raises(regola.IllegalMoveError):
        begun.play(first)
    assert not begun.images()
    with pytest.raises(ValueError, match="a move is begun here"):
        game.best(begun, depth=1)

    again = pickle.loads(pickle.dumps(begun))
    assert again == begun and again.chosen == begun.chosen
    batch = game.batch(2)
    batch.set_position(1, begun)
    assert batch.position(1) == begun and game.decode(batch.encode()[1]) == begun
    chosen = game.planes.index("chosen(_)")
    assert begun.observe()[chosen].sum() == 1 and start.observe()[chosen].sum() == 0
    other = batch.position(0).legal_actions()[0]
    batch.step(np.array([other, last]))
    assert batch.position(1) == ended


def test_many_positions_share_their_game(othello: regola.Game) -> None:
    positions = random_positions(othello, 500)
    one, all_of_them = len(pickle.dumps(positions[:1])), len(pickle.dumps(positions))
    assert (all_of_them - one) / 499 < 40, "bytes for each further position"


def test_a_game_is_pickled_as_its_texts(othello: regola.Game) -> None:
    program = "import pickle, sys; print(pickle.load(sys.stdin.buffer).play('d3').moves())"
    data = pickle.dumps(othello.initial())
    assert str(GAMES).encode() not in data or othello.texts[0][0].startswith(str(GAMES))
    run = subprocess.run([sys.executable, "-c", program], input=data, capture_output=True, cwd="/", check=True)
    assert run.stdout.decode().strip() == "['c3', 'c5', 'e3']"


def test_bytes_of_another_game_are_refused(othello: regola.Game) -> None:
    for data in [b"", b"\x00", b"\x07" * 18, bytes(loaded("chess").initial())]:
        with pytest.raises(ValueError, match="position"):
            othello.decode(data)


def test_moves_that_are_not_legal_are_refused(othello: regola.Game) -> None:
    start = othello.initial()
    for move in ["a1", "nonsense(", "", 0, 64, 1000]:
        with pytest.raises(regola.IllegalMoveError):
            start.play(move)
    for move in [-1, 2**40, None, 1.5]:
        with pytest.raises((regola.IllegalMoveError, TypeError, OverflowError)):
            start.play(move)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="1 role"):
        start.play("c4", "d3")
    end = othello.position("control(black). cell(1, 1, black).")
    with pytest.raises(regola.GameOverError):
        end.play("a1")
    with pytest.raises(regola.GameOverError):
        start.goals()


def test_the_machine_and_the_compiled_form_agree() -> None:
    for name in ["breakthrough", "connect-four", "filetto", "goofspiel"]:
        path = GAMES / f"{name}.rules"
        compiled, machine = regola.load(path, engine="compiled"), regola.load(path, engine="machine")
        assert compiled.is_compiled and not machine.is_compiled
        # The machine has planes for the parts of moves behind those of the facts.
        facts = len(compiled.planes)
        for position in random_positions(compiled, 20):
            other = machine.position(". ".join([*position.facts(), ""]))
            assert (position.turn, position.over, position.returns()) == (other.turn, other.over, other.returns())
            for role in position.movers:
                assert position.moves(role) == other.moves(role)
                assert np.array_equal(position.observe(role), other.observe(role)[:facts])


def test_answers_are_found_as_they_are_asked_for() -> None:
    game = regola.loads(
        "role(ann). :- fluent at -> role. init(at(ann)). legal(ann, stay). add(at(ann)). goal(ann, 100). "
        "nat(0). nat(N) :- nat(M), N is M + 1."
    )
    answers = game.initial().query("nat(N), 0 is N mod 7")
    assert [next(answers)["N"] for _ in range(4)] == [0, 7, 14, 21]
    values = next(game.initial().query('X = f(a, [1, "b"], g(2)), Y = [], Z = -3'))
    term = values["X"]
    assert isinstance(term, regola.Term)
    assert (term.name, term.args[0], term.args[1], str(term.args[2])) == ("f", "a", [1, "b"], "g(2)")
    assert (values["Y"], values["Z"]) == ([], -3)


def test_reasons(othello: regola.Game) -> None:
    start = othello.initial()
    assert "fails: can_place" in start.why_not("c5")
    assert start.why_not("c5") == start.why_not("place(3, 5)") == start.why("legal(black, place(3, 5))")
    assert "othello-play.rules:" in start.why_not("c5")
    assert "cell(4, 4, white)" in start.why("legal(black, place(3, 4))")


def test_symmetric_positions_have_the_same_moves() -> None:
    game, other = loaded("hex"), loaded("breakthrough")
    assert (game.symmetries, other.symmetries) == (1, 2)
    for position in random_positions(other, 10):
        if position.over:
            continue
        for image, actions in position.images():
            assert sorted(there for _, there in actions) == image.legal_actions()
            assert sorted(here for here, _ in actions) == position.legal_actions()
            for here, there in actions:
                after, mirrored = position.play(here), image.play(there)
                assert mirrored in [after, *(same for same, _ in after.images())] or after.over


@pytest.mark.parametrize("name", ["amazons", "connect-four", "filetto", "gomoku", "lines-of-action", "nim"])
def test_permutations_map_arrays_as_images_map_positions(name: str) -> None:
    game = loaded(name)
    assert len(game.permutations) == game.symmetries - 1
    for position in random_positions(game, 6):
        if position.over:
            continue
        orbit = [position, *(image for image, _ in position.images())]
        seen = {image.observe().tobytes(): image for image in orbit}
        for permutation in game.permutations:
            assert sorted(permutation.actions) == list(range(game.num_actions))
            assert permutation.observation.shape == game.observation_shape
            several = np.stack([position.observe(), position.observe()])
            first, second = permutation.of_observations(several)
            assert (first == second).all()
            image = seen[first.tobytes()]
            assert permutation.of_actions(position.legal_mask()).tolist() == image.legal_mask().tolist()


def test_games_without_permutations_have_images_all_the_same() -> None:
    by_list = loaded("tictactoe")
    assert by_list.permutations == ()
    assert by_list.initial().play(0).images()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("legal(P, stay) :- roel(P).", "unknown-predicate"),
        ("role(", "unclosed-bracket"),
        ("", "no-role"),
        ("role(a). " + "f(" * 100_000, None),
        ("\x00\xff", None),
    ],
)
def test_broken_rule_files(text: str, code: str | None) -> None:
    with pytest.raises(regola.RuleError) as raised:
        regola.loads(text)
    first = raised.value.diagnostics[0]
    assert code is None or raised.value.code == code
    assert first.severity == "error" and first.title
    again = pickle.loads(pickle.dumps(raised.value))
    assert (str(again), again.diagnostics) == (str(raised.value), raised.value.diagnostics)


def test_a_missing_file_is_an_error() -> None:
    with pytest.raises(regola.RuleError, match="nowhere.rules"):
        regola.load("nowhere.rules")
    assert [found.severity for found in regola.check("nowhere.rules")] == ["error"]


HOSTILE = {
    "endless rules": ("legal(ann, go) :- loop. loop :- loop.", {"steps": 100_000}),
    "growing terms": ("legal(ann, go) :- grow(f(a)). grow(X) :- grow(f(X, X)).", {"memory": 50_000_000}),
    "deep recursion": ("legal(ann, go) :- deep(0). deep(N) :- M is N + 1, deep(M), true.", {"memory": 50_000_000}),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_rules_meet_a_limit(name: str) -> None:
    rules, limits = HOSTILE[name]
    text = f"role(ann). :- fluent at -> role. init(at(ann)). {rules} add(at(ann)). terminal :- \\+ at(_). goal(ann, 0)."
    with pytest.raises(regola.LimitError):
        regola.loads(text, **limits).initial().legal_actions()  # type: ignore[arg-type]


def test_an_unknown_option_is_refused(othello: regola.Game) -> None:
    with pytest.raises(ValueError, match="compiled"):
        regola.load(GAMES / "othello.rules", engine="fast")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="easy"):
        othello.best(level="impossible")
    with pytest.raises(ValueError, match="no heuristic is `disks`; the heuristics are discs"):
        othello.best(heuristic="disks", depth=1)
    with pytest.raises(ValueError, match="no heuristic is `discs`; the rules have none"):
        regola.loads(
            "role(ann). :- fluent at -> role. init(at(ann)). legal(ann, stay). add(at(ann)). "
            "goal(ann, 100)."
        ).best(heuristic="discs", depth=1)
    with pytest.raises(ValueError, match="black, white"):
        othello.initial().legal_actions("red")
    with pytest.raises(ValueError, match="another game"):
        othello.best(loaded("chess").initial(), depth=1)
    with pytest.raises(regola.RuleError, match="domain without end"):
        regola.load(GAMES / "tris-productions.rules", engine="compiled").initial()


def test_searches(othello: regola.Game) -> None:
    assert [othello.perft(depth) for depth in range(1, 7)] == [4, 12, 56, 244, 1396, 8200]
    assert othello.perft(6, threads=2) == 8200
    assert othello.perft(4, othello.initial().play("c4")) == 1396 // 4
    assert loaded("filetto").solve().goals == [50, 50]
    best = othello.best(depth=4)
    assert best.move == best.line[0] and len(best.line) >= 4
    assert othello.heuristics == ("discs", "captured", "mobility", "corners", "position")
    values = {name: othello.best(depth=2, heuristic=name).value for name in ("discs", "mobility")}
    assert values["discs"] == othello.best(depth=2).value != values["mobility"]
    assert othello.best(playouts=200, seed=3) == othello.best(playouts=200, seed=3)


def test_random_games_are_those_of_their_seeds(othello: regola.Game) -> None:
    goals = othello.playouts(200, seed=7)
    assert goals.shape == (200, 2) and (goals.sum(axis=1) == 100).all()
    assert np.array_equal(goals[50:], othello.playouts(150, seed=57, threads=2))
    assert (othello.playouts(3, plies=5) == 255).all()


def test_two_encodings_of_one_game() -> None:
    same = regola.compare(GAMES / "othello.rules", GAMES / "othello-triples.rules", depth=2, games=1)
    assert same and "equal as far as was looked" in same.text
    other = regola.compare(GAMES / "othello.rules", GAMES / "othello-2007.rules", depth=2, games=0)
    assert not other and str(other)


def test_other_threads_go_on_meanwhile(othello: regola.Game) -> None:
    counted = 0
    done = threading.Event()

    def search() -> None:
        othello.best(time=0.5)
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not done.is_set():
        counted += 1
        time.sleep(0.001)
    thread.join()
    assert counted > 50


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent by POSIX")
def test_ctrl_c_stops_a_search() -> None:
    program = f"""
import os, regola, signal, threading
game = regola.load({str(GAMES / "othello.rules")!r})
game.num_actions
# A process that is started in the background may have been told to pass over the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    game.best(depth=60)
except KeyboardInterrupt:
    print("stopped", game.perft(3))
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60, check=True, text=True)
    assert run.stdout == "stopped 56\n"


def resident_bytes() -> int:
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is read as on Linux")
def test_memory_stays_flat(othello: regola.Game) -> None:
    """A million plies in a batch, and some thousand positions and questions, leave nothing behind."""

    def work() -> None:
        batch = othello.batch(1000, autoreset="same")
        for _ in range(500):
            batch.step(batch.random_actions())
            batch.legal_mask, batch.observation
        for position in random_positions(othello, 2000):
            position.legal_mask()
            next(position.query("cell(X, Y, P)"))

    work()
    before = resident_bytes()
    work()
    assert resident_bytes() - before < 8_000_000
