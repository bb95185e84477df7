"""Payouts of each bettor, and the whole round as conformance output."""

from fractions import Fraction
from typing import Any

from blackjack.cards import Card
from tests.blackjack.naive.state import (
    BEFORE_THE_PEEK,
    FIRST,
    Hand,
    Seat,
    Table,
    total_of,
)

Output = dict[str, Any]
Paid = tuple[str, Fraction]
NOTHING = Fraction(0)


def output(table: Table) -> Output:
    """Return the output of a complete round."""
    return {
        "complete": True,
        "next": None,
        "cards_drawn": table.drawn,
        "dealer": dealer_output(table),
        "seats": [seat_output(table, seat) for seat in table.seats],
    }


def dealer_output(table: Table) -> Output:
    cards = table.dealer if table.shown or table.rules.show_hole_card == "always" else []
    cards = cards or table.dealer[:1]
    total, soft = total_of(cards)
    return {
        "cards": [str(card) for card in cards],
        "total": total,
        "soft": soft,
        "blackjack": len(cards) > 1 and table.dealer_blackjack(),
        "bust": total > 21,
    }


def seat_output(table: Table, seat: Seat) -> Output:
    part = part_output(table, seat, FIRST)
    for line, hand in zip(part["hands"], seat.hands, strict=True):
        total, soft = total_of(hand.cards)
        line |= {"cards": [str(card) for card in hand.cards], "total": total, "soft": soft}
        del line["hand"]
    followers = [bettor for bettor in seat.choices if bettor != FIRST]
    behind = [
        {"bettor": bettor} | as_written(seat.choices[bettor]) | part_output(table, seat, bettor)
        for bettor in followers
    ]
    for line in behind:
        del line["side_bets"]
    return {"seat": seat.number} | part | ({"behind": behind} if behind else {})


def part_output(table: Table, seat: Seat, bettor: int) -> Output:
    """Return the stakes and payouts of one bettor of a seat."""
    staked = returned = NOTHING
    hands = []
    for place, hand in enumerate(seat.hands, start=1):
        if bettor in hand.money:
            money = hand.money[bettor]
            outcome, payout = hand_paid(table, seat, hand, bettor)
            staked, returned = staked + money.bet + money.added, returned + payout
            stakes = {"stake": number(money.bet), "added": number(money.added)}
            line = {"hand": place, "outcome": outcome, "payout": number(payout)}
            hands.append(line | stakes)
    insurance = None
    if bettor in seat.insurance:
        stake, won = seat.insurance[bettor], table.dealer_blackjack()
        staked, returned = staked + stake, returned + (3 * stake if won else NOTHING)
        insurance = bet_output(stake, "win" if won else "lose", 3 * stake if won else NOTHING)
    side_bets = {}
    for name, stake in (seat.side_bets if bettor == FIRST else {}).items():
        found = side_bet_outcome(name, seat.first_two, table.dealer)
        payout = stake + stake * table.rules.side_bets[name][found] if found else NOTHING
        staked, returned = staked + stake, returned + payout
        side_bets[name] = bet_output(stake, found, payout)
    net = staked - returned if table.rules.inverted else returned - staked
    return {
        "staked": number(staked),
        "returned": number(staked + net),
        "net": number(net),
        "insurance": insurance,
        "side_bets": side_bets,
        "hands": hands,
    }


def bet_output(stake: Fraction, outcome: str | None, payout: Fraction) -> Output:
    return {"stake": number(stake), "outcome": outcome, "payout": number(payout)}


def hand_paid(table: Table, seat: Seat, hand: Hand, bettor: int) -> Paid:
    """Return the outcome of a hand and the total returned to one of its bettors."""
    bet = hand.money[bettor].bet
    blackjack = table.dealer_blackjack()
    if hand.surrendered == BEFORE_THE_PEEK or bettor in seat.even_money:
        even = bettor in seat.even_money
        return ("even_money", 2 * bet) if even else ("surrender", bet / 2)
    if table.natural(hand):
        pays, _, to = table.rules.blackjack_pays.partition(":")
        return (
            ("push", bet) if blackjack else ("blackjack", bet + bet * Fraction(int(pays), int(to)))
        )
    if blackjack and not table.peeked:
        return unpeeked_blackjack(table, seat, hand, bettor)
    if hand.surrendered:
        return "surrender", bet / 2
    if blackjack or table.bust(hand):
        return "lose" if blackjack else "bust", NOTHING
    return compared(table, hand, bet + hand.money[bettor].added)


def unpeeked_blackjack(table: Table, seat: Seat, hand: Hand, bettor: int) -> Paid:
    """Return the result of a hand against a dealer's blackjack without a peek."""
    bet, added = hand.money[bettor].bet, hand.money[bettor].added
    if hand.surrendered:
        return "surrender", NOTHING
    outcome = "bust" if table.bust(hand) else "lose"
    leftmost = next(other for other in seat.hands if bettor in other.money)
    takes = table.rules.dealer_blackjack_takes
    if takes == "original_bet":
        return outcome, added if hand is leftmost else bet + added
    keeps_double = takes == "all_but_doubles" and outcome == "lose"
    return outcome, added if keeps_double else NOTHING


def compared(table: Table, hand: Hand, money: Fraction) -> Paid:
    if table.charlie(hand):
        return "charlie", 2 * money
    mine, dealers = total_of(hand.cards)[0], total_of(table.dealer)[0]
    if dealers > 21 or dealers < mine:
        return "win", 2 * money
    return ("push", money) if dealers == mine else ("lose", NOTHING)


def side_bet_outcome(name: str, first_two: list[Card], dealer: list[Card]) -> str | None:
    if name == "player_pair":
        return pair(first_two)
    if name == "dealer_pair":
        return pair(dealer[:2])
    found = three([*first_two, dealer[0]])
    if name == "top_3" and found in ("straight", "flush"):
        return None
    return found


def pair(cards: list[Card]) -> str | None:
    one, other = cards
    if one.rank != other.rank:
        return None
    if one.suit == other.suit:
        return "perfect"
    red = [card.suit in "DH" for card in cards]
    return "coloured" if red[0] == red[1] else "mixed"


def three(cards: list[Card]) -> str | None:
    """Return the best combination of three cards."""
    ranks = {card.rank for card in cards}
    flush = len({card.suit for card in cards}) == 1
    straight = any(ranks == set("A23456789TJQKA"[low : low + 3]) for low in range(12))
    if len(ranks) == 1:
        return "suited_trips" if flush else "trips"
    if straight:
        return "straight_flush" if flush else "straight"
    return "flush" if flush else None


def number(amount: Fraction) -> str:
    """Return an amount as a decimal number without trailing zeros."""
    places = 0
    while (amount * 10**places).denominator != 1:
        places += 1
    digits = str(abs(int(amount * 10**places))).rjust(places + 1, "0")
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if amount < 0 else text


def as_written(choices: dict[str, str]) -> dict[str, str]:
    """Return the one-word `choice` where it can express the three choices, else all three."""
    split, double, fallback = choices["split"], choices["double"], choices["fallback"]
    if split != "follow" and double == "stay":
        return {"choice": split}
    if (split, double, fallback) == ("follow", "follow", "left"):
        return {"choice": "follow"}
    return choices
