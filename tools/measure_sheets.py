#!/usr/bin/env python3
"""A table of all sheets of the Game Description Language in a folder: how each is compiled, and how fast it is.

    tools/measure_sheets.py FOLDER                 with the program `regola` of the path
    tools/measure_sheets.py FOLDER --regola PATH   with another one
    tools/measure_sheets.py FOLDER --processes 4   several games at a time

Each game is measured by `regola bench` in a process of its own. A sheet is a file whose name ends in `.kif`. The
repository <https://github.com/ggp-org/ggp-repository> has a folder `war/root/games` with a folder for each game. The
file `METADATA` there names its sheet: no other one of that folder counts, nor one of a folder in it.
The table is in Markdown; its totals come last. It runs on Unix and needs nothing but Python's
standard library.
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import geometric_mean, median

# The processes that measure now, each in a session of its own.
RUNNING = set()


def sheets(folder):
    """The sheets of a folder and its folders, in order."""
    for path in sorted(folder.rglob("*.kif")):
        above = [parent / "METADATA" for parent in path.parents if parent.is_relative_to(folder)]
        named = [sheet_of(metadata) for metadata in above if metadata.is_file()]
        if all(sheet in (None, path) for sheet in named):
            yield path


def sheet_of(metadata):
    """The sheet that a file `METADATA` names, if it names one."""
    named = re.search(r'"rulesheet"\s*:\s*"([^"]+)"', metadata.read_text(errors="replace"))
    return metadata.parent / named.group(1) if named else None


def measured(regola, path, seconds):
    """What `regola bench` says of a sheet, or why it says nothing."""
    command = [regola, "bench", str(path), "--runs", "1", "--json"]
    # A session of its own, since the program measures in a child, which is to end with it.
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    RUNNING.add(process.pid)
    try:
        told, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return {"fault": f"no end within {seconds} s"}
    finally:
        RUNNING.discard(process.pid)
    if process.returncode != 0:
        return {"fault": (errors.strip().splitlines() or ["it says nothing"])[0]}
    return json.loads(told)


def speed(playouts):
    return playouts["games"] / max(playouts["seconds"], 1e-9)


def kind(figures):
    if figures["roles"] == 1:
        return "one role"
    return "by turns" if figures["by_turns"] else "at once"


def state(compiled):
    """How much of a game is compiled: `whole`, the parts that are not, or `no`."""
    if "refused" in compiled:
        return "no"
    some = [f"{part} in part" for part in compiled["by_machine_in_part"]]
    left = compiled["by_machine"] + some
    return f"not {', '.join(left)}" if left else "whole"


def row(name, figures):
    if "fault" in figures:
        return f"| {name} | | | | | | {figures['fault'].replace('|', ' ')} |"
    compiled = figures["compiled"]
    machine = speed(figures["playouts"])
    cells = [name, kind(figures), f"{1000 * (figures['load']['seconds'] + compiled['seconds']):.0f}", f"{machine:.3g}"]
    if "refused" in compiled:
        cells += ["", "", f"no: {compiled['refused'].replace('|', ' ')}"]
    else:
        ours = speed(compiled["playouts"])
        cells += [f"{ours:.3g}", f"{ours / machine:.1f}", state(compiled)]
    return f"| {' | '.join(cells)} |"


def totals(all_figures):
    """Sentences about all games that were measured."""
    figures = [each for each in all_figures if "fault" not in each]
    yield f"{len(all_figures)} sheets, {len(figures)} measured."
    for name in ["one role", "by turns", "at once"]:
        games = [each["compiled"] for each in figures if kind(each) == name]
        whole = sum(state(each) == "whole" for each in games)
        effects = sum("refused" not in each and "effects" not in " ".join(each["by_machine"]) for each in games)
        refused = sum("refused" in each for each in games)
        yield f"{name}: {len(games)} games, {whole} compiled whole, {effects} with effects, {refused} by the machine alone."
    ratios = [
        speed(each["compiled"]["playouts"]) / speed(each["playouts"]) for each in figures if "playouts" in each["compiled"]
    ]
    if ratios:
        slower = sum(ratio < 1 for ratio in ratios)
        yield f"Compiled games are {geometric_mean(ratios):.0f} times as fast as by the machine (geometric mean), {slower} are slower."
    times = [each["load"]["seconds"] + each["compiled"]["seconds"] for each in figures]
    if times:
        late = sum(time > 1 for time in times)
        yield f"To load and compile takes {1000 * median(times):.0f} ms (median), {max(times):.1f} s at most, {late} games more than a second."
        ready = [time + each["compiled"].get("ready_seconds", 0) for time, each in zip(times, figures)]
        yield f"With all programs made ready, which is done while they run: {1000 * median(ready):.0f} ms (median), {max(ready):.1f} s at most."


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--regola", default="regola", help="the program [default: regola]")
    parser.add_argument("--processes", type=int, default=1, help="how many games are measured at a time [default: 1]")
    parser.add_argument("--seconds", type=int, default=120, help="the limit on the time for a game [default: 120]")
    options = parser.parse_args()
    if shutil.which(options.regola) is None:
        sys.exit(f"{options.regola} is no program: --regola PATH says where it is")
    found = list(sheets(options.folder))
    if not found:
        sys.exit(f"there is no sheet in {options.folder}: their names end in .kif")
    print("| game | kind | load and compile, ms | machine, games/s | compiled, games/s | ratio | compiled |")
    print("| --- | --- | --: | --: | --: | --: | --- |", flush=True)
    figures = []
    with ThreadPoolExecutor(options.processes) as threads:
        measuring = threads.map(lambda path: measured(options.regola, path, options.seconds), found)
        for path, each in zip(found, measuring):
            print(row(path.stem, each), flush=True)
            figures.append(each)
    print()
    print("\n\n".join(totals(figures)))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        for session in list(RUNNING):
            os.killpg(session, signal.SIGKILL)
        # The threads would begin with the games that are left.
        os._exit(130)
