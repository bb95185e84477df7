import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models.users import User
from accounts.restrictions.services.states import change_state
from casino.models import Participant, Round
from casino.play.services.betting import place_bet
from tests.casino import scenes
from tests.fixtures.reading import read_in

pytestmark = pytest.mark.database

TABLE = "/table/ligalo/"
HTMX = {"HX-Request": "true"}


def bet_form(participant: Participant, stake: str = "10") -> dict[str, object]:
    request = scenes.bet_request(participant, stake)
    return {
        "shoe": request.shoe,
        "nonce": request.nonce,
        "stake-1": request.boxes[1].stake,
        "salt": request.salt,
    }


def decision(round_: Round, action: str) -> dict[str, object]:
    return {"round": round_.public_id, "step": round_.decisions.count(), "action": action}


def seated(wanted: scenes.Wanted = scenes.ordinary) -> tuple[Client, Participant]:
    player, table = scenes.new_player(), scenes.ligalo()
    return scenes.signed_in(player), scenes.sit(player, table, scenes.seed_for(wanted))


@pytest.mark.committed
def test_the_table_shows_its_page_with_a_bet_form() -> None:
    client, _ = seated()

    page = client.get(TABLE)

    assert page.status_code == 200
    assert 'name="stake-1"' in page.text
    assert 'name="nonce" value="1"' in page.text


def test_a_plain_form_is_answered_with_see_other() -> None:
    client, participant = seated()

    answer = client.post(TABLE + "bet/", bet_form(participant))

    assert (answer.status_code, answer["Location"]) == (303, TABLE)
    assert Round.objects.count() == 1


def test_htmx_is_answered_with_the_fragment() -> None:
    client, participant = seated()

    answer = client.post(TABLE + "bet/", bet_form(participant), headers=HTMX)

    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert 'name="action" value="stand"' in re.sub(r"\s+", " ", answer.text)


def test_only_legal_actions_are_shown() -> None:
    client, participant = seated()
    text = client.post(TABLE + "bet/", bet_form(participant), headers=HTMX).text

    shown = set(re.findall(r'value="(hit|stand|double|split|surrender|insure|decline)"', text))

    assert shown == {"hit", "stand", "double", "surrender"}


def test_a_legal_action_without_the_money_is_disabled_with_its_reason() -> None:
    player, table = scenes.new_player(funds="15"), scenes.ligalo()
    participant = scenes.sit(player, table, scenes.seed_for(scenes.ordinary))
    client = scenes.signed_in(player)

    text = client.post(
        TABLE + "bet/", bet_form(participant), headers={**HTMX, "Accept-Language": "en"}
    ).text

    button = re.search(r'<button[^>]*value="double"[^>]*>', text)
    assert button is not None
    assert "disabled" in button.group()
    assert "Your balance does not cover this" in text


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"stake-1": "60"}, 422),
        ({"stake-1": "abc"}, 422),
        ({"stake-1": "10.005"}, 422),
        ({"salt": "x"}, 422),
        ({"nonce": 7}, 409),
        ({"nonce": "seven"}, 409),
        ({"shoe": "no uuid"}, 409),
        ({"shoe": uuid4()}, 409),
    ],
)
def test_a_refused_bet_is_explained_in_place(change: dict[str, object], status: int) -> None:
    client, participant = seated()
    before = scenes.everything(participant.player)

    for headers in ({}, HTMX):
        answer = client.post(TABLE + "bet/", {**bet_form(participant), **change}, headers=headers)
        assert answer.status_code == status
        assert 'role="alert"' in answer.text
    assert scenes.everything(participant.player) == before


@pytest.mark.parametrize(("language", "typed"), [("es", "10,000"), ("en", "10.000")])
def test_a_stake_with_two_readings_is_refused_with_both(language: str, typed: str) -> None:
    client, participant = seated()
    read_in(client, language)
    before = scenes.everything(participant.player)

    answer = client.post(TABLE + "bet/", {**bet_form(participant), "stake-1": typed})

    assert answer.status_code == 422
    page = answer.context["page"]
    assert "10000" in page.refusal
    assert typed.replace("000", "0000") in page.refusal
    assert f'value="{typed}"' in answer.text
    assert scenes.everything(participant.player) == before


def test_a_stake_is_read_as_the_page_is_written() -> None:
    client, participant = seated(scenes.natural)
    read_in(client, "es")

    answer = client.post(TABLE + "bet/", {**bet_form(participant), "stake-1": "10,50"})

    assert answer.status_code == 303
    assert Round.objects.get().amount == 105_000
    assert 'value="10,50"' in client.get(TABLE).text


def test_an_illegal_action_is_refused() -> None:
    client, participant = seated()
    client.post(TABLE + "bet/", bet_form(participant))
    before = scenes.everything(participant.player)

    answer = client.post(TABLE + "action/", decision(Round.objects.get(), "split"))

    assert answer.status_code == 422
    assert scenes.everything(participant.player) == before


def test_somebody_elses_round_is_not_found() -> None:
    client, participant = seated()
    client.post(TABLE + "bet/", bet_form(participant))
    round_ = Round.objects.get()
    luis = scenes.signed_in(scenes.new_player("luis@example.test"))
    before = scenes.everything(participant.player)

    assert luis.post(TABLE + "action/", decision(round_, "stand")).status_code == 404
    assert luis.get(reverse("casino:round", args=[round_.public_id])).status_code == 404
    assert scenes.everything(participant.player) == before


def test_without_a_login_pages_lead_to_it_and_forms_are_refused() -> None:
    _, participant = seated()
    nobody = Client()
    before = scenes.everything(participant.player)

    assert nobody.get(TABLE).status_code == 302
    answer = nobody.post(TABLE + "bet/", bet_form(participant), headers=HTMX)

    assert answer.status_code == 401
    assert "?next=/table/ligalo/" in answer["HX-Redirect"]
    assert scenes.everything(participant.player) == before


def test_a_get_plays_nothing() -> None:
    client, participant = seated()
    before = scenes.everything(participant.player)

    for name in ("bet", "action", "client-seed", "change-shoe"):
        assert client.get(f"{TABLE}{name}/").status_code == 405
    assert scenes.everything(participant.player) == before


def test_a_form_without_its_token_is_refused() -> None:
    _, participant = seated()
    client = Client(enforce_csrf_checks=True)
    client.force_login(participant.player)
    before = scenes.everything(participant.player)

    assert client.post(TABLE + "bet/", bet_form(participant)).status_code == 403
    assert scenes.everything(participant.player) == before


def test_a_whole_round_with_plain_forms() -> None:
    client, participant = seated(scenes.pair)
    client.post(TABLE + "bet/", bet_form(participant))
    round_ = Round.objects.get()
    client.post(TABLE + "action/", decision(round_, "split"))
    while Round.objects.get().status == Round.Status.IN_PROGRESS:
        assert client.post(TABLE + "action/", decision(round_, "stand")).status_code == 303

    page = client.get(TABLE)

    assert page.status_code == 200
    assert 'name="nonce" value="2"' in page.text


def test_a_round_left_alone_is_found_again_on_another_device() -> None:
    client, participant = seated()
    client.post(TABLE + "bet/", bet_form(participant))

    elsewhere = scenes.signed_in(participant.player).get(TABLE)

    assert str(Round.objects.get().public_id) in elsewhere.text
    assert 'value="stand"' in elsewhere.text


def test_the_client_seed_is_changed_between_rounds() -> None:
    client, participant = seated()

    good = client.post(TABLE + "client-seed/", {"client_seed": "mine_2"}, headers=HTMX)
    bad = client.post(TABLE + "client-seed/", {"client_seed": "mine 2"}, headers=HTMX)

    assert (good.status_code, bad.status_code) == (200, 422)
    assert Participant.objects.get(pk=participant.pk).client_seed == "mine_2"


@pytest.mark.parametrize(
    ("field", "value", "status"),
    [
        ("shoe", "x", 409),
        ("nonce", "1e0", 409),
        ("stake-1", "1\0", 422),
        ("salt", "0" * 65, 422),
        ("salt_text", "w" * 501, 422),
    ],
)
def test_a_bet_with_a_field_that_cannot_be_read_is_refused_for_that_field(
    field: str, value: str, status: int
) -> None:
    client, participant = seated()
    before = scenes.everything(participant.player)

    answer = client.post(TABLE + "bet/", {**bet_form(participant), field: value}, headers=HTMX)

    assert answer.status_code == status
    assert scenes.everything(participant.player) == before


def test_actions_barred_by_an_exclusion_show_the_reason() -> None:
    client, participant = seated()
    client.post(TABLE + "bet/", bet_form(participant))
    change_state(participant.player, "suspended", "under review", acting_user=None)
    read_in(client, "en")

    page = client.get(TABLE)

    assert page.status_code == 200
    assert "Your account is suspended. Please contact us." in page.text


def test_a_barred_player_is_informed_before_betting() -> None:
    client, participant = seated()
    User.objects.filter(pk=participant.player_id).update(verified_at=None, verification_method="")
    before = scenes.everything(participant.player)

    page = client.get(TABLE, headers={"Accept-Language": "en"})
    answer = client.post(TABLE + "bet/", bet_form(participant))

    assert "Verify your age and identity" in page.text
    assert re.search(r'<button[^>]*id="deal"[^>]*disabled', page.text)
    assert answer.status_code == 403
    assert scenes.everything(participant.player) == before


def test_an_amount_finer_than_a_cent_is_shown_rounded_down() -> None:
    player, table = scenes.new_player(funds="103.6750"), scenes.ligalo()
    participant = scenes.sit(player, table, scenes.seed_for(scenes.ordinary))
    client = scenes.signed_in(player)
    read_in(client, "en")
    strip = client.get(TABLE).text.partition('data-sum="balance"')[2].partition("</dd>")[0]
    assert "103.67" in strip
    assert "103.675" not in strip
    total = client.get("/bank/").text.partition("data-total")[2].partition("</strong>")[0]
    assert "103.675" not in total
    round_ = scenes.play_out(place_bet(player, table, scenes.bet_request(participant)))
    page = client.get(f"/rounds/{round_.public_id}/").text
    assert "103.67" in page
    assert "103.675" not in page
