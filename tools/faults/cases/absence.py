"""Players who leave during a round and return while the house plays it: every round must end once."""

from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID

from celery import current_app
from django.utils import timezone

from blackjack.presets import PRESETS
from casino.absence.services import house_play
from casino.models import Decision, Notice, Round
from journal.models import Event, EventKind
from tables.models import Table
from tools.faults.house import put_rules_in_force, store_chart
from tools.faults.play import Casino, Player, run_casino
from tools.faults.record import Book, Intent
from tools.faults.server import Administrator
from tools.faults.site import Page, Program, SiteForm
from tools.faults.stage import Stage, run_at_once, wait_until
from wallet.ledger.models import Transfer, TransferKind as Moved

PLAYERS = 8
GONE = 1  # seconds until a player counts as absent under these rules
WAYS = ("one worker's process at work", "one of two workers", "both workers")
TASK = "casino.tasks.play_for_absent"
CONFLICT = 409
WORKER_SECONDS = 60
# A worker's last write for a round: money and decisions are written by then, but not committed.
HOLD = "LOCK TABLE casino_notice IN SHARE ROW EXCLUSIVE MODE"
AT_IT = """
    SELECT count(*) FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO "casino_notice"%'
"""


class Absent(Player):
    """A player who leaves at a decision with the page open and returns with that page's form.

    Stands where the house would double, so the decision shows who made it.
    """

    doubles = False

    def __init__(self, number: int, player: int, table: Table, address: tuple[str, int]) -> None:
        super().__init__(number, player, table, address)
        self.returns: list[tuple[UUID, int, bool]] = []  # round, step, accepted

    def leave(self, book: Book) -> None:
        """Play until a round waits for a decision that would end it."""
        while not self._is_asked():
            self.step(book)

    def _is_asked(self) -> bool:
        if self.pending is None:
            self.pending = self.next_form()
        return self.pending[0].fields.get("action") == "stand"

    def _note(self, book: Book, form: SiteForm, intents: list[Intent], page: Page) -> None:
        if form.fields.get("action") == "stand":
            taken = page.status != CONFLICT
            self.returns.append((UUID(form.fields["round"]), int(form.fields["step"]), taken))
        if page.status != CONFLICT:
            super()._note(book, form, intents, page)
            return
        for intent in intents:
            book.record_forestalled(intent.key)


def absent_players(stage: Stage) -> None:
    """Two workers play for absent players; one or both are killed during a round while the players return.

    A lock held here controls the workers' progress; it is released when the players send their
    forms.
    """
    cycles = max(len(WAYS), round(stage.seconds / 5))
    with run_casino(stage) as house:
        workers = _two_workers(house)
        rules = replace(PRESETS["ligalo"], resume_seconds=GONE)
        put_rules_in_force(house.table, rules)
        store_chart(rules, "Ds")
        people = house.seat_players_as(Absent, PLAYERS, stage.book("funds"))
        books = [stage.book(f"player{person.number}") for person in people]
        killed = 0
        for number in range(cycles):
            way = WAYS[number % len(WAYS)]
            stage.tell(f"players away, {number + 1} of {cycles}: {way} killed")
            killed += _leave_and_return(stage, people, books, workers, way)
            # Otherwise a worker would play the next rounds too early.
            wait_until(house.is_drained, "the end of the queue")
        for person, book in zip(people, books, strict=True):
            person.finish(book)
    _judge(stage, people)
    returns = [taken for person in people for *_, taken in person.returns]
    _see_both(stage, returns)
    stage.result.note = (
        f"{killed} workers killed in mid-round; {len(returns)} returns: {sum(returns)} came first,"
        f" {len(returns) - sum(returns)} found the round ended by the house"
    )


def _two_workers(house: Casino) -> tuple[Program, Program]:
    house.use_queue()
    workers = (house.worker, house.add_worker("worker2"))
    for program in workers:
        program.start()
    return workers


def _leave_and_return(
    stage: Stage,
    people: list[Absent],
    books: list[Book],
    workers: tuple[Program, Program],
    way: str,
) -> int:
    """Run one cycle: all leave, workers play and are killed, all return. Returns the number of workers killed."""
    run_at_once(PLAYERS, lambda number: people[number].leave(books[number]))
    wait_until(
        lambda: house_play.due_rounds(timezone.now()).count() == PLAYERS, "rounds that are due"
    )
    # With a worker left, all players return at once; with none, half of them leave their rounds to
    # the new workers.
    first = PLAYERS // 2 if way == WAYS[2] else PLAYERS
    with stage.database.administrator() as lock, stage.database.administrator() as eyes:
        lock.execute("BEGIN")
        lock.execute(HOLD)
        _ask(*workers)
        wait_until(
            lambda: _at_it(eyes) == len(workers), "both workers in mid-round", WORKER_SECONDS
        )
        dead = _kill(workers, way)

        def come_back(number: int) -> None:
            if number < first:
                people[number].send_until_answered(books[number])
            else:
                lock.execute("COMMIT")

        run_at_once(first + 1, come_back)
    for program in dead:
        if way != WAYS[0]:  # Celery replaces a dead pool process
            program.await_gone(WORKER_SECONDS)
            program.start()
    _ask(*workers)
    running = Round.objects.filter(status=Round.Status.IN_PROGRESS)
    wait_until(lambda: not running.exists(), "the end of every round", WORKER_SECONDS)
    for person, book in list(zip(people, books, strict=True))[first:]:
        person.send_until_answered(book)
    return len(dead)


def _ask(*workers: Program) -> None:
    """Queue the scheduled task for each worker separately."""
    for program in workers:
        current_app.send_task(TASK, queue=program.name)


def _at_it(administrator: Administrator) -> int:
    row = administrator.execute(AT_IT).fetchone()
    return int(str(row[0])) if row else 0


def _kill(workers: tuple[Program, Program], way: str) -> list[Program]:
    if way == WAYS[0]:
        workers[0].kill(*workers[0].forked)
        return [workers[0]]
    dead = list(workers) if way == WAYS[2] else [workers[1]]
    for program in dead:
        program.kill(program.first, *program.forked)
    return dead


def _see_both(stage: Stage, returns: list[bool]) -> None:
    """Require that player and house each came first at least once; otherwise nothing was tested."""
    if all(returns) or not any(returns):
        stage.result.problems.append(f"of {len(returns)} returns {sum(returns)} came first")


def _judge(stage: Stage, people: list[Absent]) -> None:
    """Check that every round ended once and was answered by the right side; money is compared afterwards."""
    problems = stage.result.problems
    for round_ in Round.objects.all():
        problems += [f"round {round_.public_id}: {wrong}" for wrong in _wrong(round_)]
    for person in people:
        for round_id, step, taken in person.returns:
            made = Decision.objects.get(round__public_id=round_id, step=step)
            if made.by_house is taken:
                problems.append(f"round {round_id}: step {step} was answered {taken}")


def _wrong(round_: Round) -> Iterator[str]:
    by_house = list(round_.decisions.order_by("step").values_list("by_house", flat=True))
    ended_by_house = any(by_house)
    if round_.status != Round.Status.COMPLETED:
        yield f"is {round_.status}"
    if by_house != sorted(by_house):
        yield "its player decided after the house"
    subject = f"round {round_.public_id}"
    told = Event.objects.filter(kind=EventKind.ROUND_PLAYED_BY_HOUSE.value, subject=subject).count()
    notices = Notice.objects.filter(round=round_).count()
    if {round_.interrupted, told == 1, notices == 1} != {ended_by_house} or max(told, notices) > 1:
        yield f"{told} events and {notices} notices of the house's play"
    moved = Transfer.objects.filter(round_id=round_.public_id)
    settled = list(moved.filter(kind=Moved.SETTLE).values_list("pk", flat=True))
    if len(settled) != 1:
        yield f"was settled {len(settled)} times"
