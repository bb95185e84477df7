"""INT2: an open shoe's seed was decrypted outside dealing."""

from collections.abc import Mapping

import numpy as np
from django.utils.translation import gettext_lazy, ngettext

from signals.definition import Family, Opens, Signal, SignalScope, Unit
from signals.evidence import Axis, Bars, EvidenceBar
from signals.house import SeedAccess
from signals.outcomes import Outcome, OutcomeStatus, too_few


def judge(access: SeedAccess, _thresholds: Mapping[str, float]) -> Outcome:
    """Count reads of open shoes' seeds by anything but dealing, and the players of these shoes."""
    n = len(access.reads)
    if not n:
        return too_few(n)
    outside = access.reads.take(access.reads.open & ~access.reads.dealing)
    figures = {
        "reads": float(len(outside)),
        "shoes": float(len(np.unique(outside.shoe))),
        "readers": float(len(np.unique(outside.reader))),
        "players": float(len(list_players(access))),
    }
    status = OutcomeStatus.FLAGGED if len(outside) else OutcomeStatus.BELOW
    return Outcome(status, n, figures, moments=np.sort(outside.at))


def list_players(access: SeedAccess) -> list[str]:
    """Return the players of the shoes whose seeds were read: the incident lists them, and it scores none of them."""
    outside = access.reads.take(access.reads.open & ~access.reads.dealing)
    shoes = np.isin(access.players.shoe, outside.shoe)
    return sorted(set(access.players.player[shoes].tolist()))


def sentence(outcome: Outcome) -> str:
    return ngettext(
        "The seed of an open shoe was decrypted outside dealing %(reads)d time (shoes: %(shoes)d, players: %(players)d).",
        "Seeds of open shoes were decrypted outside dealing %(reads)d times (shoes: %(shoes)d, players: %(players)d).",
        int(outcome.figures["reads"]),
    ) % {**outcome.figures}


def draw(access: SeedAccess, _outcome: Outcome) -> Bars:
    """Draw the reads by who made them."""
    outside = access.reads.take(access.reads.open & ~access.reads.dealing)
    readers, counts = np.unique(outside.reader, return_counts=True)
    bars = tuple(
        EvidenceBar(reader, float(count), count)
        for reader, count in zip(readers.tolist(), counts.tolist(), strict=True)
    )
    return Bars(Axis(gettext_lazy("Seeds read outside dealing")), bars)


SIGNAL = Signal(
    id="INT2",
    version=1,
    family=Family.INTEGRITY,
    severity=0,
    unit=Unit.EVENTS,
    window_days=90,
    words=gettext_lazy("Seed access"),
    meaning=gettext_lazy(
        "Somebody who knows an open shoe's seed knows the cards to come. An incident of the house's staff: the shoe's players "
        "are listed because they may have been told, and none of them is scored. Maintenance explains it if it was announced."
    ),
    judge=judge,
    sentence=sentence,
    draw=draw,
    mutable=False,
    scope=SignalScope.HOUSE,
    opens=Opens.STAFF_INCIDENT,
)
