"""Background tasks: each calls one service and is safe to run twice."""

from celery import shared_task
from django.utils import timezone

from accounts.identity.services import document_uploads
from accounts.visits.services import retention
from compliance.build.services import verification as build
from compliance.erasure.services import by_years, destroying
from compliance.messages.services import profile_announcements, rule_announcements
from compliance.players.services import expired_documents, inactive_accounts, letters
from compliance.recount.services import BATCH, recount_due_rounds
from compliance.voids.services import approval, worker
from journal.models import Check
from journal.services.waking import wake_worker


@shared_task(name=worker.TASK, ignore_result=True)
def execute_voids() -> None:
    """Execute a batch of approved hands. The next batch is a new task, so that other tasks run in between."""
    if worker.execute_due_lines(timezone.now()):
        wake_worker(worker.TASK)


@shared_task(name="compliance.tasks.expire_voids", ignore_result=True)
def expire_voids() -> None:
    """Expire overdue proposals."""
    approval.expire_cases(timezone.now())


@shared_task(name="compliance.tasks.mail_letters", ignore_result=True)
def mail_letters() -> None:
    letters.mail_letters(timezone.now())


@shared_task(name="compliance.tasks.announce_rules", ignore_result=True)
def announce_rules() -> None:
    """Announce new rules to players of the tables, and new versions of the profile to players, in batches."""
    rule_announcements.begin_announcements(timezone.now())
    while rule_announcements.continue_announcements():
        pass
    profile_announcements.begin_profile_announcements(timezone.now())
    while profile_announcements.continue_profile_announcements():
        pass


@shared_task(name="compliance.tasks.end_restrictions", ignore_result=True)
def end_restrictions() -> None:
    while letters.end_restrictions(timezone.now()):
        pass


@shared_task(name="compliance.tasks.carry_out_factor_resets", ignore_result=True)
def carry_out_factor_resets() -> None:
    """Remove second factors whose reset is due."""
    while letters.reset_factors(timezone.now()):
        pass


@shared_task(name="compliance.tasks.notify_players_of_expired_documents", ignore_result=True)
def notify_players_of_expired_documents() -> None:
    """Notify players of expired identity documents."""
    while expired_documents.notify_players_of_expired_documents(timezone.now()):
        pass


@shared_task(name="compliance.tasks.watch_inactivity", ignore_result=True)
def watch_inactivity() -> None:
    """Announce and begin the inactivity of accounts."""
    while inactive_accounts.make_accounts_inactive(timezone.now()):
        pass
    while inactive_accounts.announce_inactivity(timezone.now()):
        pass


@shared_task(name="compliance.tasks.delete_documents", ignore_result=True)
def delete_documents() -> None:
    """Delete document files that are no longer needed, and stray ones."""
    while document_uploads.delete_due(timezone.now()):
        pass
    document_uploads.delete_strays(timezone.now())


@shared_task(name="compliance.tasks.delete_old_visits", ignore_result=True)
def delete_old_visits() -> None:
    """Delete expired sessions, end visits without a session and delete old visits, in batches."""
    while retention.delete_expired_sessions(timezone.now()):
        pass
    while retention.end_expired_visits(timezone.now()):
        pass
    while retention.delete_old_visits():
        pass


@shared_task(name=build.TASK, ignore_result=True, soft_time_limit=900, time_limit=960)
def verify_build(occasion: str = Check.Occasion.SCHEDULE.value, by_id: int | None = None) -> None:
    """Verify the whole build."""
    build.verify_build(Check.Occasion(occasion), by_id=by_id)


@shared_task(
    name="compliance.tasks.recount_rounds",
    ignore_result=True,
    soft_time_limit=3300,
    time_limit=3500,
)
def recount_rounds() -> None:
    """Recount rounds that ended since the last run, in batches, for at most an hour."""
    while recount_due_rounds(timezone.now()) == BATCH:
        pass


@shared_task(name="compliance.tasks.erase_people", ignore_result=True)
def erase_people() -> None:
    """Erase people whose accounts were closed the profile's years ago."""
    while by_years.erase_due_people(timezone.now()):
        pass


@shared_task(name="compliance.tasks.destroy_keys", ignore_result=True)
def destroy_keys() -> None:
    """Destroy the keys of erased people that a crash left."""
    destroying.finish_erasures()
