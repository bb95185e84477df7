"""Background work: each task loads, calls one service, and may run twice."""

from celery import shared_task
from django.utils import timezone

from accounts.identity.services import document_uploads
from accounts.visits.services import retention
from compliance.build import services as build
from compliance.messages.services import rule_announcements
from compliance.players.services import expired_documents, letters
from compliance.recount.services import BATCH, recount_due
from compliance.voids.services import approval, worker
from journal.models import Check
from journal.services.waking import wake


@shared_task(name=worker.TASK, ignore_result=True)
def carry_out_voids() -> None:
    """Carry out a batch of what was approved; the next has a turn of its own, so that other tasks come in between."""
    if worker.execute_due(timezone.now()):
        wake(worker.TASK)


@shared_task(name="compliance.tasks.expire_voids", ignore_result=True)
def expire_voids() -> None:
    """End the proposals that nobody decided in time."""
    approval.expire_cases(timezone.now())


@shared_task(name="compliance.tasks.mail_letters", ignore_result=True)
def mail_letters() -> None:
    """Mail to players what staff did to their accounts."""
    letters.mail_letters(timezone.now())


@shared_task(name="compliance.tasks.announce_rules", ignore_result=True)
def announce_rules() -> None:
    """Tell the players of tables that are to get other rules, slice after slice."""
    rule_announcements.begin_announcements(timezone.now())
    while rule_announcements.announce_due():
        pass


@shared_task(name="compliance.tasks.end_restrictions", ignore_result=True)
def end_restrictions() -> None:
    """End the exclusions whose time is over."""
    while letters.end_restrictions(timezone.now()):
        pass


@shared_task(name="compliance.tasks.reset_second_steps", ignore_result=True)
def reset_second_steps() -> None:
    """Take lost second factors away that have waited long enough."""
    while letters.reset_factors(timezone.now()):
        pass


@shared_task(name="compliance.tasks.tell_of_documents", ignore_result=True)
def tell_of_documents() -> None:
    """Tell players and staff of identity documents that are valid no more."""
    while expired_documents.tell_of_expired_documents(timezone.now()):
        pass


@shared_task(name="compliance.tasks.delete_documents", ignore_result=True)
def delete_documents() -> None:
    """Delete the files of documents that nobody needs any more."""
    while document_uploads.delete_due(timezone.now()):
        pass
    document_uploads.delete_strays(timezone.now())


@shared_task(name="compliance.tasks.forget_visits", ignore_result=True)
def forget_visits() -> None:
    """Delete sessions that are over, and forget visits of players that ended long ago, batch after batch."""
    while retention.delete_sessions(timezone.now()):
        pass
    while retention.end_gone(timezone.now()):
        pass
    while retention.forget_due():
        pass


@shared_task(name="compliance.tasks.verify_build", ignore_result=True)
def verify_build(occasion: str = Check.Occasion.SCHEDULE.value) -> None:
    """Compare code and rules with what they should be."""
    build.verify_build(Check.Occasion(occasion))


@shared_task(
    name="compliance.tasks.recount_rounds",
    ignore_result=True,
    soft_time_limit=3300,
    time_limit=3500,
)
def recount_rounds() -> None:
    """Recompute the rounds that ended since the last run, batch after batch: what is left after an hour goes on the next time."""
    while recount_due(timezone.now()) == BATCH:
        pass
