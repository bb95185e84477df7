"""Reasons, effects and hands of void cases in words."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, gettext_lazy as _, pgettext_lazy

from casino.models import Round, Treatment
from casino.refusals import VoidRefused
from casino.rounds.words.labels import HIDDEN
from compliance.models import CaseKind, CaseReason, CaseState, CaseStep, VoidCase
from compliance.voids.selectors.figures import PLAYER
from compliance.voids.values import find_treatment
from pages.lists import Column
from pages.moments import in_zone_lazy
from wallet.ledger.models import HouseAccount

TREATED: Final[Mapping[Treatment, str | Promise]] = {
    Treatment.BETTER: gettext_lazy(
        "Whichever is better for the player: the stakes back, or the result as it was"
    ),
    Treatment.STAKES_BACK: gettext_lazy("Stakes back, winnings taken"),
    Treatment.SUSPENSE: gettext_lazy(
        "Winnings taken, stakes held in a suspense account until the case is closed"
    ),
}
_FOLLOWING: Final[Mapping[CaseKind, str | Promise]] = {
    CaseKind.UNDO: gettext_lazy("The result of each hand counts again, as if it had not been void"),
    CaseKind.RETURN: gettext_lazy("The suspended stakes go back to the player"),
    CaseKind.KEEP: gettext_lazy("The suspended stakes stay with the house"),
    CaseKind.COLLECT: gettext_lazy(
        "The amount owed is taken from the player's balance, as far as it goes"
    ),
}
_STEPS: Final[Mapping[CaseState, str | Promise]] = {
    CaseState.PROPOSED: pgettext_lazy("case", "proposed"),
    CaseState.APPROVED: pgettext_lazy("case", "approved"),
    CaseState.CARRIED_OUT: pgettext_lazy("case", "carried out"),
    CaseState.REFUSED: pgettext_lazy("case", "refused"),
    CaseState.WITHDRAWN: pgettext_lazy("case", "withdrawn"),
    CaseState.EXPIRED: pgettext_lazy("case", "expired"),
}
_ACCOUNTS: Final[Mapping[str, str | Promise]] = {
    PLAYER: gettext_lazy("Player's account"),
    **dict(HouseAccount.choices),
}
_SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
WHY_NOT: Final[Mapping[str, str | Promise]] = {
    "unknown": gettext_lazy("unknown here"),
    "in_progress": gettext_lazy("in progress: it can only be cancelled for a malfunction"),
    "cancelled": gettext_lazy("cancelled: its stakes went back already"),
    "voided": gettext_lazy("voided already"),
    "in_case": gettext_lazy("in another open case"),
    "not_voided": gettext_lazy("no longer voided"),
    "not_suspended": gettext_lazy("nothing of it is suspended"),
    "nothing_owed": gettext_lazy("nothing is owed for it"),
    "debt_disputed": gettext_lazy("its player disputes the amount owed: it is reserved"),
    "no_funds": gettext_lazy("its player has nothing to pay with now"),
}
BADGES: Final[Mapping[str, str]] = {
    CaseState.PROPOSED: "rate_waits",
    CaseState.APPROVED: "rate_waits",
    CaseState.CARRIED_OUT: "usable",
    CaseState.EXPIRED: "wrong",
}


def effect_text(kind: str, reason: str) -> str | Promise:
    """Return the effect of a case in a sentence."""
    if kind == CaseKind.VOID:
        return TREATED[find_treatment(reason)]
    return _FOLLOWING[CaseKind(kind)]


def reasons_by_effect() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the reasons grouped by effect, as form choices."""
    return [
        (
            str(words),
            [(one.value, str(one.label)) for one in CaseReason if find_treatment(one) == treatment],
        )
        for treatment, words in TREATED.items()
    ]


def step_label(step: CaseStep) -> str | Promise:
    return _STEPS[CaseState(step.to_state)]


def exclusion_label(code: str) -> str | Promise:
    """Return why a hand was excluded or failed, by code."""
    return WHY_NOT.get(code) or VoidRefused.WHY[code]


def refusal_label(code: str) -> str | Promise:
    """Return why a hand was refused, by code."""
    return VoidRefused.WHY[code]


def account_label(account: str) -> str | Promise:
    """Return the name of an account that a hand moves money on."""
    return _ACCOUNTS[account]


def format_card(code: str) -> str:
    """Return a card code as people read it: `TH` as "10♥"."""
    if code == HIDDEN:
        return "?"
    return f"{'10' if code[0] == 'T' else code[0]}{_SUITS[code[1]]}"


def format_cards(round_: Round) -> tuple[list[str], str]:
    """Return the hands of a finished round and the dealer's hand in short form, such as "10♥ 7♣"."""
    facts: dict[str, Any] = round_.result or {}
    hands = [
        " ".join(map(format_card, hand["cards"]))
        for seat in facts.get("seats", [])
        for hand in seat["hands"]
    ]
    return hands, " ".join(map(format_card, facts.get("dealer", {}).get("cards", [])))


COLUMNS: Final[tuple[Column[VoidCase], ...]] = (
    Column("number", _("Case"), lambda case: case.number),
    Column("proposed_at", in_zone_lazy(_("Proposed ({zone})")), lambda case: case.proposed_at),
    Column(
        "kind", _("Kind of case"), lambda case: case.get_kind_display(), code=lambda row: row.kind
    ),
    Column(
        "reason", _("Reason"), lambda case: case.get_reason_display(), code=lambda row: row.reason
    ),
    Column("hands", _("Hands"), lambda case: case.size, numeric=True),
    Column("proposed_by", _("Proposed by"), lambda case: case.proposed_by.full_name),
    Column("state", _("State"), lambda case: case.get_state_display(), code=lambda row: row.state),
    Column("expires_at", in_zone_lazy(_("Expires ({zone})")), lambda case: case.expires_at),
    Column("of", _("Follows"), lambda case: case.of.number if case.of else None),
    Column("evidence", _("Evidence"), lambda case: case.evidence),
    Column("id", _("Id"), lambda case: str(case.public_id)),
)
