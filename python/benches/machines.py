"""What a task of Ray costs, how work scales on this machine, and what that comes to on many machines.

    python machines.py [--game othello] [--depth 11] [--machines 100] [--cores 8]

The same count of lines of play is done here by one processor, then by Ray with one and with two. A task
without work tells what each costs beside its work: to the process that hands tasks out, and until its result is
back. A cluster is busy as long as that process hands out tasks faster than they are done: the last line
reckons that from the figures above it. The network between machines is not in them.
"""

from __future__ import annotations

import argparse
import logging
import os
import pickle
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import ray

import regola
import regola.ray
from regola.ray.tasks import results

GAMES = Path(__file__).parents[2] / "games"

#: The tasks without work that are timed.
TASKS = 2000


def nothing(shared: regola.Game, block: bytes) -> int:
    """A task that fetches the game, and has nothing to do."""
    return len(block)


def seconds(work: Callable[[], object], repeat: int = 3) -> float:
    """The median time of some work by the clock."""
    times: list[float] = []
    for _ in range(repeat):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="othello")
    parser.add_argument("--depth", type=int, default=11)
    parser.add_argument("--machines", type=int, default=100)
    parser.add_argument("--cores", type=int, default=8)
    wanted = parser.parse_args()

    game = regola.load(GAMES / f"{wanted.game}.rules")
    position = bytes(game.initial())
    lines = game.perft(wanted.depth)
    alone = seconds(lambda: game.perft(wanted.depth))
    print(f"{lines:,} lines of play of {wanted.depth} plies")
    print(f"{'here, one processor':40}{alone:10.2f} s")

    first = handing = waiting = 0.0
    for processors in (1, 2):
        ray.init(num_cpus=processors, include_dashboard=False, logging_level=logging.ERROR)
        begin = time.perf_counter()
        list(results(nothing, game, [position]))
        first = time.perf_counter() - begin
        count = seconds(lambda: regola.ray.perft(game, wanted.depth, split=4))
        ratio = alone / count
        print(f"{f'by Ray, {processors} of {os.cpu_count()} processors':40}{count:10.2f} s{ratio:8.2f} times as fast")
        begin, busy = time.perf_counter(), time.process_time()
        list(results(nothing, game, [position] * TASKS))
        handing = (time.process_time() - busy) / TASKS
        waiting = (time.perf_counter() - begin) / TASKS
        ray.shutdown()

    print(f"{'a worker with its first task':40}{first:10.2f} s")
    print(f"{'a task without work':40}{waiting * 1e3:10.2f} ms, of which {handing * 1e3:.2f} ms where tasks are handed out")
    print(f"{'a position in a task':40}{len(position):10} bytes; the game {len(pickle.dumps(game)):,} once for each worker")
    cores = wanted.machines * wanted.cores
    print(
        f"{wanted.machines} machines with {wanted.cores} cores are all busy with tasks of at least {cores * handing:.2f} s: "
        f"work of a day for one core takes {86_400 / cores + first:.0f} s"
    )


if __name__ == "__main__":
    main()
