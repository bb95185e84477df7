"""A change of a figure must raise the library's version: stored results are recomputed only then."""

from dataclasses import replace

from blackjack import PRESETS, VERSION
from blackjack.analysis.side import analyse_insurance, analyse_side_bet
from blackjack.canonical import canonical_json, sha256_hex
from blackjack.insurance import even_money_gains
from blackjack.rules import Rules


def figures(rules: Rules) -> dict[str, str]:
    """Return the exact figures that are cheap to compute, as fractions."""
    sides = {name: str(analyse_side_bet(rules, name).returns) for name in rules.side_bets}
    return {
        **sides,
        "insurance": str(analyse_insurance(rules).returns),
        "even money": str(even_money_gains(rules)),
    }


def test_figures_are_those_of_this_version() -> None:
    found = [
        figures(replace(rules, inverted=inverted))
        for rules in PRESETS.values()
        for inverted in (False, True)
    ]
    digest = sha256_hex(canonical_json(found))
    assert (VERSION, digest[:16]) == ("1.2", "5b5caec9cdaf7283")
