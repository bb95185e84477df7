"""Checks of the installation: records, rights, staff, money, verification."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from accounts.models.staff import RightsReview
from accounts.models.users import State, User
from approvals.models import PersonDecision, SiteDecision
from compliance.events.selectors.events import find_last_check, open_alarms
from journal.models import Check, Heartbeat
from profiles.selectors.in_force import NoProfile, profile_in_force
from reports.models.closing import ClosedDay
from reports.standards.checks.ages import find_release, installed_at, judge_latest
from reports.standards.values.evidence import EvidenceOutcome, ItemEvidence, evidence_check, judge
from restores.selectors import load_backup_ages
from wallet.cash.models import Withdrawal, WithdrawalState
from wallet.ledger.selectors.check_runs import latest_check

_HOUR: Final = 3600  # seconds
_NIGHTLY: Final = timedelta(hours=26)
_ALARM: Final = timedelta(days=1)
_BEAT: Final = timedelta(minutes=5)
_REVIEW: Final = timedelta(days=366)
_CLOSING: Final = timedelta(days=2)
_LEAST_YEARS: Final = 5  # GLI-19 A.2.2
_FACTORS: Final = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
_APPEND_ONLY: Final = """
    SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND EXISTS (
        SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgname = 'append_only' AND tgenabled = 'O')
    ORDER BY relname
"""
_MAY_CHANGE: Final = """
    SELECT name FROM unnest(%s::text[]) AS name
    WHERE has_table_privilege(current_user, 'public.' || quote_ident(name), 'DELETE, TRUNCATE')
       OR has_table_privilege(current_user, 'public.' || quote_ident(name), 'UPDATE')
"""
_UNGUARDED: Final = """
    SELECT name FROM unnest(%s::text[]) AS name
    WHERE NOT EXISTS (
        SELECT FROM pg_trigger WHERE tgrelid = ('public.' || quote_ident(name))::regclass
        AND NOT tgisinternal AND tgenabled = 'O' AND tgfoid = 'public.approvals_guard_decision'::regproc)
"""


def append_only_tables() -> Sequence[str]:
    """Return the tables whose trigger refuses changes by everybody."""
    with connection.cursor() as cursor:
        cursor.execute(_APPEND_ONLY)
        return [name for (name,) in cursor.fetchall()]


def decision_tables() -> Sequence[str]:
    """Return the tables of second people's decisions."""
    models: list[Any] = [*PersonDecision.__subclasses__(), *SiteDecision.__subclasses__()]
    return sorted(model._meta.db_table for model in models)  # noqa: SLF001  # Django documents the name


def _names(query: str, tables: Sequence[str]) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(query, [list(tables)])
        return [name for (name,) in cursor.fetchall()]


@evidence_check
def append_only(now: datetime) -> ItemEvidence:
    """The application's role cannot change or delete records."""
    tables = append_only_tables()
    open_ones = _names(_MAY_CHANGE, tables)
    return judge(
        holds=bool(tables) and not open_ones,
        good=_("The application's role cannot change or delete rows of %(n)s tables.")
        % {"n": len(tables)},
        bad=_("The application's role could change: %(tables)s.")
        % {"tables": ", ".join(open_ones[:5])},
        at=now,
    )


@evidence_check
def second_person(now: datetime) -> ItemEvidence:
    """The database refuses a decision by the proposer, for every kind of proposal."""
    unguarded = _names(_UNGUARDED, decision_tables())
    return judge(
        holds=not unguarded,
        good=_("The database enforces the second person for %(n)s kinds of decisions.")
        % {"n": len(decision_tables())},
        bad=_("The database does not enforce the second person for: %(tables)s.")
        % {"tables": ", ".join(unguarded[:5])},
        at=now,
    )


@evidence_check
def staff_factors(_now: datetime) -> ItemEvidence:
    """Every active staff account has a second factor."""
    factor = Authenticator.objects.filter(user=OuterRef("pk"), type__in=_FACTORS)
    staff = User.objects.filter(is_staff=True, state=State.ACTIVE, last_login__isnull=False)
    return judge(
        holds=not staff.filter(~Exists(factor)).exists(),
        good=_("Everybody on the staff has a second factor."),
        bad=_("A member of staff has no second factor."),
    )


@evidence_check
def rights_reviewed(now: datetime) -> ItemEvidence:
    """The rights of staff were reviewed within a year."""
    last = RightsReview.objects.order_by("-pk").first()
    return judge_latest(now, last.at if last else None, passed=True, interval=_REVIEW)


@evidence_check
def alarms_seen(now: datetime) -> ItemEvidence:
    """No alarm waits for more than a day."""
    waiting = open_alarms()
    count, late = waiting.count(), waiting.filter(at__lt=now - _ALARM).exists()
    return judge(
        holds=not late,
        good=_("Alarms that nobody has looked at: %(n)s, none older than a day.") % {"n": count},
        bad=_("Alarms that nobody has looked at: %(n)s, one of them for more than a day.")
        % {"n": count},
        at=now,
    )


@evidence_check
def kept_long_enough(_now: datetime) -> ItemEvidence:
    """The profile keeps records for at least five years and verifications for 90 days."""
    profile = profile_in_force()
    years = min(
        *(profile.rounds_kept_years, profile.money_kept_years, profile.identity_kept_years),
        profile.complaints_kept_years,
    )
    return judge(
        holds=years >= _LEAST_YEARS and profile.verifications_kept_days >= 90,  # noqa: PLR2004  # GLI-19 B.2.6(c)
        good=_("Records are kept for at least %(n)s years.") % {"n": years},
        bad=_(
            "The profile keeps records for less than five years, or verifications for less than 90 days."
        ),
    )


@evidence_check
def days_closed(now: datetime) -> ItemEvidence:
    """The reports of the day before yesterday are closed."""
    last = ClosedDay.objects.order_by("-day").first()
    if last is None:
        return judge_latest(now, None, passed=True, interval=_CLOSING)
    return judge(
        holds=now.date() - last.day <= _CLOSING,
        good=_("The reports of the last days are closed."),
        bad=_("The reports of the last days are not closed."),
        at=last.at,
    )


@evidence_check
def ledger_checked(now: datetime) -> ItemEvidence:
    """The last check of the ledger passed and is recent."""
    last = latest_check()
    hours = timedelta(hours=settings.LEDGER_CHECK_HOURS)
    return judge_latest(
        now, last.at if last else None, passed=last is not None and last.passed, interval=hours
    )


@evidence_check
def withdrawals_in_time(now: datetime) -> ItemEvidence:
    """No withdrawal waits longer than promised."""
    hours = timedelta(hours=profile_in_force().pay_withdrawals_hours)
    open_ones = Withdrawal.objects.filter(
        state=WithdrawalState.REQUESTED, created_at__lt=now - hours
    )
    return judge(
        holds=not open_ones.exists(),
        good=_("No withdrawal waits longer than promised."),
        bad=_("A withdrawal has waited longer than promised."),
    )


def _last_check(now: datetime, kind: Check.Kind) -> ItemEvidence:
    last = find_last_check(kind)
    return judge_latest(
        now, last.at if last else None, passed=last is not None and last.passed, interval=_NIGHTLY
    )


@evidence_check
def build_verified(now: datetime) -> ItemEvidence:
    """Code and rules were verified within a day."""
    return _last_check(now, Check.Kind.BUILD)


@evidence_check
def rows_compared(now: datetime) -> ItemEvidence:
    """Configured rows were compared with their history within a day."""
    return _last_check(now, Check.Kind.ROWS)


@evidence_check
def chain_verified(now: datetime) -> ItemEvidence:
    """The chain of events was verified within a day."""
    return _last_check(now, Check.Kind.CHAIN)


@evidence_check
def clock_beats(now: datetime) -> ItemEvidence:
    """Workers compare their clock with the database's twice a minute."""
    last = Heartbeat.objects.filter(queue="").order_by("-at").first()
    return judge_latest(now, last.at if last else None, passed=True, interval=_BEAT)


@evidence_check
def release_known(_now: datetime) -> ItemEvidence:
    """The release that prepared the database is recorded."""
    release = find_release()
    if not release:
        return ItemEvidence(EvidenceOutcome.FAILS, _("No release is recorded in the database."))
    text = _("Release %(version)s prepared the database.") % {"version": release}
    return ItemEvidence(EvidenceOutcome.HOLDS, text, installed_at())


@evidence_check
def profile_known(now: datetime) -> ItemEvidence:
    """A profile is in force."""
    try:
        profile = profile_in_force()
    except NoProfile:
        return ItemEvidence(EvidenceOutcome.FAILS, _("No profile is in force."))
    return ItemEvidence(
        EvidenceOutcome.HOLDS,
        _("Profile %(name)s is in force, version %(version)s.")
        % {"name": profile.name, "version": profile.version},
        now,
    )


@evidence_check
def backups_recorded(_now: datetime) -> ItemEvidence:
    """The last backup, as its script recorded it, is no older than the profile allows."""
    ages = load_backup_ages()
    if ages.backup is None:
        return ItemEvidence(
            EvidenceOutcome.OUTSIDE,
            _("No backup has been recorded yet: the operator schedules them."),
        )
    return judge(
        holds=ages.backup <= profile_in_force().backup_max_age_hours * _HOUR,
        good=_("The last backup is recorded and recent enough."),
        bad=_("The last backup is too old."),
    )
