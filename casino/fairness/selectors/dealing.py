"""Card drawing.

A card is computed when it is dealt and never stored before it is shown. A running deal is replayed by the
library from its shoe's seed, its nonce, its bets and its decisions.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, QuerySet
from django.db.models.expressions import Combinable
from django.db.models.functions import JSONObject

import blackjack
from blackjack import fairness
from blackjack.actions import Action, IllegalAction
from blackjack.bets import Behind, BetError
from blackjack.choices import choices_from
from blackjack.deal import Deal
from casino import models
from casino.fairness.selectors.kept_replays import KeptReplay, drawn_by_one, kept_replays
from casino.fairness.selectors.shoe_snapshot import load_snapshot
from casino.fairness.selectors.unsealing import SeedPurpose, unseal_seed
from casino.fairness.values.sealing import SeedMisplaced, SeedUnsealable
from casino.models import DECIDED_AFTER, Bet, Decision, Round, Shoe
from casino.refusals import Alarm, ReplayDiffers, SeedMismatch, SeedUnreadable
from internals.compiled_queries import ValuesQuery
from wallet.money.values import SCALE_DIGITS

BURN_NONCE = 0

Dealt = tuple[str, int, int]
"""An earlier deal of a shoe: its entropy, its nonce, its number of cards."""


@dataclass(frozen=True, slots=True)
class DealRecord:
    """Input for replaying a running deal: deals since the snapshot, bets, decisions."""

    dealt: list[Dealt]
    stakes: list[blackjack.Bet]
    actions: list[str]

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> "DealRecord":
        """Build from a row of `RECORD`."""
        return cls(
            read_deal_draws(row["dealt"]),
            _stakes(row["stakes"]),
            row["actions"],
        )


def _stakes(rows: list[Mapping[str, Any]]) -> list[blackjack.Bet]:
    """Bets of all boxes; bets behind in the order of their bettors."""
    behind: dict[int, list[tuple[int, Behind]]] = {}
    for row in rows:
        if row["choices"] is not None:
            bettor = row["bettors"][row["boxes"].index(row["box"])]
            follower = Behind(row["stake"], *choices_from(row["choices"]))
            behind.setdefault(row["box"], []).append((bettor, follower))
    return [
        blackjack.Bet(
            row["box"],
            row["stake"],
            row["side_bets"],
            tuple(
                follower
                for _bettor, follower in sorted(behind.get(row["box"], ()), key=itemgetter(0))
            ),
        )
        for row in rows
        if row["choices"] is None
    ]


def select_deal_draws(deals: QuerySet[models.Deal]) -> ArraySubquery:
    """Subquery: entropy, nonce and number of cards of these deals, by nonce. Parsed by `read_deal_draws`."""
    taken = JSONObject(entropy="entropy", nonce="nonce", cards="cards_drawn")
    return ArraySubquery(deals.order_by("nonce").values(json=taken))


def read_deal_draws(rows: Iterable[Mapping[str, Any]]) -> list[Dealt]:
    """Parse the rows of `select_deal_draws`."""
    return [(row["entropy"], row["nonce"], row["cards"] or 0) for row in rows]


_STAKE: Final = JSONObject(
    box="box",
    stake="stake",
    side_bets="side_bets",
    choices="choices",
    boxes="round__boxes",
    bettors="round__bettors",
)

# Expressions for a query of rounds: the whole record in one query.
RECORD: Final[Mapping[str, Combinable]] = {
    "dealt": select_deal_draws(
        models.Deal.objects.filter(
            shoe=OuterRef("deal__shoe"),
            nonce__lt=OuterRef("deal__nonce"),
            nonce__gt=OuterRef("deal__shoe__kept_nonce"),
        )
    ),
    "stakes": ArraySubquery(
        Bet.objects.filter(round__deal=OuterRef("deal")).order_by("box").values(json=_STAKE)
    ),
    "actions": ArraySubquery(
        Decision.objects.filter(
            deal=OuterRef("deal"), made_at__gte=OuterRef("started_at") - DECIDED_AFTER
        )
        .order_by("step")
        .values("action")
    ),
}


_RECORD: Final = ValuesQuery(lambda pk: Round.objects.filter(pk=pk).values(**RECORD), int)


def load_record(round_: Round) -> DealRecord:
    """Load the record of a round's deal. Raises `Round.DoesNotExist`. One query."""
    row = _RECORD.first(round_.pk)
    if row is None:
        raise Round.DoesNotExist(round_.pk)
    return DealRecord.from_row(row)


def unseal_server_seed(shoe: Shoe, purpose: SeedPurpose) -> str:
    """Decrypt a shoe's seed and check its commitment. Raises `SeedMismatch`, `SeedUnreadable`."""
    try:
        server_seed = unseal_seed(shoe.public_id, bytes(shoe.sealed_seed), purpose)
    except SeedUnsealable as error:
        raise SeedUnreadable(str(shoe.public_id)) from error
    except SeedMisplaced as error:
        raise SeedMismatch(str(shoe.public_id)) from error
    if fairness.commitment(server_seed) != shoe.commitment:
        raise SeedMismatch(str(shoe.public_id))
    return server_seed


def compute_deal_entropy(shoe: Shoe, seat_seed: str, boxes: Iterable[int]) -> str:
    """Entropy (C in docs/fairness.md) of a deal with bets on these boxes, all of one player."""
    return fairness.entropy(dict.fromkeys(boxes, seat_seed), shoe.cut)


def load_shoe_before(shoe: Shoe, nonce: int) -> blackjack.Shoe:
    """The shoe before deal `nonce`. One query."""
    since = shoe.kept_nonce if shoe.kept_nonce < nonce else BURN_NONCE
    earlier = shoe.deals.filter(nonce__gt=since, nonce__lt=nonce).order_by("nonce")
    dealt = earlier.values_list("entropy", "nonce", "cards_drawn")
    found = [(entropy, number, count or 0) for entropy, number, count in dealt]
    return rebuild_shoe_before(shoe, nonce, found)


def rebuild_shoe_before(shoe: Shoe, nonce: int, earlier: list[Dealt]) -> blackjack.Shoe:
    """Rebuild the shoe before deal `nonce` from its snapshot or the full shoe after the burn, less `earlier`.

    Infinite decks are always full; `earlier` has no effect on them.
    """
    return _rebuild(shoe, unseal_server_seed(shoe, SeedPurpose.DEAL), nonce, earlier)


def _rebuild(shoe: Shoe, server_seed: str, nonce: int, earlier: list[Dealt]) -> blackjack.Shoe:
    decks = shoe.version.rules.finite_decks
    if decks is None:
        return blackjack.Shoe(server_seed, None)
    cards = load_snapshot(shoe, server_seed, nonce)
    if cards is None:
        cards = blackjack.Shoe(server_seed, decks)
        if shoe.burn_entropy:
            burned = shoe.version.rules.burn_cards
            cards = cards.begin(shoe.burn_entropy, BURN_NONCE).end(burned)
    for entropy, number, count in earlier:
        cards = cards.begin(entropy, number).end(count)
    return cards


def find_unshown_card(round_: Round) -> str | None:
    """Hole card that a completed round never showed, if its shoe's seed is revealed; else None."""
    deal, shown = round_.deal, round_.deal.cards or []
    finished = deal.shoe.server_seed is not None and deal.status == Round.Status.COMPLETED
    if not finished or len(shown) >= (deal.cards_drawn or 0):
        return None
    cards = load_shoe_before(deal.shoe, deal.nonce).begin(deal.entropy, deal.nonce)
    return str(cards.draw(2 * len(deal.boxes) + 1))


def replay_deal(round_: Round, record: DealRecord) -> list[Deal]:
    """Replay a running round; return its states, checked against the hash of the last state shown.

    Raises `ReplayDiffers`, `SeedMismatch`, `SeedUnreadable`.
    """
    return list(_replayed(round_, record))


def replay_deal_partially(round_: Round, record: DealRecord) -> tuple[list[Deal], Alarm | None]:
    """Replay as many states as possible; return them and the alarm that stopped the replay, if any."""
    states: list[Deal] = []
    found = None
    try:
        states.extend(_replayed(round_, record))
    except Alarm as alarm:
        found = alarm
    return states, found


def _replayed(round_: Round, record: DealRecord) -> Iterator[Deal]:
    dealt = round_.deal
    kept = _continued(round_, record)
    yield from kept.states
    state = kept.states[-1]
    try:
        for text in record.actions[len(kept.actions) :]:
            state = state.play(Action.parse(text, SCALE_DIGITS))
            kept = kept.followed_by(text, state)
            yield state
    except IllegalAction as error:
        raise ReplayDiffers(str(round_.public_id)) from error
    if state.state_hash != dealt.state_hash:
        raise ReplayDiffers(str(round_.public_id))
    kept_replays.keep(dealt.pk, kept)


def _continued(round_: Round, record: DealRecord) -> KeptReplay:
    """The replay of this deal that this process keeps, if it came from the same input, else its first state.

    The seed is decrypted and checked in any case.
    """
    dealt, shoe = round_.deal, round_.deal.shoe
    server_seed = unseal_server_seed(shoe, SeedPurpose.REPLAY)
    rules, snapshot = shoe.version.rules, (shoe.kept_nonce, bytes(shoe.kept_left or b""))
    of_shoe = (server_seed, snapshot, shoe.burn_entropy)
    source = (of_shoe, dealt.nonce, dealt.entropy, rules, record.dealt, record.stakes)
    kept = kept_replays.find(dealt.pk)
    if kept is not None and kept.source == source and kept.leads_to(record.actions):
        return kept
    cards = _rebuild(shoe, server_seed, dealt.nonce, record.dealt)
    draw = drawn_by_one(cards.begin(dealt.entropy, dealt.nonce).draw)
    try:
        first = Deal.start(rules, record.stakes, draw)
    except BetError as error:
        raise ReplayDiffers(str(round_.public_id)) from error
    return KeptReplay(source, (), (first,))
