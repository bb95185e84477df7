"""The ledger after a fault: read with the application's role, repaired through its services."""

import io
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from uuid import UUID

from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import QuerySet, Sum

from casino.models import Answer, Decision, FollowerStake, Round, Wager
from casino.values.transfer_keys import (
    answer_key,
    decision_key,
    return_key,
    settlement_key,
    wager_id,
    wager_key,
)
from tools.faults import moves
from tools.faults.compare import Findings, LedgerTransfer, find_differences
from tools.faults.record import Book, BookContents, Intent, read_books
from tools.faults.report import Result
from wallet.ledger.models import Account, Entry, OpenStake, Transfer, TransferKind
from wallet.ledger.services.seals import seal_ledger

REPEATED = 200  # acknowledged requests that are repeated


def load_transfers() -> tuple[Mapping[UUID, LedgerTransfer], list[LedgerTransfer]]:
    """Return the transfers by key, and all of them as a list."""
    # The transfers of these faults have one player account per currency.
    entries = {
        (entry.transfer_id, entry.currency_id): entry
        for entry in Entry.objects.filter(seq__isnull=False)
    }
    by_key = {transfer.key: _moved(transfer, entries) for transfer in Transfer.objects.all()}
    return by_key, list(by_key.values())


def _moved(transfer: Transfer, entries: Mapping[tuple[int, str], Entry]) -> LedgerTransfer:
    entry = entries.get((transfer.pk, transfer.currency_id))
    other = transfer.received_currency_id
    received = entries.get((transfer.pk, other)) if other else None
    return LedgerTransfer(
        transfer.pk,
        transfer.kind,
        transfer.player_id,
        abs(entry.amount) if entry else _elsewhere(transfer),
        entry.balance_after if entry else None,
        transfer.round_id,
        transfer.currency_id,
        abs(received.amount) if received else None,
        other,
    )


def _elsewhere(transfer: Transfer) -> int:
    """Return the amount moved between house accounts; a lost round's settlement pays nothing."""
    return transfer.amount if transfer.kind == TransferKind.PAY_OUT else 0


def compare_with_ledger(result: Result, folder: Path, problems: list[str]) -> Findings:
    """Compare records with the ledger and add the findings to the result."""
    contents = read_books(folder)
    by_key, moved = load_transfers()
    findings = find_differences(contents, by_key, moved, find_implied_keys(contents, by_key))
    result.lost, result.twice = findings.lost, findings.twice
    problems += findings.wrong
    return findings


def find_implied_keys(
    contents: BookContents, by_key: Mapping[UUID, LedgerTransfer]
) -> frozenset[UUID]:
    """Return the keys of settlements of rounds bet through the site, and of the house's decisions."""
    bets = [
        intent for intent in contents.intents.values() if intent.by_site and intent.kind == "bet"
    ]
    rounds = {(bet.player, by_key[bet.key].round_id) for bet in bets if bet.key in by_key}
    added = Decision.objects.filter(by_house=True).values_list(
        "round__player", "round__public_id", "step"
    )
    settled = {settlement_key(player, round_id) for player, round_id in rounds if round_id}
    live = set(_implied_at_live_tables())
    return frozenset(settled | live | {decision_key(*made) for made in added})


def _implied_at_live_tables() -> Iterator[UUID]:
    """Yield keys that no client sent at live tables.

    They belong to bets returned before the deal, the remaining bet after its first bettor left,
    dropped insurance answers, and additional stakes of followers.
    """
    for wager in Wager.objects.select_related("participant"):
        player, made = wager.participant.player_id, wager.public_id
        yield return_key(made)
        yield settlement_key(player, made)
        yield wager_key(wager_id(player, made, wager.nonce, 0))
    for answer in Answer.objects.filter(state=Answer.State.DROPPED).select_related("round"):
        yield answer_key(answer.round.player_id, answer.round.public_id, answer.box, "returned")
    for stake in FollowerStake.objects.select_related("round", "decision"):
        round_ = stake.round
        yield decision_key(round_.player_id, round_.public_id, stake.decision.step)


def settle_result(result: Result, folder: Path) -> None:
    """Compare, repeat unanswered requests, refund open stakes, compare again, check the whole ledger."""
    before = compare_with_ledger(result, folder, result.problems)
    lost, twice = result.lost, result.twice
    contents = read_books(folder)
    result.tried, result.acknowledged = contents.tried, contents.acknowledged
    result.refused = len(contents.refusals)
    hanging = contents.repeated | {intent.key for intent in contents.unanswered}
    result.unanswered = len(hanging)
    if contents.unanswered:
        result.note += f"; {before.applied} of the unanswered had been applied"
    book = Book(folder / "repair.book")
    repeat_unanswered(book, contents.unanswered)
    settled = read_books(folder)
    ended = settled.answers.keys() | settled.refusals.keys() | settled.forestalled
    result.repaired = len(hanging & ended)
    repeat_acknowledged(book, settled, result)
    refund_stakes(book)
    compare_with_ledger(result, folder, result.problems)
    result.lost, result.twice = max(lost, result.lost), max(twice, result.twice)
    result.problems += check_ledger()


def repeat_unanswered(book: Book, unanswered: list[Intent]) -> None:
    """Repeat each unanswered request with its key; a refusal now is final."""
    for intent in unanswered:
        moves.send(book, intent)


def repeat_acknowledged(book: Book, contents: BookContents, result: Result) -> None:
    """Repeat acknowledged requests: each must get its first answer."""
    known = [key for key, intent in contents.intents.items() if not intent.by_site]
    for key in [key for key in known if key in contents.answers][-REPEATED:]:
        posting = moves.send(book, contents.intents[key])
        if posting is None or not posting.replayed:
            result.problems.append(f"{key} was moved anew when it was repeated")


def refund_stakes(book: Book) -> None:
    """Refund the stakes that this run's clients left in rounds unknown to any table."""
    played = {*_public_ids(Round.objects.all()), *_public_ids(Wager.objects.all())}
    for stake in OpenStake.objects.exclude(round_id__in=played):
        player, money = stake.player_id, (stake.amount, stake.currency_id)
        made = Intent(UUID(int=0), "bet", player, *money, round_id=stake.round_id)
        moves.record_and_send(book, moves.build_refund(made))


def _public_ids(known: QuerySet[Round] | QuerySet[Wager]) -> Iterator[UUID]:
    yield from known.values_list("public_id", flat=True)


def check_ledger() -> list[str]:
    """Run `check_ledger` and independent sums; return the findings.

    Seals first, because most faults run without a worker.
    """
    seal_ledger()
    wrong = []
    output = io.StringIO()
    try:
        call_command("check_ledger", stdout=output)
    except CommandError as error:
        broken = [line for line in output.getvalue().splitlines() if not line.startswith("ok")]
        wrong.append(f"check_ledger: {error} {' | '.join(broken)}")
    return wrong + _sums()


def _sums() -> list[str]:
    """Require that entries sum to zero by currency, and that players' balances equal what the house gave."""
    totals: defaultdict[str, int] = defaultdict(int)
    for currency, units in Entry.objects.values_list("currency_id").annotate(Sum("amount")):
        totals[currency] += units
    house = Entry.objects.filter(seq__isnull=True).values_list("currency_id")
    for currency, units in house.annotate(Sum("amount")):
        stored = Account.objects.filter(currency_id=currency).aggregate(all=Sum("balance"))["all"]
        totals[f"{currency} held by players"] += units + (stored or 0)
    return [f"{name} does not tie: {units}" for name, units in totals.items() if units]


def renew_connection() -> None:
    """Reconnect after a fault of the server."""
    connection.close()
    moves.reconnect()
