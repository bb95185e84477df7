"""First cards of a live table's deal, once the seeds of its bets are known."""

from dataclasses import dataclass
from datetime import datetime

from casino import models
from casino.fairness.selectors.dealing import load_shoe_before
from casino.fairness.selectors.exchanges import build_exchange
from casino.fairness.selectors.shoe_snapshot import store_snapshot
from casino.fairness.services.shoes import close_if_done, open_shoe
from casino.live.selectors.wagers import Placed, build_box_bets, find_bettor_numbers, order_bettors
from casino.live.services.ending import end_deal
from casino.models import Bet, Place, Round, SeedExchange, Shoe, Wager
from casino.play.selectors.player_money import SESSION_FIELDS, load_player_money
from casino.play.selectors.running_deal import PlayerShare, RunningDeal
from casino.play.services.dealing import deal_cards
from casino.play.services.settlement import SHOE_COUNTS, settle_deal
from casino.services.clocks import deal_phase, set_phase
from casino.values.clocks import turn_seconds
from internals.compiled_queries import CompiledRow, prepare_insert, prepare_update, write_rows
from profiles.selectors.in_force import profile_in_force


@dataclass(frozen=True, slots=True)
class DealInput:
    """Input of a deal: its exchange with every seed, and its wagers."""

    place: Place
    shoe: Shoe
    exchange: SeedExchange
    wagers: list[Wager]
    at: datetime

    @property
    def boxes(self) -> dict[int, list[Placed]]:
        """Bets of each box by bettor."""
        return order_bettors(self.wagers)

    @property
    def cut(self) -> int | None:
        """The shoe's cut; that of the lowest box's wager if this deal opens the shoe."""
        if self.shoe.status == Shoe.Status.DEALING:
            return self.shoe.cut
        (owner, _bet), *_behind = next(iter(self.boxes.values()))
        return owner.cut


def deal_wagers(opened: DealInput) -> None:
    """Deal the first cards: each wager becomes a round. A deal that ends with them is settled."""
    shoe, nonce = opened.shoe, opened.exchange.nonce
    opens, shoe.cut = shoe.status == Shoe.Status.ANNOUNCED, opened.cut
    entropy = build_exchange(opened.exchange).entropy(shoe.cut)
    of_shoe = open_shoe(shoe, entropy) if opens else []
    cards, shoe.rounds_dealt = load_shoe_before(shoe, nonce), nonce
    dealt, deal = deal_cards(shoe, nonce, entropy, build_box_bets(opened.boxes), cards)
    shares = [_share(opened, wager, dealt) for wager in opened.wagers]
    running = RunningDeal(dealt, sorted(shares, key=lambda share: share.round.player_id))
    kept = store_snapshot(shoe, cards, nonce)
    rows = [
        *_rows(opened, running),
        *(of_shoe or [prepare_update(shoe, "rounds_dealt", *SHOE_COUNTS, *kept)]),
    ]
    clock, rules = opened.place.clock, shoe.version.rules
    if not deal.complete:
        write_rows(*rows)
        write_rows(set_phase(clock, deal_phase(deal), opened.at, turn_seconds(rules), dealt))
        return
    calls = settle_deal(running, deal)
    players = [prepare_update(participant, *SESSION_FIELDS) for participant in running.participants]
    write_rows(*rows, *players, also=calls)
    close_if_done(shoe)
    end_deal(clock, running, opened.at)


def _share(opened: DealInput, wager: Wager, dealt: models.Deal) -> PlayerShare:
    return PlayerShare(_round(opened, wager, dealt), load_player_money(wager.participant.player))


def _round(opened: DealInput, wager: Wager, dealt: models.Deal) -> Round:
    participant, bettors = wager.participant, find_bettor_numbers(wager, opened.boxes)
    participant.place = opened.place
    profile = profile_in_force(participant.player.country, wager.placed_at)
    return Round(
        profile_id=profile.version,
        country_profile_id=profile.country_version,
        public_id=wager.public_id,
        place=opened.place,
        player=participant.player,
        participant=participant,
        deal=dealt,
        version=opened.shoe.version,
        client_seed=wager.client_seed,
        seat_seed=_seat_seed(opened, wager),
        boxes=list(bettors),
        bettors=list(bettors.values()),
        limits_at_deal=wager.limits_at_deal,
        currency=wager.currency,
        tasa_cambio=wager.tasa_cambio,
        amount=wager.amount,
        amount_usd=wager.amount_usd,
        staked=wager.amount,
        staked_usd=wager.amount_usd,
        balance_before=wager.balance_before,
        started_at=opened.at,
        asked_at=opened.at,
        origin_id=wager.origin_id,
    )


def _seat_seed(opened: DealInput, wager: Wager) -> str:
    """Seed that the seat mixed in; "" if all its bets are behind."""
    seeds = [one.seat_seed for one in opened.exchange.seals.all() if one.wager_id == wager.pk]
    return (seeds[0] or "") if seeds else ""


def _rows(opened: DealInput, running: RunningDeal) -> list[CompiledRow]:
    """Rows to write: the deal, its rounds with their bets, and the wagers that became them."""
    rows = [prepare_insert(running.dealt)]
    wagers = {wager.public_id: wager for wager in opened.wagers}
    for share in running.shares:
        wager = wagers[share.round.public_id]
        wager.end, wager.ended_at = Wager.End.DEALT, opened.at
        place_of_round = len(rows)
        rows.append(prepare_insert(share.round, parent="deal"))
        rows += [
            prepare_insert(_bet(share, bet), under=place_of_round, parent="round")
            for bet in wager.bets.all()
        ]
        rows.append(prepare_update(wager, "end", "ended_at"))
    return rows


def _bet(share: PlayerShare, bet: models.WagerBet) -> Bet:
    return Bet(
        round=share.round,
        box=bet.box,
        choices=bet.choices,
        stake=bet.stake,
        side_bets=bet.side_bets,
        amount_usd=bet.amount_usd,
    )
