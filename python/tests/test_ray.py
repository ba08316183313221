"""Matches, self-play, perft and solving on Ray: what many workers find is what one process finds.

``here=True`` does the same work in this process, without Ray, and is the measure of all the others.
"""

# The types of Ray and of Arrow are not complete.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray")
pytest.importorskip("pyarrow")
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import pyarrow.parquet as pq  # type: ignore[import-untyped,unused-ignore] # noqa: E402
import ray  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

import regola  # noqa: E402
import regola.ray  # noqa: E402
from regola.ray import GamePairs, MatchResult, SequentialTest, tasks  # noqa: E402

GAMES = Path(__file__).parents[2] / "games"
PLAYERS: dict[str, regola.ray.Player] = {"deep": {"depth": 2}, "quick": {"depth": 1}}


def load(name: str) -> regola.Game:
    return regola.load(GAMES / f"{name}.rules")


@pytest.fixture(scope="module")
def connect_four() -> regola.Game:
    return load("connect-four")


def rows(path: Path) -> list[dict[str, Any]]:
    files = sorted(path.glob("block-*.parquet"))
    return [row for file in files for row in pq.read_table(file).to_pylist()]


# What needs no Ray.


def test_the_games_and_the_statistics_are_those_of_the_program(connect_four: regola.Game) -> None:
    # regola match games/connect-four.rules --player a=random --player b=random --games 20 --seed 7
    result = regola.ray.match(connect_four, {"a": "random", "b": "random"}, 20, seed=7, here=True)
    (pairing,) = result.pairings
    assert pairing.pairs == GamePairs((2, 0, 5, 0, 3))
    assert (pairing.score.wins, pairing.score.draws, pairing.score.losses) == (11, 0, 9)
    assert pairing.plies / 20 == 21.55
    assert pairing.score.interval == (0.3420853410191274, 0.7418021429623598)
    assert str(pairing.elo) == "+34.9 (-123.6 to +197.4)"
    # As yellow:
    assert (pairing.in_role[1].wins, pairing.in_role[1].losses) == (8, 2)


def test_a_test_stops_a_match_where_the_program_stops_it(connect_four: regola.Game) -> None:
    # regola match ... --player a=depth=1 --player b=random --games 2000 --seed 7 --sprt 0,50
    players: dict[str, regola.ray.Player] = {"a": {"depth": 1}, "b": "random"}
    result = regola.ray.match(connect_four, players, 2000, seed=7, test=(0, 50), here=True)
    assert result.games == 46
    assert result.pairings[0].pairs == GamePairs((0, 0, 3, 0, 20))
    assert result.decision == "greater"
    ratio = SequentialTest(0, 50).log_likelihood_ratio(result.pairings[0].pairs)
    assert ratio == pytest.approx(3.07, abs=0.005)
    assert "decided for a difference of 50 Elo" in str(result)


def test_a_player_that_wins_all_games_is_stronger_by_at_least_some_points() -> None:
    elo = GamePairs((0, 0, 0, 0, 10)).elo
    assert elo is not None
    assert elo.difference == elo.most == float("inf")
    assert elo.least == pytest.approx(269.66, abs=0.005)


def test_what_is_no_test_is_refused() -> None:
    with pytest.raises(ValueError, match="from -2000 to 2000"):
        SequentialTest(0, 3000)
    with pytest.raises(ValueError, match="less than 0.5"):
        SequentialTest(0, 50, alpha=0.5)
    lower, upper = SequentialTest(0, 50).bounds
    assert lower == -upper == pytest.approx(-2.944, abs=0.0005)
    assert SequentialTest(0, 50).decision(GamePairs()) is None
    assert GamePairs().elo is None


def test_what_is_no_player_is_refused_before_a_game_is_played(connect_four: regola.Game) -> None:
    def match(*players: regola.ray.Player) -> MatchResult:
        return regola.ray.match(connect_four, players, 2)

    with pytest.raises(ValueError, match="no setting is dept"):
        match({"dept": 3}, "random")
    with pytest.raises(ValueError, match="the levels are easy, normal, hard"):
        match({"level": "harder"}, "random")
    with pytest.raises(ValueError, match="no heuristic is 'discs'; the heuristics are"):
        match({"heuristic": "discs"}, "random")
    with pytest.raises(ValueError, match="the same by description"):
        match("random", "random")
    with pytest.raises(ValueError, match="two roles that take turns"):
        regola.ray.match(load("goofspiel"), PLAYERS, 2)
    with pytest.raises(RuntimeError, match=r"call ray\.init\(\)"):
        match({"depth": 1}, "random")


# On one machine.


@pytest.fixture(scope="class")
def one_machine() -> Iterator[None]:
    ray.init(
        "local",
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        object_store_memory=100 << 20,
    )
    yield
    ray.shutdown()


@pytest.mark.usefixtures("one_machine")
class TestOneMachine:
    def test_perft_is_the_sum_of_its_tasks(self, connect_four: regola.Game) -> None:
        assert regola.ray.perft(connect_four, 7) == 823_536

    @pytest.mark.parametrize("name, depth, split", [("tictactoe", 6, 5), ("goofspiel", 3, 1)])
    def test_perft_with_short_lines_and_moves_at_once(
        self, name: str, depth: int, split: int
    ) -> None:
        game = load(name)
        assert regola.ray.perft(game, depth, split) == game.perft(depth)
        assert regola.ray.perft(game, 1, split) == game.perft(1)

    def test_a_match_is_the_same_however_its_games_are_cut_into_tasks(
        self, connect_four: regola.Game
    ) -> None:
        players: dict[str, regola.ray.Player] = {
            **PLAYERS,
            "chance": "random",
            "first": lambda position: position.legal_actions()[0],
        }
        expected = regola.ray.match(connect_four, players, 20, seed=3, here=True)
        assert expected.games == 6 * 20
        for pairs_per_task in (1, 7):
            found = regola.ray.match(
                connect_four, players, 20, seed=3, pairs_per_task=pairs_per_task
            )
            assert found == expected

    def test_a_test_stops_at_the_same_game(self, connect_four: regola.Game) -> None:
        seen: list[int] = []
        arguments: dict[str, Any] = {"games": 20_000, "test": (0, 50)}
        expected = regola.ray.match(connect_four, PLAYERS, here=True, **arguments)
        found = regola.ray.match(
            connect_four, PLAYERS, progress=lambda so_far: seen.append(so_far.games), **arguments
        )
        assert found == expected
        assert found.decision == "greater" and found.games < 20_000
        assert seen == sorted(set(seen)) and seen[-1] == found.games

    def test_a_worker_that_dies_changes_nothing(
        self, connect_four: regola.Game, tmp_path: Path
    ) -> None:
        marks = tmp_path / "marks"
        marks.mkdir()

        def dying(position: regola.Position) -> int:
            # Three times in all, and the first time in the first game that gets so far.
            deaths = len(list(marks.iterdir()))
            if deaths < 3 and len(position.facts()) > 8 + 5 * deaths:
                (marks / str(deaths)).touch()
                os._exit(1)
            return position.legal_actions()[0]

        def living(position: regola.Position) -> int:
            return position.legal_actions()[0]

        def match(player: regola.ray.Player, **where: Any) -> MatchResult:
            return regola.ray.match(connect_four, {"one": player, "two": "random"}, 40, **where)

        found, expected = match(dying, pairs_per_task=2), match(living, here=True)
        assert len(list(marks.iterdir())) == 3
        assert found == expected

    def test_a_task_that_somebody_cancels_is_done_again(
        self, connect_four: regola.Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        cancelled: list[Any] = []
        finished: Callable[[list[Any]], list[Any]] = getattr(tasks, "_finished")

        def cancelling(running: list[Any]) -> list[Any]:
            if len(cancelled) < 3:
                cancelled.append(running[-1])
                ray.cancel(running[-1])
            return finished(running)

        monkeypatch.setattr(tasks, "_finished", cancelling)
        found = regola.ray.match(connect_four, PLAYERS, 40, pairs_per_task=2)
        assert len(cancelled) == 3
        assert found == regola.ray.match(connect_four, PLAYERS, 40, here=True)

    def test_an_error_of_a_player_ends_the_match(self, connect_four: regola.Game) -> None:
        def illegal(position: regola.Position) -> int:
            return 7

        with pytest.raises(regola.IllegalMoveError):
            regola.ray.match(connect_four, {"one": illegal, "two": "random"}, 4)

    def test_tasks_in_flight_are_bounded(self) -> None:
        submitted = taken = 0

        def blocks() -> Iterator[int]:
            nonlocal submitted
            for block in range(40):
                submitted += 1
                assert submitted - taken <= 3
                yield block

        def double(factor: int, block: int) -> int:
            return factor * block

        for number, result in tasks.results(double, 2, blocks(), in_flight=3):
            assert result == 2 * number
            taken += 1
        assert taken == 40

    @pytest.mark.parametrize(
        "name, split", [("tictactoe", 1), ("nim", 3), ("dodgem", 2), ("pair-sums", 2)]
    )
    def test_solving_in_parts_gives_the_same_goals(self, name: str, split: int) -> None:
        game = load(name)
        solution = regola.ray.solve(game, split)
        assert solution.goals == game.solve().goals
        position = game.initial()
        for move in solution.line:
            position = position.play(move)
        assert list(position.goals()) == solution.goals

    def test_tuning_finds_the_deeper_search(self) -> None:
        game = load("othello")
        players: dict[str, regola.ray.Player] = {
            "chance": "random",
            "shallow": {"depth": 1},
            "deep": {"depth": 3},
        }
        found = regola.ray.tune(game, players, 40, pairs_per_task=2)
        assert found.best == "deep"
        assert [len(result.players) for result in found.rounds] == [3, 2]
        assert found == regola.ray.tune(game, players, 40, here=True)

    def test_self_play_writes_each_ply_of_each_game(
        self, connect_four: regola.Game, tmp_path: Path
    ) -> None:
        data = regola.ray.self_play(
            connect_four, "random", 20, tmp_path / "a folder", games_per_file=8
        )
        assert data is not None
        table = rows(tmp_path / "a folder")
        assert data.count() == len(table)
        assert sorted({row["game"] for row in table}) == list(range(20))
        for row, after in zip(table, [*table[1:], None], strict=True):
            position = connect_four.decode(row["position"])
            assert position.movers == (row["role"],)
            legal = sum(1 << action for action in position.legal_actions())
            assert int.from_bytes(row["legal"], "little") == legal
            following = position.play(row["action"])
            if after is not None and after["game"] == row["game"]:
                assert bytes(following) == after["position"]
            else:
                assert list(following.goals()) == row["goals"]
                assert following.returns()[row["role"]] == row["result"]

    @pytest.mark.parametrize("policy", ["random", {"depth": 2}])
    def test_self_play_does_only_what_is_missing(
        self, connect_four: regola.Game, tmp_path: Path, policy: regola.ray.Player
    ) -> None:
        def play(path: Path, games_per_file: int, **where: Any) -> list[tuple[int, int]]:
            written: list[tuple[int, int]] = []
            regola.ray.self_play(
                connect_four,
                policy,
                20,
                path,
                games_per_file=games_per_file,
                progress=lambda done, all_files: written.append((done, all_files)),
                **where,
            )
            return written

        play(tmp_path / "here", 20, here=True)
        expected = rows(tmp_path / "here")
        there = tmp_path / "there"
        assert play(there, 4)[-1] == (5, 5)
        assert rows(there) == expected
        contents = {file.name: file.read_bytes() for file in there.iterdir()}
        assert play(there, 4) == []
        (there / "block-00000002.parquet").unlink()
        (there / "block-00000004.parquet").unlink()
        assert play(there, 4) == [(4, 5), (5, 5)]
        assert {file.name: file.read_bytes() for file in there.iterdir()} == contents
        with pytest.raises(ValueError, match="another run: see games_per_file"):
            play(there, 5)

    def test_a_long_capture_is_one_ply(self) -> None:
        game = load("russian-draughts")
        start = game.position(
            """control(white). on(3-1, man(white)).
            on(4-2, man(black)). on(6-4, man(black)). on(6-2, man(black)). on(4-4, man(black)).
            on(2-2, man(black)). on(2-4, man(black))."""
        )
        for split in range(4):
            assert regola.ray.perft(game, 3, split, position=start, here=True) == game.perft(3, start)

    @pytest.mark.parametrize("policy", ["random", {"depth": 1}])
    def test_self_play_chooses_long_captures_part_by_part(
        self, tmp_path: Path, policy: regola.ray.Player
    ) -> None:
        game = load("russian-draughts")
        regola.ray.self_play(game, policy, 30, tmp_path, opening=10, max_plies=80)
        table = rows(tmp_path)
        begun = 0
        for row, after in pairwise(table):
            position = game.decode(row["position"])
            begun += bool(position.chosen)
            if after["game"] == row["game"]:
                assert bytes(position.play(row["action"])) == after["position"]
        assert begun > 0

    def test_self_play_of_moves_at_once(self, tmp_path: Path) -> None:
        game = load("goofspiel")
        regola.ray.self_play(game, "random", 3, tmp_path)
        first, second, *_ = rows(tmp_path)
        assert (first["ply"], first["role"], second["ply"], second["role"]) == (0, 0, 0, 1)
        position = game.decode(first["position"])
        assert first["action"] in position.legal_actions(0)
        assert second["action"] in position.legal_actions(1)


# On two machines, one of which is lost.


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A cluster of one machine with one processor."""
    first = {
        "num_cpus": 1,
        "include_dashboard": False,
        "object_store_memory": 100 << 20,
        # Otherwise it takes half a minute until the cluster knows that a machine is lost.
        "_system_config": {
            "health_check_initial_delay_ms": 0,
            "health_check_period_ms": 200,
            "health_check_timeout_ms": 500,
            "health_check_failure_threshold": 5,
        },
    }
    cluster = Cluster(initialize_head=True, connect=True, head_node_args=first)
    yield cluster
    ray.shutdown()
    cluster.shutdown()  # type: ignore[no-untyped-call]


@pytest.fixture
def lose(cluster: Cluster) -> Callable[[], None]:
    """A second machine joins the cluster, and this function takes it away without a warning."""
    second = cluster.add_node(num_cpus=1, object_store_memory=100 << 20)
    wait_for_processors(2)
    return lambda: cluster.remove_node(second, allow_graceful=False)


def wait_for_processors(number: int) -> None:
    """Wait until the cluster has noticed how many it has."""
    patience = time.monotonic() + 30
    while tasks.processors() != number:
        assert time.monotonic() < patience
        time.sleep(0.1)


def test_a_machine_that_is_lost_changes_nothing(
    lose: Callable[[], None], connect_four: regola.Game, tmp_path: Path
) -> None:
    seen: list[int] = []

    def progress(so_far: MatchResult) -> None:
        seen.append(so_far.games)
        if len(seen) == 10:
            lose()

    def deep(position: regola.Position) -> str | None:
        (tmp_path / ray.get_runtime_context().get_node_id()).touch()
        return position.game.best(position, depth=2).move

    players: dict[str, Any] = {"deep": deep, "quick": {"depth": 1}}
    found = regola.ray.match(connect_four, players, 400, pairs_per_task=5, progress=progress)
    wait_for_processors(1)
    assert len(list(tmp_path.iterdir())) == 2, "both machines have played"
    assert seen == list(range(10, 401, 10))
    players["deep"] = {"depth": 2}
    assert found == regola.ray.match(connect_four, players, 400, here=True)


def test_a_machine_that_is_lost_leaves_the_data_whole(
    lose: Callable[[], None], connect_four: regola.Game, tmp_path: Path
) -> None:
    def progress(done: int, _: int) -> None:
        if done == 5:
            lose()

    def play(folder: str, **arguments: Any) -> list[dict[str, Any]]:
        regola.ray.self_play(connect_four, {"depth": 2}, 200, tmp_path / folder, **arguments)
        return rows(tmp_path / folder)

    lost = play("lost", games_per_file=10, progress=progress)
    wait_for_processors(1)
    assert lost == play("whole", here=True)
    names = sorted(path.name for path in (tmp_path / "lost").iterdir())
    assert names == ["_self_play.json", *(f"block-{block:08}.parquet" for block in range(20))]
