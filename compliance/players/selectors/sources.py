"""What is told of a player, table by table: which rows are the player's, and each in words for staff."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models.house_limits import HouseLimit
from accounts.models.identity import Upload
from accounts.models.letters import Letter
from accounts.models.notes import Note
from accounts.models.play_limits import PlayLimit, PlayLimitConfirmation
from accounts.models.restrictions import Lifting, LiftingDecision, Restriction
from accounts.models.users import State, StateChange, User, VerificationMethod
from accounts.values.reasons import translate_reason
from casino.models import Notice
from casino.protection.words.own_limits import name_of, value_of
from compliance.players.selectors.dispute_sources import DISPUTE_SOURCES
from compliance.players.selectors.happenings import Sort, Source, Told, Words, of, paid
from compliance.players.selectors.play_sources import PLAY_SOURCES
from journal.models import Event
from journal.models import Kind as EventKind
from journal.models.history import Alteration, Operation
from journal.selectors.history import history_of
from pages.moments import moment_text
from tables.models import LimitDecision, LimitSet
from tables.services.limit_sets import values_of
from tables.words.limits import listed
from wallet.cash.models import Correction, CorrectionDecision, DepositStep, WithdrawalStep

# What the journal alone tells of a player: other tables tell the rest, with more to it.
_EVENTS: Final[Mapping[EventKind, tuple[Sort, Words]]] = {
    EventKind.PLAYER_REGISTERED: (Sort.ACCOUNT, gettext_lazy("Registered")),
    EventKind.IDENTITY_VERIFIED: (Sort.ACCOUNT, gettext_lazy("Age and identity verified")),
    EventKind.DOCUMENT_EXPIRED: (
        Sort.ACCOUNT,
        gettext_lazy("Identity document valid no more"),
    ),
    EventKind.DOCUMENT_KNOWN: (
        Sort.ACCOUNT,
        gettext_lazy("Somebody entered this player's document for another account"),
    ),
    EventKind.DOCUMENT_NUMBER_GIVEN: (Sort.ACCOUNT, gettext_lazy("Document number entered")),
    EventKind.DOCUMENT_NUMBER_CORRECTED: (
        Sort.ACCOUNT,
        gettext_lazy("Document number corrected by staff"),
    ),
    EventKind.PERSON_CORRECTED: (
        Sort.ACCOUNT,
        gettext_lazy("Name, birth date or country corrected by staff"),
    ),
    EventKind.DOCUMENT_NUMBER_SEEN: (Sort.SEEN, gettext_lazy("All of the document number seen")),
    EventKind.DOCUMENT_RECEIVED: (Sort.ACCOUNT, gettext_lazy("Sent a document")),
    EventKind.DOCUMENT_REFUSED: (Sort.ACCOUNT, gettext_lazy("Documents refused")),
    EventKind.DOCUMENT_DELETED: (Sort.ACCOUNT, gettext_lazy("File of a document deleted")),
    EventKind.DOCUMENT_UNREADABLE: (
        Sort.ACCOUNT,
        gettext_lazy("File of a document cannot be read"),
    ),
    EventKind.DOCUMENT_SEEN: (Sort.SEEN, gettext_lazy("Document looked at")),
    EventKind.OWN_DATA_TAKEN: (Sort.ACCOUNT, gettext_lazy("Took a copy of the own data")),
    EventKind.DOUBLE_SUSPECTED: (
        Sort.ACCOUNT,
        gettext_lazy("May be a second account of its person"),
    ),
    EventKind.DOUBLE_DECIDED: (Sort.ACCOUNT, gettext_lazy("Decided whether it is one person")),
    EventKind.PLAY_REFUSED: (Sort.RESTRICTIONS, gettext_lazy("A bet was refused")),
    EventKind.TEST_ACCOUNT_MARKED: (Sort.ACCOUNT, gettext_lazy("Marked as a test account")),
    EventKind.LOGGED_IN: (Sort.LOGINS, gettext_lazy("Signed in")),
    EventKind.LOGIN_FAILED: (Sort.LOGINS, gettext_lazy("Sign-in failed")),
    EventKind.LOGIN_LOCKED: (
        Sort.LOGINS,
        gettext_lazy("Sign-in refused after too many failures"),
    ),
    EventKind.LOGIN_FREED: (Sort.LOGINS, gettext_lazy("Failed sign-ins forgotten")),
    EventKind.SECOND_STEP_RESET_ASKED: (
        Sort.ACCOUNT,
        gettext_lazy("Asked to take the second steps away"),
    ),
    EventKind.SECOND_STEP_RESET_DECIDED: (
        Sort.ACCOUNT,
        gettext_lazy("Decided whether the second steps are taken away"),
    ),
    EventKind.SECOND_STEP_RESET_STOPPED: (Sort.ACCOUNT, gettext_lazy("The second steps stay")),
    EventKind.SECOND_STEP_REMOVED: (
        Sort.ACCOUNT,
        gettext_lazy("The second steps were taken away"),
    ),
    EventKind.PLAY_STOPPED: (Sort.RESTRICTIONS, gettext_lazy("Play stopped")),
    EventKind.PLAY_RESUMED: (Sort.RESTRICTIONS, gettext_lazy("Play open again")),
    EventKind.PLAYER_VIEWED: (Sort.SEEN, gettext_lazy("Personal data looked at")),
}


# Why a bet was refused, by the code of the refusal.
_CODES: Final[Mapping[str, Words]] = {
    "staff": gettext_lazy("staff do not play"),
    "email_not_confirmed": gettext_lazy("e-mail address not confirmed"),
    "pending": State.PENDING.label,
    "not_verified": gettext_lazy("age and identity not verified"),
    "document_expired": gettext_lazy("identity document valid no more"),
    "under_age": gettext_lazy("under age"),
    "player_stopped": gettext_lazy("play stopped"),
    **{kind.value: kind.label for kind in Restriction.Kind},
    State.CLOSED.value: State.CLOSED.label,
}


_PERSONAL: Final[Mapping[str, Words]] = {
    "email": gettext_lazy("E-mail address"),
    "full_name": gettext_lazy("Name"),
    "birth_date": gettext_lazy("Birth date"),
    "country": gettext_lazy("Country"),
    "password": gettext_lazy("Password"),
}


def _sort_of(event: Event) -> Sort:
    return _EVENTS[EventKind(event.kind)][0]


def _events(player: User, sorts: Sequence[Sort]) -> QuerySet[Event]:
    kinds = [kind.value for kind, (sort, _words) in _EVENTS.items() if sort in sorts]
    return Event.objects.filter(subject=f"user {player.pk}", kind__in=kinds)


def _event(event: Event) -> Told:
    data, parts = event.data, _decided(event.data)
    if method := data.get("method"):
        parts.append(str(VerificationMethod(method).label))
    if reason := data.get("reason"):
        parts.append(translate_reason(str(reason)))
    if shows := data.get("shows"):
        parts.append(str(Upload.Kind(shows).label))
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
    if address := data.get("ip"):
        parts.append(_("from %(address)s") % {"address": address})
    return Told(_EVENTS[EventKind(event.kind)][1], " · ".join(parts), event.actor_id)


def _decided(data: Mapping[str, object]) -> list[str]:
    """What the second person said of it, and why."""
    if "approved" not in data:
        return []
    return [_("approved") if data["approved"] else _("refused"), str(data.get("note", ""))]


def _alterations(player: User, _sorts: Sequence[Sort]) -> QuerySet[Alteration]:
    changed = history_of(player).filter(operation=Operation.UPDATE)
    return changed.filter(after__has_any_keys=list(_PERSONAL))


def _alteration(row: Alteration) -> Told:
    parts = [
        f"{label}: {row.before.get(name)} → {row.after[name]}"
        for name, label in _PERSONAL.items()
        if name in row.after
    ]
    return Told(_("Personal data changed"), "\n".join(parts), row.by_id)


def _state(change: StateChange) -> Told:
    states = {"before": change.get_from_state_display(), "after": change.get_to_state_display()}
    title = _("State: %(before)s → %(after)s") % states
    return Told(title, translate_reason(change.reason), change.acting_user_id)


def _restriction(row: Restriction) -> Told:
    own = row.kind == Restriction.Kind.SELF_EXCLUDED
    until = _("without an end") if own else _("until it is lifted")
    if row.until is not None:
        until = _("until %(time)s") % {"time": moment_text(row.until, _("j M Y, H:i"))}
    return Told(
        f"{row.get_kind_display()}, {until}", translate_reason(row.reason), row.imposed_by_id
    )


def _lifting(row: Lifting) -> Told:
    title = _("Proposed to lift: %(what)s") % {"what": row.restriction.get_kind_display()}
    return Told(title, row.reason, row.proposed_by_id)


def _lifting_decision(row: LiftingDecision) -> Told:
    what = {"what": row.proposal.restriction.get_kind_display()}
    title = _("Lifted: %(what)s") if row.approved else _("Not lifted: %(what)s")
    return Told(title % what, row.reason, row.decided_by_id)


def _deposit(step: DepositStep) -> Told:
    one = step.deposit
    title = _("Deposit %(number)s: %(state)s") % {
        "number": one.number,
        "state": step.get_to_state_display(),
    }
    link = reverse("cash:deposit", args=[one.pk])
    return Told(title, paid(one.units, one.currency_id, step.why), step.acting_user_id, link)


def _withdrawal(step: WithdrawalStep) -> Told:
    one = step.withdrawal
    title = _("Withdrawal %(number)s: %(state)s") % {
        "number": one.number,
        "state": step.get_to_state_display(),
    }
    link = reverse("cash:withdrawal", args=[one.pk])
    return Told(title, paid(one.units, one.currency_id, step.why), step.acting_user_id, link)


def _correction(row: Correction) -> Told:
    about = {"kind": row.get_kind_display(), "number": row.number}
    title = _("%(kind)s %(number)s proposed") % about
    link = reverse("cash:correction", args=[row.pk])
    return Told(title, paid(row.units, row.currency_id, row.reason), row.proposed_by_id, link)


def _correction_decision(row: CorrectionDecision) -> Told:
    about = {"kind": row.proposal.get_kind_display(), "number": row.proposal.number}
    title = _("%(kind)s %(number)s approved") if row.approved else _("%(kind)s %(number)s refused")
    link = reverse("cash:correction", args=[row.pk])
    return Told(title % about, row.reason, row.decided_by_id, link)


def _limits(row: LimitSet) -> Told:
    parts = [f"{one.label}: {one.now}" for one in listed(LimitSet, values_of(row))]
    text = " · ".join([*parts, row.reason])
    return Told(_("Limits of play proposed"), text, row.proposed_by_id)


def _limit_decision(row: LimitDecision) -> Told:
    title = _("Limits of play approved") if row.approved else _("Limits of play refused")
    return Told(title, row.reason, row.decided_by_id)


def _own_limit(row: PlayLimit) -> Told:
    title = _("Own limit to be loosened") if row.loosens else _("Own limit set")
    about = f"{name_of(row.kind, row.period)}: {value_of(row.kind, row.amount)}"
    return Told(title, about, row.by_id)


def _own_limit_confirmed(row: PlayLimitConfirmation) -> Told:
    told_ = _own_limit(row.limit)
    return Told(_("Own limit loosened"), told_.text, told_.by)


def _house_limit(row: HouseLimit) -> Told:
    about = f"{name_of(row.kind, row.period)}: {value_of(row.kind, row.amount)} · {row.reason}"
    return Told(_("Limit of the house for the player"), about, row.by_id)


def _note(row: Note) -> Told:
    return Told(gettext_lazy("Note"), row.text, row.by_id)


def _letter(row: Letter) -> Told:
    sent = _("not mailed yet")
    if row.mailed_at is not None:
        sent = _("mailed %(time)s") % {"time": moment_text(row.mailed_at, _("j M Y, H:i"))}
    about = {"what": row.get_kind_display()}
    title = _("Message to the player: %(what)s") % about
    return Told(title, " · ".join(part for part in (row.words, sent) if part))


def _notice(row: Notice) -> Told:
    title = _("Told of a round: %(what)s") % {"what": row.get_kind_display()}
    place = row.round.sitting.table.name
    return Told(title, f"{place} {row.round.number} · {row.round.public_id}")


# The place of a source in the list is part of each place in a timeline: add at the end.
SOURCES: Final[tuple[Source, ...]] = (
    Source(
        (Sort.ACCOUNT, Sort.LOGINS, Sort.RESTRICTIONS, Sort.SEEN), _events, _event, sort=_sort_of
    ),
    Source((Sort.ACCOUNT,), of(StateChange, "user"), _state),
    Source((Sort.RESTRICTIONS,), of(Restriction, "player"), _restriction),
    Source(
        (Sort.RESTRICTIONS,),
        of(Lifting, "restriction__player", "restriction"),
        _lifting,
        "proposed_at",
    ),
    Source(
        (Sort.RESTRICTIONS,),
        of(LiftingDecision, "proposal__restriction__player", "proposal__restriction"),
        _lifting_decision,
        "decided_at",
    ),
    Source((Sort.CASH,), of(DepositStep, "deposit__player", "deposit"), _deposit),
    Source((Sort.CASH,), of(WithdrawalStep, "withdrawal__player", "withdrawal"), _withdrawal),
    Source((Sort.CASH,), of(Correction, "player"), _correction, "proposed_at"),
    Source(
        (Sort.CASH,),
        of(CorrectionDecision, "proposal__player", "proposal"),
        _correction_decision,
        "decided_at",
    ),
    Source((Sort.LIMITS,), of(LimitSet, "player"), _limits, "proposed_at"),
    Source(
        (Sort.LIMITS,),
        of(LimitDecision, "proposal__player", "proposal"),
        _limit_decision,
        "decided_at",
    ),
    Source((Sort.NOTES,), of(Note, "player"), _note),
    Source((Sort.MESSAGES,), of(Letter, "player"), _letter),
    Source((Sort.MESSAGES,), of(Notice, "player", "round__sitting__table"), _notice, "created_at"),
    Source((Sort.ACCOUNT,), _alterations, _alteration),
    *PLAY_SOURCES,
    *DISPUTE_SOURCES,
    Source((Sort.LIMITS,), of(PlayLimit, "player"), _own_limit),
    Source(
        (Sort.LIMITS,), of(PlayLimitConfirmation, "limit__player", "limit"), _own_limit_confirmed
    ),
    Source((Sort.LIMITS,), of(HouseLimit, "player"), _house_limit),
)
