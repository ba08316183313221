"""The blocks of Python in the manual do what they say."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = [page for page in sorted((ROOT / "docs" / "python").glob("*.md")) if BLOCK.search(page.read_text())]
"""All pages with blocks of Python; a test of the manual sees to it that there are no others."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_blocks_of_a_page(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = page.read_text()
    blocks = list(BLOCK.finditer(text))
    for package in ("gymnasium", "pettingzoo", "ray"):
        if f"regola.{package}" in text:
            pytest.importorskip(package)
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    # One page is one session: later blocks use the names of earlier ones.
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF)
    for block in blocks:
        line = text.count("\n", 0, block.start(1))
        test = doctest.DocTestParser().get_doctest(block[1], names, page.name, str(page), line)
        messages: list[str] = []
        runner.run(test, out=messages.append, clear_globs=False)
        names = test.globs
        assert not messages, "".join(messages)
