"""Test the random numbers on ten million cards: `make rng-battery`.

Shoes of six decks are drawn to the last card by the code that deals, with fresh server seeds, and their cards and draw
indexes are tested. Then two faulty copies of the scheme are tested, which must be rejected. The exit status is 1 if the
product is rejected or a copy is not.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Final

from blackjack.fairness import draw_index
from tools.benchmarks.report import markdown_table
from tools.randomness.checks import run_checks
from tools.randomness.drawing import COPIES, SHOE, Draw, Shoes, draw_shoes, join_shoes
from tools.randomness.verdict import LEVEL, Verdict

_COPY_CARDS: Final = 500_000
_SHOWN_EACH: Final = 5.0  # seconds


def _asked(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--cards", type=int, default=10_000_000, help="cards drawn by the product's scheme"
    )
    parser.add_argument(
        "--seed", help="repeat a run: server seeds from this text instead of the system"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(words)
    if given.cards < 100_000:  # noqa: PLR2004 - fewer shoes than the largest table has cells
        parser.error("--cards: at least 100000")
    return given


def judge(name: str, draw: Draw, cards: int, given: argparse.Namespace) -> Verdict:
    """Draw the cards, with progress, and run the battery."""
    wanted = -(-cards // SHOE)
    batches = draw_shoes(wanted, draw, processes=given.processes, seed=given.seed)
    shoes = join_shoes(list(_show_progress(name, batches, wanted)))
    print(f"{'':5}  {name}: testing {shoes.cards.size:,} cards", file=sys.stderr, flush=True)
    return Verdict(list(run_checks(shoes)))


def _show_progress(name: str, batches: Iterator[Shoes], wanted: int) -> Iterator[Shoes]:
    began = shown = time.monotonic()
    drawn = 0
    for batch in batches:
        yield batch
        drawn += len(batch.cards)
        if (now := time.monotonic()) - shown > _SHOWN_EACH:
            shown, left = now, (now - began) / drawn * (wanted - drawn)
            print(f"{drawn / wanted:5.0%}  {name}: {left:.0f} s left", file=sys.stderr, flush=True)


def print_checks(verdict: Verdict) -> None:
    """Print a table of all tests."""
    rows = [
        [
            one.name,
            f"{one.statistic:,.2f}",
            str(one.freedom or ""),
            f"{one.p:.4f}",
            "" if one.p >= LEVEL else "below 0.01",
        ]
        for one in verdict.checks
    ]
    print(markdown_table(["test", "statistic", "df", "p", ""], rows, ["test", ""]))


def print_verdict(name: str, verdict: Verdict) -> None:
    """Print one line: failures, and how many chance explains."""
    word = "passed" if verdict.is_passed else "rejected"
    lowest = min(one.p for one in verdict.checks)
    print(
        f"{name}: {word}; {len(verdict.failed)} of {len(verdict.checks)} tests below {LEVEL:.2f}"
        f" ({verdict.expected:.2f} expected, at most {verdict.most}); lowest p {lowest:.2g}"
        f" (rejected below {verdict.smallest:.2g})",
        flush=True,
    )


def main(words: Sequence[str] | None = None) -> int:
    """Run the battery on the product and on its faulty copies."""
    given = _asked(words)
    product = judge("the product", draw_index, given.cards, given)
    print_checks(product)
    print_verdict("the product", product)
    copies: Sequence[bool] = [
        _is_rejected(name, draw, min(given.cards, _COPY_CARDS), given)
        for name, draw in COPIES.items()
    ]
    return 0 if product.is_passed and all(copies) else 1


def _is_rejected(name: str, draw: Draw, cards: int, given: argparse.Namespace) -> bool:
    verdict = judge(name, draw, cards, given)
    print_verdict(f"faulty copy ({name})", verdict)
    return not verdict.is_passed


if __name__ == "__main__":
    sys.exit(main())
