"""Random games a CPU-second: Regola beside OpenSpiel, Pgx and PettingZoo, in one run.

    python rivals.py [--seconds 2] [--games othello connect-four ...] [--repeat 3]

Each figure is the median of several runs of one thread, by the CPU time of the process. Batches are stepped
for less time than a long game takes, so that their games are counted by plies: as many of them as a random
game has on average, played by Regola, are one. Packages that
are not installed are left out; `pip install open_spiel pgx 'pettingzoo[classic]'` installs them.
Compiling (by Regola, by JAX) is not counted and is printed apart.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

# One thread for JAX: it reads these when it is imported.
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import regola

GAMES = Path(__file__).parents[2] / "games"

RIVALS: dict[str, dict[str, str]] = {
    "filetto": {"spiel": "tic_tac_toe", "pgx": "tic_tac_toe", "zoo": "tictactoe_v3"},
    "connect-four": {"spiel": "connect_four", "pgx": "connect_four", "zoo": "connect_four_v3"},
    "othello": {"spiel": "othello", "pgx": "othello"},
    "breakthrough": {"spiel": "breakthrough"},
    "hex": {"spiel": "hex(board_size=11)", "pgx": "hex"},
    "chess": {"spiel": "chess", "pgx": "chess", "zoo": "chess_v6"},
}
"""By rule file the names of the same game elsewhere. Filetto is tic-tac-toe."""

Play = Callable[[], float]
"""Plays some games and returns how many, or what the plies that it plays come to in games."""


def plies_a_game(game: regola.Game) -> float:
    """The mean number of plies of a random game."""
    games, plies, choose = 200, 0, random.Random(0).choice
    for _ in range(games):
        position = game.initial()
        while not position.over:
            position = position.play(choose(position.legal_actions()))
            plies += 1
    return plies / games


def games_a_second(play: Play, seconds: float, repeat: int) -> float:
    """The median of several runs, by CPU time."""
    play()
    rates = []
    for _ in range(repeat):
        begin, games = time.process_time(), 0.0
        while time.process_time() - begin < seconds:
            games += play()
        rates.append(games / (time.process_time() - begin))
    return statistics.median(rates)


def rollouts(game: regola.Game, size: int) -> Play:
    batch = game.batch(size, seed=1)

    def play() -> int:
        batch.rollout()
        return size

    return play


def steps(game: regola.Game, size: int, plies: float) -> Play:
    """Random actions and steps as arrays, with masks and observations made each time."""
    batch = game.batch(size, seed=1, autoreset="same")
    games = 20 * size / plies

    def play() -> float:
        for _ in range(20):
            batch.step(batch.random_actions())
            batch.legal_mask
            batch.observation
        return games

    return play


def plain_loop(game: regola.Game) -> Play:
    """One position at a time, from a loop of Python."""
    choose = random.Random(1).choice

    def play() -> int:
        for _ in range(10):
            position = game.initial()
            while not position.over:
                position = position.play(choose(position.legal_actions()))
        return 10

    return play


def program(game: regola.Game) -> Play:
    """What `regola playout` does."""
    seeds = iter(range(0, sys.maxsize, 1000))

    def play() -> int:
        game.playouts(1000, seed=next(seeds))
        return 1000

    return play


def spiel(name: str) -> Play:
    import pyspiel

    game = pyspiel.load_game(name)
    choose = random.Random(1).choice

    def play() -> int:
        for _ in range(10):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(choose(state.legal_actions()))
        return 10

    return play


def pgx(name: str, size: int, plies: float) -> Play:
    import jax
    import jax.numpy as jnp
    import pgx as package

    env = package.make(name)
    reset = package.auto_reset if hasattr(package, "auto_reset") else None
    if reset is None:
        from pgx.experimental import auto_reset as reset
    step = jax.vmap(reset(env.step, env.init))

    @jax.jit
    def twenty(state, key):  # type: ignore[no-untyped-def]
        def one(carry, _):  # type: ignore[no-untyped-def]
            state, key = carry
            key, choice, anew = jax.random.split(key, 3)
            logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            action = jax.random.categorical(choice, logits)
            return (step(state, action, jax.random.split(anew, size)), key), None

        carry, _ = jax.lax.scan(one, (state, key), None, length=20)
        return carry

    held = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), size)), jax.random.PRNGKey(1)]

    games = 20 * size / plies

    def play() -> float:
        held[:] = jax.block_until_ready(twenty(*held))
        return games

    return play


def zoo(name: str) -> Play:
    import importlib

    import numpy as np

    env = importlib.import_module(f"pettingzoo.classic.{name}").raw_env()
    generator = np.random.default_rng(1)

    def play() -> int:
        env.reset()
        while env.agents:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(generator.choice(np.flatnonzero(observation["action_mask"]))))
        return 1

    return play


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--games", nargs="*", default=list(RIVALS))
    wanted = parser.parse_args()

    print(f"{'game':14}{'with':34}{'games a CPU-second':>20}{'to the best rival':>20}")
    for name in wanted.games:
        game = regola.load(GAMES / f"{name}.rules")
        game.num_actions
        plies = plies_a_game(game)
        rivals = RIVALS[name]
        cases: list[tuple[str, bool, Callable[[], Play]]] = [
            ("regola: playouts", False, lambda: program(game)),
            ("regola: batch of 4096, rollout", False, lambda: rollouts(game, 4096)),
            ("regola: batch of 4096, all arrays", False, lambda: steps(game, 4096, plies)),
            ("regola: batch of 1, all arrays", False, lambda: steps(game, 1, plies)),
            ("regola: loop over positions", False, lambda: plain_loop(game)),
        ]
        if "spiel" in rivals:
            cases.append(("OpenSpiel: loop over states", True, lambda: spiel(rivals["spiel"])))
        if "pgx" in rivals:
            for size in (1, 64, 1024, 4096):
                cases.append((f"Pgx: batch of {size}", True, lambda size=size: pgx(rivals["pgx"], size, plies)))
        if "zoo" in rivals:
            cases.append(("PettingZoo: loop over agents", True, lambda: zoo(rivals["zoo"])))
        rates: list[tuple[str, bool, float]] = []
        for title, is_rival, prepare in cases:
            try:
                rates.append((title, is_rival, games_a_second(prepare(), wanted.seconds, wanted.repeat)))
            except ImportError as error:
                print(f"{name:14}{title}: left out, {error}", file=sys.stderr)
        best = max((rate for _, is_rival, rate in rates if is_rival), default=float("nan"))
        for title, is_rival, rate in rates:
            ratio = "" if is_rival else f"{rate / best:.1f}"
            print(f"{name:14}{title:34}{rate:>20,.0f}{ratio:>20}", flush=True)


if __name__ == "__main__":
    main()
