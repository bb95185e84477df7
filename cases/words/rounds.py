"""Rounds of a case as lines of a list."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from casino.models import Round
from compliance.hands.selectors.proofs import ProofOutcome
from wallet.money.values import Money

_SEEDS: Final[Mapping[ProofOutcome, tuple[str | Promise, str]]] = {
    ProofOutcome.HOLDS: (gettext_lazy("verified by seed"), "usable"),
    ProofOutcome.WAITS: (gettext_lazy("seed not revealed yet"), ""),
    ProofOutcome.DIFFERS: (gettext_lazy("differs from the seed"), "wrong"),
}


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round with bet and result in its currency, whether its cards follow from the seed, and the badge of that.

    `net` is None and `seed` "" for an unfinished one.
    """

    round: Round
    bet: Money
    net: Money | None
    state: str
    seed: str
    badge: str
    has_replay: bool


def describe_rounds(rounds: Iterable[Round], seeds: Mapping[int, ProofOutcome]) -> list[RoundLine]:
    """Return rounds, annotated with `voided`, as lines."""
    return [_describe(one, seeds.get(one.pk)) for one in rounds]


def _describe(one: Round, seed: ProofOutcome | None) -> RoundLine:
    words, badge = _SEEDS[seed] if seed is not None else ("", "")
    state = _("voided") if getattr(one, "voided", False) else str(one.get_status_display())
    net = None if one.returned is None else Money(one.returned - one.staked, one.currency)
    is_over = one.status == Round.Status.COMPLETED
    return RoundLine(one, Money(one.amount, one.currency), net, state, str(words), badge, is_over)
