"""Fields about player protection: limits, sessions, breaks, links."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from profiles.values.definitions import define
from profiles.values.kinds import Combine, NamedLinks, OneOf, OneText, SomeOf, Whole, YesNo


@dataclass(frozen=True, kw_only=True)
class ProtectionFields:
    """What protects players from playing too much."""

    limit_loosening_hours: int = define(
        Whole("hours", 24, 2160), Combine.MAXIMUM, _("A looser own limit waits for")
    )
    limit_confirmation: bool = define(
        YesNo(), Combine.MAXIMUM, _("A looser own limit is confirmed by the player")
    )
    limit_months_between: int = define(
        Whole("months", 0, 24), Combine.MAXIMUM, _("Months between two looser deposit limits")
    )
    session_limit_offered: bool = define(
        YesNo(), Combine.MAXIMUM, _("A limit of time played is offered")
    )
    session_plan: bool = define(
        YesNo(), Combine.MAXIMUM, _("The player sets time and loss before each session")
    )
    session_plan_repeat_minutes: int = define(
        Whole("minutes", 0, 1440), Combine.MAXIMUM, _("A new session so soon gets a message")
    )
    session_plan_warn_percent: int = define(
        Whole("%", 50, 99), Combine.MINIMUM, _("Warning at this part of the session's plan")
    )
    reality_check_minutes: int = define(
        Whole("minutes", 5, 240), Combine.MINIMUM, _("Interval of reality checks")
    )
    reality_check_longest: int = define(
        Whole("minutes", 5, 240), Combine.MINIMUM, _("Longest interval that a player may choose")
    )
    reality_check_optional: bool = define(
        YesNo(), Combine.MINIMUM, _("A player may turn reality checks off")
    )
    time_out_shortest_days: int = define(
        Whole("days", 1, 30), Combine.MINIMUM, _("Shortest time-out")
    )
    time_out_longest_days: int = define(
        Whole("days", 1, 90), Combine.MAXIMUM, _("Longest time-out")
    )
    exclusion_shortest_months: int = define(
        Whole("months", 1, 60), Combine.MAXIMUM, _("Shortest self-exclusion offered")
    )
    exclusion_lifted_by: str = define(
        OneOf(("player", "staff", "nobody")),
        Combine.MAXIMUM,
        _("A self-exclusion within its term is lifted by"),
    )
    exclusion_return_hours: int = define(
        Whole("hours", 0, 720), Combine.MAXIMUM, _("Wait after an indefinite self-exclusion")
    )
    harm_markers: bool = define(YesNo(), Combine.MAXIMUM, _("Markers of harm are judged"))
    help_organisations: tuple[tuple[str, str], ...] = define(
        NamedLinks(), Combine.UNION, _("Help organisations")
    )
    regulators: tuple[tuple[str, str], ...] = define(NamedLinks(), Combine.UNION, _("Regulators"))
    required_links: tuple[str, ...] = define(
        SomeOf(("help_organisations", "regulators")),
        Combine.UNION,
        _("Links that must be set and reachable, or no real-money play opens"),
    )
    links_checked_hours: int = define(
        Whole("hours", 1, 744), Combine.MINIMUM, _("Links are checked at least every")
    )
    helpline: str = define(OneText(), Combine.LICENCE, _("Helpline shown when signing in and out"))
    play_warning: str = define(OneText(), Combine.LICENCE, _("Warning at the foot of every page"))
