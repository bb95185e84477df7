"""Messages and disputes of a player as the API shows them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from accounts.models.letters import Letter
from accounts.models.users import User
from api.pagination import RowPage, write_cursor
from casino.models import Notice
from casino.notices.selectors import load_case_notices
from casino.notices.services.notice_mail import ROUNDS_LISTED, sum_balance_changes
from compliance.disputes.selectors import list_replies, own_dispute
from compliance.messages.selectors.letter_subjects import load_letter_subjects
from compliance.messages.selectors.messages import (
    MessageSort,
    find_letter,
    find_notice,
    load_messages,
)
from compliance.messages.words.letters import letter_body, letter_title
from compliance.messages.words.message_list import MessageLine, message_lines
from compliance.messages.words.notices import notice_body, notice_title
from compliance.models import Dispute, DisputeReply
from pages.line_pages import RequestedPlace
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class MessageResource:
    id: str
    at: datetime
    title: str
    is_read: bool


def list_messages(
    name: str, player: User, asked: RequestedPlace, limit: int
) -> RowPage[MessageResource]:
    """Return the newest messages, or those before a place. A fixed number of queries."""
    page = load_messages(player, asked, size=limit)
    following = write_cursor(name, page.older) if page.older else None
    return RowPage([_describe(line) for line in message_lines(page.lines)], following)


def _describe(line: MessageLine) -> MessageResource:
    return MessageResource(f"{line.sort}-{line.number}", line.at, line.title, not line.is_new)


@dataclass(frozen=True, slots=True)
class MessageDetail:
    """A message. `notices` are the ones it consists of; empty for a letter."""

    id: str
    at: datetime
    title: str
    text: str
    rounds: Sequence[UUID]
    balance_changes: Sequence[Money]
    notices: Sequence[Notice]


def find_message(player: User, sort: str, pk: int) -> MessageDetail | None:
    """Return a player's message; None if there is none."""
    if sort == MessageSort.LETTER:
        letter = find_letter(player, pk)
        return None if letter is None else _describe_letter(letter)
    notice = find_notice(player, pk)
    return None if notice is None else _describe_notices(pk, load_case_notices(notice))


def _describe_letter(letter: Letter) -> MessageDetail:
    about = load_letter_subjects([letter]).get(letter.pk)
    return MessageDetail(
        id=f"{MessageSort.LETTER}-{letter.pk}",
        at=letter.at,
        title=letter_title(letter, about),
        text=letter_body(letter, about),
        rounds=(),
        balance_changes=(),
        notices=(),
    )


def _describe_notices(pk: int, notices: Sequence[Notice]) -> MessageDetail:
    first, several = notices[0], len(notices) > 1
    named = notices[:ROUNDS_LISTED]
    return MessageDetail(
        id=f"{MessageSort.NOTICE}-{pk}",
        at=first.created_at,
        title=notice_title(first, len(notices)),
        text="\n".join(line for one in named for line in notice_body(one)),
        rounds=[one.round.public_id for one in named],
        balance_changes=sum_balance_changes(list(notices)) if several else (),
        notices=notices,
    )


@dataclass(frozen=True, slots=True)
class DisputeResource:
    dispute: Dispute
    round: UUID | None
    replies: Sequence[DisputeReply]


def find_dispute(player: User, public_id: UUID) -> DisputeResource | None:
    """Return a player's own dispute with its messages; None if there is none. Two queries."""
    found = own_dispute(player, public_id)
    if found is None:
        return None
    about = found.round.public_id if found.round else None
    return DisputeResource(found, about, list_replies(found))
