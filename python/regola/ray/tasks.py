"""Blocks of pure work, done as tasks of Ray.

A block has a number, and its result depends on nothing but the block and on what all blocks share. So
it does not matter where, when and how often a block is done: its result is taken once.

Ray itself repeats a task whose worker or machine dies. What it gives up, and what somebody cancels, is
submitted again here, a few times.
"""

# The types of Ray are not complete.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from itertools import islice
from typing import Any, TypeVar

import ray
from ray.exceptions import (
    NodeDiedError,
    ObjectLostError,
    OutOfMemoryError,
    TaskCancelledError,
    WorkerCrashedError,
)

Shared = TypeVar("Shared")
Block = TypeVar("Block")
Result = TypeVar("Result")

#: What becomes of a task without a fault of its own.
_LOSSES = (NodeDiedError, ObjectLostError, OutOfMemoryError, TaskCancelledError, WorkerCrashedError)

#: How often Ray repeats a task whose worker dies.
_RETRIES = 3

#: How often a block is submitted at most.
_SUBMISSIONS = 4

#: The tasks in flight for each processor: one runs, and the others wait for it to be free.
_TASKS_PER_CPU = 4

#: What the last runs share, by run. It keeps the games of a process compiled from task to task.
_kept: dict[str, Any] = {}

#: The number of runs whose shared objects are kept.
_RUNS_KEPT = 4


def _do(work: Callable[[Any, Any], Any], run: str, shared: list[Any], block: Any) -> Any:
    """Do a block on a worker.

    ``shared`` holds a reference that Ray does not resolve, so that a process fetches and unpacks what
    is shared only once.
    """
    if run not in _kept:
        for old in list(_kept)[: 1 - _RUNS_KEPT]:
            del _kept[old]
        _kept[run] = ray.get(shared[0])
    return work(_kept[run], block)


_task: Any = ray.remote(_do)


def results(
    work: Callable[[Shared, Block], Result],
    shared: Shared,
    blocks: Iterable[Block],
    *,
    in_flight: int | None = None,
    here: bool = False,
) -> Generator[tuple[int, Result], None, None]:
    """Do all blocks, and yield the number and the result of each as it arrives.

    ``blocks`` is read no further than there is room for tasks, and at most ``in_flight`` tasks are
    submitted at a time: four for each processor of the cluster, as it is at that moment. Tasks that
    are still running when the iterator is closed are cancelled. With ``here`` the blocks are done one
    after the other in this process, without Ray.
    """
    numbered = enumerate(blocks)
    if here:
        for number, block in numbered:
            yield number, work(shared, block)
        return
    most = in_flight or _TASKS_PER_CPU * processors()
    reference: Any = ray.put(shared)
    task = _task.options(num_cpus=1, max_retries=_RETRIES, name=work.__name__)
    running: dict[Any, tuple[int, Block, int]] = {}

    def submit(number: int, block: Block, submission: int) -> None:
        submitted = task.remote(work, reference.hex(), [reference], block)
        running[submitted] = number, block, submission

    try:
        while True:
            for number, block in islice(numbered, max(0, most - len(running))):
                submit(number, block, 1)
            if not running:
                return
            for done in _finished(list(running)):
                number, block, submission = running.pop(done)
                try:
                    result: Result = ray.get(done)
                except _LOSSES:
                    if submission == _SUBMISSIONS:
                        raise
                    submit(number, block, submission + 1)
                else:
                    yield number, result
            # The cluster may have grown, or lost machines.
            most = in_flight or _TASKS_PER_CPU * processors()
    finally:
        for left in running:
            ray.cancel(left)


def results_in_order(
    work: Callable[[Shared, Block], Result],
    shared: Shared,
    blocks: Iterable[Block],
    *,
    in_flight: int | None = None,
    here: bool = False,
) -> Generator[Result, None, None]:
    """Do all blocks as ``results`` does, and yield the results in the order of the blocks."""
    early: dict[int, Result] = {}
    awaited = 0
    with closing(results(work, shared, blocks, in_flight=in_flight, here=here)) as arrived:
        for number, result in arrived:
            early[number] = result
            while awaited in early:
                yield early.pop(awaited)
                awaited += 1


def _finished(running: list[Any]) -> list[Any]:
    """All tasks that are finished; at least one."""
    ray.wait(running, num_returns=1, fetch_local=False)
    finished, _ = ray.wait(running, num_returns=len(running), timeout=0, fetch_local=False)
    return finished


def processors() -> int:
    """The number of processors of the cluster at this moment."""
    if not ray.is_initialized():
        raise RuntimeError("Ray is not running: call ray.init() first")
    resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    return max(1, int(resources.get("CPU", 1)))
