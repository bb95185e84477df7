"""Bets in every currency: limits in USD, one rate per round, payouts in the bet's currency."""

from dataclasses import replace
from decimal import Decimal
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.models.users import User
from casino.limits.values.bet_limits import compute_bet_limits
from casino.models import Bet, Decision, Participant, Round
from casino.play.services.betting import BetRequest, place_bet
from casino.refusals import BetRefused, Conflict
from journal.refusals import Refusal
from limits.refusals import LimitReached
from tables.models import Table
from tests.casino import scenes
from tests.wallet.rates import approved, enter, limit_set
from wallet.ledger.models import Transfer
from wallet.ledger.refusals import InsufficientFunds
from wallet.ledger.selectors.funds import balance
from wallet.ledger.services import movements as wallet
from wallet.money.values import Money
from wallet.money.words import format_money

pytestmark = pytest.mark.database

RATES = {"EUR": "1.16", "COP": "0.00025", "DOP": "0.016", "VES": "0.004"}


def held(currency: str, text: str) -> User:
    player = scenes.new_player(funds="100")
    wallet.credit_deposit(player.pk, Money.parse(text, currency), key=uuid4(), provider="demo")
    return player


def request(participant: Participant, stake: str, currency: str) -> BetRequest:
    plain = scenes.bet_request(participant, stake)
    return replace(plain, currency=currency)


def dealt(currency: str, stake: str, funds: str, wanted: scenes.Wanted = scenes.ordinary) -> Round:
    player, table = held(currency, funds), scenes.ligalo()
    participant = scenes.sit(player, table, scenes.seed_for(wanted))
    return place_bet(player, table, request(participant, stake, currency))


@pytest.mark.parametrize(
    ("currency", "stake", "usd"),
    [("EUR", "1.05", "1.218"), ("COP", "4000", "1"), ("DOP", "65", "1.04"), ("VES", "260", "1.04")],
)
def test_a_bet_keeps_its_currency_its_rate_and_its_worth(
    currency: str, stake: str, usd: str
) -> None:
    approved(currency, RATES[currency])
    round_ = dealt(currency, stake, "1000000")
    assert (round_.currency, round_.tasa_cambio) == (currency, Decimal(RATES[currency]))
    assert round_.money(round_.amount) == Money.parse(stake, currency)
    assert Money(round_.amount_usd, "USD") == Money.parse(usd, "USD")
    assert Bet.objects.get().amount_usd == round_.amount_usd
    assert balance(round_.player_id, "USD") == Money.parse("100", "USD")


def test_a_round_is_paid_back_in_its_currency_whatever_the_rate_did() -> None:
    approved("COP", "0.00025", hours=3)
    round_ = dealt("COP", "4000", "100000")
    approved("COP", "0.0005", hours=2)  # twice the value
    enter("COP", "0.002", hours=1)  # waits for approval: new bets are refused
    before = balance(round_.player_id, "COP")
    round_ = scenes.play(round_, "double")
    round_ = scenes.play_out(round_)
    assert Decision.objects.get(action="double").amount_usd == 10_000
    assert (round_.staked_usd, round_.tasa_cambio) == (20_000, Decimal("0.00025"))
    assert round_.returned is not None
    paid = balance(round_.player_id, "COP") - before
    assert paid.units == round_.returned - 40_000_000
    assert round_.returned_usd == round_.returned // 4000
    assert balance(round_.player_id, "USD") == Money.parse("100", "USD")


def test_a_natural_is_paid_three_to_two_in_pesos() -> None:
    approved("COP", "0.00025")
    round_ = dealt("COP", "4200", "100000", scenes.natural)
    assert round_.returned == 105_000_000
    assert balance(round_.player_id, "COP") == Money.parse("106300", "COP")


def test_a_currency_that_is_used_up_is_not_selected_again() -> None:
    player, table = scenes.new_player(funds="20"), scenes.ligalo()
    participant = scenes.sit(player, table)
    participant.currency = "EUR"
    participant.save(update_fields=["currency"])
    page = scenes.signed_in(player).get("/table/ligalo/").context["page"]
    assert page.bet_form.currency == "USD"


def test_refunds_and_corrections_are_in_the_bets_currency_too() -> None:
    approved("COP", "0.00025", hours=3)
    player, round_id = held("COP", "10000"), uuid4()
    stake = Money.parse("4000", "COP")
    wallet.hold_stake(player.pk, stake, key=uuid4(), round_id=round_id)
    approved("COP", "0.0005", hours=2)
    wallet.refund_stake(player.pk, stake, key=uuid4(), round_id=round_id)
    assert balance(player.pk, "COP") == Money.parse("10000", "COP")

    round_id = uuid4()
    wallet.hold_stake(player.pk, stake, key=uuid4(), round_id=round_id)
    won = wallet.settle_stakes(
        player.pk, key=uuid4(), round_id=round_id, staked=stake, returned=stake * 2
    )
    approved("COP", "0.00052", hours=1)
    wallet.reverse_transfer(won.transfer_id, key=uuid4(), reason="the wrong shoe")
    assert balance(player.pk, "COP") == Money.parse("6000", "COP")
    assert balance(player.pk, "USD") == Money.parse("100", "USD")
    wallet.refund_stake(player.pk, stake, key=uuid4(), round_id=round_id)


@pytest.mark.parametrize(
    ("stake", "code"),
    [
        ("200", "bet_below_minimum"),
        ("200200", "bet_above_maximum"),
        ("4100", "bet_step"),
        ("4000.5", "bet_step"),
    ],
)
def test_limits_hold_in_dollars(stake: str, code: str) -> None:
    approved("COP", "0.00025")
    player, table = held("COP", "1000000"), scenes.ligalo()
    participant = scenes.sit(player, table)
    before = scenes.everything(player)
    with pytest.raises(Refusal) as refusal:
        place_bet(player, table, request(participant, stake, "COP"))
    assert refusal.value.code == code
    assert "COL$" in str(refusal.value.message)
    assert scenes.everything(player) == before


def test_the_limits_that_are_shown_are_taken() -> None:
    for currency, rate in RATES.items():
        approved(currency, rate)
        limits = compute_bet_limits(scenes.ligalo(), currency, Decimal(rate))
        for edge in (limits.min_bet, limits.max_bet):
            player = scenes.new_player(f"{currency}{edge.units}@example.test", "0")
            wallet.credit_deposit(player.pk, edge, key=uuid4(), provider="demo")
            participant = scenes.sit(player, scenes.ligalo())
            round_ = place_bet(player, participant.table, request(participant, edge.text, currency))
            assert round_.money(round_.amount) == edge
            assert (
                participant.table.min_bet_usd <= round_.amount_usd <= participant.table.max_bet_usd
            )


def pair_at(stake: str) -> Round:
    """Return a round with a pair whose split reaches or passes the maximum of a round.

    The maximum is 7,600 pesos at the round's rate. The current rate is higher.
    """
    approved("COP", "0.00025", hours=3)
    scenes.ligalo()
    Table.objects.update(min_bet_usd=1_000, max_bet_usd=15_000, max_round_usd=19_100)
    round_ = dealt("COP", stake, "100000", scenes.pair)
    approved("COP", "0.00026", hours=2)
    return round_


def test_the_most_of_a_round_is_named_in_its_currency_at_its_rate() -> None:
    round_ = pair_at("4000")
    before = scenes.everything(round_.player), balance(round_.player_id, "COP").units
    with override("en"), pytest.raises(LimitReached) as refusal:
        scenes.play(round_, "split")
    assert str(refusal.value.message).endswith(" is 7,600.00\N{NO-BREAK SPACE}COP.")
    assert (scenes.everything(round_.player), balance(round_.player_id, "COP").units) == before


def test_the_most_of_a_round_that_was_named_is_taken() -> None:
    round_ = scenes.play(pair_at("3800"), "split")
    assert round_.money(round_.staked) == Money.parse("7600", "COP")


@pytest.mark.parametrize("currency", ["USD", *RATES])
def test_lobby_and_help_name_limits_in_the_display_currency_and_they_are_taken(
    currency: str,
) -> None:
    if currency in RATES:
        approved(currency, RATES[currency])
    table = scenes.ligalo()
    ana = scenes.new_player(funds="0")
    User.objects.filter(pk=ana.pk).update(display_currency=currency)
    lobby = scenes.signed_in(User.objects.get(pk=ana.pk)).get("/")
    limits = lobby.context["tables"][0].limits
    help_page = scenes.signed_in(User.objects.get(pk=ana.pk)).get("/help/ligalo/")
    with override(ana.language):
        for shown in (limits.max_bet, limits.max_round):
            assert format_money(shown) in lobby.text
            assert format_money(shown) in help_page.text
        assert format_money(limits.step) in help_page.text
    assert ("US$" in lobby.text) == (currency == "USD")
    for edge in (limits.min_bet, limits.max_bet):
        player = scenes.new_player(f"{edge.units}@example.test", "0")
        wallet.credit_deposit(player.pk, edge, key=uuid4(), provider="demo")
        participant = scenes.sit(player, table)
        round_ = place_bet(player, participant.table, request(participant, edge.text, currency))
        assert round_.money(round_.amount) == edge


def test_lobby_and_help_name_limits_in_dollars_where_there_is_no_rate_and_to_strangers() -> None:
    enter("EUR", "1.16")  # waits for approval
    scenes.ligalo()
    ana = scenes.new_player(funds="0")
    User.objects.filter(pk=ana.pk).update(display_currency="EUR")
    for client in (scenes.signed_in(User.objects.get(pk=ana.pk)), Client()):
        for path in ("/", "/help/ligalo/"):
            page = client.get(path, headers={"Accept-Language": "en"}).text
            assert "$50.00" in page
            assert ("EUR" in page) == (path != "/")  # the help names every currency


def test_a_limit_that_was_shown_a_moment_ago_is_still_taken() -> None:
    approved("COP", "0.00025", hours=3)
    player, table = held("COP", "1000000"), scenes.ligalo()
    participant = scenes.sit(player, table, scenes.seed_for(scenes.ordinary))
    approved("COP", "0.00026", hours=2)  # the maximum falls from 200,000 to 192,200
    round_ = place_bet(player, table, request(participant, "200000", "COP"))
    assert round_.tasa_cambio == Decimal("0.00026")


@pytest.mark.parametrize("trouble", ["no_rate", "rate_waits", "stale_rate"])
def test_without_a_usable_rate_no_new_round_begins(trouble: str) -> None:
    if trouble == "rate_waits":
        enter("EUR", "1.16")
    if trouble == "stale_rate":
        approved("EUR", "1.16", hours=3)
        limit_set("EUR", 2)
    player, table = held("EUR", "100"), scenes.ligalo()
    participant = scenes.sit(player, table)
    before = scenes.everything(player), balance(player.pk, "EUR").units
    with override("es"), pytest.raises(BetRefused) as refusal:  # the page is in Spanish
        place_bet(player, table, request(participant, "1", "EUR"))
    assert refusal.value.code == trouble
    assert (scenes.everything(player), balance(player.pk, "EUR").units) == before
    page = scenes.signed_in(player).get(reverse("casino:table", args=["ligalo"]) + "?currency=EUR")
    assert page.status_code == 200
    with override("es"):
        assert page.context["page"].barred == str(refusal.value.message)
    assert page.context["page"].bet_form.currency == "EUR"


@pytest.mark.parametrize("currency", ["PLY", "XXX", ""])
def test_other_currencies_take_no_bet(currency: str) -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    participant = scenes.sit(player, table)
    before = scenes.everything(player)
    with pytest.raises(BetRefused):
        place_bet(player, table, request(participant, "1", currency))
    assert scenes.everything(player) == before


def test_money_that_is_not_held_is_not_staked() -> None:
    approved("EUR", "1.16")
    player, table = scenes.new_player(), scenes.ligalo()
    participant = scenes.sit(player, table)
    before = scenes.everything(player)
    with pytest.raises(InsufficientFunds):
        place_bet(player, table, request(participant, "1", "EUR"))
    assert scenes.everything(player) == before


def test_the_same_form_in_another_currency_is_another_form() -> None:
    approved("EUR", "1.16")
    player, table = held("EUR", "100"), scenes.ligalo()
    participant = scenes.sit(player, table, scenes.seed_for(scenes.ordinary))
    sent = request(participant, "1", "EUR")
    place_bet(player, table, sent)
    transfers = Transfer.objects.count()
    other = replace(sent, currency="USD")
    with pytest.raises(Conflict):
        place_bet(player, table, other)
    assert Transfer.objects.count() == transfers


def test_the_page_offers_what_is_held_and_remembers_what_was_played() -> None:
    approved("EUR", "1.16")
    approved("COP", "0.00025")
    player, table = held("EUR", "100"), scenes.ligalo()
    scenes.sit(player, table, scenes.seed_for(scenes.natural))
    client = scenes.signed_in(player)
    address = reverse("casino:table", args=["ligalo"])
    page = client.get(address).context["page"]
    assert [(one.code, one.chosen) for one in page.currencies] == [("USD", True), ("EUR", False)]
    page = client.get(address + "?currency=COP").context["page"]
    assert page.balance.currency == "USD"  # the player holds no pesos
    page = client.get(address + "?currency=EUR").context["page"]
    assert page.balance == Money.parse("100", "EUR")
    assert str(page.table.limits.min_bet) == "0.10 EUR"
    form = {
        "shoe": page.bet_form.shoe,
        "nonce": page.bet_form.nonce,
        "currency": "EUR",
        "stake-1": "1",
        "salt": scenes.SALT,
    }
    assert client.post(address + "bet/", form).status_code == 303
    page = client.get(address).context["page"]
    assert (page.balance.currency, page.bet_form.boxes[0].stake.rebet) == (
        "EUR",
        Money.parse("1", "EUR"),
    )
    assert page.net_position == Money.parse("1.50", "EUR")
    assert client.get("/statistics/").context["currency"] == "EUR"


@pytest.mark.database
def test_an_empty_currency_is_not_selected_while_another_has_money() -> None:
    approved("EUR", "1.16")
    player, table = held("EUR", "100"), scenes.ligalo()
    participant = scenes.sit(player, table)
    wallet.hold_withdrawal(player.pk, balance(player.pk, "EUR"), key=uuid4())
    participant.currency = "EUR"
    participant.save(update_fields=["currency"])
    client = scenes.signed_in(player)
    for query in ("", "?currency=EUR"):
        page = client.get(reverse("casino:table", args=["ligalo"]) + query).context["page"]
        assert page.bet_form.currency == "USD", query
