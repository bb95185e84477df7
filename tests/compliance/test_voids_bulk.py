"""Void cases of many hands: approval returns at once; each hand is voided once, also with killed or concurrent workers."""

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import connection, transaction
from django.db.models import Sum
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from psycopg import Connection

from accounts.models.users import User
from casino.models import Notice, Round, Void
from casino.notices.services import notice_mail
from casino.play.services.betting import place_bet
from casino.services import notices
from compliance.models import CaseKind, CaseReason, VoidCase, VoidLine
from compliance.voids.selectors.hand_choice import HandChoice
from compliance.voids.services import approval, worker as voids_worker
from compliance.voids.services.execute import execute_line
from journal.models import Event
from tests.casino import decided, scenes
from tests.compliance.cases import analyst, another, approved, manager, proposed, seen
from tests.fixtures.site import site_environment
from tests.waiting import wait_until
from tools.launch.layout import ROOT
from tools.launch.processes import spawn
from wallet.ledger.models import Receivable
from wallet.ledger.selectors.funds import balance

pytestmark = pytest.mark.committed
WORKER = """
import django
django.setup()
from django.utils import timezone
from compliance.voids.services.worker import execute_due_lines
while execute_due_lines(timezone.now()):
    pass
"""
STAKES_BACK = CaseReason.DUPLICATE


def played(players: int, hands: int) -> list[User]:
    """Return this many players, each with this many finished hands."""
    table, found = scenes.ligalo(), []
    for n in range(players):
        player = scenes.new_player(f"p{n}@example.test")
        participant = scenes.sit(player, table)
        for _ in range(hands):
            scenes.play_out(place_bet(player, table, scenes.bet_request(participant)))
        found.append(player)
    return found


def every(*players: User) -> HandChoice:
    rounds = Round.objects.filter(player__in=players)
    return HandChoice(hands=tuple(rounds.values_list("public_id", flat=True)))


def work_off() -> None:
    while voids_worker.execute_due_lines(timezone.now()):
        pass


def waiting(case: VoidCase) -> int:
    return case.lines.filter(result="waiting").count()


def worker(folder: Path) -> "subprocess.Popen[bytes]":
    told = {
        **site_environment(folder, folder / "static"),
        "CELERY_FOLDER": str(folder / "celery"),
    }
    with (folder / "worker").open("ab") as log:
        return spawn(
            [sys.executable, "-c", WORKER], folder=ROOT, environment=told, stdout=log, stderr=log
        )


@transaction.atomic
def killed_in_the_middle(case: VoidCase, folder: Path, more: int, kept: int) -> int:
    """Start a worker, kill it after this many more hands, and return the number left.

    The last `kept` lines stay locked meanwhile, so that the worker cannot finish before it is
    killed.
    """
    last = list(case.lines.order_by("-n").values_list("pk", flat=True)[:kept])
    assert len(case.lines.select_for_update().filter(pk__in=last)) == kept
    process = worker(folder)
    before = waiting(case)

    def has_done_enough() -> bool:
        if before - waiting(case) >= more:
            return True
        assert process.poll() is None, (folder / "worker").read_text()
        return False

    wait_until(has_done_enough, f"not {more} hands were done", seconds=120)
    process.send_signal(signal.SIGKILL)
    process.wait()
    return waiting(case)


@pytest.mark.parametrize(
    ("size", "kills"),
    [
        (60, [(6, 36), (18, 12)]),
        pytest.param(1000, [(50, 600), (250, 200)], marks=pytest.mark.slow),
    ],
)
def test_many_hands_are_void_once_though_the_worker_is_killed(
    size: int, kills: list[tuple[int, int]], tmp_path: Path
) -> None:
    players = played(20, size // 20)
    case = proposed(choice=every(*players), reason=STAKES_BACK)
    with CaptureQueriesContext(connection) as captured:
        case = approved(case)
    assert len(captured) < 50  # independent of the number of hands
    assert (case.state, waiting(case)) == ("approved", size)

    left = [killed_in_the_middle(case, tmp_path, more, kept) for more, kept in kills]
    assert size > left[0] > left[1] > 0
    assert Void.objects.count() == size - waiting(case)
    work_off()

    case.refresh_from_db()
    assert case.state == "carried_out"
    assert case.lines.filter(result="done").count() == Void.objects.count() == size
    for player in players:
        mine = case.lines.filter(round__player=player).aggregate(units=Sum("moved"))
        owed = Receivable.objects.filter(player=player)
        assert balance(player.pk).units == 10_000_000
        assert not owed.exists()
        net = Round.objects.filter(player=player).aggregate(net=Sum("staked") - Sum("returned"))
        assert mine["units"] == net["net"]
    step = case.steps.get(to_state="carried_out")
    assert (step.done, step.refused, step.acting_user) == (size, 0, None)
    assert Event.objects.filter(kind="void_carried_out").count() == 1
    assert Notice.objects.filter(kind="voided").count() == size

    work_off()
    assert Void.objects.count() == size


def test_a_hand_that_cannot_be_done_is_named_and_the_others_go_on(
    owner_connection: Connection[Any],
) -> None:
    (player,) = played(1, 3)
    case = proposed(choice=every(player), reason=STAKES_BACK)
    round_ = case.lines.get(n=2).round
    approved(case)
    decided.void_undecided(owner_connection, round_.pk, STAKES_BACK, manager())

    work_off()

    results = list(case.lines.order_by("n").values_list("result", "code"))
    assert results == [("done", ""), ("refused", "voided_already"), ("done", "")]
    step = case.steps.get(to_state="carried_out")
    assert (step.done, step.refused) == (2, 1)


def test_a_failing_hand_is_reported_once_and_delays_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (player,) = played(1, 3)
    case = approved(proposed(choice=every(player), reason=STAKES_BACK))
    broken = case.lines.get(n=1).pk

    def fails(line: VoidLine, acting_user: User) -> int:
        moved = execute_line(line, acting_user)
        if line.pk == broken:
            raise RuntimeError("in the middle of it")
        return moved

    monkeypatch.setattr("compliance.voids.services.worker.execute_line", fails)
    now = timezone.now()
    voids_worker.execute_due_lines(now)
    voids_worker.execute_due_lines(now + voids_worker.RETRY)

    assert list(case.lines.order_by("n").values_list("result", flat=True)) == [
        "waiting",
        "done",
        "done",
    ]
    assert Void.objects.count() == 2
    assert Event.objects.filter(kind="void_failed").count() == 1
    case.refresh_from_db()
    assert case.state == "approved"
    monkeypatch.setattr("compliance.voids.services.worker.execute_line", execute_line)
    voids_worker.execute_due_lines(now + 2 * voids_worker.RETRY)
    case.refresh_from_db()
    assert (case.state, Void.objects.count()) == ("carried_out", 3)


def test_a_worker_with_nothing_to_do_does_nothing() -> None:
    (player,) = played(1, 2)
    case = proposed(choice=every(player), reason=STAKES_BACK)

    assert not voids_worker.execute_due_lines(timezone.now())
    assert waiting(case) == 2
    approval.refuse_case(case.pk, acting_user=manager(), note="no")
    assert not voids_worker.execute_due_lines(timezone.now())
    assert not Void.objects.exists()


def test_hands_of_one_player_are_paid_from_what_those_before_them_left() -> None:
    (player,) = played(1, 5)
    before = balance(player.pk)
    case = proposed(choice=every(player), reason=CaseReason.COLLUSION)
    approved(case)
    work_off()
    undo = proposed(kind=CaseKind.UNDO, of=case, acting_user=analyst("nuria"), rounds=())
    assert seen(undo)
    approved(undo)
    work_off()

    undo.refresh_from_db()
    assert undo.state == "carried_out"
    assert balance(player.pk) == before
    assert not Receivable.objects.exists()


def test_a_player_gets_one_mail_per_case(mailoutbox: list[EmailMessage]) -> None:
    first, second = played(2, 3)
    User.objects.update(language="en")
    case = approved(proposed(choice=every(first, second), reason=STAKES_BACK))
    work_off()
    assert notice_mail.mail_due_notices(timezone.now()) == 0

    later = timezone.now() + notice_mail.QUIET_PERIOD
    assert [notice_mail.mail_due_notices(later) for _ in range(2)] == [2, 0]
    assert [mail.to for mail in mailoutbox] == [[first.email], [second.email]]
    mail = mailoutbox[0]
    assert mail.subject == "Lígalo: 3 rounds of yours are void"
    assert mail.body.count(" at Lígalo:") == 3
    for line in case.lines.select_related("round"):
        assert (line.round.number in mail.body) == (line.round.player_id == first.pk)
    assert "a second account of the same person" in mail.body
    assert "info@grupoligalo.com" in mail.body


def test_an_unfinished_case_delays_no_other_mail(
    monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMessage]
) -> None:
    monkeypatch.setattr(notice_mail, "BATCH", 2)
    (first,) = played(1, 3)
    approved(proposed(choice=every(first), reason=STAKES_BACK))
    work_off()
    bea = another(scenes.ligalo())
    notices.write_notice(bea, Notice.Kind.PLAYED, timezone.now())

    assert notice_mail.mail_due_notices(timezone.now()) == 1
    assert [mail.to for mail in mailoutbox] == [[bea.player.email]]


def test_a_part_of_a_case_can_be_undone() -> None:
    (player,) = played(1, 3)
    case = approved(proposed(choice=every(player), reason=STAKES_BACK))
    work_off()
    case.refresh_from_db()
    only = case.lines.get(n=2).round

    undo = approved(proposed(only, kind=CaseKind.UNDO, of=case))

    assert undo.size == 1
    assert sorted(Void.objects.filter(undone_at=None).values_list("round", flat=True)) == sorted(
        line.round_id for line in case.lines.exclude(n=2)
    )
