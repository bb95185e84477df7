"""Rounds as the API shows them: running ones from their replayed states, finished ones from their facts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from blackjack.bets import FIRST
from blackjack.deal import Deal
from blackjack.view import AMOUNTS
from casino.models import Round
from casino.play.services.offers import ActionOffer
from casino.rounds.values.replay_frames import number_hands
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class FeltResource:
    """The cards and bets that a player sees. `face_down`: a hole card lies face down."""

    dealer: Mapping[str, Any]
    boxes: Sequence[Mapping[str, Any]]
    turn: Mapping[str, Any] | None
    face_down: bool


@dataclass(frozen=True, slots=True)
class RoundResource:
    """A round with what its player sees of it. `step` numbers the next decision, `actions` are the legal ones."""

    round: Round
    felt: FeltResource
    step: int
    actions: Sequence[ActionOffer] = ()

    @property
    def staked(self) -> Money:
        return self.round.money(self.round.staked)

    @property
    def returned(self) -> Money | None:
        return None if self.round.returned is None else self.round.money(self.round.returned)

    @property
    def net(self) -> Money | None:
        returned = self.returned
        return None if returned is None else returned - self.staked

    @property
    def tax(self) -> Money:
        return self.round.money(self.round.tax)

    @property
    def balance_before(self) -> Money:
        return self.round.money(self.round.balance_before)

    @property
    def balance_after(self) -> Money | None:
        after = self.round.balance_after
        return None if after is None else self.round.money(after)


def build_round(
    round_: Round, states: Sequence[Deal], actions: Sequence[ActionOffer] = ()
) -> RoundResource:
    """Return a running round from its states, or a finished one (no states) from its facts."""
    facts = states[-1].public_for(round_.bettor_by_box) if states else round_.result or {}
    step = len(states) - 1 if states else 0
    return RoundResource(round_, build_felt(round_, facts), step, actions)


def build_felt(round_: Round, facts: Mapping[str, Any]) -> FeltResource:
    """Return the felt of one player's public facts. `{}`: the round was cancelled before its cards were known."""
    if not facts:
        return FeltResource({"cards": [], "total": 0, "soft": False}, [], None, face_down=False)
    dealer = facts["dealer"]
    has_hole_card = round_.deal.shoe.version.rules.hole_card == "dealt"
    return FeltResource(
        dealer=dealer,
        boxes=[_box(round_, seat) for seat in facts["seats"]],
        turn=facts["next"],
        face_down=has_hole_card and len(dealer["cards"]) == 1,
    )


def _box(round_: Round, seat: Mapping[str, Any]) -> Mapping[str, Any]:
    hands = [{**hand, "number": number} for number, hand in number_hands(seat)]
    is_behind = seat.get("bettor", FIRST) != FIRST
    shown: Mapping[str, Any] = with_money({**seat, "hands": hands}, round_.currency)
    return {**shown, "is_behind": is_behind}


def with_money(shown: Any, currency: str) -> Any:
    """Return public facts with their amounts, which are units, as money."""
    if isinstance(shown, Mapping):
        return {
            key: Money(value, currency)
            if key in AMOUNTS and value is not None
            else with_money(value, currency)
            for key, value in shown.items()
        }
    if isinstance(shown, list):
        return [with_money(one, currency) for one in shown]
    return shown
