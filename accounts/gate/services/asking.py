"""Asking of providers, outside bets: answers are kept with the time until which they hold.

Without a valid answer the check counts as unanswered for half a minute, with an alarm; then it is asked again.
"""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.gate.services.http_provider import HttpProvider
from accounts.gate.services.network_provider import NetworkProvider
from accounts.gate.values.facts import GateOutcome
from accounts.gate.values.questions import (
    GateProvider,
    GateQuestion,
    GateReply,
    ProviderFailed,
)
from accounts.gate.values.terms import GateTerms, LocationChecks, LocationMoment
from accounts.models.gate import GateAnswer
from accounts.models.identity import IdentityNumber
from accounts.models.users import User
from accounts.values.encryption import UnsealFailed, unseal
from journal.models import EventKind
from journal.services.recording import record_once

ASKED_AGAIN: Final = timedelta(seconds=30)
_VISIT: Final = timedelta(hours=12)
_ALARM_EVERY: Final = 10  # minutes of one alarm for each provider
LOCATION: Final = GateAnswer.Check.LOCATION.value
REGISTER: Final = GateAnswer.Check.REGISTER.value
SANCTIONS: Final = GateAnswer.Check.SANCTIONS.value


def list_asked(terms: GateTerms) -> list[str]:
    """Return the checks of a profile whose answers come from a provider, in the gate's order."""
    wanted = (
        (REGISTER, terms.asks_register and REGISTER in settings.GATE_PROVIDERS),
        (LOCATION, terms.asks_location),
        (SANCTIONS, terms.asks_sanctions and SANCTIONS in settings.GATE_PROVIDERS),
    )
    return [check for check, is_asked in wanted if is_asked]


def ask_check(check: str, player: User, address: str, terms: GateTerms) -> datetime:
    """Ask a check of a player and keep the answer. Return until when it holds. Never raises for a failing provider."""
    now = timezone.now()
    provider = _find_provider(check, terms)
    try:
        reply = provider.ask(_build_question(check, player, address)) if provider else None
    except ProviderFailed as error:
        reply = None
        report_failure(check, provider.name if provider else "", str(error), now)
    else:
        if provider is None:
            report_failure(check, "", "not configured", now)
    until = now + (ASKED_AGAIN if reply is None else _lifetime(check, terms))
    _keep(check, player, address, reply, (now, until), provider.name if provider else "")
    return until


def ask_provider(question: GateQuestion, terms: GateTerms) -> GateReply | None:
    """Return a provider's answer, which is not kept: in doubt if it fails; None if the check has no provider."""
    provider = _find_provider(question.check, terms)
    if provider is None:
        return None
    try:
        return provider.ask(question)
    except ProviderFailed as error:
        report_failure(question.check, provider.name, str(error), timezone.now())
        return GateReply(GateOutcome.UNANSWERED)


def _find_provider(check: str, terms: GateTerms) -> GateProvider | None:
    if check == LOCATION and terms.location_checks is LocationChecks.NETWORK:
        return NetworkProvider()
    options = settings.GATE_PROVIDERS.get(check)
    return HttpProvider(check, options["URL"], options["SECRET"]) if options else None


def _build_question(check: str, player: User, address: str) -> GateQuestion:
    if check == LOCATION:
        return GateQuestion(check, player.pk, address=address)
    if check == SANCTIONS:
        return GateQuestion(
            check, player.pk, full_name=player.full_name, birth_date=player.birth_date
        )
    country, number = read_document_number(player)
    return GateQuestion(check, player.pk, country=country, number=number)


def read_document_number(player: User) -> tuple[str, str]:
    """Return country and number of the player's document, for a provider. Raises ProviderFailed."""
    row = IdentityNumber.objects.filter(player=player, withdrawn_at=None).first()
    if row is None:
        raise ProviderFailed("the player has no document number")
    try:
        number = unseal(f"player {player.pk}", bytes(row.sealed)).decode()
    except UnsealFailed as error:
        raise ProviderFailed("the document number cannot be decrypted") from error
    return row.country, number


def _lifetime(check: str, terms: GateTerms) -> timedelta:
    if check == REGISTER:
        return timedelta(hours=terms.register_max_age_hours)
    if check == SANCTIONS:
        return timedelta(hours=terms.sanctions_max_age_hours)
    if LocationMoment.INTERVAL in terms.location_when:
        return timedelta(minutes=terms.location_minutes)
    return _VISIT


@transaction.atomic
def _keep(
    check: str,
    player: User,
    address: str,
    reply: GateReply | None,
    times: tuple[datetime, datetime],
    provider: str,
) -> None:
    """Keep an answer. Silence does not end a refusal: it only asks again soon."""
    place = (address or None) if check == LOCATION else None
    same = GateAnswer.objects.filter(player=player, check_name=check, address=place)
    times_told = {"asked_at": times[0], "valid_until": times[1]}
    if reply is None and same.filter(outcome=GateOutcome.REFUSED).update(**times_told):
        return
    reply = reply or GateReply(GateOutcome.UNANSWERED)
    GateAnswer.objects.update_or_create(
        player=player,
        check_name=check,
        address=place,
        defaults={
            "outcome": reply.outcome.value,
            "country": reply.country,
            "region": reply.region,
            "provider": provider,
            **times_told,
        },
    )


def report_failure(check: str, provider: str, why: str, now: datetime) -> None:
    """Raise an alarm once in ten minutes for each check."""
    begun = now.replace(minute=now.minute - now.minute % _ALARM_EVERY, second=0, microsecond=0)
    record_once(
        EventKind.GATE_UNANSWERED,
        subject="platform",
        data={"check": check, "provider": provider, "code": why},
        once=f"{check} {begun.isoformat()}",
    )
