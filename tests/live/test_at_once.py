"""Many players, dealers and tables at once: no deadlock, and no coin astray."""

import random
from collections.abc import Callable
from functools import partial
from threading import Event

import pytest

from casino.fairness.selectors.dealing import Record, load_record
from casino.live.refusals import AfterBell, NotYourTurn, SealRefused, TooLate
from casino.live.selectors import running
from casino.live.selectors.table_state import load_table
from casino.live.services import exchange
from casino.live.services.answers import AnswerRequest, give_answers
from casino.live.services.dealers import run_dealer
from casino.models import Clock, Deal, Place, Round
from casino.reconciliation.selectors.lines import broken_lines_of_the_house
from casino.refusals import ActionRefused, Conflict
from journal.refusals import Refusal
from tests.live.scenes import Guest, a_live_table, a_table_that_deals, clock_of, dealt_to
from tests.live.test_turns import both_decide
from tests.threads import Running
from wallet.ledger.refusals import InsufficientFunds

pytestmark = pytest.mark.committed
EXPECTED: tuple[type[Refusal], ...] = (
    AfterBell,
    NotYourTurn,
    SealRefused,
    TooLate,
    ActionRefused,
    Conflict,
    InsufficientFunds,
)
"""What a player who is late or out of turn is told."""
DEALS = 3


def bets(guest: Guest, _chance: random.Random) -> None:
    if not guest.participant.wagers.filter(end="").exists():
        (box,) = guest.participant.seats.values_list("box", flat=True)
        guest.bets({box: "10"})


def opens(guest: Guest, _chance: random.Random) -> None:
    guest.opens()


def answers(guest: Guest, chance: random.Random) -> None:
    word = chance.choice(["decline", "insure"])
    round_ = guest.player.rounds.filter(place=guest.place).latest("pk")
    (box,) = round_.boxes
    give_answers(guest.player, AnswerRequest(round_.public_id, {box: word}))


def decides(guest: Guest, chance: random.Random) -> None:
    guest.decides(chance.choice(["hit", "stand", "double", "split"]))


ACTS: dict[str, Callable[[Guest, random.Random], None]] = {
    Clock.Phase.WAITING: bets,
    Clock.Phase.BETTING: bets,
    Clock.Phase.INTERMISSION: bets,
    Clock.Phase.SEALING: opens,
    Clock.Phase.ANSWERS: answers,
    Clock.Phase.TURNS: decides,
}


def plays(guest: Guest) -> None:
    """Do what the table asks for, until so many deals are over."""
    chance = random.Random(guest.name)  # noqa: S311 - an example, not a secret
    over = guest.player.rounds.filter(place=guest.place, status=Round.Status.COMPLETED)
    while over.count() < DEALS:
        try:
            ACTS[clock_of(guest.place).phase](guest, chance)
        except EXPECTED:
            continue


def a_fast_table(preset: str, names: str) -> tuple[Place, list[Guest]]:
    place = a_live_table(preset, betting_seconds=2, intermission_seconds=1)
    return place, [Guest(place, name).sits(box) for box, name in enumerate(names.split(), 1)]


def test_the_same_players_at_two_tables_with_two_dealers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "OPENING_SECONDS", 60)  # no seat fails on a slow machine
    _, first = a_fast_table("live", "ana luis eva")
    place = a_live_table("casino_floor", betting_seconds=2, intermission_seconds=1)
    second = [
        Guest(place, f"{guest.name}2", known=guest.player).sits(box)
        for box, guest in zip((3, 2, 1), first, strict=True)
    ]
    stop = Event()

    dealers = [Running(partial(run_dealer, stop)) for _ in range(2)]
    players = [Running(partial(plays, guest)) for guest in (*first, *second)]
    try:
        for player in players:
            player.result()
    finally:
        stop.set()
    for dealer in dealers:
        dealer.result()

    assert Round.objects.filter(status=Round.Status.COMPLETED).count() >= 2 * 3 * DEALS
    for deal in Deal.objects.filter(status=Round.Status.COMPLETED):
        assert deal.rounds.exists()
    assert broken_lines_of_the_house() == []


def test_a_table_that_moves_while_it_is_read_is_no_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards, decisions and version are those of one moment, whatever is committed between two queries."""
    place, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    moved = Event()

    def move_first(round_: Round) -> Record:
        if not moved.is_set():
            moved.set()
            Running(partial(ana.decides, "stand")).result()
        return load_record(round_)

    monkeypatch.setattr(running, "load_record", move_first)
    before, after = load_table(place), load_table(place)

    assert moved.is_set()
    assert before.live is not None
    assert after.live is not None
    assert (before.live.step, after.live.step) == (0, 1)
    assert before.clock.version < after.clock.version
