"""Comparison of the clients' records with the ledger: lost and duplicate transfers.

Two independent ways. By key: an acknowledged request has the transfer named in its answer, with its
content. By content: for each kind, player, round and amounts there are as many transfers as
different applied requests; one more is a duplicate, under any key.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from tools.faults.record import Answer, BookContents, Intent


@dataclass(frozen=True, slots=True)
class LedgerTransfer:
    """A transfer in the ledger; `units` is the amount moved on the player's account.

    `received` is the amount on the account of an exchange's other currency.
    """

    transfer: int
    kind: str
    player: int
    units: int
    balance: int | None
    round_id: UUID | None
    currency: str = "USD"
    received: int | None = None
    received_currency: str | None = None


Content = tuple[object, ...]


@dataclass
class Findings:
    """Number of findings by kind, and descriptions of them."""

    lost: int = 0
    twice: int = 0
    applied: int = 0  # unanswered requests that were applied
    wrong: list[str] = field(default_factory=list)


def find_differences(
    contents: BookContents,
    by_key: Mapping[UUID, LedgerTransfer],
    all_moved: list[LedgerTransfer],
    implied: frozenset[UUID] = frozenset(),
) -> Findings:
    """Return lost, duplicate and wrong transfers.

    `by_key` are the transfers by key, `all_moved` all movements of players' accounts. `implied` are
    keys that no client sent: a natural is settled with its bet.
    """
    findings = Findings()
    for key, answers in contents.answers.items():
        _see_answered(findings, contents.intents[key], answers, by_key.get(key))
    for key in contents.refusals.keys() - contents.answers.keys():
        if key in by_key:
            findings.wrong.append(f"{key} was refused and is in the ledger")
    findings.applied = sum(intent.key in by_key for intent in contents.unanswered)
    _count(findings, contents.intents.keys() | implied, by_key, all_moved)
    return findings


def _see_answered(
    findings: Findings, intent: Intent, answers: list[Answer], moved: LedgerTransfer | None
) -> None:
    if moved is None:
        findings.lost += 1
        findings.wrong.append(f"{intent.kind} {intent.key} was acknowledged and is not there")
        return
    same = (intent.kind, intent.player) == (moved.kind, moved.player)
    # A settlement's amount is decided by the game.
    same = same and intent.units in {None, moved.units}
    same = same and intent.currency == moved.currency
    same = same and _received(intent) == _received(moved)
    if not same or intent.round_id not in {None, moved.round_id}:
        findings.wrong.append(f"{intent.kind} {intent.key} is there with other content")
    for answer in answers:
        if answer.transfer not in (None, moved.transfer):
            findings.wrong.append(f"{intent.kind} {intent.key} was answered with another transfer")
        elif answer.transfer is not None and answer.balance != moved.balance:
            findings.wrong.append(f"{intent.kind} {intent.key} was answered with another balance")


def _count(
    findings: Findings,
    keys: set[UUID],
    by_key: Mapping[UUID, LedgerTransfer],
    all_moved: list[LedgerTransfer],
) -> None:
    there = Counter(_content(moved) for moved in all_moved)
    asked = Counter(_content(by_key[key]) for key in keys & by_key.keys())
    findings.twice = sum((there - asked).values())
    missing = sum((asked - there).values())
    findings.lost += missing
    if findings.twice:
        findings.wrong.append(f"applied twice, or never asked: {next(iter(there - asked))}")
    if missing:
        findings.wrong.append(f"a key without its money: {next(iter(asked - there))}")


def _content(moved: LedgerTransfer) -> Content:
    paid = (moved.currency, moved.units)
    return (moved.kind, moved.player, moved.round_id, *paid, *_received(moved))


def _received(either: Intent | LedgerTransfer) -> tuple[str | None, int | None]:
    return (either.received_currency, either.received)
