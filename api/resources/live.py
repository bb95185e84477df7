"""A live table: what everybody sees, and one player's own part."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from accounts.models.users import User
from api.resources.positions import BarResource
from api.resources.rounds import RoundResource, build_round
from casino.live.selectors.own_state import OwnState
from casino.live.selectors.table_state import TableState
from casino.live.services.looking import load_player_state, load_present_table
from casino.live.services.own_terms import OwnTerms
from casino.live.services.own_terms_loading import load_own_terms
from casino.live.words.table_view import LiveTableView, view_table
from casino.models import Place, Round, SeedExchange, Shoe
from casino.selectors.places import pick_present_shoe
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class PublicTableResource:
    """What everybody sees of a live table: no hole card, no exact amount, no name but screen names."""

    view: LiveTableView
    state: TableState

    @property
    def exchange(self) -> SeedExchange | None:
        return self.state.exchange

    @property
    def shoe(self) -> Shoe | None:
        """The shoe that deals next, or whose exchange runs."""
        return pick_present_shoe(self.state.shoes)

    @property
    def nonce(self) -> int | None:
        """Nonce of the next deal."""
        return None if self.shoe is None else self.shoe.rounds_dealt + 1

    @property
    def next_shoe(self) -> Shoe | None:
        return next((one for one in self.state.shoes if one != self.shoe), None)

    @property
    def cuts(self) -> Mapping[str, int] | None:
        """First and last cut of a shoe that is not opened; None without a choice."""
        if self.shoe is None or self.shoe.opened_at is not None:
            return None
        cuts = self.shoe.version.rules.cuts
        return {"first": cuts[0], "last": cuts[-1]} if cuts else None


@dataclass(frozen=True, slots=True)
class BehindOfferResource:
    """A box that takes bets behind, with the limits of a bet."""

    box: int
    name: str
    min_bet: Money
    max_bet: Money | None


@dataclass(frozen=True, slots=True)
class OwnPartResource:
    """One player's part: seats, bets, money, what is asked. `round` is the one in the deal that is shown or just over."""

    terms: OwnTerms
    round: RoundResource | None

    @property
    def barred(self) -> BarResource | None:
        left, bar = self.terms.time_left, self.terms.bar
        if left is not None and left.refusal:
            return BarResource(left.limit.code, left.refusal)
        return None if bar is None else BarResource.from_refusal(bar)

    @property
    def behind_offers(self) -> Sequence[BehindOfferResource]:
        bet = self.terms.offered_bet
        if bet is None:
            return []
        limits = bet.shown_limits
        return [
            BehindOfferResource(one.box, one.name, limits.min_bet, limits.max_bet)
            for one in self.terms.behind_offers
        ]


@dataclass(frozen=True, slots=True)
class LiveTableResource:
    public: PublicTableResource
    own: OwnPartResource


def build_public_table(state: TableState) -> PublicTableResource:
    return PublicTableResource(view_table(state), state)


def load_live_table(player: User, place: Place, currency: str = "") -> LiveTableResource:
    """Return the present state of a live table for a player, who is seen there now."""
    state = load_present_table(place)
    own, _is_refilled = load_player_state(player, state)
    terms = load_own_terms(own, state, currency)
    part = OwnPartResource(terms, _own_round(own, state, terms))
    return LiveTableResource(build_public_table(state), part)


def _own_round(own: OwnState, state: TableState, terms: OwnTerms) -> RoundResource | None:
    """The player's round: the running one with its actions, else the last one."""
    if own.round is not None and state.live is not None and state.is_played:
        shown = build_round(own.round, [state.live.state], terms.offers)
        return RoundResource(own.round, shown.felt, state.live.step, terms.offers)
    over: Round | None = own.last
    return build_round(over, []) if over is not None and over.result is not None else None
