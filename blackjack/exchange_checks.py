"""Checks of a deal's sealed exchanges: seeds match seals, and each exchange follows from the previous one."""

from __future__ import annotations

from collections.abc import Iterator

from blackjack.checks import CheckResult, passed_check, require
from blackjack.exchange import Exchange, sequence_problem
from blackjack.transcript_reader import ListedDeal


def check_exchanges(name: str, played: ListedDeal) -> Iterator[CheckResult]:
    """Yield the checks of the aborted exchanges, then of the exchange that gave the deal's seeds. Raises DifferenceError."""
    nonce = played.nonce
    for number, aborted in enumerate(played.aborted, 1):
        subject = f"{name}, aborted exchange {number}"
        _check_exchange(subject, aborted, nonce)
        require(aborted.failed, subject, "no seat failed in it", nonce)
        yield passed_check(subject, _describe_exchange(aborted), nonce)
    subject = f"{name}, seals"
    if played.sealed:
        _check_exchange(subject, played.exchange, nonce)
    problem = sequence_problem([*played.aborted, played.exchange])
    require(problem is None, subject, problem or "", nonce)
    allowed = 1 if played.exchange.openings else 2
    count = len(played.aborted)
    require(count <= allowed, subject, f"{count} exchanges were aborted before it", nonce)
    if played.exchange.is_sealed:
        yield passed_check(subject, _describe_exchange(played.exchange), nonce)


def _check_exchange(subject: str, exchange: Exchange, nonce: int) -> None:
    problem = exchange.first_problem()
    require(problem is None, subject, problem or "", nonce)


def _describe_exchange(exchange: Exchange) -> str:
    """Return the hash of the seal list, for comparison with the one shown to the player, and each seat's result."""
    opened = sorted({*exchange.seals} - {*exchange.failed})
    groups = (("opened", opened), ("plain", exchange.plain), ("failed", exchange.failed))
    said = [f"{word} {' '.join(map(str, boxes))}" for word, boxes in groups if boxes]
    return ", ".join([str(exchange.seals_hash), *said])
