"""Everything in a transcript, recomputed: commitment, cards, play, payouts, the public log, the digest."""

import reprlib
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from blackjack import keys
from blackjack.actions import WITH_NEW_MONEY, Action, IllegalAction
from blackjack.bets import BetError
from blackjack.canonical import digest_of
from blackjack.cards import Card
from blackjack.deal import Deal
from blackjack.fairness import commitment, entropy
from blackjack.public_log import line_hash
from blackjack.rules import Rules
from blackjack.shoe import DealCards, Shoe, must_close
from blackjack.transcript import refund_document, settlement_document
from blackjack.transcript_reader import ListedDeal, Transcript, read_transcript


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One thing that was recomputed; where it `passed` not, `nonce` and `card` (from 1) say where, if anywhere."""

    subject: str
    passed: bool
    detail: str
    nonce: int | None = None
    card: int | None = None

    def __str__(self) -> str:
        """Return the check as one line."""
        return f"{'ok' if self.passed else 'DIFFERENT'}: {self.subject}: {self.detail}"


class _DifferenceError(Exception):
    def __init__(
        self, subject: str, detail: str, nonce: int | None = None, card: int | None = None
    ) -> None:
        super().__init__(detail)
        self.check = CheckResult(subject, passed=False, detail=detail, nonce=nonce, card=card)


def verify(
    data: str | bytes | Mapping[str, Any], commitment_given: str | None = None
) -> Iterator[CheckResult]:
    """Return the checks of a transcript one by one, up to the end or to the first difference, which comes last.

    `data` is JSON text or its value. `commitment_given` is the commitment that was published before the shoe was dealt, from a
    source other than the transcript: without it a transcript is compared with nothing but itself, and one that was made up whole
    passes. What is no transcript raises a MalformedError at once.
    """
    return _until_difference(_checks(read_transcript(data), commitment_given))


def _until_difference(checks: Iterator[CheckResult]) -> Iterator[CheckResult]:
    try:
        yield from checks
    except _DifferenceError as difference:
        yield difference.check


def _ok(subject: str, detail: str, nonce: int | None = None) -> CheckResult:
    return CheckResult(subject, passed=True, detail=detail, nonce=nonce)


def _require(holds: object, subject: str, detail: str, nonce: int | None = None) -> None:
    if not holds:
        raise _DifferenceError(subject, detail, nonce)


def _checks(document: Transcript, commitment_given: str | None) -> Iterator[CheckResult]:
    yield _check_commitment(document)
    if commitment_given is not None:
        yield _check_given(document, commitment_given)
    yield _check_head(document)
    yield from _check_log(document)
    shoe = yield from _check_burn(document)
    for place, played in enumerate(document.deals):
        shoe = yield from _check_deal(document, shoe, place, played)
    yield from _check_rest(document, shoe)
    if "digest" in document.raw:
        yield _check_digest(document)


def _check_commitment(document: Transcript) -> CheckResult:
    listed, own = document.raw["commitment"], commitment(document.raw["server_seed"])
    _require(listed == own, "commitment", f"listed {listed!r:.70}, the server seed gives {own}")
    return _ok("commitment", own)


def _check_given(document: Transcript, given: str) -> CheckResult:
    """The transcript is of the shoe whose commitment its reader knows."""
    same = document.raw["commitment"] == given
    _require(same, "commitment", f"you gave {given}, the transcript has another")
    return _ok("commitment", "the one you gave")


def _check_head(document: Transcript) -> CheckResult:
    rules, raw = document.rules, document.raw
    for key, own in (("decks", rules.decks), ("reshuffle", rules.reshuffle)):
        _require(raw[key] == own, key, f"listed {raw[key]!r}, the rules say {own!r}")
    cut = raw["cut"]
    if cut is not None or (rules.cuts and document.deals):
        allowed = f"{rules.cuts[0]} to {rules.cuts[-1]}" if rules.cuts else "null"
        _require(cut in rules.cuts, "cut", f"listed {cut}, allowed is {allowed}")
    return _ok("rules", f"{rules.decks} decks, hash {rules.digest}")


def _check_log(document: Transcript) -> Iterator[CheckResult]:
    for line, kind in zip(document.log, ("announced", "opened"), strict=False):
        yield _check_line(document, line, kind)
    if not document.log:
        return
    announced, last = document.log[0], document.log[-1]
    opened = len(document.log) > 1
    _require(opened or not document.deals, "log", "the shoe dealt without an opening line")
    if opened:
        in_order = announced["n"] < last["n"] and announced["at"] <= last["at"]
        _require(in_order, "log", "the shoe was opened before it was announced")
        chained = last["n"] > announced["n"] + 1 or last["previous"] == announced["hash"]
        _require(chained, "log", "the opening line does not follow the announcing line")
        own = document.rules.digest
        agrees = last["rules_hash"] == own
        _require(
            agrees, "log line opened", f"rules_hash {last['rules_hash']}, the rules give {own}"
        )


def _check_line(document: Transcript, line: Mapping[str, Any], kind: str) -> CheckResult:
    subject = f"log line {kind}"
    expected = (
        ("kind", kind),
        ("shoe", document.raw["shoe"]),
        ("commitment", document.raw["commitment"]),
    )
    for key, own in expected:
        _require(line[key] == own, subject, f"{key} {line[key]!r}, {own!r} is expected")
    own = line_hash(line)
    _require(line["hash"] == own, subject, f"hash {line['hash']}, the line gives {own}")
    return _ok(subject, f"number {line['n']} at {line['at']}, hash {own}")


def _check_burn(document: Transcript) -> Generator[CheckResult, None, Shoe]:
    rules, burned = document.rules, document.burned
    shoe = Shoe(document.raw["server_seed"], rules.finite_decks)
    due = rules.burn_cards if document.deals or burned else 0
    if burned is None:
        _require(due == 0, "burned cards", f"{due} are due, none are listed", 0)
        return shoe
    _require(burned.nonce == 0, "burned cards", f"nonce {burned.nonce}, 0 is expected", 0)
    _require(document.deals, "burned cards", "cards were burned, but no round was played", 0)
    seeds = document.deals[0].seat_seeds
    openers = [entropy({box: seed}, document.raw["cut"]) for box, seed in seeds.items()]
    _require(
        burned.entropy in openers, "burned cards", f"{burned.entropy!r} is no seat of round 1", 0
    )
    cards = shoe.begin(burned.entropy, 0)
    _check_cards("burned cards", 0, burned.cards, [cards.draw(k) for k in range(due)])
    yield _ok("burned cards", _count_text(due, "card"), 0)
    return cards.end(due)


def _check_deal(
    document: Transcript, shoe: Shoe, place: int, played: ListedDeal
) -> Generator[CheckResult, None, Shoe]:
    nonce = place + 1
    name = f"round {nonce}"
    _require(played.nonce == nonce, name, f"nonce {played.nonce}, {nonce} is expected", nonce)
    closed = must_close(document.rules, place, shoe.dealt)
    _require(not closed, name, f"the shoe was to close after round {place}", nonce)
    mixed = entropy(played.seat_seeds, document.raw["cut"])
    yield _ok(f"{name}, entropy", mixed, nonce)
    dealing = shoe.begin(mixed, nonce)
    count = len(played.cards)
    _check_cards(name, nonce, played.cards, dealing.first(count))
    yield _ok(f"{name}, cards", _count_text(count, "card"), nonce)
    yield from _check_play(document, name, played, dealing)
    return dealing.end(count)


def _check_cards(subject: str, nonce: int, listed: Sequence[str], own: Sequence[Card]) -> None:
    """Compare card by card; the first too much or too little is a difference like any other."""
    for number, (given, drawn) in enumerate(zip_longest(listed, own), 1):
        if given is None or drawn is None or given != str(drawn):
            is_listed = "is not listed" if given is None else f"is listed as {given!r}"
            is_due = "none is due" if drawn is None else f"the seed gives {drawn}"
            raise _DifferenceError(subject, f"card {number} {is_listed}, {is_due}", nonce, number)


def _check_play(
    document: Transcript, name: str, played: ListedDeal, dealing: DealCards
) -> Iterator[CheckResult]:
    nonce = played.nonce
    boxes = [bet.box for bet in played.bets]
    seeds = sorted(played.seat_seeds)
    _require(
        boxes == seeds, f"{name}, bets", f"of the seats {boxes}, the seeds are of {seeds}", nonce
    )
    own = yield from _check_decisions(document, name, played, dealing)
    subject = f"{name}, settlement"
    difference = _first_difference("settlement", played.settlement, own)
    _require(difference is None, subject, difference or "", nonce)
    returned = ", ".join(f"seat {box[keys.BOX]} {box['returned']}" for box in own[keys.BOXES])
    yield _ok(
        subject, f"{'cancelled, returned' if played.cancelled else 'paid'}: {returned}", nonce
    )


def _check_decisions(
    document: Transcript, name: str, played: ListedDeal, dealing: DealCards
) -> Generator[CheckResult, None, dict[str, Any]]:
    """Play the deal through the rules, and return the settlement that it gives."""
    subject, nonce = f"{name}, decisions", played.nonce
    if played.cancelled and not played.cards:
        _require(not played.decisions, subject, "made before the first card", nonce)
        stakes = {bet.box: bet.stakes for bet in played.bets}
        return refund_document(stakes, document.places)
    deal = _replay_decisions(document, name, played, dealing)
    _check_number(name, played, deal.cards_drawn)
    _require(played.cancelled or deal.complete, subject, "the round is not over after them", nonce)
    _check_house(document.rules, subject, played)
    yield _ok(subject, "legal, " + _describe_decisions(played), nonce)
    if played.cancelled:
        staked = {box.number: [part.staked for part in box.parts] for box in deal.boxes}
        return refund_document(staked, document.places)
    return settlement_document(deal, document.places)


def _replay_decisions(
    document: Transcript, name: str, played: ListedDeal, dealing: DealCards
) -> Deal:
    try:
        deal = Deal.start(document.rules, played.bets, dealing.draw)
    except BetError as error:
        raise _DifferenceError(f"{name}, bets", str(error), played.nonce) from error
    for number, action in enumerate(played.decisions, 1):
        try:
            deal = deal.play(Action.parse(action, document.places))
        except IllegalAction as error:
            legal = ", ".join(deal.legal_actions) or "nothing"
            detail = f"decision {number} is {action!r:.40}, legal is {legal}"
            raise _DifferenceError(f"{name}, decisions", detail, played.nonce) from error
    return deal


def _check_house(rules: Rules, subject: str, played: ListedDeal) -> None:
    """Where no rule lets the house play the chart as the player would, it puts no new money in."""
    of_absent = rules.on_absence if rules.resume_seconds is not None else None
    of_late = rules.on_turn_timeout if rules.turn_seconds is not None else None
    if "basic_strategy" in (of_absent, of_late):
        return
    for number in played.by_house:
        action = played.decisions[number - 1]
        detail = (
            f"decision {number} by the house is {action!r:.40}, the rules allow it no new money"
        )
        _require(not action.startswith(WITH_NEW_MONEY), subject, detail, played.nonce)


def _describe_decisions(played: ListedDeal) -> str:
    counted = _count_text(len(played.decisions), "decision")
    made = ", ".join(f"{number} {played.decisions[number - 1]}" for number in played.by_house)
    return f"{counted}, by the house: {made}" if made else counted


def _check_number(name: str, played: ListedDeal, drawn: int) -> None:
    listed = len(played.cards)
    if listed != drawn:
        detail = f"{_count_text(listed, 'card')} are listed, the decisions draw {drawn}"
        card = min(listed, drawn) + 1
        raise _DifferenceError(f"{name}, card {card}", detail, played.nonce, card)


def _first_difference(path: str, listed: object, own: object) -> str | None:
    """Return where two JSON values differ first, in words; None where they are the same."""
    if isinstance(listed, dict) and isinstance(own, dict) and set(listed) == set(own):
        pairs = [(f"{path}.{key}", listed[key], own[key]) for key in own]
    elif isinstance(listed, list) and isinstance(own, list) and len(listed) == len(own):
        pairs = [(f"{path}[{i}]", *pair) for i, pair in enumerate(zip(listed, own, strict=True))]
    elif type(listed) is type(own) and listed == own:
        return None
    else:
        return f"{path} is listed as {reprlib.repr(listed)}, the rules give {reprlib.repr(own)}"
    differences = (_first_difference(*pair) for pair in pairs)
    return next((difference for difference in differences if difference is not None), None)


def _check_rest(document: Transcript, shoe: Shoe) -> Iterator[CheckResult]:
    rest = document.rest
    if rest is None:
        return
    dealt = document.deals and shoe.decks is not None
    _require(dealt, "rest", "a shoe without a round, or without an end, has none")
    nonce = len(document.deals) + 1
    mixed = entropy(document.deals[-1].seat_seeds, document.raw["cut"])
    _require(rest.nonce == nonce, "rest", f"nonce {rest.nonce}, {nonce} is expected", nonce)
    _require(rest.entropy == mixed, "rest", f"entropy {rest.entropy!r}, not {mixed!r}", nonce)
    _check_cards("rest", nonce, rest.cards, shoe.rest(mixed, nonce))
    yield _ok("rest", _count_text(len(rest.cards), "card"), nonce)


def _check_digest(document: Transcript) -> CheckResult:
    own = digest_of({key: value for key, value in document.raw.items() if key != "digest"})
    listed = document.raw["digest"]
    _require(listed == own, "digest", f"listed {listed!r:.70}, the document gives {own}")
    return _ok("digest", own)


def _count_text(number: int, noun: str) -> str:
    return f"1 {noun}" if number == 1 else f"{number} {noun}s"
