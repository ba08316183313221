#!/usr/bin/env python3
"""Measures of the source that tell how much a reader has to hold in mind at once.

    tools/measure_source.py            the folders of `src`, a line each
    tools/measure_source.py PATH ...   other folders with Rust in them, such as another crate

Each number is an aid and not a goal: where a number and a reader disagree, the reader is right.
Tests inside of a file count as code. Nothing but Python's standard library is needed.
"""

import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from statistics import median

TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<string>b?r(?P<hashes>\#*)".*?"(?P=hashes)|b?"(?:\\.|[^"\\])*"|b?'(?:\\.[^']*|[^'\\])')
      | (?P<word>'?[A-Za-z_][A-Za-z0-9_]*|[0-9][A-Za-z0-9_.]*)
      | (?P<sign><<=|>>=|\.\.=|\.\.\.|::|->|=>|==|!=|<=|>=|&&|\|\||\+=|-=|\*=|/=|\.\.|[^\sA-Za-z0-9_])
    """,
    re.VERBOSE | re.DOTALL,
)

# A `|` after one of these begins the parameters of a closure and is no operator.
BEFORE_CLOSURE = {"(", ",", "=", "{", ";", "=>", "return", "move", "&&", "||", "[", ":", "?"}


def tokens(text):
    """The tokens of a text with their line numbers, from 0, without comments."""
    line, end = 0, 0
    for match in TOKEN.finditer(text):
        line += text.count("\n", end, match.start())
        end = match.start()
        if match.lastgroup != "comment":
            yield match.group(), line
        line += text.count("\n", end, match.end())
        end = match.end()


def functions(words):
    """How many tokens each function with a body has, from `fn` to its closing brace."""
    for start, word in enumerate(words):
        if word != "fn" or not (words[start + 1][0].isalpha() or words[start + 1][0] == "_"):
            continue
        depth, place = 0, start
        while place < len(words):
            if words[place] == "{":
                depth += 1
            elif words[place] == "}":
                depth -= 1
                if depth == 0:
                    yield place - start + 1
                    break
            elif words[place] == ";" and depth == 0 and "[" not in words[start:place]:
                break
            place += 1


def closures(words):
    """How many closures begin."""
    count, inside = 0, False
    for before, word in zip([""] + words, words):
        if inside:
            inside = word != "|"
        elif word == "||" and before in BEFORE_CLOSURE:
            count += 1
        elif word == "|" and before in BEFORE_CLOSURE - {"||"}:
            count, inside = count + 1, True
    return count


def types(words):
    """The names of the types that a file defines; the associated types of traits are none."""
    depth = 0
    for keyword, name in zip(words, words[1:]):
        depth += (keyword == "{") - (keyword == "}")
        is_definition = keyword in ("struct", "enum", "union", "trait")
        if (is_definition or keyword == "type" and depth == 0) and name[0].isupper():
            yield name


def public(words):
    """How many items are public without a restriction."""
    kinds = {"fn", "struct", "enum", "trait", "type", "const", "static", "mod", "unsafe", "async"}
    return sum(1 for word, kind in zip(words, words[1:]) if word == "pub" and kind in kinds)


def imports(path, root, text):
    """The files of the same tree that a file names in `use`, as far as a path tells."""
    here = path.parent if path.name in ("mod.rs", "lib.rs", "main.rs") else path.with_suffix("")
    for match in re.finditer(r"\buse\s+((?:crate|self|super)(?:::(?:super|\w+))*)", text):
        parts = match.group(1).split("::")
        place = here
        if parts[0] == "crate":
            place = root
        for part in parts:
            if part == "super":
                place = place.parent
            elif part not in ("crate", "self"):
                child = place / part
                if child.with_suffix(".rs").exists() or (child / "mod.rs").exists():
                    place = child
                else:
                    break
        for target in (place.with_suffix(".rs"), place / "mod.rs"):
            if target.exists() and target != path:
                yield target


def in_circles(graph):
    """How many files import each other in circles (R. E. Tarjan, 1972). A folder's `mod.rs` with
    files of its own folder is no circle."""
    def is_parent(one, other):
        return one.name == "mod.rs" and one.parent in other.parents

    graph = {
        one: {other for other in others if not is_parent(one, other) and not is_parent(other, one)}
        for one, others in graph.items()
    }
    reach = {}
    for start in graph:
        seen, waiting = set(), list(graph[start])
        while waiting:
            file = waiting.pop()
            if file not in seen:
                seen.add(file)
                waiting.extend(graph.get(file, ()))
        reach[start] = seen
    return sum(1 for file in graph if file in reach[file])


def measure(folder, root):
    files = sorted(folder.rglob("*.rs"))
    lines = count = closure_count = public_count = 0
    sizes, names, graph = [], defaultdict(int), {}
    for path in files:
        text = path.read_text()
        found = list(tokens(text))
        words = [word for word, _ in found]
        lines += len({line for _, line in found})
        count += len(words)
        closure_count += closures(words)
        public_count += public(words)
        sizes += functions(words)
        for name, times in Counter(types(words)).items():
            names[name] += times
        graph[path] = {other for other in imports(path, root, text) if folder in other.parents}
    if not lines:
        return None
    several = sum(1 for times in names.values() if times > 1)
    sizes = sorted(sizes) or [0]
    return [
        len(files),
        lines,
        f"{count / lines:.1f}",
        f"{median(sizes):.0f}",
        sizes[int(0.95 * (len(sizes) - 1))],
        f"{100 * closure_count / lines:.1f}",
        f"{several}/{len(names)}",
        in_circles(graph),
        public_count,
    ]


HEADS = [
    "files", "code lines", "tokens/line", "tokens/fn median", "95 %", "closures/100 lines",
    "types of several meanings", "files in circles", "public items",
]


def main():
    if len(sys.argv) > 1:
        folders = [(Path(name), Path(name)) for name in sys.argv[1:]]
    else:
        root = Path(__file__).resolve().parent.parent / "src"
        folders = [(folder, root) for folder in sorted(root.iterdir()) if folder.is_dir()]
        folders.append((root, root))
    print("  ".join([f"{'folder':16}"] + HEADS))
    for folder, root in folders:
        row = measure(folder, root)
        if row:
            cells = [f"{str(cell):>{len(head)}}" for cell, head in zip(row, HEADS)]
            print("  ".join([f"{folder.name:16}"] + cells))


if __name__ == "__main__":
    main()
