"""The end of a round: money out of `in_play`, facts stored, the shoe closed where its rules say so."""

from django.utils import timezone

from blackjack.round import Round as Play
from casino.keys import settlement_key
from casino.models import Round
from casino.money_moves import pay
from casino.services.shoes import close_if_done
from wallet.money import amount_usd


def finish(round_: Round, play: Play) -> None:
    """Pay a completed round, once, and keep what happened. `round_.staked` already holds all its stakes."""
    seats = play.public()["seats"]
    returned = round_.money(sum(seat["returned"] for seat in seats))
    after = pay(
        round_.player_id,
        round_.money(round_.staked),
        returned,
        key=settlement_key(round_.player_id, round_.public_id),
        round_id=round_.public_id,
    )
    round_.status = Round.Status.COMPLETED
    round_.returned = returned.units
    round_.returned_usd = amount_usd(returned, round_.tasa_cambio).units
    round_.balance_after = after.units
    round_.cards_drawn = play.cards_drawn
    round_.cards = [str(card) for card in play.cards]
    round_.result = play.public()
    round_.finished_at = timezone.now()
    round_.save()
    round_.shoe.cards_out += play.cards_drawn
    round_.shoe.save(update_fields=["cards_out"])
    close_if_done(round_.shoe)
