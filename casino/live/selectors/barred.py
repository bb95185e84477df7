"""Players of a live table's deal who have been excluded, suspended or closed since it was dealt: the house plays for them at once."""

from typing import Final

from django.db.models import Exists, OuterRef, Q

from accounts.restrictions.selectors.eligibility import BARRED
from casino.live.values.phases import PLAYING
from casino.models import Round

PLAYER_BARRED: Final = Q(player__state__in=BARRED)
"""Condition on rounds: the player may not play any more."""


def deals_barred_player() -> Q:
    """Condition on clocks: a player of the deal that runs may not play any more."""
    playing = Q(phase__in=PLAYING)
    return playing & Q(Exists(Round.objects.filter(PLAYER_BARRED, deal=OuterRef("deal"))))


def is_barred(round_: Round) -> bool:
    """Whether its loaded player may not play any more."""
    return round_.player.state in BARRED
