"""Texts about leaving a running hand, and for barred players who still have one."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from blackjack.rules import Rules
from casino.absence.selectors import find_house_play_time
from casino.models import Round
from casino.play.services.offers import Funds
from pages.moments import moment_text
from tables.words.help.course import WAITS
from tables.words.help.telling import format_duration

_AT_THE_LATEST: Final = gettext_lazy(
    "Finish this hand. You cannot double or split. If you leave it, the house finishes it after %(at)s."
)


def describe_last_hand(round_: Round, funds: Funds) -> str:
    """The notice over the last hand of a barred player; "" for others.

    One query for a player barred from all play, none if barred from real money only.
    """
    if funds.barred is None:
        return ""
    at = find_house_play_time(round_, funds.player)
    if at is None:
        then = _("Finish this hand. You cannot double or split.")
    else:
        when = {"at": moment_text(at, _("j M Y, H:i"))}
        then = _AT_THE_LATEST % when
    return f"{funds.barred.message} {then}"


_IF_YOU_LEAVE: Final[Mapping[str, Promise]] = {
    "stand": gettext_lazy(
        "If you leave, we hold your hand for %(time)s. After that the house stands for you and the round ends."
    ),
    "basic_strategy": gettext_lazy(
        "If you leave, we hold your hand for %(time)s. After that the house finishes it with basic strategy and never bets more than your balance."
    ),
    "hit_or_stand": gettext_lazy(
        "If you leave, we hold your hand for %(time)s. After that the house finishes it with basic strategy, without doubling or splitting."
    ),
}


def describe_leaving(rules: Rules) -> str:
    """Explain what happens to a running round when its player leaves."""
    if rules.resume_seconds is None:
        return str(WAITS)
    words = {"time": format_duration(rules.resume_seconds)}
    return str(_IF_YOU_LEAVE[rules.on_absence]) % words
