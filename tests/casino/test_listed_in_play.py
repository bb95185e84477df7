"""A player whom the exclusion register lists in the middle of a hand: treated as excluded."""

from pathlib import Path

import pytest
from pytest_django import Settings

from accounts.gate.values.signed_lists import ListKind
from accounts.identity.selectors.document_numbers import load_document_number
from accounts.models.users import User
from casino.models import Round, Wager
from casino.play.services.decisions import make_decision
from journal.refusals import NotAllowed
from tests.accounts.lists import Lists, set_up_lists
from tests.casino import scenes
from tests.casino.test_decisions import refused, request
from tests.live.scenes import Guest, a_live_table, rings
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database


@pytest.fixture
def register(tmp_path: Path, settings: Settings) -> Lists:
    return set_up_lists(ListKind.REGISTER, tmp_path, settings)


def list_player(register: Lists, player: User) -> None:
    number = load_document_number(player)
    assert number
    register.load([register.entry(number)])


def test_the_hand_ends_without_new_money_and_no_other_begins(register: Lists) -> None:
    round_ = scenes.deal(scenes.ordinary)
    list_player(register, round_.player)
    assert refused(NotAllowed, round_, request(round_, "double")).code == "operator_excluded"
    make_decision(round_.player, request(round_, "stand"))
    round_.refresh_from_db()
    assert round_.status == Round.Status.COMPLETED


def test_a_bet_at_a_live_table_returns_before_the_deal(register: Lists) -> None:
    place = a_live_table("casino_floor")
    ana, luis = Guest(place, "ana").sits(3), Guest(place, "luis").sits(5)
    ana.bets({3: "10"})
    luis.bets({5: "10"})
    list_player(register, ana.player)
    rings(place)
    rings(place)
    assert balance(ana.player.pk, "USD") == Money.parse("1000", "USD")
    ends = {wager.participant.player_id: wager.end for wager in Wager.objects.all()}
    assert ends == {ana.player.pk: Wager.End.RETURNED, luis.player.pk: Wager.End.OPEN}
