"""Data needed to check a bet, loaded in one query under the lock of the place."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Exists, F, OuterRef, QuerySet

from casino.fairness.selectors.dealing import Dealt, read_deal_draws, select_deal_draws
from casino.limits.selectors.pace import DAY, MINUTE, Paces, read_paces, select_paces
from casino.models import Deal, Participant
from casino.models.deals import Status
from casino.play.selectors.player_money import PlayerMoney, find_session_start, select_player_money
from internals.compiled_queries import ValuesQuery
from journal.values.transaction_ids import THIS_TRANSACTION


@dataclass(frozen=True, slots=True)
class BetContext:
    """Data to check a bet on a shoe and nonce.

    `made`: the deal of this nonce exists already. `running`: a deal is in progress at the place. `dealt`: the
    deals since the shoe's snapshot (`casino.fairness.selectors.shoe_snapshot`). `transaction`: id of the
    current transaction.
    """

    made: bool
    running: bool
    dealt: list[Dealt]
    paces: Paces
    player_money: PlayerMoney
    transaction: int


def load_bet_context(participant: Participant, shoe: UUID, nonce: int, now: datetime) -> BetContext:
    """Load the context of a bet form for this shoe and nonce. One query. Raises `Participant.DoesNotExist`.

    Also refreshes the switches of the place's table, which were read before the locks were held.
    """
    since, table = find_session_start(participant.player), participant.table
    # at full speed the hands of a day are too many to count for each bet, and no limit is near
    day = now - (MINUTE if table.is_laboratory else DAY)
    row = _ASKED.first(participant.pk, shoe, nonce, since, day, now - MINUTE)
    if row is None:
        raise Participant.DoesNotExist(participant.pk)
    table.status, table.stopped_boxes = row["status"], row["boxes"]
    table.version.rule_set.stopped = row["rules_stopped"]
    return BetContext(
        made=row["made"],
        running=row["running"],
        dealt=read_deal_draws(row["dealt"]),
        paces=read_paces(row["paces"]),
        player_money=PlayerMoney.from_row(row, since, participant.player.country),
        transaction=row["transaction"],
    )


def _of_shoe(shoe: UUID) -> QuerySet[Deal]:
    return Deal.objects.filter(place=OuterRef("place"), shoe__public_id=shoe)


_ASKED: Final = ValuesQuery(
    lambda participant, shoe, nonce, since, day, minute: Participant.objects.filter(
        pk=participant
    ).values(
        made=Exists(_of_shoe(shoe).filter(nonce=nonce)),
        running=Exists(Deal.objects.filter(place=OuterRef("place"), status=Status.IN_PROGRESS)),
        dealt=select_deal_draws(_of_shoe(shoe).filter(nonce__gt=F("shoe__kept_nonce"))),
        paces=select_paces("pk", "player_id", day, minute),
        transaction=THIS_TRANSACTION,
        status=F("place__table__status"),
        boxes=F("place__table__stopped_boxes"),
        rules_stopped=F("place__table__version__rule_set__stopped"),
        **select_player_money("player_id", "player__email", since),
    ),
    int,
    UUID,
    int,
    datetime,
    datetime,
    datetime,
)
