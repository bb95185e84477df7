"""Dealing of the first cards to accepted bets."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

import blackjack
from blackjack.bets import BetError
from blackjack.deal import Deal
from casino import models
from casino.models import Shoe
from casino.refusals import BetRefused
from casino.values.boxes import stake_field


def deal_cards(
    shoe: Shoe, nonce: int, entropy: str, bets: Sequence[blackjack.Bet], cards: blackjack.Shoe
) -> tuple[models.Deal, Deal]:
    """Deal the first cards. Returns the unsaved row of the deal and its state.

    `cards` is the shoe before the deal. Raises `BetRefused` for a stake that cannot be paid out exactly.
    """
    draw = cards.begin(entropy, nonce).draw
    try:
        deal = Deal.start(shoe.version.rules, bets, draw)
    except BetError as error:
        raise BetRefused(
            _("This bet can't be paid out exactly at this table's odds."),
            field=stake_field(bets[0].box),
        ) from error
    dealt = models.Deal(
        place=shoe.place,
        shoe=shoe,
        nonce=nonce,
        boxes=[box.number for box in deal.boxes],
        entropy=entropy,
        library_version=blackjack.VERSION,
        rules_hash=shoe.version.rules_hash,
        state_hash=deal.state_hash,
        running_count=shoe.running_count,
        cards_left=len(cards.left),
    )
    return dealt, deal
