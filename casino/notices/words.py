"""Unseen notices of a player, as shown in the lobby."""

from dataclasses import dataclass
from uuid import UUID

from accounts.models.users import User
from casino.models import Notice
from casino.notices.selectors import load_newest_unseen
from casino.voids.words import notice_sentences

MOST = 5


@dataclass(frozen=True, slots=True)
class NoticeView:
    """A notice in the lobby; marked as seen when the page of its round is opened. `told`: sentences about a void."""

    table_name: str
    number: str
    cancelled: bool
    round: UUID
    told: list[str]


def describe_unseen_notices(player: User) -> list[NoticeView]:
    """Return the player's newest unseen notices, at most `MOST`. One query."""
    return [
        NoticeView(
            table_name=notice.round.place.table.display_name,
            number=notice.round.number,
            cancelled=notice.kind == Notice.Kind.CANCELLED,
            round=notice.round.public_id,
            told=notice_sentences(notice),
        )
        for notice in load_newest_unseen(player.pk, MOST)
    ]
