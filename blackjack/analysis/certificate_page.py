"""Certificate as a self-contained HTML page for reading and printing."""

import json
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from blackjack.strategy import CODES, UPCARDS

_STYLE = Path(__file__).with_name("certificate.css")
_HEADLINES = {
    "rtp": "Return, best play",
    "rtp_total_dependent": "Return, best chart",
    "house_edge": "House edge",
}
_PLAIN = ("average_wager", "standard_deviation", "max_payout")
_KINDS = {"hard": "Hard totals", "soft": "Soft totals", "pair": "Pairs"}


def format_page(whole: Mapping[str, Any]) -> str:
    title = escape(whole["summary"])
    style = _STYLE.read_text(encoding="utf-8")
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><title>{title}</title><style>\n{style}</style>'
    )
    body = "\n".join(_parts(whole))
    return f'<!doctype html>\n<html lang="en">\n<head>{head}</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n'


def _parts(whole: Mapping[str, Any]) -> Iterator[str]:
    yield from _top(whole)
    yield _section("Results", _results(whole))
    yield _section("Net results of a round", _net_results(whole))
    yield _section("Insurance and side bets", _bets(whole))
    yield _section("Chart", _chart(whole))
    yield _section("Conventions", _list(whole["conventions"]))
    yield _section("What is not exact", _list(whole["results"]["notes"]))
    yield _section("Checks", _checks(whole["checks"]))
    fields = [
        (name, _value(value), whole["meanings"][name]) for name, value in whole["rules"].items()
    ]
    yield _section("Rules", _entries(fields))
    yield _section("To repeat", _repeat(whole))


def _top(whole: Mapping[str, Any]) -> Iterator[str]:
    yield f"<header><h1>Return of a blackjack rule set</h1><p>{escape(whole['summary'])}</p></header>"
    figures = (
        f"<div><dt>{words}</dt><dd>{_percent(whole['results'][key], 4)}</dd></div>"
        for key, words in _HEADLINES.items()
    )
    yield f'<dl class="headlines">{"".join(figures)}</dl>'
    failed = sum(not check["passed"] for check in whole["checks"])
    count = len(whole["checks"])
    if failed:
        yield f'<p class="verdict failed">{failed} of {count} checks FAILED</p>'
    else:
        yield f'<p class="verdict passed">All {count} checks passed</p>'
    named = {
        "Rules": whole["rules_digest"],
        "This certificate": whole["digest"],
        "Library": f"version {whole['library']}, certificate {whole['certificate']}",
    }
    lines = (f"<div><dt>{name}</dt><dd>{escape(value)}</dd></div>" for name, value in named.items())
    yield f'<dl class="names">{"".join(lines)}</dl>'


def _section(title: str, content: str) -> str:
    return f"<section>\n<h2>{title}</h2>\n{content}\n</section>"


def _list(lines: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"


def _entries(entries: Iterable[tuple[str, str, str]]) -> str:
    """Render (name, value, explanation) entries as a definition list."""
    shown = (
        f"<div{_LONG if len(value) > _ROOM else ''}><dt><code>{escape(name)}</code></dt><dd>{escape(value)}</dd>"
        f"<dd>{escape(meaning)}</dd></div>"
        for name, value, meaning in entries
    )
    return '<dl class="entries">' + "".join(shown) + "</dl>"


_LONG, _ROOM = ' class="long"', 18


def _results(whole: Mapping[str, Any]) -> str:
    results = whole["results"]
    figures = [
        (key, _figure(key, results[key]), meaning)
        for key, meaning in whole["definitions"].items()
        if key in results and not isinstance(results[key], dict) and key != "insurance"
    ]
    limits = whole["limits"] or {}
    given = [(name, amount, _LIMITS[name]) for name, amount in limits.items()]
    return _entries([*figures, *given])


_LIMITS = {
    "max_bet": "The greatest bet of the table, for round_limit_cost.",
    "max_round": "The most that a round takes of a seat, for round_limit_cost.",
}


def _net_results(whole: Mapping[str, Any]) -> str:
    rows = [
        (_format_signed(net), f"{chance:.12f}")
        for net, chance in whole["results"]["outcomes"].items()
    ]
    table = _table("Net results and their chances", ("net result, in bets", "chance"), rows)
    return _define_term(whole, "outcomes") + table


def _bets(whole: Mapping[str, Any]) -> str:
    results = whole["results"]
    bets = {"insurance": results["insurance"], **results["side_bets"]}
    offered = {name: bet for name, bet in bets.items() if bet}
    said = _define_term(whole, "insurance") + _define_term(whole, "side_bets")
    if not offered:
        return said + "<p>The rules offer none of them.</p>"
    returns = [
        (name, _percent(bet["rtp"]), _percent(bet["hit_frequency"]))
        for name, bet in offered.items()
    ]
    chances = [
        (f"{name}: {outcome}", f"{chance:.12f}")
        for name, bet in offered.items()
        for outcome, chance in bet["outcomes"].items()
    ]
    return (
        said
        + _table("Returns of insurance and side bets", ("bet", "returns", "wins"), returns)
        + _table("Outcomes of insurance and side bets", ("outcome", "chance"), chances)
    )


def _chart(whole: Mapping[str, Any]) -> str:
    chart = whole["chart"]["rows"]
    legend = "".join(
        f'<div><dt class="{CODES[code][0]}">{code}</dt><dd>{escape(words)}</dd></div>'
        for code, words in whole["chart_legend"].items()
    )
    kinds = (
        _kind(kind, {row: chart[row] for row in rows})
        for kind, rows in groupby(chart, key=lambda row: row.partition(" ")[0])
    )
    return (
        _define_term(whole, "chart")
        + f'<dl class="legend">{legend}</dl>\n<div class="chart">{"".join(kinds)}</div>'
    )


def _kind(kind: str, rows: Mapping[str, list[str]]) -> str:
    heads = "".join(f'<th scope="col">{_card(upcard)}</th>' for upcard in UPCARDS)
    lines = []
    for row, codes in rows.items():
        named = _card(row.partition(" ")[2])
        head = f"{named},{named}" if kind == "pair" else named
        cells = "".join(f'<td class="{CODES[code][0]}">{code}</td>' for code in codes)
        lines.append(f'<tr><th scope="row">{head}</th>{cells}</tr>')
    return (
        f"<table><caption>{_KINDS[kind]}</caption>"
        f'<thead><tr><th scope="col">hand</th>{heads}</tr></thead><tbody>{"".join(lines)}</tbody></table>'
    )


def _card(name: str) -> str:
    return "10" if name == "T" else name


def _checks(checks: Iterable[Mapping[str, Any]]) -> str:
    rows = []
    for check in checks:
        passed = "passed" if check["passed"] else "FAILED"
        rows.append((check["check"], passed, f"{check['found']:.6g}", f"{check['at_most']:.6g}"))
        more = {key: check[key] for key in check if key not in _OF_EVERY_CHECK}
        rows += [(f"its {key}", "", _value(value), "") for key, value in more.items()]
    return _table("Checks", ("check", "result", "found", "at most"), rows)


_OF_EVERY_CHECK = ("check", "found", "at_most", "passed")


def _repeat(whole: Mapping[str, Any]) -> str:
    return (
        f"<pre><code>{escape(whole['repeat'])}</code></pre><p>certificate.json lies beside this page and holds all of it, "
        "figures with twelve decimals; here they are shorter. FOLDER is any other folder. The same version of the library "
        "comes to the same digest.</p>"
    )


def _define_term(whole: Mapping[str, Any], key: str) -> str:
    return f"<p>{escape(whole['definitions'][key])}</p>"


def _figure(key: str, value: float | None) -> str:
    if value is None:
        return "no limits given"
    if key in _PLAIN:
        return f"{value:.6f}".rstrip("0").rstrip(".")
    return _percent(value)


def _percent(share: float, places: int = 6) -> str:
    return f"{100 * share:.{places}f} %"


def _format_signed(net: str) -> str:
    return net if net.startswith("-") or net == "0" else f"+{net}"


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{name}: {_odds(odds)}" for name, odds in value.items()) or "none"
    return value if isinstance(value, str) else json.dumps(value)


def _odds(paytable: Mapping[str, int]) -> str:
    return ", ".join(f"{outcome} {odds}" for outcome, odds in paytable.items())


def _table(name: str, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Render a table of one text column followed by figures; a wide table scrolls by itself."""
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        + "</tr>"
        for first, *rest in rows
    )
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(name)}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )
