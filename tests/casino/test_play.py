import pytest

from casino.errors import Conflict
from casino.models import Round
from tests.casino import scenes
from wallet.money import Money
from wallet.selectors import balance

pytestmark = pytest.mark.usefixtures("committed_db")


def test_a_bet_is_held_and_dealt() -> None:
    round_ = scenes.deal(scenes.ordinary)

    assert round_.status == Round.Status.IN_PROGRESS
    assert balance(round_.player_id) == Money.parse("990", "USD")
