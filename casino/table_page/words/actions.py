"""Buttons of a decision."""

from dataclasses import dataclass

from blackjack.deal import Deal
from casino.models import Round
from casino.play.services.offers import ActionOffer, Funds, amount_field, list_usable_offers
from casino.rounds.words.labels import ACTIONS, AMOUNTS, KEYS, PLAY_ON
from casino.table_page.words.bet_form import AmountInput, RefusedBetForm
from wallet.money.values import Money

_SAFE = frozenset({"hit", "stand", "decline"})


@dataclass(frozen=True, slots=True)
class ActionView:
    """A button for an action the rules allow, disabled with its reason if limits or balance do not.

    A `risky` action takes money or gives up the hand; its button must not be where another was just pressed.
    """

    verb: str
    label: str
    key: str
    cost: Money | None
    enabled: bool
    code: str
    reason: str
    amount: AmountInput | None
    risky: bool


def action_views(
    funds: Funds, round_: Round, state: Deal, sent: RefusedBetForm
) -> list[ActionView]:
    """Return the buttons of the current turn, without actions that a barred player cannot use."""
    found = list_usable_offers(state, round_, funds)
    return [view_action(offer, sent, state.legal_actions) for offer in found]


def view_action(offer: ActionOffer, sent: RefusedBetForm, legal: tuple[str, ...]) -> ActionView:
    """Return the button of an action that is offered; `legal` are all actions of the turn."""
    return ActionView(
        verb=offer.verb,
        label=format_action_label(offer.verb, legal),
        key=KEYS.get(offer.verb, ""),
        cost=offer.new_money,
        enabled=offer.is_enabled,
        code=offer.code,
        reason=offer.reason,
        amount=_amount(offer, sent),
        risky=offer.verb not in _SAFE,
    )


def _amount(offer: ActionOffer, sent: RefusedBetForm) -> AmountInput | None:
    if offer.least is None or offer.most is None:
        return None
    name = amount_field(offer.verb)
    return AmountInput(
        name=name,
        label=str(AMOUNTS[offer.verb]),
        least=offer.least,
        most=offer.most,
        value=offer.most,
        typed=sent.typed.get(name),
        rebet=None,
        wrong=name == sent.wrong,
    )


def format_action_label(verb: str, legal: tuple[str, ...]) -> str:
    """Return the button label of an action."""
    return str(PLAY_ON if verb == "decline" and "insure" not in legal else ACTIONS[verb])
