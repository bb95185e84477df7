"""Help on a table's RTP."""

from collections.abc import Iterator
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tables.models import Mathematics
from tables.words.help.telling import HelpLine, HelpSection
from tables.words.rules import SIDE_BETS, format_share

_PLACES = 2


def format_percent(value: float) -> str:
    """Format a return with two decimals, as players see it."""
    return format_share(value, _PLACES)


def build_rtp_section(mathematics: Mathematics | None) -> HelpSection:
    """Return the section on the RTP with its definition, or that it is still being computed."""
    lines = tuple(_lines(mathematics))
    return HelpSection("rtp", _("Return to the player (RTP)"), lines)


def _lines(mathematics: Mathematics | None) -> Iterator[HelpLine]:
    if mathematics is None or not mathematics.is_current or mathematics.result is None:
        yield HelpLine(_("The return of these rules is being computed."))
        return
    result = mathematics.result
    yield HelpLine(
        _("The theoretical return to the player (RTP) of the game is %(rtp)s.")
        % {"rtp": format_percent(result["rtp"])}
    )
    yield HelpLine(
        _(
            "That is the share of the first stake that comes back on average, over very many rounds, to a player alone at the "
            "table who makes the best decision with every hand, without insurance and side bets, at the start of a fresh shoe. "
            "It says nothing about a single round or evening."
        )
    )
    yield from _more(result)


def _more(result: dict[str, Any]) -> Iterator[HelpLine]:
    by_chart = result.get("rtp_total_dependent")
    if by_chart is not None:
        yield HelpLine(
            _("Following the chart returns %(rtp)s.") % {"rtp": format_percent(by_chart)}
        )
    if result.get("insurance"):
        yield HelpLine(
            _("Insurance is a separate bet, which returns %(rtp)s of its stake.")
            % {"rtp": format_percent(result["insurance"]["rtp"])}
        )
    for name, found in (result.get("side_bets") or {}).items():
        words = {"name": SIDE_BETS[name], "rtp": format_percent(found["rtp"])}
        yield HelpLine(_("%(name)s returns %(rtp)s of its stake.") % words)
    if result.get("max_payout") is not None:
        times = number_format(f"{result['max_payout']:.1f}", decimal_pos=1)
        yield HelpLine(
            _("The most one box can return is %(n)s times its first bet.") % {"n": times}
        )
