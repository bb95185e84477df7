"""Query counts of pages and requests: constant, however much has been played."""

from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models.users import User
from blackjack.bets import Bet
from blackjack.deal import Deal
from blackjack.presets import PRESETS
from casino.models import Participant, Round, Shoe
from casino.play.services.betting import place_bet
from casino.table_page.words.page import TablePage
from casino.values.boxes import BoxInput
from tests.casino import scenes
from tests.casino.test_currencies import RATES
from tests.casino.test_table_page import HTMX, TABLE, bet_form, decision, seated
from tests.exhaustive import slow_but_every
from tests.tables.house import scheduled
from tests.wallet.rates import approved
from wallet.ledger.selectors.funds import balance
from wallet.ledger.services.movements import credit_deposit, grant_play_money
from wallet.money.values import Money

pytestmark = pytest.mark.database

OF_A_VISIT = 10  # includes last-seen, rules to come and last results
OF_A_BET = 10  # maximum; includes a settlement at the deal
OF_A_DECISION = 12  # maximum; includes settlement, page, session and transaction


def queries_of_a_visit(rounds: int) -> int:
    client, participant = seated()
    for _ in range(rounds):
        scenes.play_out(
            place_bet(participant.player, participant.table, scenes.bet_request(participant))
        )
    client.get(TABLE)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(TABLE).status_code == 200
    return len(captured)


def test_the_table_asks_as_often_after_many_rounds_as_after_one() -> None:
    assert queries_of_a_visit(1) == OF_A_VISIT


def test_the_table_asks_as_often_after_ten_rounds() -> None:
    assert queries_of_a_visit(10) == OF_A_VISIT


@pytest.mark.committed
def test_history_asks_as_often_for_many_rounds_as_for_one() -> None:
    counts = []
    client, participant = seated()
    for rounds in (1, 9):
        for _ in range(rounds):
            scenes.play_out(
                place_bet(participant.player, participant.table, scenes.bet_request(participant))
            )
        with CaptureQueriesContext(connection) as captured:
            assert client.get("/rounds/").status_code == 200
        counts.append(len(captured))

    assert counts[0] == counts[1]


def told(captured: CaptureQueriesContext) -> str:
    """Return the beginning of each query, to show which one is new."""
    return "\n".join(query["sql"][:120] for query in captured)


def shows_what_is_stored(
    shown: TablePage, client: Client, table: str = TABLE, currency: str = "USD"
) -> None:
    """Check that the page built from a service's result equals the page read from the database."""
    stored = client.get(table, headers=HTMX).context["page"]
    player = User.objects.get(email="ana@example.test")
    assert shown.balance == stored.balance == balance(player.pk, currency)
    assert shown.net_position == stored.net_position
    assert shown.open_stakes == stored.open_stakes
    assert (shown.phase, shown.round, shown.fairness) == (
        stored.phase,
        stored.round,
        stored.fairness,
    )
    assert (shown.actions, shown.bet_form, shown.currencies) == (
        stored.actions,
        stored.bet_form,
        stored.currencies,
    )


@pytest.mark.parametrize("before", [0, 1, 2])
def test_a_bet_asks_no_more_than_it_must_and_shows_what_is_stored(before: int) -> None:
    """The second round of this shoe ends at the deal."""
    client, participant = seated()
    for _ in range(before):
        scenes.play_out(
            place_bet(participant.player, participant.table, scenes.bet_request(participant))
        )
    client.get(TABLE)  # opens the page first, which stores the origin in the session
    form = bet_form(participant)
    with CaptureQueriesContext(connection) as captured:
        answer = client.post(TABLE + "bet/", form, headers=HTMX)

    assert answer.status_code == 200
    assert Round.objects.count() == before + 1
    assert len(captured) <= OF_A_BET, told(captured)
    shows_what_is_stored(answer.context["page"], client)


@pytest.mark.parametrize("action", ["stand", "double", "hit"])
@pytest.mark.parametrize("before", [0, 2])
def test_a_decision_asks_no_more_than_it_must_and_shows_what_is_stored(
    action: str, before: int
) -> None:
    """Covers decisions that end the round and that do not, in the first and third round of a shoe."""
    client, participant = seated()
    for _ in range(before):
        scenes.play_out(
            place_bet(participant.player, participant.table, scenes.bet_request(participant))
        )
    round_ = place_bet(participant.player, participant.table, scenes.bet_request(participant))
    client.get(TABLE)
    form = decision(round_, action)
    with CaptureQueriesContext(connection) as captured:
        answer = client.post(TABLE + "action/", form, headers=HTMX)

    assert answer.status_code == 200
    assert len(captured) <= OF_A_DECISION, told(captured)
    shows_what_is_stored(answer.context["page"], client)


def in_euros(round_: Callable[[Participant], Round], preset: str, *seeds: str) -> Round:
    """Play a round at this preset's table with hints, by a player with all five currencies, each with a rate."""
    player = scenes.new_player()
    for currency, rate in RATES.items():
        approved(currency, rate)
        credit_deposit(player.pk, Money.parse("1000", currency), key=uuid4(), provider="demo")
    table = scenes.table_of(preset, hints=True)
    return round_(scenes.sit(player, table, *seeds))


def on_one_box(participant: Participant, currency: str = "EUR") -> Round:
    request = replace(scenes.bet_request(participant), currency=currency)
    return place_bet(participant.player, participant.table, request)


def a_split() -> Round:
    seed = scenes.seed_for(scenes.pair)
    return in_euros(on_one_box, "ligalo", seed)


def an_insurance() -> Round:
    return in_euros(on_one_box, "ligalo", scenes.seed_for(scenes.ace_up))


def a_double_that_closes_the_shoe() -> Round:
    """This preset has one shoe per round, so the end of the round closes the shoe."""
    seed = scenes.seed_for(doubles, PRESETS["atlantic_city"])
    return in_euros(on_one_box, "atlantic_city", seed)


def a_double_for_less() -> Round:
    seed = scenes.seed_for(doubles, PRESETS["casino_floor"], (Bet(1, 100_000),), 208)
    return in_euros(on_one_box, "casino_floor", seed)


def several_boxes() -> Round:
    def bet(participant: Participant) -> Round:
        boxes = {box: BoxInput("10") for box in range(1, 6)}
        request = scenes.bet_request(participant, boxes=boxes)
        return place_bet(participant.player, participant.table, replace(request, currency="EUR"))

    return in_euros(bet, "atlantic_city", "5" * 64)


def play_money() -> Round:
    participant = scenes.sit(scenes.new_player(), scenes.table_of("friendly"), "3" * 64)
    grant_play_money(participant.player_id, Money.parse("1000", "PLY"), key=uuid4(), reason="tests")
    return on_one_box(participant, "PLY")


def allowed(round_: Round, wanted: str) -> str:
    """Return `wanted` if it is legal, else `decline`; empty once the round is over."""
    if round_.status != Round.Status.IN_PROGRESS:
        return ""
    legal = scenes.live_deal(round_).legal_actions
    return wanted if wanted.partition(":")[0] in legal else "decline"


def doubles(deal: Deal) -> bool:
    return "double" in deal.legal_actions and "split" not in deal.legal_actions


@pytest.mark.parametrize(
    ("dealt", "first"),
    slow_but_every(
        3,
        [
            (a_split, "split"),
            (an_insurance, "insure"),
            (a_double_that_closes_the_shoe, "double"),
            (a_double_for_less, "double:4"),
            (several_boxes, "stand"),
            (play_money, "hit"),
        ],
    ),
)
@pytest.mark.parametrize("anew", [False, True], ids=["as_told", "told_anew"])
@pytest.mark.empty
def test_no_decision_of_any_round_asks_more(
    dealt: Callable[[], Round], first: str, *, anew: bool
) -> None:
    """Covers other currencies and hints, decisions that end the round and close the shoe, and answers that announce new rules."""
    round_ = dealt()
    if anew:
        rules = round_.place.table.version.rules
        scheduled(round_.place.table, replace(rules, resume_seconds=3601))
    action = allowed(round_, first)
    table = f"/table/{round_.place.table.slug}/"
    client, asked = scenes.signed_in(round_.player), []
    client.get(table)
    while round_.status == Round.Status.IN_PROGRESS:
        verb, _, amount = action.partition(":")
        form = {**decision(round_, verb), **({f"amount-{verb}": amount} if amount else {})}
        form |= {"told": "0.0"} if anew else {}
        with CaptureQueriesContext(connection) as captured:
            answer = client.post(f"{table}action/", form, headers=HTMX)
        assert answer.status_code == 200
        asked.append(len(captured))
        assert len(captured) <= OF_A_DECISION, told(captured)
        assert len(answer.context["page"].coming) == anew
        shows_what_is_stored(answer.context["page"], client, table, round_.currency)
        round_.refresh_from_db()
        action = allowed(round_, "stand")
    assert asked


def test_a_bet_that_is_over_at_once_and_closes_its_shoe_asks_little_more() -> None:
    seed = scenes.seed_for(scenes.natural, PRESETS["atlantic_city"])
    participant = scenes.sit(scenes.new_player(), scenes.table_of("atlantic_city"), seed)
    client, form = scenes.signed_in(participant.player), bet_form(participant)
    client.get("/table/atlantic-city/")
    with CaptureQueriesContext(connection) as captured:
        answer = client.post("/table/atlantic-city/bet/", form, headers=HTMX)

    assert answer.context["page"].phase == "finished"
    assert Shoe.objects.filter(status=Shoe.Status.CLOSED).count() == 1
    assert len(captured) <= OF_A_BET + 2, told(captured)


def test_a_decision_sent_again_shows_the_newest_round() -> None:
    client, participant = seated()
    first = place_bet(participant.player, participant.table, scenes.bet_request(participant))
    form = decision(first, "stand")
    client.post(TABLE + "action/", form)
    second = place_bet(participant.player, participant.table, scenes.bet_request(participant))

    answer = client.post(TABLE + "action/", form, headers=HTMX)

    assert answer.context["page"].round.id == str(second.public_id)
    assert Round.objects.get(pk=first.pk).decisions.count() == 1
