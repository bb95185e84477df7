"""Words for the findings of the check of closed days."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from journal.words.findings import FindingFormatter
from reports.services.checking import FailedCheck
from reports.values import starting_hands
from reports.words.cells import cell_text
from wallet.ledger.models import HouseAccount, TransferKind
from wallet.money.values import BASE_CURRENCY, UNITS, Money

LINES: Final[Mapping[str, Promise]] = {
    "days_happened": gettext_lazy("closed days are what happened in them"),
    "hours_add_up": gettext_lazy("hours add up to their days"),
    "hands_add_up": gettext_lazy("players' hands add up to their days"),
    "days_tie_to_accounts": gettext_lazy("days add up to what the ledger's accounts hold"),
    "days_tie_to_rounds": gettext_lazy("days won what rounds and voids moved"),
    "rounds_have_luck": gettext_lazy("judged rounds have their luck"),
}
"""Statements that hold, by the codes of `checking.LINES`."""

_FIGURES: Final[Mapping[str, Promise]] = {
    "transfers": gettext_lazy("Movements"),
    "rounds": gettext_lazy("Rounds"),
    "hands": gettext_lazy("Hands"),
    "boxes": gettext_lazy("Hands"),
    "dealt": gettext_lazy("Times dealt"),
    "won": gettext_lazy("Rounds won"),
    "pushed": gettext_lazy("Pushed"),
    "interrupted": gettext_lazy("Interrupted"),
    "cancelled": gettext_lazy("Cancelled"),
    "voided": gettext_lazy("Voided"),
    "unvoided": gettext_lazy("Voids undone"),
}
_AMOUNTS: Final[Mapping[str, Promise]] = {
    "amount": gettext_lazy("Amount"),
    "staked": gettext_lazy("Staked"),
    "returned": gettext_lazy("Paid"),
    "bets": gettext_lazy("Bet"),
    "nets": gettext_lazy("Net"),
    "staked_usd": gettext_lazy("Staked, in USD"),
    "returned_usd": gettext_lazy("Paid, in USD"),
    "voided_house": gettext_lazy("By voids"),
    "voided_house_usd": gettext_lazy("By voids, in USD"),
}
_PLACES: Final[Mapping[str, object]] = {
    "player": gettext_lazy("Players"),
    **{str(one.value): one.label for one in HouseAccount},
}
_STARTS: Final[Mapping[starting_hands.StartKind, Promise]] = {
    starting_hands.StartKind.HARD: gettext_lazy("hard %(hand)s against %(upcard)s"),
    starting_hands.StartKind.SOFT: gettext_lazy("soft %(hand)s against %(upcard)s"),
    starting_hands.StartKind.PAIR: gettext_lazy("pair of %(hand)s against %(upcard)s"),
}
_KINDS: Final[Mapping[str, object]] = {str(one.value): one.label for one in TransferKind}


def failed_check_text(broken: FailedCheck) -> list[str]:
    """Return the failed check with its number of rows, then its first rows."""
    head = ngettext(
        "%(line)s: broken by %(rows)s row", "%(line)s: broken by %(rows)s rows", broken.rows
    ) % {"line": LINES[broken.line], "rows": cell_text(broken.rows)}
    return [head, *(FINDING_FORMATTERS[one["code"]](one) for one in broken.first)]


def _line(code: str) -> FindingFormatter:
    return lambda facts: " · ".join(
        failed_check_text(FailedCheck(code, facts["rows"], tuple(facts["first"])))
    )


def _row(words: Promise, *sides: str) -> FindingFormatter:
    """Return a formatter that names the figures that differ between both sides."""

    def say(facts: Mapping[str, Any]) -> str:
        one, other = (facts[side] or {} for side in sides)
        names = [name for name in {**one, **other} if one.get(name, 0) != other.get(name, 0)]
        of = facts["of"]
        both = {side: _figures(facts[side], names, of.get("currency")) for side in sides}
        return str(words) % {**both, "of": _of(of)}

    return say


def _of(of: Mapping[str, str | int]) -> str:
    return ", ".join(_part(name, value) for name, value in of.items())


def _part(name: str, value: str | int) -> str:
    if name == "day":
        return cell_text(date.fromisoformat(str(value)))
    if name == "player_id":
        return _("player %(number)s") % {"number": value}
    if name == "start":
        return _start(int(value))
    known = {"kind": _KINDS, "place": _PLACES}.get(name, {})
    return str(known.get(str(value), value))


def _start(number: int) -> str:
    """Return a starting hand in words; an unknown number unchanged."""
    try:
        start = starting_hands.StartingHand.from_number(number)
    except IndexError:
        return str(number)
    return str(_STARTS[start.kind]) % {"hand": start.value, "upcard": start.upcard}


def _figures(sums: Mapping[str, int] | None, names: list[str], currency: str | None) -> str:
    if sums is None:
        return _("nothing")
    return ", ".join(_figure(name, sums.get(name, 0), currency) for name in names)


def _figure(name: str, value: int, currency: str | None) -> str:
    """Return a figure in words; an amount summed over several currencies has no currency."""
    if name not in _AMOUNTS:
        return f"{_FIGURES.get(name, name)} {cell_text(value)}"
    of = BASE_CURRENCY if name.endswith("_usd") else currency
    amount = cell_text(Money(value, of)) if of else cell_text(Decimal(value) / UNITS)
    return f"{_AMOUNTS[name]} {amount}"


def _without_luck(facts: Mapping[str, Any]) -> str:
    return _("%(of)s: judged without luck: %(rounds)s") % {
        "of": _of(facts["of"]),
        "rounds": cell_text(facts["rounds"]),
    }


FINDING_FORMATTERS: Final[Mapping[str, FindingFormatter]] = {
    **{code: _line(code) for code in LINES},
    "day_of_money": _row(
        gettext_lazy("money of %(of)s: kept %(kept)s; found %(found)s"), "kept", "found"
    ),
    "day_of_games": _row(
        gettext_lazy("play of %(of)s: kept %(kept)s; found %(found)s"), "kept", "found"
    ),
    "day_of_hands": _row(
        gettext_lazy("hands of %(of)s: kept %(kept)s; found %(found)s"), "kept", "found"
    ),
    "start_of_hands": _row(
        gettext_lazy("dealt hands, %(of)s: kept %(kept)s; found %(found)s"), "kept", "found"
    ),
    "day_of_players": _row(
        gettext_lazy("%(of)s: the day has %(day)s; its players' hands %(players)s"),
        "day",
        "players",
    ),
    "day_of_hours": _row(
        gettext_lazy("%(of)s: the day has %(day)s; its hours %(hours)s"), "day", "hours"
    ),
    "account": _row(
        gettext_lazy("%(of)s: the days say %(days)s; the ledger %(ledger)s"), "days", "ledger"
    ),
    "result": _row(
        gettext_lazy("%(of)s: rounds say %(rounds)s; the ledger %(ledger)s"), "rounds", "ledger"
    ),
    "rounds_without_luck": _without_luck,
}
