"""A player's account, restrictions, cash and limits in a timeline, in words for staff."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from django.db.models import Model
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy

from accounts.models.identity import Upload
from accounts.models.letters import Letter
from accounts.models.notes import Note
from accounts.models.restrictions import Lifting, LiftingDecision, Restriction
from accounts.models.users import State, StateChange, VerificationMethod
from accounts.protection.values import format_duration
from accounts.values.reasons import translate_reason
from casino.models import Notice
from casino.protection.words.own_limits import format_limit_name, format_limit_value
from compliance.players.words.happening_text import Describe, HappeningText, Words, amount_with_note
from journal.models import Event, EventKind
from journal.models.history import Alteration
from limits.models import Limit, LimitConfirmation, LimitDecision, LimitSet
from limits.values import LimitScope
from pages.moments import moment_text
from pages.page_links import PageLink
from tables.words.limits import list_values
from wallet.cash.models import Correction, CorrectionDecision, DepositStep, WithdrawalStep
from wallet.money.values import Money
from wallet.money.words import format_money

# Events that only the journal has.
_EVENTS: Final[Mapping[EventKind, Words]] = {
    EventKind.PLAYER_REGISTERED: gettext_lazy("Registered"),
    EventKind.IDENTITY_VERIFIED: gettext_lazy("Age and identity verified"),
    EventKind.INACTIVITY_ANNOUNCED: gettext_lazy("Inactivity announced"),
    EventKind.ACCOUNT_INACTIVE: gettext_lazy("Account inactive"),
    EventKind.INACTIVE_PLAYER_RETURNED: gettext_lazy("Signed in again to an inactive account"),
    EventKind.DOCUMENT_EXPIRED: gettext_lazy("Identity document expired"),
    EventKind.DOCUMENT_KNOWN: gettext_lazy(
        "Somebody entered this player's document for another account"
    ),
    EventKind.DOCUMENT_NUMBER_GIVEN: gettext_lazy("Document number entered"),
    EventKind.DOCUMENT_NUMBER_CORRECTED: gettext_lazy("Document number corrected by staff"),
    EventKind.PERSON_CORRECTED: gettext_lazy("Name, birth date or country corrected by staff"),
    EventKind.ERASURE_PROPOSED: gettext_lazy("Erasure of the person proposed"),
    EventKind.ERASURE_DECIDED: gettext_lazy("Erasure of the person decided"),
    EventKind.PERSON_ERASED: gettext_lazy("The person was erased"),
    EventKind.DOCUMENT_NUMBER_SEEN: gettext_lazy("Whole document number viewed"),
    EventKind.DOCUMENT_RECEIVED: gettext_lazy("Sent a document"),
    EventKind.DOCUMENT_REFUSED: gettext_lazy("Documents refused"),
    EventKind.DOCUMENT_DELETED: gettext_lazy("File of a document deleted"),
    EventKind.DOCUMENT_UNREADABLE: gettext_lazy("File of a document cannot be read"),
    EventKind.DOCUMENT_SEEN: gettext_lazy("Document viewed"),
    EventKind.OWN_DATA_TAKEN: gettext_lazy("Downloaded a copy of their data"),
    EventKind.DOUBLE_SUSPECTED: gettext_lazy("Possible duplicate account"),
    EventKind.DOUBLE_DECIDED: gettext_lazy("Duplicate account decided"),
    EventKind.PLAY_REFUSED: gettext_lazy("A bet was refused"),
    EventKind.TEST_ACCOUNT_MARKED: gettext_lazy("Marked as a test account"),
    EventKind.LOGGED_IN: gettext_lazy("Signed in"),
    EventKind.LOGIN_FAILED: gettext_lazy("Sign-in failed"),
    EventKind.LOGIN_LOCKED: gettext_lazy("Sign-in refused after too many failures"),
    EventKind.LOGIN_FREED: gettext_lazy("Failed sign-ins cleared"),
    EventKind.SECOND_STEP_RESET_ASKED: gettext_lazy("Asked to reset the second factor"),
    EventKind.SECOND_STEP_RESET_DECIDED: gettext_lazy("Reset of the second factor decided"),
    EventKind.SECOND_STEP_RESET_STOPPED: gettext_lazy("The second factor stays"),
    EventKind.SECOND_STEP_REMOVED: gettext_lazy("The second factor was reset"),
    EventKind.DEPOSIT_ANSWERED: gettext_lazy("Answered what is asked before a deposit"),
    EventKind.SESSION_PLANNED: gettext_lazy("Planned a session of play"),
    EventKind.PLAY_STOPPED: gettext_lazy("Play stopped"),
    EventKind.PLAY_RESUMED: gettext_lazy("Play open again"),
    EventKind.PLAYER_VIEWED: gettext_lazy("Personal data viewed"),
}


# Reasons why a bet was refused, by code.
_CODES: Final[Mapping[str, Words]] = {
    "staff": gettext_lazy("staff do not play"),
    "email_not_confirmed": gettext_lazy("email address not confirmed"),
    "pending": State.PENDING.label,
    "not_verified": gettext_lazy("age and identity not verified"),
    "document_expired": gettext_lazy("identity document expired"),
    "address_missing": gettext_lazy("residential address missing"),
    "under_age": gettext_lazy("under age"),
    "player_stopped": gettext_lazy("play stopped"),
    **{kind.value: kind.label for kind in Restriction.Kind},
    State.CLOSED.value: State.CLOSED.label,
}


_PERSONAL: Final[Mapping[str, Words]] = {
    "email": gettext_lazy("Email address"),
    "full_name": gettext_lazy("Name"),
    "birth_date": gettext_lazy("Birth date"),
    "country": gettext_lazy("Country"),
    "password": gettext_lazy("Password"),
}


def _event(event: Event) -> HappeningText:
    data, parts = event.data, _decision_parts(event.data)
    if method := data.get("method"):
        parts.append(str(VerificationMethod(method).label))
    if reason := data.get("reason"):
        parts.append(translate_reason(str(reason)))
    if shows := data.get("shows"):
        parts.append(str(Upload.Kind(shows).label))
    parts += _changed_parts(data.get("before", {}), data.get("after", {}))
    if "same" in data:
        parts.append(_("one person: closed") if data["same"] else _("another person"))
    if others := data.get("players"):
        numbers = ", ".join(map(str, others))
        parts.append(_("beside the account %(numbers)s") % {"numbers": numbers})
    if code := data.get("code"):
        parts.append(str(_CODES.get(code, code)))
    if until := data.get("document_until"):
        parts.append(
            _("valid until %(day)s") % {"day": date_format(date.fromisoformat(until), _("j M Y"))}
        )
    if seconds := data.get("seconds"):
        parts += [_planned_amount(str(data["amount"])), format_duration(timedelta(seconds=seconds))]
    if address := data.get("ip"):
        parts.append(_("from %(address)s") % {"address": address})
    return HappeningText(_EVENTS[EventKind(event.kind)], " · ".join(parts), event.actor_id)


def _changed_parts(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    return [
        f"{label}: {before.get(name)} → {after[name]}"
        for name, label in _PERSONAL.items()
        if name in after
    ]


def _planned_amount(text: str) -> str:
    """Format an amount of an event: "50.00 EUR"."""
    return format_money(Money.parse(*text.split(" ", 1)))


def _decision_parts(data: Mapping[str, object]) -> list[str]:
    if "approved" not in data:
        return []
    return [_("approved") if data["approved"] else _("refused"), str(data.get("note", ""))]


def _alteration(row: Alteration) -> HappeningText:
    parts = _changed_parts(row.before, row.after)
    return HappeningText(_("Personal data changed"), "\n".join(parts), row.by_id)


def _state(change: StateChange) -> HappeningText:
    states = {"before": change.get_from_state_display(), "after": change.get_to_state_display()}
    title = _("State: %(before)s → %(after)s") % states
    return HappeningText(title, translate_reason(change.reason), change.acting_user_id)


def _restriction(row: Restriction) -> HappeningText:
    own = row.kind == Restriction.Kind.SELF_EXCLUDED
    until = _("with no end date") if own else _("until it is lifted")
    if row.until is not None:
        until = _("until %(time)s") % {"time": moment_text(row.until, _("j M Y, H:i"))}
    return HappeningText(
        f"{row.get_kind_display()}, {until}", translate_reason(row.reason), row.imposed_by_id
    )


def _lifting(row: Lifting) -> HappeningText:
    title = _("Proposed to lift: %(what)s") % {"what": row.restriction.get_kind_display()}
    return HappeningText(title, row.reason, row.proposed_by_id)


def _lifting_decision(row: LiftingDecision) -> HappeningText:
    what = {"what": row.proposal.restriction.get_kind_display()}
    title = _("Lifted: %(what)s") if row.approved else _("Not lifted: %(what)s")
    return HappeningText(title % what, row.reason, row.decided_by_id)


def _deposit(step: DepositStep) -> HappeningText:
    one = step.deposit
    title = _("Deposit %(number)s: %(state)s") % {
        "number": one.number,
        "state": step.get_to_state_display(),
    }
    link = PageLink("cash:deposit", (one.pk,))
    return HappeningText(
        title,
        amount_with_note(one.units, one.currency_id, step.note_text),
        step.acting_user_id,
        link,
    )


def _withdrawal(step: WithdrawalStep) -> HappeningText:
    one = step.withdrawal
    title = _("Withdrawal %(number)s: %(state)s") % {
        "number": one.number,
        "state": step.get_to_state_display(),
    }
    link = PageLink("cash:withdrawal", (one.pk,))
    return HappeningText(
        title,
        amount_with_note(one.units, one.currency_id, step.note_text),
        step.acting_user_id,
        link,
    )


def _correction(row: Correction) -> HappeningText:
    about = {"kind": row.get_kind_display(), "number": row.number}
    title = _("%(kind)s %(number)s proposed") % about
    link = PageLink("cash:correction", (row.pk,))
    return HappeningText(
        title, amount_with_note(row.units, row.currency_id, row.reason), row.proposed_by_id, link
    )


def _correction_decision(row: CorrectionDecision) -> HappeningText:
    about = {"kind": row.proposal.get_kind_display(), "number": row.proposal.number}
    title = _("%(kind)s %(number)s approved") if row.approved else _("%(kind)s %(number)s refused")
    link = PageLink("cash:correction", (row.pk,))
    return HappeningText(title % about, row.reason, row.decided_by_id, link)


def _limits(row: LimitSet) -> HappeningText:
    parts = [f"{one.label}: {one.now}" for one in list_values(LimitSet, row.values)]
    text = " · ".join([*parts, row.reason])
    return HappeningText(_("Limits of play proposed"), text, row.proposed_by_id)


def _limit_decision(row: LimitDecision) -> HappeningText:
    title = _("Limits of play approved") if row.approved else _("Limits of play refused")
    return HappeningText(title, row.reason, row.decided_by_id)


def _player_limit(row: Limit) -> HappeningText:
    about = f"{format_limit_name(row.kind, row.period)}: {format_limit_value(row.kind, row.amount)}"
    if row.scope == LimitScope.PLAYER:
        title, about = _("Limit of the house for the player"), f"{about} · {row.reason}"
    else:
        title = _("Own limit to be raised") if row.loosens else _("Own limit set")
    return HappeningText(title, about, row.proposed_by_id)


def _own_limit_confirmed(row: LimitConfirmation) -> HappeningText:
    told_ = _player_limit(row.limit)
    return HappeningText(_("Own limit raised"), told_.text, told_.acting_user)


def _note(row: Note) -> HappeningText:
    return HappeningText(gettext_lazy("Note"), row.text, row.acting_user_id)


def _letter(row: Letter) -> HappeningText:
    sent = _("not mailed yet")
    if row.mailed_at is not None:
        sent = _("mailed %(time)s") % {"time": moment_text(row.mailed_at, _("j M Y, H:i"))}
    about = {"what": row.get_kind_display()}
    title = _("Message to the player: %(what)s") % about
    return HappeningText(title, " · ".join(part for part in (row.words, sent) if part))


def _notice(row: Notice) -> HappeningText:
    title = _("Notified about a round: %(what)s") % {"what": row.get_kind_display()}
    place = row.round.place.table.display_name
    return HappeningText(title, f"{place} {row.round.number} · {row.round.public_id}")


ACCOUNT_HAPPENINGS: Final[Mapping[type[Model], Describe]] = {
    Event: _event,
    StateChange: _state,
    Restriction: _restriction,
    Lifting: _lifting,
    LiftingDecision: _lifting_decision,
    DepositStep: _deposit,
    WithdrawalStep: _withdrawal,
    Correction: _correction,
    CorrectionDecision: _correction_decision,
    LimitSet: _limits,
    LimitDecision: _limit_decision,
    Note: _note,
    Letter: _letter,
    Notice: _notice,
    Alteration: _alteration,
    Limit: _player_limit,
    LimitConfirmation: _own_limit_confirmed,
}
