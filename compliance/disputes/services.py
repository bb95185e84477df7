"""Disputes: opened and continued by players, answered and closed by staff.

Every function is one transaction, idempotent by key, and raises a refusal before it changes anything.
"""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import transaction

from accounts.models.letters import Letter
from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from casino.models import Round
from compliance.disputes.refusals import (
    DisputeClosed,
    DisputeNotClosed,
    MessageMissing,
    MessageTooLong,
    OutcomeNotOffered,
    TooManyDisputes,
    TooManyReplies,
    WrittenMeanwhile,
)
from compliance.models import Dispute, DisputeOutcome, DisputeReply, DisputeState, DisputeSubject
from compliance.models.disputes import LONGEST_NOTE, LONGEST_TEXT, allowed_outcomes
from journal.models import EventKind
from journal.refusals import NotFound, SentBefore
from journal.services.recording import record

MOST_OPEN: Final = 5  # open disputes per player
MOST_IN_A_ROW: Final = 5  # consecutive replies of the player without an answer of the house


@dataclass(frozen=True, slots=True)
class Complaint:
    """A complaint to open a dispute with, optionally about one round; `key` is the idempotency key."""

    subject: DisputeSubject
    text: str
    key: UUID
    round_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class DisputeAnswer:
    """An answer of the house.

    `seen` is the number of replies shown to the author (optimistic lock), `outcome` closes the dispute, `note` is for
    staff.
    """

    text: str
    key: UUID
    seen: int
    outcome: DisputeOutcome | None = None
    note: str = ""


@transaction.atomic
def open_dispute(player: User, complaint: Complaint) -> Dispute:
    """Open a dispute under a lock on the player row.

    Raises MessageMissing, MessageTooLong, NotFound (another player's round), TooManyDisputes, SentBefore (key used with
    other content).
    """
    text = _require_text(complaint.text)
    User.objects.select_for_update(no_key=True).get(pk=player.pk, is_staff=False)
    round_ = _round(player, complaint.round_id)
    if found := Dispute.objects.filter(public_id=complaint.key).first():
        before = (found.player_id, found.subject, found.text, found.round_id)
        if before != (player.pk, complaint.subject, text, round_.pk if round_ else None):
            raise SentBefore
        return found
    going_on = Dispute.objects.filter(player=player).exclude(state=DisputeState.CLOSED)
    if going_on.count() >= MOST_OPEN:
        raise TooManyDisputes(MOST_OPEN)
    made = Dispute.objects.create(
        public_id=complaint.key, player=player, round=round_, subject=complaint.subject, text=text
    )
    data = {"player": player.pk, "number": made.number, "about": made.subject}
    data |= {"round": str(round_.public_id)} if round_ else {}
    record(
        EventKind.DISPUTE_OPENED, actor=player.pk, subject=f"dispute {made.public_id}", data=data
    )
    return made


@transaction.atomic
def add_message(player: User, dispute_id: UUID, text: str, *, key: UUID) -> DisputeReply:
    """Add a player's message to their own dispute.

    Raises NotFound, MessageMissing, MessageTooLong, DisputeClosed, TooManyReplies, SentBefore.
    """
    said = _require_text(text)
    dispute = _own(player, dispute_id)
    if known := _find_repeated_reply(key, dispute, player, said, ""):
        return known
    replies = _going_on(dispute)
    if _in_a_row(replies) >= MOST_IN_A_ROW:
        raise TooManyReplies
    return _reply(dispute, len(replies), DisputeReply(key=key, acting_user=player, text=said))


@transaction.atomic
def settle_dispute(player: User, dispute_id: UUID, *, key: UUID) -> DisputeReply:
    """Close the player's own dispute as settled. Raises NotFound, DisputeClosed, SentBefore."""
    dispute = _own(player, dispute_id)
    if known := _find_repeated_reply(key, dispute, player, "", DisputeOutcome.SETTLED):
        return known
    written = len(_going_on(dispute))
    return _reply(
        dispute, written, DisputeReply(key=key, acting_user=player, outcome=DisputeOutcome.SETTLED)
    )


@transaction.atomic
def answer_dispute(dispute_id: UUID, words: DisputeAnswer, *, acting_user: User) -> DisputeReply:
    """Answer a dispute, close it if there is an outcome, and send the player a letter.

    Raises NotPermitted, NotFound, MessageMissing, MessageTooLong, ReasonMissing, DisputeClosed, OutcomeNotOffered,
    WrittenMeanwhile, SentBefore.
    """
    require(acting_user, Right.ANSWER_DISPUTES)
    said, note = _require_text(words.text), _note(words)
    dispute = _lock_dispute(dispute_id)
    if known := _find_repeated_reply(
        words.key, dispute, acting_user, said, words.outcome or "", note
    ):
        return known
    replies = _going_on(dispute)
    if len(replies) != words.seen:
        raise WrittenMeanwhile
    if words.outcome and words.outcome not in allowed_outcomes(dispute.subject):
        raise OutcomeNotOffered
    made = DisputeReply(
        key=words.key, acting_user=acting_user, from_house=True, text=said, note=note
    )
    made.outcome = words.outcome or ""
    _reply(dispute, len(replies), made)
    Letter.objects.create(player=dispute.player, kind=Letter.Kind.ANSWER, about=str(made.pk))
    return made


@transaction.atomic
def reopen_dispute(dispute_id: UUID, words: DisputeAnswer, *, acting_user: User) -> DisputeReply:
    """Reopen a closed dispute and send the player a letter. `words` have a note and no outcome.

    Raises NotPermitted, NotFound, MessageMissing, MessageTooLong, ReasonMissing, DisputeNotClosed, WrittenMeanwhile,
    SentBefore.
    """
    require(acting_user, Right.ANSWER_DISPUTES)
    said, note = _require_text(words.text), _require_note(words.note)
    dispute = _lock_dispute(dispute_id)
    if known := _find_repeated_reply(words.key, dispute, acting_user, said, "", note):
        return known
    if dispute.state != DisputeState.CLOSED:
        raise DisputeNotClosed
    written = dispute.replies.count()
    if written != words.seen:
        raise WrittenMeanwhile
    made = DisputeReply(
        key=words.key, acting_user=acting_user, from_house=True, text=said, note=note, reopens=True
    )
    _reply(dispute, written, made)
    Letter.objects.create(player=dispute.player, kind=Letter.Kind.ANSWER, about=str(made.pk))
    return made


def _require_text(text: str) -> str:
    words = "\n".join(text.strip().splitlines())
    if not words:
        raise MessageMissing
    if len(words) > LONGEST_TEXT:
        raise MessageTooLong(LONGEST_TEXT)
    return words


def _note(words: DisputeAnswer) -> str:
    return _require_note(words.note) if words.outcome else ""


def _require_note(written: str) -> str:
    note = require_reason(" ".join(written.split()), "note")
    if len(note) > LONGEST_NOTE:
        raise MessageTooLong(LONGEST_NOTE, "note")
    return note


def _round(player: User, round_id: UUID | None) -> Round | None:
    if round_id is None:
        return None
    found = Round.objects.filter(public_id=round_id, player=player).first()
    if found is None:
        raise NotFound
    return found


def _own(player: User, dispute_id: UUID) -> Dispute:
    dispute = _lock_dispute(dispute_id)
    if dispute.player_id != player.pk:
        raise NotFound
    return dispute


def _lock_dispute(dispute_id: UUID) -> Dispute:
    rows = Dispute.objects.select_for_update(of=("self",), no_key=True)
    dispute = rows.select_related("player").filter(public_id=dispute_id).first()
    if dispute is None:
        raise NotFound
    return dispute


def _find_repeated_reply(
    key: UUID, dispute: Dispute, acting_user: User, text: str, outcome: str, note: str = ""
) -> DisputeReply | None:
    """Return the reply already made with this key. Raises SentBefore if its content differs."""
    found = DisputeReply.objects.filter(key=key).first()
    if found is None:
        return None
    before = (found.dispute_id, found.acting_user_id, found.text, found.outcome, found.note)
    if before != (dispute.pk, acting_user.pk, text, outcome, note):
        raise SentBefore
    return found


def _going_on(dispute: Dispute) -> list[DisputeReply]:
    if dispute.state == DisputeState.CLOSED:
        raise DisputeClosed
    return list(dispute.replies.all())


def _in_a_row(replies: list[DisputeReply]) -> int:
    """Return the number of the player's replies since the house's last one."""
    heard = max((reply.n for reply in replies if reply.from_house), default=0)
    return len(replies) - heard


def _reply(dispute: Dispute, written: int, reply: DisputeReply) -> DisputeReply:
    """Append a reply and update the state. The event records that there is a reply, not its text."""
    reply.dispute, reply.n, reply.from_house = dispute, written + 1, bool(reply.from_house)
    reply.save(force_insert=True)
    dispute.state = reply.state
    dispute.save(update_fields=["state"])
    data = {"player": dispute.player_id, "number": dispute.number, "reply": reply.n}
    data |= {"outcome": reply.outcome} if reply.outcome else {}
    kind = EventKind.DISPUTE_CLOSED if reply.outcome else EventKind.DISPUTE_REPLIED
    kind = EventKind.DISPUTE_REOPENED if reply.reopens else kind
    record(kind, actor=reply.acting_user_id, subject=f"dispute {dispute.public_id}", data=data)
    return reply
