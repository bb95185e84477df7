"""Rules of a table in sentences, each with an example round, generated from the engine's own `Rules`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from blackjack.rules import Rules
from tables.words.help import course, dealer, decisions, payouts, shoe, side_bets
from tables.words.help.telling import Chapter, HelpLine, HelpSection, Purse

__all__ = ["HelpLine", "HelpSection", "Purse", "build_sections"]

CHAPTERS: Final[Mapping[str, tuple[Promise, Chapter]]] = MappingProxyType(
    {
        "game": (_("The game"), shoe.describe_game),
        "shoe": (_("Cards and shoe"), shoe.describe_shoe),
        "boxes": (_("Boxes"), shoe.describe_boxes),
        "pays": (_("Payouts"), payouts.describe_payouts),
        "draw": (_("Hit and stand"), decisions.describe_drawing),
        "double": (_("Doubling"), decisions.describe_doubling),
        "split": (_("Splitting"), decisions.describe_splitting),
        "surrender": (_("Giving up a hand"), decisions.describe_surrender),
        "dealer": (_("The dealer"), dealer.describe_dealer),
        "insurance": (_("Insurance against a blackjack"), dealer.describe_insurance),
        "side-bets": (_("Side bets"), side_bets.describe_side_bets),
        "time": (_("Time to decide"), course.describe_clocks),
        "interruption": (_("If you are interrupted"), course.describe_interruption),
        "malfunction": (_("If something fails"), course.describe_malfunction),
        "fairness": (_("How every card can be checked"), course.describe_fairness),
    }
)
"""Sections in reading order, by their anchor."""


OF_PRIVATE_TABLES: Final = frozenset({"time", "interruption", "malfunction", "fairness"})
"""Sections for which live tables have their own texts (`casino.lobby.words.live_help`)."""


def build_sections(rules: Rules, purse: Purse, *, live: bool = False) -> tuple[HelpSection, ...]:
    """Return the sections that depend on the rules alone, not on the table's limits."""
    changed = {"shoe": shoe.describe_live_shoe} if live else {}
    left_out = OF_PRIVATE_TABLES if live else frozenset()
    return tuple(
        HelpSection(slug, str(title), tuple(changed.get(slug, write)(rules, purse)))
        for slug, (title, write) in CHAPTERS.items()
        if slug not in left_out
    )
