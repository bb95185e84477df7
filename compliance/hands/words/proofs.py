"""Checks of a hand or a shoe in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from casino.models import Shoe
from compliance.hands.selectors.proofs import HandProof, ProofOutcome, sealed_seed_code

_TITLES: Final[Mapping[str, str | Promise]] = {
    "seed": gettext_lazy("The seed is the one that was promised"),
    "log": gettext_lazy("The public log promised it before the first card"),
    "cards": gettext_lazy("The cards are those that the seed draws"),
    "rules": gettext_lazy("The rules are those of its version"),
    "states": gettext_lazy("After each decision the table was as its player saw it"),
    "result": gettext_lazy("The result is what the rules make of cards, bets and decisions"),
    "ledger": gettext_lazy("The ledger held the stakes and paid the result"),
    "count": gettext_lazy("No round is missing, and as many cards are gone as were dealt"),
    "transcript": gettext_lazy("The transcript passes the check that players make"),
}
_DETAILS: Final[Mapping[str, str | Promise]] = {
    "entropy_differs": gettext_lazy("the seeds of its boxes give another entropy than is stored"),
    "seed_given_up": gettext_lazy("The shoe was given up: its seed is never revealed."),
    "seed_stopped": gettext_lazy(
        "The shoe is stopped: its seed is revealed when its place is reopened."
    ),
    "seed_in_use": gettext_lazy(
        "The shoe is still being dealt: its seed is revealed when it closes."
    ),
    "line_missing": gettext_lazy("A line is missing."),
    "lines_not_chained": gettext_lazy("Its lines are chained within a minute."),
    "lines": gettext_lazy("lines %(first)s and %(second)s"),
    "cards_not_stored": gettext_lazy(
        "Of a cancelled round no cards are stored; the seed draws: %(cards)s."
    ),
    "decisions_illegal": gettext_lazy("Its decisions are not legal with its cards."),
    "cards_unknown": gettext_lazy("Its cards are not known yet."),
    "decision_differs": gettext_lazy("decision %(n)d"),
    "cancelled": gettext_lazy("cancelled, stakes returned"),
    "not_replayable": gettext_lazy("It cannot be played again."),
    "rounds_and_cards": gettext_lazy("%(rounds)d rounds, %(cards)d cards"),
    "checks_counted": gettext_lazy("%(n)d checks"),
    "text": "%(text)s",
}


@dataclass(frozen=True, slots=True)
class ProofLine:
    """A check in words."""

    title: str
    outcome: ProofOutcome
    detail: str


def proof_lines(proofs: Iterable[HandProof]) -> list[ProofLine]:
    return [ProofLine(str(_TITLES[one.name]), one.outcome, _detail(one)) for one in proofs]


def summarize_proofs(proofs: Iterable[HandProof]) -> str:
    return "; ".join(
        f"{one.title}: {one.detail}" if one.detail else one.title for one in proof_lines(proofs)
    )


def sealed_seed_text(shoe: Shoe) -> str:
    """Return why an open shoe's seed is not available yet, in words."""
    return str(_DETAILS[sealed_seed_code(shoe)])


def _detail(proof: HandProof) -> str:
    facts: Mapping[str, Any] = proof.facts
    if not proof.code:
        return ""
    if proof.code == "cards_counted":
        return ngettext("%(n)d card", "%(n)d cards", facts["n"]) % facts
    if proof.code == "decisions_counted":
        return ngettext("%(n)d decision", "%(n)d decisions", facts["n"]) % facts
    if proof.code == "card_differs":
        named = {name: value or _("none") for name, value in facts.items()}
        return _("card %(n)d: stored is %(stored)s, the seed draws %(own)s") % named
    return str(_DETAILS[proof.code]) % facts
