"""Celery tasks of accounts; each calls one service and is safe to run twice."""

from celery import shared_task
from django.utils import timezone

from accounts.gate.services import delivered_lists
from accounts.gate.services.register_numbers import hash_due_numbers
from accounts.mail import services
from accounts.restrictions.services.listed_players import apply_whole_register


@shared_task(name=services.TASK, ignore_result=True)
def send_mails() -> None:
    services.send_due(timezone.now())


@shared_task(name="accounts.tasks.load_lists", ignore_result=True)
def load_lists() -> None:
    """Load the exclusion register and the sanctions list if new ones were delivered."""
    delivered_lists.load_delivered_lists(timezone.now())
    apply_whole_register()


@shared_task(name="accounts.tasks.apply_register", ignore_result=True)
def apply_register() -> None:
    """Exclude players who are listed, and end exclusions of those who no longer are."""
    hash_due_numbers()
    apply_whole_register()
