"""Replay of one deal from a conformance case: the deal's public state, or an error object."""

from typing import Any, ClassVar, NamedTuple

from blackjack import keys
from blackjack.actions import Action, IllegalAction
from blackjack.amounts import AmountError, decimal_text, parse_amount
from blackjack.bets import Behind, Bet, BetError, exact_places
from blackjack.cards import Card, CardError
from blackjack.choices import KEYS as CHOICE_KEYS, choices_from
from blackjack.deal import Deal, Draw
from blackjack.presets import rules_from
from blackjack.rules import FIELDS, RulesError
from blackjack.strict_json import MalformedError, load_json, read_list, read_object, read_text
from blackjack.view import with_decimals


class OutOfCardsError(ValueError):
    """The case has too few cards: `needed` is the number of the missing one, from 1."""

    code: ClassVar[str] = "out_of_cards"

    def __init__(self, needed: int) -> None:
        super().__init__(f"card {needed} is needed")
        self.needed = needed


class TooManyActionsError(ValueError):
    """`left` actions remain after the end of the deal."""

    code: ClassVar[str] = "too_many_actions"

    def __init__(self, left: int) -> None:
        super().__init__(f"the round is over and {left} of the actions are left")
        self.left = left


class _ActionError(ValueError):
    """An illegal action with its index in the case."""

    def __init__(self, at: int, text: str, deal: Deal, error: IllegalAction, places: int) -> None:
        advice = f"legal are {', '.join(deal.legal_actions)}"
        if error.amounts is not None:
            advice = f"the amount must be more than 0 and at most {decimal_text(error.amounts[1], places)}"
        super().__init__(f"{text:.40}: {advice}")
        self.at, self.legal, self.code = at, deal.legal_actions, error.code


class _Case(NamedTuple):
    rules: str | dict[str, Any]
    bets: list[dict[str, Any]]
    cards: list[Card]
    actions: list[str]


def replay(data: str | bytes) -> dict[str, Any]:
    """Return the answer to a case given as JSON text: the deal's state, or {"error": …}."""
    try:
        return _answer(_read(load_json(data)))
    except MalformedError as error:
        return build_error("invalid_case", str(error))
    except _ActionError as error:
        return build_error(error.code, str(error), at=error.at, legal=list(error.legal))
    except (RulesError, BetError, OutOfCardsError, TooManyActionsError) as error:
        return build_error(error.code, str(error))


def build_error(code: str, message: str, **more: object) -> dict[str, Any]:
    """Return the error object of a case."""
    return {"error": {"code": code, "message": message, **more}}


def _answer(case: _Case) -> dict[str, Any]:
    rules = rules_from(case.rules)
    places = exact_places(rules)
    deal = Deal.start(rules, [_bet(given, places) for given in case.bets], _draw_from(case.cards))
    for at, action in enumerate(case.actions):
        if deal.complete:
            raise TooManyActionsError(len(case.actions) - at)
        try:
            deal = deal.play(Action.parse(action, places))
        except IllegalAction as error:
            raise _ActionError(at, action, deal, error, places) from error
    shown: dict[str, Any] = with_decimals(deal.public(), places)
    return shown


def _draw_from(cards: list[Card]) -> Draw:
    def draw(k: int) -> Card:
        if k >= len(cards):
            raise OutOfCardsError(k + 1)
        return cards[k]

    return draw


def _bet(given: dict[str, Any], places: int) -> Bet:
    box = given[keys.BOX]
    try:
        stake = parse_amount(given["stake"], places)
        side_bets = given.get("side_bets", {})
        stakes = {name: parse_amount(side_bets[name], places) for name in side_bets}
        behind = [_behind(follower, places) for follower in given.get("behind", [])]
        return Bet(box, stake, stakes, tuple(behind))
    except AmountError as error:
        raise BetError(box, str(error)) from error


def _behind(given: dict[str, Any], places: int) -> Behind:
    return Behind(parse_amount(given["stake"], places), *choices_from(given))


def _read(value: object) -> _Case:
    case = read_object(value, "case", ("rules", "bets", "cards", "actions"))
    if not isinstance(case["rules"], str):
        read_object(case["rules"], "rules", (), ("preset", *FIELDS))
    bets = [_read_bet(bet, f"bets[{i}]") for i, bet in enumerate(read_list(case["bets"], "bets"))]
    actions = [read_text(action, "actions") for action in read_list(case["actions"], "actions")]
    return _Case(case["rules"], bets, _read_cards(case["cards"]), actions)


def _read_bet(value: object, where: str) -> dict[str, Any]:
    bet = read_object(value, where, (keys.BOX, "stake"), ("side_bets", "behind"))
    if not isinstance(bet.get("side_bets", {}), dict):
        raise MalformedError(f"{where}.side_bets", "an object is expected")
    for place, follower in enumerate(read_list(bet.get("behind", []), f"{where}.behind")):
        is_one_word = isinstance(follower, dict) and "choice" in follower
        chosen = ("choice",) if is_one_word else CHOICE_KEYS
        read_object(follower, f"{where}.behind[{place}]", ("stake",), chosen)
    return bet


def _read_cards(value: object) -> list[Card]:
    try:
        return [Card.parse(name) for name in read_text(value, "cards").split()]
    except CardError as error:
        raise MalformedError("cards", str(error)) from error
