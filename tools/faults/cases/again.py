"""Repeated requests: a retry that comes too early, a settlement that runs twice."""

from collections import Counter
from functools import partial
from threading import Event
from uuid import uuid4

from django.db import DatabaseError, connection, transaction

from accounts.models.users import User
from casino.fairness.selectors.dealing import load_record, replay_deal
from casino.fairness.services.shoes import sit_down
from casino.models import Round
from casino.play.services.betting import BetRequest, place_bet
from casino.play.services.decisions import DecisionRequest, make_decision
from casino.selectors.places import present_shoe
from casino.values.boxes import BoxInput
from casino.values.transfer_keys import bet_key, settlement_key
from tables.models import Table
from tools.faults import moves
from tools.faults.house import create_table
from tools.faults.record import Answer, Book, Intent
from tools.faults.stage import Stage, run_at_once, wait_until
from wallet.ledger.refusals import StakesDiffer
from wallet.ledger.services import movements
from wallet.ledger.services.posting import Posting
from wallet.money.values import Money

TWICE = 10  # concurrent clients
_UNKNOWN = Answer(None, None)  # the game's services return no transfer


def early_retry(stage: Stage) -> None:
    """Send the same key while the first request is still in its transaction.

    In turn the first one commits, rolls back, or loses its connection.
    """
    ends = Counter[str]()
    (player,) = stage.players(1)
    books = [stage.book(f"client{number}") for number in range(TWICE)]
    for number in range(max(3, round(stage.seconds / 2))):
        how = ("commit", "rollback", "cut")[number % 3]
        same = moves.build_deposit(player, 90_000 + number)
        answers = _early(stage, books, same, how)
        ends[how] += 1
        whole = {each.transfer_id for each in answers}
        new = sum(not each.replayed for each in answers)
        if len(whole) != 1 or new != (how != "commit"):
            stage.result.problems.append(f"after a {how}: {len(whole)} transfers, {new} new")
        stage.tell(f"retry while the first runs; the first ended by {how}: {len(whole)} transfer")
    stage.result.note = "the first ended by " + ", ".join(f"{k} {n} times" for k, n in ends.items())


def _early(stage: Stage, books: list[Book], same: Intent, how: str) -> list[Posting]:
    posted = Event()

    def client(number: int) -> Posting | None:
        if number:
            posted.wait(timeout=30)
            return moves.record_and_send(books[number], same)
        books[0].record_intents(same)
        try:
            with transaction.atomic():
                posting = moves.SEND[same.kind](same)
                posted.set()
                wait_until(lambda: _waiting(stage) >= TWICE - 1, "nine retries that wait")
                if how == "cut":
                    _cut_myself(stage)
                transaction.set_rollback(how == "rollback")
        except DatabaseError:
            if how != "cut":
                raise
        else:
            if how == "commit":
                books[0].record_answer(same.key, moves.build_answer(posting))
        return None

    return [each for each in run_at_once(TWICE, client) if each is not None]


def _waiting(stage: Stage) -> int:
    with stage.database.administrator() as administrator:
        row = administrator.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        ).fetchone()
    return int(str(row[0])) if row else 0


def _cut_myself(stage: Stage) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid = cursor.fetchone()[0]
    with stage.database.administrator() as administrator:
        administrator.execute("SELECT pg_terminate_backend(%s, 10000)", [pid])


def settlement_twice(stage: Stage) -> None:
    """Send the last decision of a round ten times at once and once more; then settle it again twice."""
    table, books = create_table(), [stage.book(f"client{number}") for number in range(TWICE)]
    rounds = 0
    for number, player in enumerate(stage.players(max(3, round(stage.seconds / 2)))):
        moves.record_and_send(books[0], moves.build_deposit(player, 1_000_000 + number))
        round_ = _dealt(books[0], player, table)
        if round_.status != Round.Status.IN_PROGRESS:
            continue  # a natural is settled with its deal
        rounds += 1
        _settle_often(stage, books, round_)
        stage.tell(f"round {rounds}: settled by ten at once, then again, then under another key")
    if not rounds:
        stage.result.problems.append("no round was in play")
    stage.result.note = f"{rounds} rounds, each settled by {TWICE} at once and three times after it"


def _dealt(book: Book, player: int, table: Table) -> Round:
    """Deal a round to this player, with insurance declined."""
    user = User.objects.get(pk=player)
    shoe = present_shoe(sit_down(user, table).place)
    if shoe is None:
        raise RuntimeError("no shoe is announced")
    stake = Money.parse("10", "USD")
    key = bet_key(player, table.pk, shoe.public_id, 1)
    book.record_intents(Intent(key, "bet", player, stake.units, by_site=True))
    round_ = place_bet(
        user, table, BetRequest(shoe.public_id, 1, {1: BoxInput("10")}, salt_text="words")
    )
    book.record_answer(key, _UNKNOWN)
    if round_.status == Round.Status.IN_PROGRESS and _insurance(round_):
        round_ = make_decision(user, DecisionRequest(round_.public_id, 0, "decline"))
    return round_


def _insurance(round_: Round) -> bool:
    return "decline" in replay_deal(round_, load_record(round_))[-1].legal_actions


def _settle_often(stage: Stage, books: list[Book], round_: Round) -> None:
    user, key = round_.player, settlement_key(round_.player_id, round_.public_id)
    stand = DecisionRequest(round_.public_id, round_.decisions.count(), "stand")
    settled = Intent(key, "settle", user.pk, None, by_site=True)

    def client(number: int) -> int | None:
        books[number].record_intents(settled)
        answer = make_decision(user, stand)
        books[number].record_answer(key, _UNKNOWN)
        return answer.balance_after

    balances = {*run_at_once(TWICE, client), client(0)}
    round_.refresh_from_db()
    staked, returned = round_.money(round_.staked), round_.money(round_.returned or 0)
    settle = partial(
        movements.settle_stakes,
        user.pk,
        round_id=round_.public_id,
        staked=staked,
        returned=returned,
    )
    if not settle(key=key).replayed:
        stage.result.problems.append(f"the settlement of {round_.public_id} ran twice")
    try:
        with transaction.atomic():
            settle(key=uuid4())
    except StakesDiffer:
        pass
    else:
        stage.result.problems.append(f"{round_.public_id} was settled under another key")
    if len(balances) != 1:
        stage.result.problems.append(f"{round_.public_id} was answered with {balances}")
