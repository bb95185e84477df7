"""Background work: each task loads, calls one service, and may run twice."""

from celery import shared_task
from django.utils import timezone

from casino.absence.services import house_play
from casino.fairness.services import due_shoes, public_log
from casino.notices.services import notice_mail
from casino.play.services import large_rounds
from casino.reconciliation import services as reconciliation
from journal.services.months import make_months


@shared_task(name="casino.tasks.chain_log", ignore_result=True)
def chain_log() -> None:
    """Chain the lines of the fairness log that play has added since the last run."""
    while public_log.chain_log():
        pass


@shared_task(name="casino.tasks.close_due_shoes", ignore_result=True)
def close_due_shoes() -> None:
    """Close shoes that are due without an action of their player."""
    due_shoes.close_due_shoes(timezone.now())


@shared_task(name="casino.tasks.play_for_absent", ignore_result=True)
def play_for_absent() -> None:
    """Play abandoned rounds in batches, and cancel broken ones."""
    while house_play.play_due_rounds(timezone.now()):
        pass
    house_play.cancel_broken_rounds(timezone.now())


@shared_task(name="casino.tasks.mail_notices", ignore_result=True)
def mail_notices() -> None:
    """Mail notices about rounds that ended without their players."""
    notice_mail.mail_due_notices(timezone.now())


@shared_task(name="casino.tasks.report_long_open_rounds", ignore_result=True)
def report_long_open_rounds() -> None:
    """Raise alarms for rounds open for a month."""
    house_play.report_long_open_rounds(timezone.now())


@shared_task(name="casino.tasks.report_large_days", ignore_result=True)
def report_large_days() -> None:
    """Record players with large total bets or wins today."""
    large_rounds.record_large_days(timezone.now())


@shared_task(
    name="casino.tasks.check_ledger", ignore_result=True, soft_time_limit=3300, time_limit=3500
)
def check_ledger() -> None:
    """Check the ledger since the last checkpoint; broken lines are events."""
    reconciliation.check_ledger(since_proved=True)


@shared_task(
    name="casino.tasks.prove_ledger", ignore_result=True, soft_time_limit=3300, time_limit=3500
)
def prove_ledger() -> None:
    """Check every line of the whole ledger. If it passes, later checks start from its checkpoint."""
    reconciliation.check_ledger()


@shared_task(name="casino.tasks.make_partitions", ignore_result=True)
def make_partitions() -> None:
    """Create the months of the decisions three months ahead."""
    make_months("casino_decision", "SELECT public.casino_make_partitions()")
