"""What markers of harm read of production: limits that refused or were used up, and the hours of the player's country."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.models.users import User
from casino.models import Participant
from detection.selectors.kept_rows import load_kept_rows
from detection.selectors.player_events import add_events
from detection.selectors.units import load_units
from detection.services.building import build_columns
from journal.models import Event
from journal.selectors.gaming_days import day_of
from limits.refusals import LimitReached
from limits.values import LimitKind
from signals.catalogue import SIGNALS
from signals.columns import History, ProtectionAct
from signals.outcomes import Outcome
from tests.casino import scenes
from tests.casino.test_own_limits import bet, refused, seated
from tests.limits.own_limits import limited
from wallet.cash.services.deposits import begin_deposit
from wallet.money.values import Money

pytestmark = pytest.mark.database


def load(player: User) -> History:
    since = timezone.now() - timedelta(days=1)
    rows = load_kept_rows(player.pk, load_units(player.pk), day_of(since))
    return add_events(rows.history, player.pk, since)


def judge(history: History) -> Outcome:
    signal = SIGNALS["HARM1"]
    return signal.judge(history, {one.name: one.default for one in signal.thresholds})


def acts(history: History) -> list[int]:
    kinds: list[int] = history.protection.kind.tolist()
    return kinds


def deposit(player: User, amount: str) -> None:
    money = Money.parse(amount, "USD")
    begin_deposit(player, money, key=uuid4(), provider="demo")


def lose(participant: Participant, stake: str) -> None:
    scenes.play(bet(participant, stake), "stand")
    build_columns()


def test_a_bet_refused_by_a_loss_limit_is_one_event_in_ten_minutes() -> None:
    participant = seated()
    limited(participant.player, LimitKind.LOSS, 9)
    for _ in range(2):
        refused(participant, "10")
    event = Event.objects.get(kind="loss_limit_reached")
    assert (event.subject, event.data) == (
        f"user {participant.player_id}",
        {"limit": "own_loss_limit 24h"},
    )
    assert acts(load(participant.player)) == [ProtectionAct.LOSS_LIMIT_REACHED]


def test_another_limit_is_no_stop_by_losses() -> None:
    participant = seated()
    limited(participant.player, LimitKind.WAGER, 9)
    refused(participant, "10")
    assert acts(load(participant.player)) == []


def test_a_deposit_after_the_loss_limit_is_used_up_is_a_marker() -> None:
    participant = seated()
    player = participant.player
    limited(player, LimitKind.LOSS, 19)
    lose(participant, "10")
    assert acts(load(player)) == [ProtectionAct.LOSS_LIMIT_REACHED]
    assert judge(load(player)).figures["deposits"] == 0
    deposit(player, "20")
    assert judge(load(player)).figures["deposits"] == 1


@pytest.mark.parametrize("limit", [None, 20])
def test_a_limit_with_room_for_a_bet_is_not_used_up(limit: int | None) -> None:
    participant = seated()
    if limit:
        limited(participant.player, LimitKind.LOSS, limit)
    lose(participant, "10")
    assert acts(load(participant.player)) == []


def test_a_limit_set_after_the_loss_was_not_used_up_by_it() -> None:
    participant = seated()
    lose(participant, "10")
    limited(participant.player, LimitKind.LOSS, 1)
    assert acts(load(participant.player)) == []


def test_a_deposit_after_a_refused_one_is_a_marker() -> None:
    player = scenes.new_player()
    limited(player, LimitKind.DEPOSIT, 50)
    with pytest.raises(LimitReached) as refusal:
        deposit(player, "60")
    assert refusal.value.code == "own_deposit_limit"
    assert acts(load(player)) == [ProtectionAct.DEPOSIT_REFUSED]
    assert judge(load(player)).figures["deposits"] == 0
    deposit(player, "40")
    assert judge(load(player)).figures["deposits"] == 1


def test_nights_are_those_of_the_player_s_country() -> None:
    player = scenes.new_player()
    assert load(player).country == player.country != ""
