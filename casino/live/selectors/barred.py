"""Players of a running live deal who were barred after it was dealt: the house plays for them at once."""

from typing import Final

from django.db.models import Exists, OuterRef, Q

from accounts.restrictions.selectors.eligibility import BARRED
from casino.live.values.phases import PLAYING
from casino.models import Round

PLAYER_BARRED: Final = Q(player__state__in=BARRED)
"""Filter for rounds whose player may no longer play."""


def deal_has_barred_player() -> Q:
    """Condition on clocks: a player of the running deal is barred."""
    playing = Q(phase__in=PLAYING)
    return playing & Q(Exists(Round.objects.filter(PLAYER_BARRED, deal=OuterRef("deal"))))


def is_barred(round_: Round) -> bool:
    """Return whether the round's loaded player is barred."""
    return round_.player.state in BARRED
