"""Celery tasks of accounts; each calls one service and is safe to run twice."""

from celery import shared_task
from django.utils import timezone

from accounts.gate.services import delivered_lists
from accounts.gate.services.asking_again import ask_register_again
from accounts.gate.services.register_numbers import hash_due_numbers
from accounts.mail import services
from accounts.restrictions.services.listed_players import apply_changed_register


@shared_task(name=services.TASK, ignore_result=True)
def send_mails() -> None:
    services.send_due(timezone.now())


@shared_task(name="accounts.tasks.load_lists", ignore_result=True)
def load_lists() -> None:
    """Load the exclusion register and the sanctions list if new ones were delivered."""
    delivered_lists.load_delivered_lists(timezone.now())
    apply_changed_register()


@shared_task(name="accounts.tasks.apply_register", ignore_result=True)
def apply_register() -> None:
    """Exclude players who are listed, and end exclusions of those who no longer are, if the list or the players changed."""
    hash_due_numbers()
    apply_changed_register()


@shared_task(name="accounts.tasks.ask_register", ignore_result=True)
def ask_register() -> None:
    """Ask the exclusion register's provider about players with an open session, and apply its answers."""
    if ask_register_again():
        apply_changed_register()
