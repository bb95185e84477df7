"""The lobby's tables."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from casino.limits import Limits, limits_of
from tables.help import Section
from tables.models import Table
from tables.selectors import open_tables
from tables.wording import rules_line
from wallet.templatetags.money import money as written


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A table as the lobby shows it."""

    name: str
    slug: str
    url: str
    help_url: str
    rules_line: str
    limits: Limits


def lobby_tables() -> list[LobbyTable]:
    """Every open table. One query."""
    return [
        LobbyTable(
            name=table.name,
            slug=table.slug,
            url=reverse("casino:table", args=[table.slug]),
            help_url=reverse("casino:table_help", args=[table.slug]),
            rules_line=rules_line(table.version.rules),
            limits=limits_of(table),
        )
        for table in open_tables()
    ]


def limits_section(table: Table) -> Section:
    """The limits of a table in sentences, for its help page."""
    limits = limits_of(table)
    amounts = {
        "least": written(limits.min_bet),
        "most": written(limits.max_bet),
        "round": written(limits.max_round),
    }
    pace = {"minute": table.hands_per_minute, "day": table.hands_per_day}
    return Section(
        _("Limits"),
        [
            _(
                "From %(least)s to %(most)s on a hand; at most %(round)s in a round, splits and doubles included, insurance apart."
            )
            % amounts,
            _("Every stake is a multiple of %(step)s.") % {"step": written(limits.step)},
            _("At most %(minute)d hands a minute and %(day)d a day.") % pace,
        ],
    )
