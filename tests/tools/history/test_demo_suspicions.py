"""The queue of cases after the demo's history: who is in it, with which signals, and who is not."""

from collections import Counter
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import F, Sum

from accounts.models.users import User
from accounts.roles.values import Role
from cases.models import Case, CaseTopic
from casino.models import Round
from detection.models import BlindSample, Flag
from tests.accounts.staff import inside, staff
from tests.fixtures.reading import read_in
from tests.tools.history.recomputed import COMPUTED, compare_case
from tests.waiting import BUILDING, wait_for_room_in_day
from wallet.money.values import PLAY_MONEY

pytestmark = [pytest.mark.database, pytest.mark.committed, pytest.mark.slow]


def flags_of(player: Any) -> set[str]:
    return set(Flag.objects.filter(player=player).values_list("signal", flat=True))


def players_with(*signals: str) -> list[Any]:
    found = User.objects.filter(email__endswith="@history.example").order_by("pk")
    return [player for player in found if set(signals) <= flags_of(player)]


def is_queued(player: Any, kind: CaseTopic) -> bool:
    return Case.objects.filter(kind=kind, players__player=player).exists()


def test_the_first_queue_has_the_suspects_and_not_the_lucky_winner() -> None:
    wait_for_room_in_day(BUILDING)
    said = StringIO()
    call_command("demo", stdout=said)
    call_command("demo_history", stdout=said)

    assert any(is_queued(one, CaseTopic.FRAUD) for one in players_with("CC1", "EDGE"))
    assert any(is_queued(one, CaseTopic.FRAUD) for one in players_with("BOT1", "BOT5"))
    assert any(is_queued(one, CaseTopic.LAUNDERING) for one in players_with("AML1"))

    assert any(is_queued(one, CaseTopic.FRAUD) for one in players_with("MA1", "MA2"))
    team = players_with("COL1")
    assert len(team) == 2
    assert all(is_queued(one, CaseTopic.FRAUD) for one in team)

    real = Round.objects.exclude(currency=PLAY_MONEY).filter(
        player__email__endswith="@history.example"
    )
    won = real.values("player").annotate(net=Sum(F("returned_usd") - F("staked_usd")))
    suspects = {player.pk for player in (*players_with("CC1"), *players_with("MA1"), *team)}
    luckiest = next(row["player"] for row in won.order_by("-net") if row["player"] not in suspects)
    assert not is_queued(luckiest, CaseTopic.FRAUD)
    assert not BlindSample.objects.exists()
    _figures_agree_with_raw_rows()


def _figures_agree_with_raw_rows() -> None:
    """Five case pages and more say what raw rows say: those of the counter, the program, the pair and the passing money."""
    client = inside(staff(Role.COMPLIANCE_MANAGER, "auditing"))
    read_in(client, "en")
    compared = Counter[str]()
    pages = 0
    for case in Case.objects.order_by("pk"):
        page = " ".join(client.get(f"/staff/cases/{case.public_id}/").content.decode().split())
        signals = compare_case(case, page)
        compared.update(signals)
        pages += bool(signals)
    assert set(compared) == set(COMPUTED)
    assert pages >= 5, compared
