"""A closed shoe as the one document that proves it (docs/fairness.md)."""

from collections.abc import Iterator

from blackjack import transcript
from blackjack.bets import Bet
from blackjack.transcript import HOUSE, PLAYER, DealFacts, ShoeFacts
from blackjack.view import with_decimals
from casino.fairness.selectors.public_log import lines_of
from casino.models import Round, Shoe
from casino.selectors.places import rounds_of


def transcript_text(shoe: Shoe) -> str:
    """The transcript of a closed shoe, made from stored facts, with its player's amounts."""
    facts = ShoeFacts(
        shoe=str(shoe.public_id),
        server_seed=shoe.server_seed or "",
        rules=shoe.version.rules,
        deals=list(_rounds(shoe)),
        cut=shoe.cut,
        log=lines_of(shoe.public_id),
    )
    return transcript.text_of(transcript.build(facts))


def _rounds(shoe: Shoe) -> Iterator[DealFacts]:
    rounds = rounds_of(shoe).select_related("deal")
    for round_ in rounds.prefetch_related("bets", "decisions").order_by("deal__nonce"):
        bets = [Bet(bet.box, bet.stake, bet.side_bets) for bet in round_.bets.all()]
        decisions = sorted(round_.decisions.all(), key=lambda decision: decision.step)
        yield DealFacts(
            nonce=round_.deal.nonce,
            seat_seeds={bet.box: round_.seat_seed for bet in bets},
            bets=transcript.bets_document(bets),
            decisions=[(made.action, HOUSE if made.by_house else PLAYER) for made in decisions],
            settlement=_settlement(round_),
            cards_drawn=round_.deal.cards_drawn or 0,
            cards=round_.deal.cards or [],
            face_down=_face_down(round_, len(bets)),
            status=round_.status,
        )


def _settlement(round_: Round) -> dict[str, object]:
    if round_.status == Round.Status.CANCELLED:
        seats = (round_.result or {})["seats"]
        return transcript.refund_document({seat["seat"]: [seat["staked"]] for seat in seats})
    shown = with_decimals(round_.result)
    return {"dealer": shown["dealer"], "seats": shown["seats"]}


def _face_down(round_: Round, seats: int) -> int | None:
    """The number of the hole card, where it was never shown."""
    if round_.status == Round.Status.CANCELLED:
        return None  # what a cancelled round drew comes from the shoe
    deal = round_.deal
    return 2 * seats + 1 if len(deal.cards or []) < (deal.cards_drawn or 0) else None
