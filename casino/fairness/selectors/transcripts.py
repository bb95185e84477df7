"""Transcripts of closed shoes, the documents that players verify (docs/fairness.md)."""

from collections.abc import Iterator
from typing import Any, Final

from blackjack import transcript
from blackjack.bets import FIRST, Bet
from blackjack.exchange import Exchange
from blackjack.transcript import HOUSE, PLAYER, DealFacts, ShoeFacts
from blackjack.transcript_copies import build_copy
from blackjack.view import with_decimals
from casino.fairness.selectors.exchanges import build_exchange, exchanges_by_nonce
from casino.fairness.selectors.played_bets import build_deal_bets
from casino.fairness.selectors.public_log import load_shoe_log_lines
from casino.models import Deal, Round, SeedExchange, Shoe
from casino.selectors.places import find_shoe_rounds


def transcript_text(shoe: Shoe, player: int | None = None) -> str:
    """Transcript of a closed shoe as JSON text, built from stored facts.

    Without `player` it has all amounts. With `player`, the transcript of a live table's shoe is that player's
    copy.
    """
    facts = ShoeFacts(
        shoe=str(shoe.public_id),
        server_seed=shoe.server_seed or "",
        rules=shoe.version.rules,
        deals=list(_deals(shoe)),
        cut=shoe.cut,
        log=load_shoe_log_lines(shoe.public_id),
        incomplete=shoe.status == Shoe.Status.RETIRED,
    )
    document = transcript.build_transcript(facts)
    if player is not None and shoe.place.is_live:
        document = build_copy(document, _own(shoe, player))
    return transcript.format_transcript(document)


def _own(shoe: Shoe, player: int) -> dict[int, list[tuple[int, int]]]:
    """(box, bettor) pairs of the player, by nonce."""
    rounds = find_shoe_rounds(shoe).filter(player=player).select_related("deal")
    return {one.deal.nonce: list(one.bettor_by_box.items()) for one in rounds}


def _deals(shoe: Shoe) -> Iterator[DealFacts]:
    exchanges = exchanges_by_nonce(shoe)
    deals = shoe.deals.prefetch_related("rounds__bets", "decisions").order_by("nonce")
    for deal in deals:
        rounds, made = list(deal.rounds.all()), exchanges.get(deal.nonce, [])
        bets = build_deal_bets(rounds)
        decisions = sorted(deal.decisions.all(), key=lambda decision: decision.step)
        complete = [one for one in made if one.status == SeedExchange.Status.COMPLETE]
        sealed = build_exchange(complete[-1]) if complete else None
        yield DealFacts(
            nonce=deal.nonce,
            seat_seeds=_seat_seeds(rounds, sealed),
            bets=transcript.bets_document(bets),
            decisions=[(one.action, HOUSE if one.by_house else PLAYER) for one in decisions],
            settlement=_settlement(deal, rounds, bets),
            cards_drawn=deal.cards_drawn or 0,
            cards=deal.cards or [],
            face_down=_face_down(deal),
            status=deal.status,
            seals=sealed.seals if sealed else {},
            plain=sealed.plain if sealed else [],
            aborted=[build_exchange(one) for one in made if one not in complete],
        )


def _seat_seeds(rounds: list[Round], sealed: Exchange | None) -> dict[int, str]:
    if sealed is not None:
        return dict(sealed.openings)
    return {box: one.seat_seed for one in rounds if one.seat_seed for box in one.boxes}


def _settlement(deal: Deal, rounds: list[Round], bets: list[Bet]) -> dict[str, object]:
    if deal.status == Round.Status.CANCELLED:
        return transcript.refund_document(_refunds(rounds, bets))
    shown = with_decimals(_whole(rounds))
    return {"dealer": shown["dealer"], "seats": shown["seats"]}


def _refunds(rounds: list[Round], bets: list[Bet]) -> dict[int, list[int]]:
    """Refunds by box, one for each bettor in order."""
    staked = {
        (seat["seat"], seat.get("bettor", FIRST)): seat["staked"]
        for one in rounds
        for seat in (one.result or {})["seats"]
    }
    return {
        bet.box: [staked[bet.box, bettor] for bettor in range(FIRST, FIRST + 1 + len(bet.behind))]
        for bet in bets
    }


def _whole(rounds: list[Round]) -> dict[str, object]:
    """Facts of the whole deal, merged from the results of its players."""
    facts = [one.result or {} for one in rounds]
    parts = [seat for one in facts for seat in one["seats"]]
    boxes = {seat["seat"]: dict(seat) for seat in parts if "bettor" not in seat}
    for seat in sorted(parts, key=lambda one: (one["seat"], one.get("bettor", FIRST))):
        if "bettor" in seat:
            boxes[seat["seat"]].setdefault("behind", []).append(_behind(seat))
    return {"dealer": facts[0]["dealer"], "seats": [boxes[box] for box in sorted(boxes)]}


def _behind(seat: dict[str, Any]) -> dict[str, Any]:
    """A follower's part of a box, without what the box has only once: cards and side bets."""
    hands = [{key: hand[key] for key in _OF_WAGER} for hand in seat["hands"]]
    return {**{key: seat[key] for key in seat if key not in _OF_BOX}, "hands": hands}


_OF_WAGER: Final = ("hand", "stake", "added", "outcome", "payout")
_OF_BOX: Final = ("seat", "side_bets")


def _face_down(deal: Deal) -> int | None:
    """Number of the hole card, if it was never shown."""
    if deal.status == Round.Status.CANCELLED:
        return None  # the transcript takes the cards of a cancelled deal from the shoe
    unshown = len(deal.cards or []) < (deal.cards_drawn or 0)
    return 2 * len(deal.boxes) + 1 if unshown else None
