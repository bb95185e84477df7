"""Verification of a transcript: recomputes commitment, cards, play, payouts, public log and digest."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any

from blackjack import keys
from blackjack.actions import WITH_NEW_MONEY, IllegalAction
from blackjack.bets import BetError
from blackjack.canonical import json_digest
from blackjack.checks import (
    CheckResult,
    DifferenceError,
    compare_cards,
    count_text,
    first_difference,
    passed_check,
    require,
)
from blackjack.deal import Deal
from blackjack.exchange_checks import check_exchanges
from blackjack.fairness import commitment, entropy
from blackjack.public_log import line_hash
from blackjack.rules import Rules
from blackjack.shoe import DealCards, Shoe, must_close
from blackjack.transcript_play import (
    parse_decision,
    refund_bets,
    refund_deal,
    settle_deal,
    start_deal,
)
from blackjack.transcript_reader import ListedDeal, Transcript, read_transcript


def verify(
    data: str | bytes | Mapping[str, Any], commitment_given: str | None = None
) -> Iterator[CheckResult]:
    """Return the checks of a transcript one by one, up to the end or to the first difference, which comes last.

    `data` is JSON text or its value. `commitment_given` is the commitment published before the shoe
    was dealt, from a source other than the transcript. Without it the transcript is compared only
    with itself, and an invented one passes. Raises MalformedError at once, before any check, if
    `data` is no transcript.
    """
    return _until_difference(_checks(read_transcript(data), commitment_given))


def _until_difference(checks: Iterator[CheckResult]) -> Iterator[CheckResult]:
    try:
        yield from checks
    except DifferenceError as difference:
        yield difference.check


def _checks(document: Transcript, commitment_given: str | None) -> Iterator[CheckResult]:
    yield _check_commitment(document)
    if commitment_given is not None:
        yield _check_given(document, commitment_given)
    yield _check_head(document)
    yield from _check_log(document)
    if document.incomplete:
        yield _check_incomplete(document)
    shoe = yield from _check_burn(document)
    for place, played in enumerate(document.deals):
        shoe = yield from _check_deal(document, shoe, place, played)
    yield from _check_rest(document, shoe)
    if "digest" in document.raw:
        yield _check_digest(document)


def _check_commitment(document: Transcript) -> CheckResult:
    listed, own = document.raw["commitment"], commitment(document.raw["server_seed"])
    require(listed == own, "commitment", f"listed {listed!r:.70}, the server seed gives {own}")
    return passed_check("commitment", own)


def _check_given(document: Transcript, given: str) -> CheckResult:
    """Compare with the commitment given by the reader."""
    same = document.raw["commitment"] == given
    require(same, "commitment", f"you gave {given}, the transcript has another")
    return passed_check("commitment", "the one you gave")


def _check_head(document: Transcript) -> CheckResult:
    rules, raw = document.rules, document.raw
    for key, own in (("decks", rules.decks), ("reshuffle", rules.reshuffle)):
        require(raw[key] == own, key, f"listed {raw[key]!r}, the rules say {own!r}")
    cut = raw["cut"]
    if cut is not None or (rules.cuts and document.deals):
        allowed = f"{rules.cuts[0]} to {rules.cuts[-1]}" if rules.cuts else "null"
        require(cut in rules.cuts, "cut", f"listed {cut}, allowed is {allowed}")
    return passed_check("rules", f"{rules.decks} decks, hash {rules.digest}")


def _check_log(document: Transcript) -> Iterator[CheckResult]:
    for line, kind in zip(document.log, ("announced", "opened"), strict=False):
        yield _check_line(document, line, kind)
    if not document.log:
        return
    announced, last = document.log[0], document.log[-1]
    opened = len(document.log) > 1
    require(opened or not document.deals, "log", "the shoe dealt without an opening line")
    if opened:
        in_order = announced["n"] < last["n"] and announced["at"] <= last["at"]
        require(in_order, "log", "the shoe was opened before it was announced")
        chained = last["n"] > announced["n"] + 1 or last["previous"] == announced["hash"]
        require(chained, "log", "the opening line does not follow the announcing line")
        own = document.rules.digest
        agrees = last["rules_hash"] == own
        require(agrees, "log line opened", f"rules_hash {last['rules_hash']}, the rules give {own}")


def _check_line(document: Transcript, line: Mapping[str, Any], kind: str) -> CheckResult:
    subject = f"log line {kind}"
    expected = (
        ("kind", kind),
        ("shoe", document.raw["shoe"]),
        ("commitment", document.raw["commitment"]),
    )
    for key, own in expected:
        require(line[key] == own, subject, f"{key} {line[key]!r}, {own!r} is expected")
    own = line_hash(line)
    require(line["hash"] == own, subject, f"hash {line['hash']}, the line gives {own}")
    return passed_check(subject, f"number {line['n']} at {line['at']}, hash {own}")


def _check_incomplete(document: Transcript) -> CheckResult:
    detail = "the cards not dealt are listed, though later rounds used some of them"
    require(document.rest is None, "incomplete", detail)
    last = document.deals[-1].nonce if document.deals else 0
    return passed_check("incomplete", f"restored from a backup, rounds after {last} are lost")


def _check_burn(document: Transcript) -> Generator[CheckResult, None, Shoe]:
    rules, burned = document.rules, document.burned
    shoe = Shoe(document.raw["server_seed"], rules.finite_decks)
    due = rules.burn_cards if document.dealt or burned else 0
    if burned is None:
        require(due == 0, "burned cards", f"{due} are due, none are listed", 0)
        return shoe
    require(burned.nonce == 0, "burned cards", f"nonce {burned.nonce}, 0 is expected", 0)
    require(document.dealt, "burned cards", "cards were burned, but no round was played", 0)
    exchange, cut = document.dealt[0].exchange, document.raw["cut"]
    if exchange.is_sealed:
        _check_burn_entropy(burned.entropy, exchange.entropy(cut))
    else:
        openers = [entropy({box: seed}, cut) for box, seed in exchange.openings.items()]
        detail = f"{burned.entropy!r} is no seat of round 1"
        require(burned.entropy in openers, "burned cards", detail, 0)
    cards = shoe.begin(burned.entropy, 0)
    compare_cards("burned cards", 0, burned.cards, [cards.draw(k) for k in range(due)])
    yield passed_check("burned cards", count_text(due, "card"), 0)
    return cards.end(due)


def _check_burn_entropy(listed: str, own: str) -> None:
    require(listed == own, "burned cards", f"entropy {listed!r}, not {own!r}", 0)


def _check_deal(
    document: Transcript, shoe: Shoe, place: int, played: ListedDeal
) -> Generator[CheckResult, None, Shoe]:
    nonce = place + 1
    name = f"round {nonce}"
    require(played.nonce == nonce, name, f"nonce {played.nonce}, {nonce} is expected", nonce)
    dealt = sum(bool(deal.exchange.openings) for deal in document.deals[:place])
    closed = must_close(document.rules, dealt, shoe.dealt)
    require(not closed, name, f"the shoe was to close after round {place}", nonce)
    yield from check_exchanges(name, played)
    if not played.exchange.openings:
        yield _check_undealt(document, name, played)
        return shoe
    mixed = played.exchange.entropy(document.raw["cut"])
    yield passed_check(f"{name}, entropy", mixed, nonce)
    dealing = shoe.begin(mixed, nonce)
    count = len(played.cards)
    compare_cards(name, nonce, played.cards, dealing.first(count))
    yield passed_check(f"{name}, cards", count_text(count, "card"), nonce)
    yield from _check_play(document, name, played, dealing)
    return dealing.end(count)


def _check_undealt(document: Transcript, name: str, played: ListedDeal) -> CheckResult:
    """Check a deal that was never dealt because all its exchanges failed: stakes are returned."""
    cancelled = played.cancelled and not (played.cards or played.decisions)
    require(cancelled, name, "it was dealt, and lists no seeds", played.nonce)
    return _check_settlement(name, played, refund_bets(played, document.places))


def _check_play(
    document: Transcript, name: str, played: ListedDeal, dealing: DealCards
) -> Iterator[CheckResult]:
    nonce = played.nonce
    boxes = [bet.box for bet in played.bets]
    seeds = sorted(played.exchange.openings)
    agrees = _covers(boxes, seeds) if played.exchange.is_sealed else boxes == seeds
    require(agrees, f"{name}, bets", f"of the seats {boxes}, the seeds are of {seeds}", nonce)
    own = yield from _check_decisions(document, name, played, dealing)
    yield _check_settlement(name, played, own)


def _covers(boxes: Sequence[int], seeds: Sequence[int]) -> bool:
    """Return whether the seeds can belong to the players of these boxes, each at the player's lowest box."""
    return {*seeds} <= {*boxes} and list(boxes) == sorted({*boxes}) and boxes[:1] == seeds[:1]


def _check_settlement(name: str, played: ListedDeal, own: Mapping[str, Any]) -> CheckResult:
    subject, nonce = f"{name}, settlement", played.nonce
    difference = first_difference("settlement", played.settlement, own)
    require(difference is None, subject, difference or "", nonce)
    returned = ", ".join(_describe_returned(box) for box in own[keys.BOXES])
    ended = "cancelled, returned" if played.cancelled else "paid"
    return passed_check(subject, f"{ended}: {returned}", nonce)


def _describe_returned(box: Mapping[str, Any]) -> str:
    amount = "not shown" if box["returned"] is None else box["returned"]
    return f"seat {box[keys.BOX]} {amount}"


def _check_decisions(
    document: Transcript, name: str, played: ListedDeal, dealing: DealCards
) -> Generator[CheckResult, None, dict[str, Any]]:
    """Replay the deal and return its settlement."""
    subject, nonce = f"{name}, decisions", played.nonce
    if played.cancelled and not played.cards:
        require(not played.decisions, subject, "made before the first card", nonce)
        return refund_bets(played, document.places)
    deal = _replay_decisions(document, name, played, dealing)
    _check_number(name, played, deal.cards_drawn)
    require(played.cancelled or deal.complete, subject, "the round is not over after them", nonce)
    _check_house(document.rules, subject, played)
    yield passed_check(subject, "legal, " + _describe_decisions(played), nonce)
    settle = refund_deal if played.cancelled else settle_deal
    return settle(deal, document.places, played.unknown)


def _replay_decisions(
    document: Transcript, name: str, played: ListedDeal, dealing: DealCards
) -> Deal:
    try:
        deal = start_deal(played, document.rules, dealing)
    except BetError as error:
        raise DifferenceError(f"{name}, bets", str(error), played.nonce) from error
    for number, action in enumerate(played.decisions, 1):
        try:
            deal = deal.play(parse_decision(deal, action, document.places, played.unknown))
        except IllegalAction as error:
            legal = ", ".join(deal.legal_actions) or "nothing"
            detail = f"decision {number} is {action!r:.40}, legal is {legal}"
            raise DifferenceError(f"{name}, decisions", detail, played.nonce) from error
    return deal


def _check_house(rules: Rules, subject: str, played: ListedDeal) -> None:
    """Reject new money staked by the house unless the rules let it play the chart."""
    of_absent = rules.on_absence if rules.resume_seconds is not None else None
    of_late = rules.on_turn_timeout if rules.turn_seconds is not None else None
    if "basic_strategy" in (of_absent, of_late):
        return
    for number in played.by_house:
        action = played.decisions[number - 1]
        detail = (
            f"decision {number} by the house is {action!r:.40}, the rules allow it no new money"
        )
        require(not action.startswith(WITH_NEW_MONEY), subject, detail, played.nonce)


def _describe_decisions(played: ListedDeal) -> str:
    counted = count_text(len(played.decisions), "decision")
    made = ", ".join(f"{number} {played.decisions[number - 1]}" for number in played.by_house)
    return f"{counted}, by the house: {made}" if made else counted


def _check_number(name: str, played: ListedDeal, drawn: int) -> None:
    listed = len(played.cards)
    if listed != drawn:
        detail = f"{count_text(listed, 'card')} are listed, the decisions draw {drawn}"
        card = min(listed, drawn) + 1
        raise DifferenceError(f"{name}, card {card}", detail, played.nonce, card)


def _check_rest(document: Transcript, shoe: Shoe) -> Iterator[CheckResult]:
    rest = document.rest
    if rest is None:
        return
    dealt = document.dealt and shoe.decks is not None
    require(dealt, "rest", "a shoe without a round, or without an end, has none")
    nonce = len(document.deals) + 1
    mixed = document.dealt[-1].exchange.entropy(document.raw["cut"])
    require(rest.nonce == nonce, "rest", f"nonce {rest.nonce}, {nonce} is expected", nonce)
    require(rest.entropy == mixed, "rest", f"entropy {rest.entropy!r}, not {mixed!r}", nonce)
    compare_cards("rest", nonce, rest.cards, shoe.rest(mixed, nonce))
    yield passed_check("rest", count_text(len(rest.cards), "card"), nonce)


def _check_digest(document: Transcript) -> CheckResult:
    own = json_digest({key: value for key, value in document.raw.items() if key != "digest"})
    listed = document.raw["digest"]
    require(listed == own, "digest", f"listed {listed!r:.70}, the document gives {own}")
    return passed_check("digest", own)
