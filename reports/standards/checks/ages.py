"""Results that other parts of the product store, and how old they may be."""

from datetime import datetime, timedelta

from django.db import connection
from django.utils.translation import gettext_lazy as _

from reports.standards.values.evidence import EvidenceOutcome, ItemEvidence


def judge_latest(
    now: datetime, at: datetime | None, *, passed: bool, interval: timedelta
) -> ItemEvidence:
    """Return the evidence of the last stored result: it passed, and is no older than `interval`.

    Without a result it fails once the installation is older than that.
    """
    if at is None:
        if now - installed_at() > interval:
            return ItemEvidence(EvidenceOutcome.FAILS, _("It has never run."))
        return ItemEvidence(
            EvidenceOutcome.NOT_YET, _("It has not run yet: the installation is new.")
        )
    if not passed:
        return ItemEvidence(EvidenceOutcome.FAILS, _("The last run found differences."), at)
    if now - at > interval:
        return ItemEvidence(EvidenceOutcome.FAILS, _("The last result is too old."), at)
    return ItemEvidence(EvidenceOutcome.HOLDS, _("The last run passed."), at)


def installed_at() -> datetime:
    """Return when the database was prepared first."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT min(applied) FROM django_migrations")
        (applied,) = cursor.fetchone()
    found: datetime = applied
    return found


def find_release() -> str:
    """Return the version of the release that prepared the database; "" if none is recorded."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT version FROM config_release ORDER BY id DESC LIMIT 1")
        row = cursor.fetchone()
    return str(row[0]) if row else ""
