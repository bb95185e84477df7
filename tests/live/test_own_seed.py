"""The client seed of a player at a live table: random, or public words that the player chooses."""

import pytest

from casino.live.refusals import NotSeated
from casino.live.services.own_seed import choose_seed
from casino.models import Participant
from casino.refusals import Conflict, SeedRefused
from journal.refusals import Refusal
from tests.live.scenes import Guest, a_live_table
from tests.live.test_page import page_of, send, signed_in

pytestmark = pytest.mark.database


def test_chosen_words_count_from_the_next_bet_and_a_random_seed_replaces_them() -> None:
    place = a_live_table()
    ana = Guest(place, "ana").sits(1)

    choose_seed(ana.player, place, "mi_suerte-7")
    assert ana.participant.client_seed == "mi_suerte-7"
    assert ana.bets({1: "10"}).client_seed == "mi_suerte-7"

    luis = Guest(place, "luis").sits(2)
    choose_seed(luis.player, place, None)
    assert luis.participant.client_seed not in {"luis", ""}


@pytest.mark.parametrize("typed", ["", "a" * 32, "dos palabras", "ñ"])
def test_words_that_are_no_seed_are_refused(typed: str) -> None:
    place = a_live_table()
    ana = Guest(place, "ana").sits(1)

    with pytest.raises(SeedRefused):
        choose_seed(ana.player, place, typed)

    assert ana.participant.client_seed == "ana"


def test_a_seed_changes_neither_without_a_seat_nor_under_a_bet() -> None:
    place = a_live_table()
    ana, eva = Guest(place, "ana").sits(1), Guest(place, "eva")
    ana.bets({1: "10"})
    refused: list[tuple[Guest, type[Refusal]]] = [(ana, Conflict), (eva, NotSeated)]
    for guest, kind in refused:
        with pytest.raises(kind):
            choose_seed(guest.player, place, "other")

    assert set(Participant.objects.values_list("client_seed", flat=True)) == {"ana", "eva"}


def test_the_page_warns_before_the_field_and_keeps_it_open_where_it_refused() -> None:
    place = a_live_table()
    ana = Guest(place, "ana").sits(1)
    client = signed_in(ana)
    page = page_of(client, place)
    assert page.index('id="seed-warning"') < page.index('id="client-seed"')

    status, text = send(client, place, "client_seed", client_seed="dos palabras")
    assert status == 422
    assert 'id="own-seed" open' in text
    assert 'value="dos palabras"' in text
    assert send(client, place, "client_seed", client_seed="una")[0] == 200
    assert 'data-seed="una"' in page_of(client, place)
    assert send(client, place, "client_seed", client_seed="", random="yes")[0] == 200
    assert 'data-seed="una"' not in page_of(client, place)
