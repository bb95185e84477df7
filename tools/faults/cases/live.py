"""Faults at live tables: of a dealer, the web, the streams and the database, while players play at two tables."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from casino.live.selectors.time import database_now
from casino.live.services.outages import is_any_process_down
from casino.models import Clock, Decision, Outage, SeatSeal, SeedExchange
from casino.values.clocks import UNMARKED
from tools.faults.ledger import renew_connection
from tools.faults.live_house import LiveCasino, run_live_casino
from tools.faults.live_players import Reader
from tools.faults.live_proof import judge_tables
from tools.faults.server import Administrator
from tools.faults.site import await_web
from tools.faults.stage import Stage, wait_until

CYCLES: Final = 2
TRIES: Final = 12
"""Maximum number of attempts until a fault hits the intended moment."""

CAUGHT_SECONDS: Final = 1.8
"""Seconds: less than the dealers' lock timeout of two seconds."""

TURN_COMES_SECONDS: Final = 60.0
BACK_SECONDS: Final = 15.0
AWAY_SECONDS: Final = UNMARKED / timedelta(seconds=1) + 1
"""Seconds: longer than the gap in marks that is tolerated, wherever in its second a mark was left."""

FRESH: Final = timedelta(seconds=0.8)
"""Minimum time left of an exchange, so that the web's absence shows before its deadline."""

# A timeout's decision is written before its deal: a dealer waiting for this row holds its table's
# lock and has not committed.
HOLD = "SELECT FROM casino_deal WHERE id = %s FOR UPDATE"
AT_IT = """
    SELECT application_name, backend_xid::text FROM pg_stat_activity
    WHERE application_name LIKE 'dealer%%' AND wait_event_type = 'Lock' AND backend_xid IS NOT NULL
"""
# pg_stat_activity has the beginning of the statement that looks for a free table; a dealer that
# waits for a lock is not passing by.
PASSES_BY = """
    SELECT FROM pg_stat_activity
    WHERE application_name LIKE 'dealer%%' AND application_name <> %s
      AND query LIKE 'SELECT "casino_clock"."id"%%' AND wait_event_type IS DISTINCT FROM 'Lock'
"""
FATE = "SELECT pg_xact_status(%s::text::xid8)"


def dealer_killed(stage: Stage) -> None:
    """Kill a dealer between its lock and its commit.

    Its transaction is rolled back, the players' requests move the tables, and another dealer
    continues.
    """
    with run_live_casino(stage) as house, house.live_players() as people:
        act = partial(_kill_dealer, stage, house)
        killed = _catch(stage, "a dealer killed between lock and commit", act)
        house.await_deals("after the last dealer's death")
    stage.result.note = f"killed {killed} times; {judge_tables(stage, people)}"


def _catch(stage: Stage, words: str, act: Callable[[], bool]) -> int:
    """Repeat until the fault has hit its moment CYCLES times; fewer are a problem. Returns the number."""
    caught = 0
    for _try in range(TRIES):
        if caught == CYCLES:
            break
        stage.tell(f"{words}, {caught + 1} of {CYCLES}")
        caught += act()
    if caught < CYCLES:
        stage.result.problems.append(f"{words} {caught} times")
    return caught


def _kill_dealer(stage: Stage, house: LiveCasino) -> bool:
    """Kill a dealer between its lock and its commit, then require deals without one; return whether it was hit."""
    clock = _overdue()
    with stage.database.administrator() as lock, stage.database.administrator() as eyes:
        lock.execute("BEGIN")
        lock.execute(HOLD, [clock.deal_id])
        waiting = _caught(eyes)
        if not waiting:
            return False
        name, transaction = waiting[0]
        house.dealers[name].kill(house.dealers[name].first)
        lock.execute("COMMIT")
        wait_until(lambda: _fate(eyes, transaction) != "in progress", "the end of its transaction")
        if _fate(eyes, transaction) != "aborted":
            return False  # it had committed
    house.await_deals("without a dealer")
    house.dealers[name].start()
    return True


def two_dealers(stage: Stage) -> None:
    """Let two dealers come to one table: one moves it, the other passes by, and each step is decided once."""
    with run_live_casino(stage, dealers=2) as house, house.live_players() as people:
        met = _catch(stage, "two dealers met at a table", partial(_meet, stage))
        house.await_deals("with two dealers")
    for name in house.dealers:
        if "could not be moved" in (stage.folder / f"{name}.console").read_text():
            stage.result.problems.append(f"{name} failed at a table")
    stage.result.note = f"{met} times one moved the table and the other passed by; " + (
        judge_tables(stage, people)
    )


def _meet(stage: Stage) -> bool:
    """Return whether one dealer was at the table while the other looked for it."""
    clock = _overdue()
    step = Decision.objects.filter(deal=clock.deal_id).count()
    with stage.database.administrator() as lock, stage.database.administrator() as eyes:
        lock.execute("BEGIN")
        lock.execute(HOLD, [clock.deal_id])
        waiting = _caught(eyes)
        if not waiting:
            return False
        passes_by = _sees(eyes, waiting[0][0])
        both = _at_it(eyes)
        lock.execute("COMMIT")
    if len(both) > 1:
        stage.result.problems.append("two dealers were in one table's transaction at once")
    made = Decision.objects.filter(deal=clock.deal_id, step=step)
    wait_until(made.exists, "the decision that both came for")
    if made.filter(by_house=False).exists() or made.count() != 1:
        stage.result.problems.append(f"step {step} was decided {made.count()} times")
    return passes_by


def _overdue() -> Clock:
    """Wait for a table whose turn has run out, within its grace period."""
    turns = Clock.objects.filter(phase=Clock.Phase.TURNS)

    def found() -> Clock | None:
        return turns.filter(deadline__lte=database_now()).first()

    return _some(wait_until(found, "a turn that runs out", TURN_COMES_SECONDS))


def _some(clock: Clock | None) -> Clock:
    if clock is None:
        raise LookupError("no table was found")
    return clock


def _caught(eyes: Administrator) -> list[tuple[str, str]]:
    """Return the dealers waiting inside their transaction; none if a request was faster."""
    try:
        return wait_until(lambda: _at_it(eyes), "a dealer in its transaction", CAUGHT_SECONDS)
    except TimeoutError:
        return []


def _at_it(eyes: Administrator) -> list[tuple[str, str]]:
    return [(str(name), str(number)) for name, number in eyes.execute(AT_IT).fetchall()]


def _sees(eyes: Administrator, other: str) -> bool:
    """Return whether another dealer is seen looking for a free table."""
    limit = time.monotonic() + CAUGHT_SECONDS
    while time.monotonic() < limit:
        if eyes.execute(PASSES_BY, [other]).fetchone() is not None:
            return True
    return False


def _fate(eyes: Administrator, transaction: str) -> str:
    row = eyes.execute(FATE, [transaction]).fetchone()
    return str(row[0]) if row else ""


def web_in_exchange(stage: Stage) -> None:
    """Kill the web while seeds are being opened, and start it after the time for openings is over.

    Players who were about to open get that time again.
    """
    with run_live_casino(stage) as house, house.live_players() as people:
        caught = _catch(stage, "the web killed in an exchange", partial(_kill_web, house))
    stage.result.note = f"killed {caught} times with seeds unopened; {judge_tables(stage, people)}"


def _kill_web(house: LiveCasino) -> bool:
    """Kill the web in an exchange and require further deals; return whether it was hit."""
    hit = _kill_web_once(house)
    house.await_deals("after the web is back")
    return hit


def _kill_web_once(house: LiveCasino) -> bool:
    """Return whether seeds were unopened when the web was dead; if so, wait until the same exchange ends."""
    wait_until(lambda: _unopened(FRESH) is not None, "an exchange", TURN_COMES_SECONDS)
    house.web.kill(house.web.first, *house.web.forked)
    house.web.await_gone(BACK_SECONDS)
    running = _unopened()
    wait_until(lambda: is_any_process_down(database_now()), "the web's outage")
    if running is not None:
        clock = Clock.objects.filter(place=running.place_id)
        wait_until(
            lambda: clock.filter(deadline__lt=database_now()).exists(),
            "the end of the time for openings",
        )
    house.web.start()
    await_web(house.address)
    if running is None:
        return False
    ended = SeedExchange.objects.filter(pk=running.pk).exclude(status=SeedExchange.Status.OPENING)
    wait_until(ended.exists, "the end of the exchange", TURN_COMES_SECONDS)
    return True


def _unopened(age: timedelta = timedelta(minutes=1)) -> SeedExchange | None:
    """Return an exchange listed within `age` that waits for a seed."""
    running = SeedExchange.objects.filter(
        status=SeedExchange.Status.OPENING, listed_at__gt=database_now() - age
    )
    return running.filter(pk__in=SeatSeal.objects.filter(seat_seed=None).values("exchange")).first()


def streams_killed(stage: Stage) -> None:
    """Kill the stream process.

    Pages poll meanwhile, nobody is timed out, and all streams return with the current state.
    """
    longest, moved = 0.0, 0
    with (
        run_live_casino(stage) as house,
        house.live_players() as people,
        house.readers(people) as readers,
    ):
        house.await_deals("before the streams die")
        for number in range(CYCLES):
            stage.tell(f"streams killed, {number + 1} of {CYCLES}")
            before = [reader.streams for reader in readers]
            versions = _versions()
            house.streams.kill(house.streams.first)
            _see_no_timeout(stage)
            moved += sum(_versions()[place] - versions[place] for place in versions)
            house.streams.start()
            began = time.monotonic()
            _await_readers(readers, before)
            longest = max(longest, time.monotonic() - began)
            house.await_deals("after the streams are back")
            _await_readers(readers, before)
    if not moved:
        stage.result.problems.append("no table moved while the streams were dead")
    stage.result.note = (
        f"killed {CYCLES} times under {len(people)} streams, all back within {longest:.1f} s;"
        f" {judge_tables(stage, people)}"
    )


def _await_readers(readers: list[Reader], before: list[int]) -> None:
    """Wait until each reader has a new stream and the current state."""
    present = {clock.place.table_id: clock.version for clock in _clocks()}

    def have_it() -> bool:
        return all(
            reader.streams > one and reader.version >= present[reader.table.pk]
            for reader, one in zip(readers, before, strict=True)
        )

    wait_until(have_it, "every stream with the present state", BACK_SECONDS)


def _clocks() -> list[Clock]:
    return list(Clock.objects.select_related("place"))


def _versions() -> dict[int, int]:
    return {clock.place_id: clock.version for clock in _clocks()}


def _see_no_timeout(stage: Stage) -> None:
    """Require that the house makes no decision during the outage."""
    wait_until(lambda: is_any_process_down(database_now()), "the streams' outage")
    by_house = Decision.objects.filter(by_house=True)
    before = by_house.count()
    time.sleep(AWAY_SECONDS * 2)  # a turn and its grace period run out meanwhile
    if by_house.count() != before:
        stage.result.problems.append("somebody was timed out while the streams were dead")


def database_in_turn(stage: Stage) -> None:
    """Restart PostgreSQL, in order and by SIGKILL, during a player's turn: the turn gets its whole time again."""
    caught, cut = 0, []
    with run_live_casino(stage) as house, house.live_players() as people:
        for number in range(CYCLES * 2):
            in_order = number % 2 == 0
            stage.tell(f"the database {'stopped' if in_order else 'killed'} in a turn")
            caught += _restart(stage, in_order=in_order)
            cut.append(in_order)
            house.await_deals("after the database is back")
    if not caught:
        stage.result.problems.append("no turn ran when the database was restarted")
    stage.result.note = (
        f"{cut.count(True)} times stopped, {cut.count(False)} times killed, {caught} of them in a"
        f" turn; {judge_tables(stage, people)}"
    )


def _restart(stage: Stage, *, in_order: bool) -> bool:
    """Restart PostgreSQL; return whether the turn running before is running after it."""
    turns = Clock.objects.filter(phase=Clock.Phase.TURNS)
    running = _some(wait_until(turns.first, "a turn", TURN_COMES_SECONDS))
    began = database_now()
    if in_order:
        stage.database.stop()
    else:
        stage.database.kill()
    time.sleep(AWAY_SECONDS)  # the outage
    stage.database.start()
    renew_connection()
    same = turns.filter(pk=running.pk, deal=running.deal_id, version__gte=running.version)
    found = same.filter(since__lt=began).exists()
    wait_until(lambda: _noted_since(began), "the outage that web and streams note")
    return found


def _noted_since(began: datetime) -> bool:
    kinds = Outage.objects.filter(ended__gt=began).values_list("kind", flat=True)
    return len(set(kinds)) > 1
