"""Versions of the profile by two people: proposed from a file, decided by another person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from accounts.values.currencies import REAL_CURRENCIES
from accounts.values.reasons import require_reason
from approvals.services import DecisionFlow
from journal.models import EventKind
from journal.refusals import NotFound
from journal.services.recording import record
from profiles.models import ProfileDecision, ProfileVersion
from profiles.refusals import ProfileRefused, ProfileUnchanged
from profiles.selectors.differences import FieldDifference, find_field_differences
from profiles.selectors.in_force import newest_values, version_at
from profiles.values.digests import digest_values
from profiles.values.fields import FIELDS
from profiles.values.profile_files import parse_field, parse_profile
from profiles.values.profile_text import write_profile
from profiles.values.stated import (
    SourceStatus,
    StatedValue,
    StatedValues,
    load_values,
    store_values,
)

_FLOW: Final = DecisionFlow(ProfileDecision, build_right_check(Right.APPROVE_PROFILES))


@dataclass(frozen=True, slots=True)
class ProfileRequest:
    """A profile's file, for the licence ("") or for players who live in a country, in force from a moment (None: at once)."""

    content: bytes
    country: str = ""
    effective_at: datetime | None = None


@transaction.atomic
def propose_profile(wanted: ProfileRequest, *, reason: str, acting_user: User) -> ProfileVersion:
    """Propose a version. Raises NotPermitted, ReasonMissing, ProfileRefused, ProfileUnchanged."""
    require(acting_user, Right.EDIT_PROFILES)
    reason = require_reason(reason)
    now = timezone.now()
    if wanted.effective_at is not None and wanted.effective_at < now:
        raise ProfileRefused(code="profile_date_past", field="effective_at")
    read = parse_profile(wanted.content, datetime.now(UTC).date())
    _require_known_currencies(read.values)
    present = newest_values(wanted.country)
    if present is not None and not find_field_differences(present, read.values):
        raise ProfileUnchanged
    stored = store_values(read.values)
    made = ProfileVersion.objects.create(
        country=wanted.country,
        name=read.name[:40],
        title=read.title[:200],
        values=stored,
        digest=digest_values(stored),
        effective_at=wanted.effective_at or now,
        reason=reason,
        proposed_by=acting_user,
    )
    _record(EventKind.PROFILE_PROPOSED, made, acting_user, reason)
    return made


def _require_known_currencies(values: StatedValues) -> None:
    """Raise ProfileRefused for a limit of stakes in a currency without rates: no bet could be compared with it."""
    for name in ("max_stake_box", "max_stake_round"):
        for stated in values[name]:
            for amount in stated.value:
                if amount.currency not in REAL_CURRENCIES:
                    message = _("There are no rates for %(currency)s.")
                    told = message % {"currency": amount.currency}
                    raise ProfileRefused(told, code="profile_currency_unknown", field=name)


@dataclass(frozen=True, slots=True)
class FieldsRequest:
    """New entries of some fields, as in a file, for the profile of the licence ("") or of a country. The others stay."""

    entries: Mapping[str, Mapping[str, Any]]
    country: str = ""
    effective_at: datetime | None = None


def propose_fields(wanted: FieldsRequest, *, reason: str, acting_user: User) -> ProfileVersion:
    """Propose the values in force with these fields changed. Raises as `propose_profile`, NotFound without a profile."""
    require(acting_user, Right.EDIT_PROFILES)
    present = version_at(wanted.country, timezone.now())
    if present is None:
        raise NotFound
    today = datetime.now(UTC).date()
    values = {name: _drop_past(found, today) for name, found in present.values.items()}
    for name, entry in wanted.entries.items():
        (stated,) = parse_field(name, entry, today)
        values[name] = _state(values[name], stated)
    title = ProfileVersion.objects.values_list("title", flat=True).get(pk=present.pk)
    content = write_profile(present.name, title, values).encode()
    return propose_profile(
        ProfileRequest(content, wanted.country, wanted.effective_at),
        reason=reason,
        acting_user=acting_user,
    )


def _drop_past(found: Sequence[StatedValue], today: date) -> Sequence[StatedValue]:
    """Leave out values whose last day is past, which no file may have; where none is left, the house default holds."""
    kept = [one for one in found if one.valid_to is None or one.valid_to >= today]
    return kept or [StatedValue(found[-1].value, SourceStatus.UNKNOWN)]


def _state(found: Sequence[StatedValue], stated: StatedValue) -> Sequence[StatedValue]:
    """Return the values with a new one: beside those of other days if it begins on a day, else in place of all."""
    if stated.valid_from is None:
        return (stated,)
    others = [one for one in found if one.valid_from != stated.valid_from]
    return sorted((*others, stated), key=lambda one: one.valid_from or date.min)


def decide_profile(pk: int, *, approved: bool, reason: str, acting_user: User) -> ProfileDecision:
    """Approve or refuse a version; approved, it is in force in a minute at the earliest. Raises as `DecisionFlow.decide`, NotFound."""
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    with transaction.atomic():
        found = ProfileVersion.objects.filter(pk=pk).first()
        if found is None:
            raise NotFound
        decision, is_new = _FLOW.decide(found, verdict)
        if is_new:
            decision.refresh_from_db()
            kind = EventKind.PROFILE_APPROVED if approved else EventKind.PROFILE_REFUSED
            _record(kind, found, acting_user, decision.reason)
    return decision


def _record(kind: EventKind, version: ProfileVersion, acting_user: User, reason: str) -> None:
    present = newest_values(version.country) or {}
    after = load_values(version.values)
    changed = find_field_differences({**after, **present}, after) if present else []
    data = {
        "profile": version.name,
        "country": version.country,
        "digest": version.digest,
        "before": {one.name: _told(one, before=True) for one in changed},
        "after": {one.name: _told(one, before=False) for one in changed},
        "effective_at": version.effective_at.isoformat(),
        "proposed_by": version.proposed_by_id,
        "reason": reason,
    }
    record(kind, actor=acting_user.pk, subject=f"profile {version.pk}", data=data)


def _told(one: FieldDifference, *, before: bool) -> str:
    kind = FIELDS[one.name].kind
    stated = one.before if before else one.after
    return "; ".join(str(kind.store(value.value)) for value in stated)
