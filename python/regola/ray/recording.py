"""Self-play as a data set: games ply by ply, in Parquet files.

Each block of games is one file that is named by the number of the block. A file is written under another
name and renamed when it is whole, so what is there is right. The games of a block depend on its
number and on the seed only. So a run that was stopped goes on where it was, and a block that is
written twice is the same file.

The blocks are written by plain tasks, and read by Ray Data.
"""

# Arrow and Ray Data have no complete types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import uuid4

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]
import ray.data
from pyarrow import fs, parquet  # type: ignore[import-untyped,unused-ignore]

from regola import Batch, Game
from regola._native import Random
from regola.ray.players import Move, Player, check, choose, described
from regola.ray.tasks import results

#: Between the seeds of neighbouring games of a batch.
_STEP = 0x9E37_79B9_7F4A_7C15
_WORD = (1 << 64) - 1

#: Names that begin like this are no part of a data set.
_RUN = "_self_play.json"
_UNFINISHED = "_unfinished-"


class _SelfPlay(NamedTuple):
    """What the blocks of a run have in common."""

    game: Game
    policy: Player
    path: str
    games: int
    games_per_file: int
    opening: int
    max_plies: int
    seed: int


def self_play(
    game: Game,
    policy: Player,
    games: int,
    path: str | os.PathLike[str],
    *,
    opening: int = 4,
    seed: int = 0,
    max_plies: int = 500,
    games_per_file: int = 256,
    progress: Callable[[int, int], object] | None = None,
    in_flight: int | None = None,
    here: bool = False,
) -> ray.data.Dataset | None:
    """Play games in which ``policy`` plays all roles, and write each ply to Parquet files.

    ``policy`` is a player as for ``match``. A policy that is not random begins after ``opening`` random plies,
    because without them the games of a search would all be the same. A game is cut off after ``max_plies``
    plies; it has no goals then.

    ``path`` is a folder, or an address that pyarrow knows, such as ``s3://bucket/folder``; on a
    cluster all machines must reach it. A second call with the same arguments plays what is missing only. A
    call with other arguments is refused. ``progress`` is called with the number of files that are there
    and the number of all.

    There is a row for each ply and each role to move:

    - ``game``, ``ply``: the numbers of the game and of the ply, from 0
    - ``position``: ``bytes(position)``, for ``game.decode``
    - ``role``: the number of the role to move
    - ``action``: the action it chose
    - ``legal``: the legal actions, a bit for each: ``numpy.unpackbits(..., bitorder="little")``
    - ``goals``: the goal of each role at the end, from 0 to 100
    - ``result``: the result of the role to move, from -1 to 1

    Returned is the data set, which Ray Data reads when it is asked for; with ``here`` it is ``None``.
    """
    if policy != "random" and game.moves_at_once:
        raise ValueError("several roles move at once: only a random policy plays such a game")
    check(policy, game)
    folder = _absolute(path)
    shared = _SelfPlay(game, policy, folder, games, games_per_file, opening, max_plies, seed)
    store, root = fs.FileSystem.from_uri(folder)
    store.create_dir(root, recursive=True)
    _claim(shared, store, root)
    blocks = -(-games // games_per_file)
    there = {_base(info) for info in _listed(store, root)}
    missing = [block for block in range(blocks) if _name(block) not in there]
    done = blocks - len(missing)
    for _ in results(_write_block, shared, missing, in_flight=in_flight, here=here):
        done += 1
        if progress is not None:
            progress(done, blocks)
    # A worker that was lost may have left a part of a file.
    for info in _listed(store, root):
        if _base(info).startswith(_UNFINISHED):
            store.delete_file(info.path)
    return None if here else ray.data.read_parquet(folder, file_extensions=["parquet"])


def _absolute(path: str | os.PathLike[str]) -> str:
    text = os.fspath(path)
    return text if "://" in text else os.path.abspath(text)


def _name(block: int) -> str:
    return f"block-{block:08}.parquet"


def _base(info: Any) -> str:
    return str(info.base_name)


def _listed(store: Any, root: str) -> list[Any]:
    return list(store.get_file_info(fs.FileSelector(root)))


def _claim(shared: _SelfPlay, store: Any, root: str) -> None:
    """Say in the folder of which run its games are, and refuse it if it holds those of another."""
    texts = json.dumps(shared.game.texts)
    run = {
        "game": shared.game.name,
        "rules": sha256(texts.encode()).hexdigest(),
        "policy": described(shared.policy),
        **{field: getattr(shared, field) for field in _SelfPlay._fields[3:]},
    }
    path = f"{root}/{_RUN}"
    if store.get_file_info(path).type == fs.FileType.NotFound:
        with store.open_output_stream(path) as stream:
            stream.write(json.dumps(run, indent=2).encode())
        return
    with store.open_input_stream(path) as stream:
        earlier = json.loads(stream.read())
    if different := [key for key in run if earlier.get(key) != run[key]]:
        raise ValueError(f"{shared.path} holds games of another run: see {', '.join(different)}")


def _write_block(shared: _SelfPlay, block: int) -> None:
    """Play the games of a block and write them, unless they are there."""
    store, root = fs.FileSystem.from_uri(shared.path)
    path = f"{root}/{_name(block)}"
    if store.get_file_info(path).type != fs.FileType.NotFound:
        return
    first = block * shared.games_per_file
    table = _table(shared, first, min(shared.games_per_file, shared.games - first))
    unfinished = f"{root}/{_UNFINISHED}{uuid4().hex}"
    parquet.write_table(table, unfinished, filesystem=store, compression="zstd")
    store.move(unfinished, path)


class _Row(NamedTuple):
    game: int
    ply: int
    position: bytes
    role: int
    action: int
    legal: bytes


def _table(shared: _SelfPlay, first: int, games: int) -> pa.Table:
    """Play some games side by side, and return their plies in the order of the games."""
    seed = shared.seed + first * _STEP & _WORD
    batch = shared.game.batch(games, seed=seed, autoreset="off")
    random = [Random(~(shared.seed + first + number)) for number in range(games)]
    rows: list[_Row] = []
    # By game the last move of the policy: it may take several actions.
    begun: dict[int, Move] = {}
    for ply in range(shared.max_plies):
        turns = list(_turns(batch))
        if not turns:
            break
        actions = batch.random_actions()
        if shared.policy != "random" and ply >= shared.opening:
            for number, _ in turns:
                position = batch.position(number)
                if position.chosen and number not in begun:
                    # A move of the opening is ended at random.
                    continue
                if not position.chosen or isinstance(begun[number], int):
                    game_seed = shared.seed + first + number
                    begun[number] = choose(shared.policy, position, game_seed, random[number])
                actions[number] = position.action(begun[number])
        positions = batch.encode()
        legal = np.packbits(batch.legal_mask, axis=-1, bitorder="little")
        for number, role in turns:
            place = (number, role) if legal.ndim == 3 else number
            row = _Row(
                first + number,
                ply,
                positions[number],
                role,
                int(actions[place]),
                legal[place].tobytes(),
            )
            rows.append(row)
        batch.step(actions)
    return _columns(shared.game, batch, first, sorted(rows))


def _turns(batch: Batch) -> Iterator[tuple[int, int]]:
    """The games that go on, each with its roles to move."""
    at_once = batch.game.moves_at_once
    for number, mover in enumerate(batch.to_move.tolist()):
        if mover >= 0:
            yield number, mover
        elif at_once:
            for role in batch.position(number).movers:
                yield number, role


def _columns(game: Game, batch: Batch, first: int, rows: list[_Row]) -> pa.Table:
    ends = [batch.position(number) for number in range(len(batch))]
    goals = [list(end.goals()) if end.over else None for end in ends]

    def result(row: _Row) -> float | None:
        own = goals[row.game - first]
        return None if own is None else own[row.role] / 50 - 1

    return pa.table(
        {
            "game": pa.array([row.game for row in rows], pa.int64()),
            "ply": pa.array([row.ply for row in rows], pa.int32()),
            "position": pa.array([row.position for row in rows], pa.binary()),
            "role": pa.array([row.role for row in rows], pa.int8()),
            "action": pa.array([row.action for row in rows], pa.int32()),
            "legal": pa.array([row.legal for row in rows], pa.binary(-(-game.num_actions // 8))),
            "goals": pa.array([goals[row.game - first] for row in rows], pa.list_(pa.uint8())),
            "result": pa.array([result(row) for row in rows], pa.float32()),
        }
    )
