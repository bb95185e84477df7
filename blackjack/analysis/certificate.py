"""A certificate: the rules, all results, what they mean and what was checked, for another party to repeat.

Two files with the same content: `certificate.json`, and `certificate.html` to read and print. Figures are rounded to
twelve decimals, and there is no date and nothing of the machine in them, so that who repeats the computation can compare.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any

from blackjack import VERSION
from blackjack.analysis.ends import BLACKJACK, BUST, chances
from blackjack.analysis.result import Analysis, Progress
from blackjack.analysis.stock import VALUES, Stock
from blackjack.canonical import digest_of
from blackjack.cards import RANKS, Card
from blackjack.dealer import draws
from blackjack.fields import FIELDS
from blackjack.hands import BEST, total_of
from blackjack.rules import Rules
from blackjack.simulation import simulate
from blackjack.summary import summary

DEFINITIONS = {
    "rtp": "1 + the mean net result of a round per unit of the bet, with the best play that sees every card of the "
    "hand; hands after a split are played as they would be before it. One seat, a fresh shoe, no insurance, no side bets.",
    "rtp_total_dependent": "The same with the best play that looks at the total, softness, pair and upcard only: the chart.",
    "house_edge": "1 - rtp_total_dependent.",
    "average_wager": "All money put in during a round, per unit of the bet, with the play of rtp.",
    "rtp_of_total_staked": "What comes back per unit of all money put in.",
    "standard_deviation": "Of the net result of a round, per unit of the bet, with the play of rtp.",
    "outcomes": "The chance of each net result of a round, in units of the bet.",
    "round_limit_cost": "What a limit of a round takes from rtp at the greatest bet, where limits were given.",
    "insurance": "What a unit of insurance returns against an ace when nothing else is known.",
    "side_bets": "What a unit of each side bet returns, how often it wins, and the chance of each outcome.",
    "max_payout": "The most that a seat can be paid in a round, in units of the bet, stakes included.",
}
SIMULATED = 100_000
_SEED = "certificate"
_TOLERANCE = 1e-12
_MOST_ERRORS = 4.0
_SPLIT_ERROR = 1e-3
_DIGITS = 12
_CARD = [Card(rank, "S") for rank in RANKS[:VALUES]]


def document(found: Analysis, progress: Progress | None = None) -> dict[str, Any]:
    """Return the certificate as a JSON value; `digest` is the SHA-256 of the canonical JSON of all other keys."""
    rules = found.rules
    whole: dict[str, Any] = _rounded(
        {
            "certificate": 1,
            "library": VERSION,
            "summary": summary(rules),
            "rules_digest": rules.digest,
            "rules": rules.to_dict(),
            "results": found.to_dict(),
            "chart": found.chart.to_dict(),
            "definitions": DEFINITIONS,
            "checks": list(_checks(found, progress)),
            "repeat": "python -m blackjack rtp --rules FILE --certificate FOLDER; FILE holds the rules above as JSON",
        }
    )
    return {**whole, "digest": digest_of(whole)}


def _rounded(value: Any) -> Any:
    """Return a JSON value with its figures rounded, so that other processors give the same ones."""
    if isinstance(value, float):
        return round(value, _DIGITS) + 0.0
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list) else value


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
    worst = worst_end(found.rules)
    yield _check("the dealer's chances, counted order by order in whole numbers", worst, _TOLERANCE)
    yield _simulated(found, progress)


def _simulated(found: Analysis, progress: Progress | None) -> dict[str, Any]:
    """Compare with rounds through the engine that serves players, each from a fresh shoe."""
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


def worst_end(rules: Rules) -> float:
    """Return the greatest difference of the dealer's chances from a walk over every order of cards, in exact fractions."""
    stock = Stock.of(rules)
    worst = 0.0
    for upcard in range(VALUES):
        ours = chances(rules, stock, upcard, stock.counts[None] * 0)[0]
        own = _ends(rules, stock, upcard)
        for total in range(BUST + 1):
            at = float(ours[total]) + (float(ours[BLACKJACK]) if total == BEST else 0.0)
            worst = max(worst, abs(float(own.get(total, 0)) - at))
    return worst


def _ends(rules: Rules, stock: Stock, upcard: int) -> dict[int, Fraction]:
    """Return the dealer's chances by total, `BUST` for all above 21, a blackjack being a 21."""
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


def write(found: Analysis, folder: Path, progress: Progress | None = None) -> list[Path]:
    """Write both files into the folder, which is made if it is missing, and return their paths."""
    whole = document(found, progress)
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / "certificate.json", folder / "certificate.html"]
    files[0].write_text(json.dumps(whole, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    files[1].write_text(page(whole), encoding="utf-8")
    return files


def page(whole: Mapping[str, Any]) -> str:
    """Return the certificate as a page that needs nothing else."""
    title = escape(whole["summary"])
    parts = [
        f"<h1>Return of a blackjack rule set</h1><p>{title}</p>",
        _lines([(name, whole[name]) for name in ("rules_digest", "library", "digest")]),
        *_sections(whole),
        f"<h2>To repeat</h2><p><code>{escape(whole['repeat'])}</code></p>",
        "<ul>"
        + "".join(f"<li>{escape(note)}</li>" for note in whole["results"]["notes"])
        + "</ul>",
    ]
    head = f"<meta charset=utf-8><title>{title}</title><style>{_STYLE}</style>"
    return f"<!doctype html><html lang=en>{head}<main>{''.join(parts)}</main></html>\n"


def _sections(whole: Mapping[str, Any]) -> Iterator[str]:
    results = whole["results"]
    figures = [
        (key, _figure(key, results[key]), meaning)
        for key, meaning in DEFINITIONS.items()
        if not isinstance(results[key], dict)
    ]
    yield "<h2>Results</h2>" + _table(("figure", "value", "definition"), figures)
    bets = {"insurance": results["insurance"], **results["side_bets"]}
    side = [
        (name, _percent(bet["rtp"]), _percent(bet["hit_frequency"]))
        for name, bet in bets.items()
        if bet
    ]
    if side:
        yield "<h2>Insurance and side bets</h2>" + _table(("bet", "returns", "wins"), side)
    spread = [(net, f"{chance:.10f}") for net, chance in results["outcomes"].items()]
    yield "<h2>Net results of a round</h2>" + _table(("net result in bets", "chance"), spread)
    yield "<h2>Checks</h2>" + _table(
        ("check", "found", "at most", ""), map(_check_cells, whole["checks"])
    )
    fields = [
        (name, json.dumps(value), FIELDS[name].meaning) for name, value in whole["rules"].items()
    ]
    yield "<h2>Rules</h2>" + _table(("field", "value", "meaning"), fields)


def _check_cells(check: Mapping[str, Any]) -> tuple[str, ...]:
    passed = "passed" if check["passed"] else "FAILED"
    return check["check"], f"{check['found']:g}", f"{check['at_most']:g}", passed


def _figure(key: str, value: object) -> str:
    if not isinstance(value, float):
        return "-" if value is None else str(value)
    return (
        f"{value:.6f}"
        if key in ("average_wager", "standard_deviation", "max_payout")
        else _percent(value)
    )


def _percent(share: float) -> str:
    return f"{100 * share:.6f} %"


def _lines(pairs: list[tuple[str, str]]) -> str:
    return (
        "<dl>"
        + "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in pairs)
        + "</dl>"
    )


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    head = "".join(f"<th scope=col>{escape(name)}</th>" for name in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


_STYLE = (
    "body{font:1rem/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff;margin:2rem auto;padding:0 1rem;max-width:60rem}"
    "table{border-collapse:collapse;width:100%;margin:1rem 0}td,th{border-bottom:1px solid #ccc;padding:.3rem .6rem .3rem 0;"
    "text-align:left;vertical-align:top;overflow-wrap:anywhere}dd{font-family:monospace;overflow-wrap:anywhere}h2{margin-top:2rem}"
)
