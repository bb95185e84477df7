"""Players accept policies."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from accounts.models.policies import PolicyVersion
from accounts.models.users import Consent, User
from accounts.policies.refusals import AcceptanceMissing
from accounts.policies.selectors.acceptance import list_due
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record


@dataclass(frozen=True, slots=True)
class ReadingPlace:
    """The language in which the player read the texts, and the network address."""

    language: str
    address: str | None = None


@transaction.atomic
def accept_policies(user: User, accepted: Mapping[str, int], place: ReadingPlace) -> list[Consent]:
    """Record that the player accepts the versions due, given as number by kind. Idempotent.

    Raises AcceptanceMissing if one is missing, ChangedMeanwhile if another version is in force by now.
    """
    User.objects.select_for_update().get(pk=user.pk)
    due = list_due(user)
    for version in due:
        if version.kind not in accepted:
            raise AcceptanceMissing
        if accepted[version.kind] != version.number:
            raise ChangedMeanwhile
    if not due:
        return []
    consents = record_acceptance(user, due, place)
    data = {"versions": {one.kind: one.number for one in due}, "language": place.language}
    record(EventKind.POLICIES_ACCEPTED, actor=user.pk, subject=f"user {user.pk}", data=data)
    return consents


def record_acceptance(
    user: User, versions: list[PolicyVersion], place: ReadingPlace
) -> list[Consent]:
    """Store one consent for each version."""
    now = timezone.now()
    return Consent.objects.bulk_create(
        Consent(
            user=user,
            kind=version.kind,
            version=str(version.number),
            policy=version,
            accepted_at=now,
            language=place.language,
            address=place.address,
        )
        for version in versions
    )
