"""What a version of the profile changes for players."""

from collections.abc import Sequence
from typing import Final

from profiles.models import ProfileVersion
from profiles.selectors.differences import FieldDifference, find_field_differences
from profiles.selectors.in_force import complete_values
from profiles.values.stated import StatedValue, load_values

TOLD: Final = frozenset(
    {
        "minimum_age",
        "minimum_ages",
        "currencies",
        "time_zone",
        "limit_window",
        "deposit_limit_asked",
        "deposit_limit_day",
        "deposit_limit_week",
        "deposit_limit_month",
        "deposit_notice_total",
        "joint_limits",
        "joint_limit_day",
        "joint_limit_week",
        "joint_limit_four_weeks",
        "pay_withdrawals_hours",
        "max_stake_box",
        "max_stake_round",
        "seconds_between_rounds",
        "limit_loosening_hours",
        "limit_months_between",
        "session_plan",
        "reality_check_minutes",
        "reality_check_longest",
        "reality_check_optional",
        "time_out_shortest_days",
        "time_out_longest_days",
        "exclusion_shortest_months",
        "exclusion_lifted_by",
        "exclusion_return_hours",
        "winnings_tax",
        "winnings_tax_above",
        "winnings_tax_percent",
        "bet_tax_percent",
    }
)
"""Fields about limits, ages, taxes and waits."""


def find_told_changes(version: ProfileVersion) -> list[FieldDifference]:
    """Return the fields that players are told about and whose values this version changes; sources alone are no change."""
    before = _find_before(version)
    if before is None:
        return []
    values = (complete_values(load_values(one.values)) for one in (before, version))
    return [one for one in find_field_differences(*values) if one.name in TOLD and _is_other(one)]


def _is_other(one: FieldDifference) -> bool:
    return _values(one.before) != _values(one.after)


def _values(stated: Sequence[StatedValue]) -> list[tuple[object, ...]]:
    return [(one.value, one.valid_from, one.valid_to) for one in stated]


def _find_before(version: ProfileVersion) -> ProfileVersion | None:
    """Return the version of the same place that this one replaces; a country's first replaces the licence's."""
    earlier = ProfileVersion.objects.filter(
        decision__approved=True, decision__in_force_from__lt=version.decision.in_force_from
    ).order_by("-decision__in_force_from", "-pk")
    same = earlier.filter(country=version.country).first()
    return same or earlier.filter(country="").first()
