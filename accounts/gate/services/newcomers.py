"""The exclusion register, asked about a person who has no account yet. Nothing is kept."""

from typing import Final

from django.core.exceptions import ImproperlyConfigured
from django.utils import timezone

from accounts.gate.refusals import NewcomerListed, NewcomerNotChecked
from accounts.gate.selectors.lists import list_in_force, require_list_keys
from accounts.gate.selectors.terms import load_terms
from accounts.gate.services.asking import REGISTER, ask_provider
from accounts.gate.values.facts import GateOutcome, is_current
from accounts.gate.values.list_keys import digest_number
from accounts.gate.values.list_refusals import ListNotConfigured
from accounts.gate.values.questions import GateQuestion
from accounts.gate.values.signed_lists import ListKind
from accounts.models.gate import RegisterEntry

NOBODY: Final = 0
"""The player in a question about a person without an account."""


def require_unlisted_newcomer(document_country: str, number: str, residence: str) -> None:
    """Ask the register about a normalised document number, if the profile of the country of residence says so.

    Raises NewcomerListed, and NewcomerNotChecked without a valid answer.
    """
    terms = load_terms(residence)
    if not terms.asks_register:
        return
    question = GateQuestion(REGISTER, NOBODY, country=document_country, number=number)
    reply = ask_provider(question, terms)
    if reply is None:
        _compare(document_country, number, terms.register_max_age_hours)
    elif reply.outcome is GateOutcome.REFUSED:
        raise NewcomerListed
    elif reply.outcome is not GateOutcome.PASSED:
        raise NewcomerNotChecked


def _compare(document_country: str, number: str, max_age_hours: int) -> None:
    """Compare with the list in force. Raises NewcomerListed, NewcomerNotChecked."""
    load = list_in_force(ListKind.REGISTER)
    if load is None or not is_current(load.day, max_age_hours, timezone.now()):
        raise NewcomerNotChecked
    try:
        keys = require_list_keys(ListKind.REGISTER)
    except (OSError, ImproperlyConfigured, ListNotConfigured) as error:
        raise NewcomerNotChecked(detail=str(error)) from error
    if keys.numbers_id != load.numbers:
        raise NewcomerNotChecked(detail="the key of another list")
    digest = digest_number(keys.numbers, number)
    if RegisterEntry.objects.filter(load=load, country=document_country, digest=digest).exists():
        raise NewcomerListed
