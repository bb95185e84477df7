"""Legal actions of a box, defined here only. Verbs are in the order of `actions.VERBS`."""

from blackjack.bets import FIRST, Box
from blackjack.cards import ACE, Card
from blackjack.dealer import can_make_blackjack
from blackjack.hands import Hand, HandEnd
from blackjack.rules import Rules

_DOUBLE_FROM = {"any": 0, "9-11": 9, "10-11": 10}
_DOUBLE_TO = 11


def legal_before_peek(rules: Rules, upcard: Card, box: Box) -> tuple[str, ...]:
    """Return the verbs offered to the box before the peek; empty if it has no decision."""
    if box.answered or _is_settled(box) or not can_make_blackjack(rules, upcard):
        return ()
    natural = box.hands[0].is_natural(rules)
    ace = upcard.value == ACE
    offers = {
        "surrender": box.bettor == FIRST and not natural and _surrenders_early(rules, upcard),
        "insure": ace and rules.insurance != "none",
        "even_money": ace and natural and rules.even_money,
    }
    verbs = _offered_verbs(offers)
    return (*verbs, "decline") if verbs else ()


def _is_settled(box: Box) -> bool:
    """Return whether the box has no more decisions; followers may insure a hand that the first bettor surrendered."""
    end = box.hands[0].end
    return end is not None and (box.bettor == FIRST or end is not HandEnd.SURRENDERED_EARLY)


def legal_in_play(rules: Rules, upcard: Card, box: Box, hand: Hand) -> tuple[str, ...]:
    """Return the verbs legal for `hand` in its turn; empty if it has no decision."""
    if hand.is_over(rules):
        return ()
    splits = _may_split(rules, box, hand)
    if hand.is_split_ace and not rules.hit_split_aces:
        return ("stand", "split") if splits else ()
    offers = {
        "hit": True,
        "stand": True,
        "double": _may_double(rules, hand),
        "split": splits,
        "surrender": _may_surrender(rules, upcard, hand),
    }
    return _offered_verbs(offers)


def following_bettors(box: Box, hand: Hand, verb: str) -> tuple[int, ...]:
    """Return the bettors who add money when `hand` is doubled or split (`verb`)."""
    pairs = zip(box.followers, hand.behind, strict=True)
    return tuple(
        bettor
        for bettor, (follower, wager) in enumerate(pairs, FIRST + 1)
        if wager is not None and follower.choices.follows(verb)
    )


def _offered_verbs(offers: dict[str, bool]) -> tuple[str, ...]:
    return tuple([verb for verb, offered in offers.items() if offered])


def _surrenders_early(rules: Rules, upcard: Card) -> bool:
    return rules.surrender == "early" or (
        rules.surrender == "early_vs_non_ace" and upcard.value != ACE
    )


def _may_double(rules: Rules, hand: Hand) -> bool:
    if not hand.is_pair_long or rules.double_on == "never":
        return False
    if hand.from_split and not rules.double_after_split:
        return False
    if hand.is_split_ace and not rules.double_split_aces:
        return False
    return (
        rules.double_on == "any" or _DOUBLE_FROM[rules.double_on] <= hand.total.value <= _DOUBLE_TO
    )


def _may_split(rules: Rules, box: Box, hand: Hand) -> bool:
    if not hand.is_pair_long:
        return False
    first, second = hand.cards
    alike = first.rank == second.rank if rules.split_by == "rank" else first.value == second.value
    limit = rules.max_ace_splits if first.value == ACE else rules.max_splits
    return alike and len(box.hands) <= limit


def _may_surrender(rules: Rules, upcard: Card, hand: Hand) -> bool:
    """Return whether late surrender is allowed, or an early kind against an upcard that cannot make a blackjack."""
    if not hand.is_pair_long or (hand.from_split and not rules.surrender_after_split):
        return False
    if rules.surrender == "late":
        return True
    return not can_make_blackjack(rules, upcard) and _surrenders_early(rules, upcard)
