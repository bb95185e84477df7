"""Fields about accounts, reporting and the operation of the site."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from profiles.values.definitions import define
from profiles.values.kinds import Combine, OneOf, OneText, SomeOf, TextsByKey, Whole, YesNo


@dataclass(frozen=True, kw_only=True)
class AccountFields:
    """Accounts over time, and signing in."""

    inactive_after_months: int = define(
        Whole("months", 0, 120),
        Combine.MINIMUM,
        _("An account is inactive after; 0: never"),
        zero_is_none=True,
    )
    inactivity_notice_days: int = define(
        Whole("days", 0, 365), Combine.MAXIMUM, _("Notice before an account is inactive")
    )
    inactivity_identification: bool = define(
        YesNo(), Combine.MAXIMUM, _("Identity is verified again on return")
    )
    inactivity_fee: str = define(OneOf(("none",)), Combine.LICENCE, _("Fee of inactive accounts"))
    unclaimed_after_months: int = define(
        Whole("months", 0, 240),
        Combine.MAXIMUM,
        _("Funds are unclaimed after; 0: never"),
        zero_is_none=True,
    )
    player_idle_seconds: int = define(
        Whole("seconds", 120, 43_200),
        Combine.MINIMUM,
        _("An idle player enters the password again after"),
    )
    sign_in_unlock: str = define(
        OneOf(("wait", "second_factor")), Combine.MAXIMUM, _("A locked sign-in opens by")
    )
    player_second_factor: str = define(
        OneOf(("offered", "withdrawals", "required")),
        Combine.MAXIMUM,
        _("Second factor of players"),
    )


@dataclass(frozen=True, kw_only=True)
class ReportingFields:
    """Reports to a regulator, and complaints."""

    exports: tuple[str, ...] = define(
        SomeOf(pattern=r"[a-z][a-z0-9_]{1,40}"), Combine.LICENCE, _("Exports to the regulator")
    )
    export_interval: str = define(
        OneOf(("monthly", "weekly", "daily")), Combine.LICENCE, _("Exports are made")
    )
    export_target: str = define(
        OneOf(("folder", "encrypted_archive", "sftp")), Combine.LICENCE, _("Exports go to")
    )
    report_sign_off: str = define(
        OneOf(("none", "another_person")), Combine.MAXIMUM, _("Daily review is signed off by")
    )
    high_stakes_usd: int = define(
        Whole("USD", 1, 1_000_000_000),
        Combine.LICENCE,
        _("High-stakes player: stakes of 30 days from"),
    )
    dispute_answer_days: int = define(
        Whole("days", 1, 60), Combine.MINIMUM, _("A dispute is answered within")
    )
    not_applicable: Mapping[str, str] = define(
        TextsByKey(r"[A-Z][0-9A-Z.()-]{0,30}"),
        Combine.LICENCE,
        _("Items of the standards that do not apply, each with its source"),
    )


@dataclass(frozen=True, kw_only=True)
class OperationFields:
    """What the operator watches; 0: not watched."""

    licence: str = define(OneText(), Combine.LICENCE, _("Licence shown on pages"))
    own_build_accepted: bool = define(
        YesNo(), Combine.MINIMUM, _("An installation accepts its own build")
    )
    backup_max_age_hours: int = define(
        Whole("hours", 0, 744), Combine.LICENCE, _("Alarm when the newest backup is older than")
    )
    clock_max_offset_ms: int = define(
        Whole("ms", 0, 60_000), Combine.LICENCE, _("Alarm when the clock is off by")
    )
    disk_min_free_percent: int = define(
        Whole("%", 0, 90), Combine.LICENCE, _("Alarm when less of a disk is free than")
    )
    certificate_min_days: int = define(
        Whole("days", 0, 90), Combine.LICENCE, _("Alarm when the certificate ends within")
    )
    replication_max_lag_seconds: int = define(
        Whole("seconds", 0, 86_400), Combine.LICENCE, _("Alarm when a replica is behind by")
    )
    queue_max_age_seconds: int = define(
        Whole("seconds", 0, 86_400), Combine.LICENCE, _("Alarm when a task has waited for")
    )
    alarm_escalation_minutes: int = define(
        Whole("minutes", 1, 1440),
        Combine.LICENCE,
        _("An alarm that nobody acknowledged goes on after"),
    )
