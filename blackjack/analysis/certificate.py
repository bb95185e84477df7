"""Certificate of a rule set: rules, results, definitions and checks, reproducible by another party.

Two files have the same content: `certificate.json`, and `certificate.html` for people, with fewer
digits. Figures are rounded to twelve decimals. There is no date or machine data, so certificates
can be compared.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from blackjack import VERSION
from blackjack.analysis.certificate_page import format_page
from blackjack.analysis.chances import dealer_ends
from blackjack.analysis.ends import BLACKJACK, BUST
from blackjack.analysis.result import Analysis, Progress
from blackjack.analysis.stock import VALUES, Stock
from blackjack.analysis.table_limits import Limits
from blackjack.canonical import json_digest
from blackjack.cards import RANKS, Card
from blackjack.dealer import draws
from blackjack.fields import FIELDS
from blackjack.hands import BEST, total_of
from blackjack.rules import Rules
from blackjack.simulation import simulate
from blackjack.strategy import CODES, Chart, describe_code
from blackjack.summary import summary

DEFINITIONS = {
    "rtp": "1 + the mean net result of a round per unit of the bet, with the best play that sees every card of the "
    "hand; hands after a split are played as they would be before it. One seat, a fresh shoe, no insurance, no side bets.",
    "rtp_total_dependent": "The same with the best play that looks at the total, softness, pair and upcard only: the chart.",
    "house_edge": "1 - rtp_total_dependent.",
    "average_wager": "All money put in during a round, per unit of the bet, with the play of rtp.",
    "rtp_of_total_staked": "What comes back per unit of all money put in.",
    "standard_deviation": "Of the net result of a round, per unit of the bet, with the play of rtp.",
    "outcomes": "The chance of each net result of a round, in units of the bet, with the play of rtp.",
    "round_limit_cost": "What the limit of a round takes from rtp at the greatest bet, where limits were given.",
    "insurance": "What a unit of insurance returns against an ace when nothing else is known, and how often it hits.",
    "side_bets": "What a unit of each side bet returns, how often it hits, and the chance of each outcome.",
    "max_payout": "The most that a seat can be paid in a round, in units of the bet, stakes included.",
    "chart": "The best play of rtp_total_dependent by hand and upcard. Letters are read from the left: what the first says "
    "is done where it is allowed, else what the next one says. A player who puts no new money in passes over doubling and splitting.",
}
CONVENTIONS = (
    "One seat plays alone, and every card that was not seen is as likely as any other of a fresh shoe.",
    "The hands of a split are played as the same cards would be played before it, their first decision being the best of those that are still allowed.",
    "A pair that is split is split again whenever the rules allow it.",
    "Insurance and even money, which is an insurance of a natural, are never taken.",
    "A double for less is never better than a whole one or none, and never made.",
    "Money that a peek forestalls, a double or the bet of a split hand, is never put in. What comes back after a blackjack that nobody peeked at was put in.",
    "Where results are inverted, the best play is the one that loses most at the table, and returns are of the results as they are paid.",
)
SIMULATED = 100_000
_SEED = "certificate"
_TOLERANCE = 1e-12
_MOST_ERRORS = 4.0
_SPLIT_ERROR = 1e-3
_DIGITS = 12
_CARD = [Card(rank, "S") for rank in RANKS[:VALUES]]


def build_certificate(
    found: Analysis, limits: Limits | None = None, progress: Progress | None = None
) -> dict[str, Any]:
    """Return the certificate as a JSON value; `digest` is the SHA-256 of the canonical JSON of all other keys.

    `limits` must be those of the analysis. Raises ValueError otherwise.
    """
    if found.round_limit != (limits and limits.in_bets):
        raise ValueError("the limits are not those of the analysis")
    rules = found.rules
    whole: dict[str, Any] = _round_floats(
        {
            "certificate": 1,
            "library": VERSION,
            "summary": summary(rules),
            "rules_digest": rules.digest,
            "rules": rules.to_dict(),
            "meanings": {name: field.meaning for name, field in FIELDS.items()},
            "limits": limits and limits.to_dict(),
            "results": found.to_dict(),
            "chart": found.chart.to_dict(),
            "chart_legend": _legend(found.chart),
            "definitions": DEFINITIONS,
            "conventions": list(CONVENTIONS),
            "checks": list(_checks(found, progress)),
            "repeat": _repeat(limits),
        }
    )
    return {**whole, "digest": json_digest(whole)}


def _legend(chart: Chart) -> dict[str, str]:
    used = {code for row in chart.codes for code in row}
    return {code: describe_code(code) for code in CODES if code in used}


def _repeat(limits: Limits | None) -> str:
    given = limits.to_dict() if limits else {}
    more = "".join(f" --{name.replace('_', '-')} {amount}" for name, amount in given.items())
    return f"python -m blackjack rtp --rules certificate.json{more} --certificate FOLDER"


def _round_floats(value: Any) -> Any:
    """Round the floats of a JSON value, to get equal results on other processors."""
    if isinstance(value, float):
        return round(value, _DIGITS) + 0.0
    if isinstance(value, dict):
        return {key: _round_floats(one) for key, one in value.items()}
    return [_round_floats(one) for one in value] if isinstance(value, list) else value


def _checks(found: Analysis, progress: Progress | None) -> Iterator[dict[str, Any]]:
    total = sum(found.outcomes.values())
    yield _check("the chances of all net results add up to 1", abs(total - 1), _TOLERANCE)
    mean = 1 + sum(net * chance for net, chance in found.outcomes.items())
    allowed = max(found.split_rounds * _SPLIT_ERROR, _TOLERANCE)
    yield _check("the mean of the net results is rtp", abs(mean - found.rtp), allowed)
    more = found.rtp_total_dependent - found.rtp
    yield _check(
        "the chart returns no more than play that sees the cards", max(more, 0.0), _TOLERANCE
    )
    worst = maximum_end_error(found.rules)
    yield _check("the dealer's chances, counted order by order in whole numbers", worst, _TOLERANCE)
    yield _check_by_simulation(found, progress)


def _check_by_simulation(found: Analysis, progress: Progress | None) -> dict[str, Any]:
    """Compare the chart's return with rounds simulated in the production engine, each from a fresh shoe."""
    fresh = replace(found.rules, reshuffle="every_round")
    shown = simulate(fresh, SIMULATED, _SEED, found.chart, progress=progress).returned
    error = shown.standard_error or 0.0
    away = abs(shown.value - found.rtp_total_dependent)
    errors = away / error if error else away
    more = {
        "rounds": SIMULATED,
        "seed": _SEED,
        "return": shown.value,
        "standard_error": shown.standard_error,
    }
    what = (
        "rtp_total_dependent and rounds through the engine that serves players, in standard errors"
    )
    return {**_check(what, errors, _MOST_ERRORS), **more}


def _check(what: str, found: float, most: float) -> dict[str, Any]:
    return {"check": what, "found": found, "at_most": most, "passed": bool(found <= most)}


def maximum_end_error(rules: Rules) -> float:
    """Return the maximum error of the dealer's probabilities of final totals.

    The reference enumerates all card orders in exact fractions.
    """
    stock = Stock.from_rules(rules)
    worst = 0.0
    for upcard in range(VALUES):
        ours = dealer_ends(rules, stock, upcard, stock.counts[None] * 0)[0]
        own = _ends(rules, stock, upcard)
        for total in range(BUST + 1):
            at = float(ours[total]) + (float(ours[BLACKJACK]) if total == BEST else 0.0)
            worst = max(worst, abs(float(own.get(total, 0)) - at))
    return worst


def _ends(rules: Rules, stock: Stock, upcard: int) -> dict[int, Fraction]:
    """Return the dealer's probabilities by final total: `BUST` for all above 21, and 21 includes blackjacks."""
    found: dict[int, Fraction] = {}
    left = [int(count) for count in stock.counts]
    left[upcard] -= 0 if stock.infinite else 1
    open_: list[tuple[Fraction, list[int], tuple[Card, ...]]] = [
        (Fraction(1), left, (_CARD[upcard],))
    ]
    while open_:
        chance, left, cards = open_.pop()
        if len(cards) > 1 and not draws(rules, cards):
            total = min(total_of(cards).value, BUST)
            found[total] = found.get(total, Fraction()) + chance
            continue
        size = sum(left)
        for value, count in enumerate(left):
            if count:
                rest = left if stock.infinite else [k - (at == value) for at, k in enumerate(left)]
                open_.append((chance * Fraction(count, size), rest, (*cards, _CARD[value])))
    return found


def prepare_folder(folder: Path) -> None:
    """Create the folder if missing. Raises OSError, before any computation, if the files cannot be written."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryFile(dir=folder):
        pass
    for file in _files(folder):
        if file.is_dir():
            raise IsADirectoryError(f"{file} is a folder")


def write_certificate(whole: Mapping[str, Any], folder: Path) -> list[Path]:
    """Write both files of a certificate into an existing folder and return their paths."""
    files = _files(folder)
    files[0].write_text(json.dumps(whole, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    files[1].write_text(format_page(whole), encoding="utf-8")
    return files


def _files(folder: Path) -> list[Path]:
    return [folder / "certificate.json", folder / "certificate.html"]
