"""The manual of the library: its examples give what it prints, and its generated parts are up to date."""

import contextlib
import importlib
import io
import json
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import blackjack
from blackjack import PRESETS
from blackjack.reference import reference
from blackjack.replay import replay

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules-library.md").read_text()
ANSWERED_BY = {"json case": "json answer", "python": "text", "sh": "text"}


class Block(NamedTuple):
    """A fenced block of the page: its first line, its kind, its text."""

    line: int
    kind: str
    text: str


def found_blocks(page: str) -> list[Block]:
    fenced = re.finditer(r"^```(.*)\n((?:.*\n)*?)```$", page, re.MULTILINE)
    return [Block(page[: found.start()].count("\n") + 1, found[1], found[2]) for found in fenced]


BLOCKS = found_blocks(PAGE)
EXAMPLES = [
    (block, BLOCKS[place + 1]) for place, block in enumerate(BLOCKS) if block.kind in ANSWERED_BY
]


def section(title: str) -> str:
    """Return the text under a heading, subheadings included."""
    marks = PAGE[: PAGE.index(f" {title}\n")].rpartition("\n")[2]
    below = PAGE.partition(f"\n{marks} {title}\n")[2]
    return re.split(rf"^#{{1,{len(marks)}}} ", below, maxsplit=1, flags=re.MULTILINE)[0]


def rows(title: str) -> list[str]:
    """Return the rows of the first table of a section, without its head."""
    table = re.search(r"(?:^\|.*\|\n)+", section(title), re.MULTILINE)
    assert table is not None
    return table[0].splitlines()[2:]


def printed_by_python(program: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(program, "rules-library.md", "exec"), {"__name__": "example"})  # noqa: S102 - examples of the page
    return printed.getvalue()


def printed_by_shell(line: str) -> str:
    command = re.sub(r"\bpython3\b", sys.executable, line)
    return subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout


@pytest.mark.parametrize(
    ("example", "answer"), EXAMPLES, ids=[f"line {example.line}" for example, _ in EXAMPLES]
)
def test_an_example_gives_what_the_page_prints(example: Block, answer: Block) -> None:
    assert answer.kind == ANSWERED_BY[example.kind]
    if example.kind == "json case":
        assert json.dumps(replay(example.text)) == json.dumps(json.loads(answer.text))
    else:
        run = printed_by_python if example.kind == "python" else printed_by_shell
        assert run(example.text) == answer.text


def test_nothing_is_printed_on_the_page_that_no_example_gives() -> None:
    answers = [block for block in BLOCKS if block.kind in ANSWERED_BY.values()]
    assert answers == [answer for _, answer in EXAMPLES]
    assert {block.kind for block in BLOCKS} == {*ANSWERED_BY, *ANSWERED_BY.values(), ""}


def test_every_house_rule_set_has_a_worked_example() -> None:
    parts = re.split(r"^### ", section("Worked examples"), flags=re.MULTILINE)[1:]
    for name in PRESETS:
        (part,) = [part for part in parts if part.partition("\n\n")[2].startswith(f"`{name}`:")]
        cases = [block.text for block in found_blocks(part) if block.kind == "json case"]
        assert [json.loads(case)["rules"] for case in cases] == [name]


def test_the_rules_reference_is_generated() -> None:
    page = (ROOT / "docs" / "rules-reference.md").read_text()
    assert page == reference(), "run `make reference`"
    assert printed_by_shell("python3 -m blackjack reference") == page


def test_every_public_name_is_explained() -> None:
    named = re.findall(r"`(\w+)`", "".join(row.split("|")[1] for row in rows("The names")))
    assert sorted(named) == sorted(blackjack.__all__)
    assert all(hasattr(blackjack, name) for name in named)


def codes() -> set[str]:
    """Return the code of every error in the library."""
    found = {"invalid_case"}
    for module in pkgutil.iter_modules(blackjack.__path__, "blackjack."):
        if module.name != "blackjack.__main__":
            values = vars(importlib.import_module(module.name)).values()
            errors = [
                value
                for value in values
                if isinstance(value, type) and issubclass(value, Exception)
            ]
            found |= {error.code for error in errors if hasattr(error, "code")}
    return found


def test_every_code_of_an_error_is_explained() -> None:
    named = [re.findall(r"^\| `(\w+)` \|", row)[0] for row in rows("Errors")]
    assert sorted(named) == sorted(codes())


def test_every_key_of_an_answer_is_explained() -> None:
    def keys(value: object) -> set[str]:
        if isinstance(value, list):
            return {key for item in value for key in keys(item)}
        if not isinstance(value, dict):
            return set()
        inner = {key for item in value.values() for key in keys(item)}
        return inner | set(value)

    explained = set(re.findall(r'[`"](\w+)[`"]', section("A case and its answer").split("```")[0]))
    side_bets = {"player_pair", "21+3", "top_3"}
    answers = [answer.text for _, answer in EXAMPLES if answer.kind == "json answer"]
    found = {key for text in answers if "error" not in text for key in keys(json.loads(text))}
    assert found - side_bets <= explained


def test_links_within_the_page_lead_somewhere() -> None:
    headings = re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in headings}
    assert set(re.findall(r"\]\(#([^)]*)\)", PAGE)) <= anchors
    for file in re.findall(r"\]\(([^#)]+)\)", PAGE):
        assert (ROOT / "docs" / file).exists()
