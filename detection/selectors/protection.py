"""Acts of protection in players' histories: what markers of harm read besides play and payments."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import numpy as np
from django.db.models import F

from detection.selectors.loss_limits import LossLimit, find_used_up_limits, load_loss_limits
from journal.models import Event, EventKind
from limits.models import Limit
from limits.values import LimitScope
from signals.columns import Deals, Protection, ProtectionAct

_STOPS: Final = {
    EventKind.LOSS_LIMIT_REACHED.value: ProtectionAct.LOSS_LIMIT_REACHED,
    EventKind.DEPOSIT_STOPPED.value: ProtectionAct.DEPOSIT_REFUSED,
}
_Act = tuple[float, ProtectionAct]
_NO_ACTS: Final = Protection.empty()


@dataclass(frozen=True, slots=True)
class PlayerProtection:
    """A player's acts, in no order, and the loss limits that the player had."""

    acts: Sequence[_Act] = ()
    loss_limits: Sequence[LossLimit] = ()

    def build_columns(self, deals: Deals) -> Protection:
        """Return the acts, with the ends of the rounds among these deals that used up a loss limit."""
        used_up = find_used_up_limits(self.loss_limits, deals)
        acts = [*self.acts, *((at, ProtectionAct.LOSS_LIMIT_REACHED) for at in used_up.tolist())]
        if not acts:
            return _NO_ACTS
        at, kinds = zip(*sorted(acts), strict=True)
        return Protection(np.array(at, np.float64), np.array(kinds, np.int64))


NO_PROTECTION: Final = PlayerProtection()


def load_protection(players: Sequence[int], since: datetime) -> dict[int, PlayerProtection]:
    """Return the acts and loss limits of these players; one without any is missing. Three queries.

    Acts are requests for looser own limits, which count only after a waiting time, and refusals of bets by a loss limit
    and of deposits.
    """
    acts = _load_acts(players, since)
    limits = load_loss_limits(players)
    return {
        player: PlayerProtection(acts.get(player, ()), limits.get(player, ()))
        for player in acts.keys() | limits.keys()
    }


def _load_acts(players: Sequence[int], since: datetime) -> Mapping[int, Sequence[_Act]]:
    acts: defaultdict[int, list[_Act]] = defaultdict(list)
    own = Limit.objects.filter(player__in=players, scope=LimitScope.OWN, proposed_at__gte=since)
    loosened = own.filter(in_force_from__gt=F("proposed_at"))
    for player, at in loosened.values_list("player", "proposed_at"):
        acts[player].append((at.timestamp(), ProtectionAct.LOOSENING_REQUESTED))
    of_subject = {f"user {player}": player for player in players}
    events = Event.objects.filter(subject__in=list(of_subject), kind__in=_STOPS, at__gte=since)
    for subject, kind, at in events.values_list("subject", "kind", "at"):
        acts[of_subject[subject]].append((at.timestamp(), _STOPS[kind]))
    return acts
