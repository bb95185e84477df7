"""The notices that a player has not seen yet, as the lobby shows them."""

from dataclasses import dataclass
from uuid import UUID

from accounts.models.users import User
from casino.models import Notice
from casino.notices.selectors import newest_unseen
from casino.voids.words import notice_sentences

MOST = 5


@dataclass(frozen=True, slots=True)
class NoticeView:
    """What happened to a round in the player's absence; seen when its page is opened. `told` is for voids."""

    table_name: str
    number: str
    cancelled: bool
    round: UUID
    told: list[str]


def describe_unseen_notices(player: User) -> list[NoticeView]:
    """The newest notices of a player. One query."""
    return [
        NoticeView(
            table_name=notice.round.place.table.name,
            number=notice.round.number,
            cancelled=notice.kind == Notice.Kind.CANCELLED,
            round=notice.round.public_id,
            told=notice_sentences(notice),
        )
        for notice in newest_unseen(player.pk, MOST)
    ]
