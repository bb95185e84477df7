"""Many clients at once: equal requests, equal bets, one balance."""

from collections import Counter
from functools import partial

from casino.models import Round
from tools.faults import moves
from tools.faults.play import run_casino
from tools.faults.record import Answer, Book, Intent
from tools.faults.stage import Stage, run_at_once
from wallet.ledger.models import Account
from wallet.ledger.selectors.funds import balance
from wallet.ledger.services.posting import Posting

CROWD = 50
STAKE = 70_000  # 7.00


def equal_requests(stage: Stage) -> None:
    """Send the same deposit from fifty clients at once: one transfer, fifty equal answers."""
    books = [stage.book(f"client{number}") for number in range(CROWD)]
    (player,) = stage.players(1)
    rounds = max(2, round(stage.seconds / 3))
    for number in range(rounds):
        same = moves.build_deposit(player, 50_000 + number)
        answers = run_at_once(CROWD, partial(_ask, books, same))
        seen = {(each.transfer_id, each.balance) for each in answers if each}
        first = [each for each in answers if each and not each.replayed]
        if len(seen) != 1 or len(first) != 1 or None in answers:
            stage.result.problems.append(f"{len(seen)} answers, {len(first)} of them first ones")
        stage.tell(f"fifty equal deposits, {number + 1} of {rounds}: {len(seen)} answer")
    stage.result.note = f"{rounds} times fifty: one transfer each"


def equal_bets_at_the_site(stage: Stage) -> None:
    """Send the same bet form fifty times at once over HTTP: one round, fifty redirects."""
    with run_casino(stage) as house:
        (person,) = house.seat_players(1, stage.book("funds"))
        books = [stage.book(f"tab{number}") for number in range(CROWD)]
        form, intents = person.next_form()

        def send(tab: int) -> int:
            books[tab].record_intents(*intents)
            status = person.browser.post(form).status
            books[tab].record_answer(intents[0].key, Answer(None, None))
            return status

        stage.tell("fifty equal bets through the site")
        statuses = Counter(run_at_once(CROWD, send))
        dealt = Round.objects.filter(player=person.player).count()
        person.finish(stage.book("end"))
    if statuses != {303: CROWD} or dealt != 1:
        stage.result.problems.append(f"{dealt} rounds were dealt, answers {dict(statuses)}")
    stage.result.note = f"{statuses[303]} answers, {dealt} round"


def one_balance(stage: Stage) -> None:
    """Bet from fifty clients on one balance that covers some of the bets: exactly those succeed."""
    books = [stage.book(f"client{number}") for number in range(CROWD)]
    funds = stage.book("funds")
    served = []
    for pays, player in enumerate(stage.players(max(2, round(stage.seconds / 3))), start=9):
        moves.record_and_send(funds, moves.build_deposit(player, pays * STAKE + pays))
        answers = run_at_once(CROWD, partial(_stake, books, player))
        took = sum(answer is not None for answer in answers)
        left = balance(player).units
        if (took, left) != (pays, pays):
            stage.result.problems.append(f"{took} of {pays} were served and {left} is left")
        served.append(took)
        stage.tell(f"fifty clients on a balance for {pays}: {took} served")
    if Account.objects.filter(balance__lt=0).exists():
        stage.result.problems.append("a balance is negative")
    stage.result.note = f"balances for {served[0]} to {served[-1]} stakes paid exactly those"


def _ask(books: list[Book], same: Intent, client: int) -> Posting | None:
    return moves.record_and_send(books[client], same)


def _stake(books: list[Book], player: int, client: int) -> Posting | None:
    return moves.record_and_send(books[client], moves.build_bet(player, STAKE))
