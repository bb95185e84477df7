"""Tax withheld with the settlement of a round, given back by voids and taken again."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from hashlib import sha256
from itertools import count
from math import inf
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from psycopg import Connection

from accounts.models.users import User
from blackjack.bets import Bet
from blackjack.deal import Deal
from blackjack.fairness import entropy, seat_seed
from blackjack.presets import PRESETS
from blackjack.shoe import Shoe
from casino.models import Round, Treatment, Void
from casino.play.selectors.player_money import load_player_money
from casino.play.services.betting import place_bet
from casino.reconciliation.selectors.lines import find_broken_play_lines
from casino.reconciliation.selectors.tax_line import TAXES
from casino.rounds.words.round_view import outcome_sentence
from casino.values.transfer_keys import tax_key
from casino.voids.selectors.voiding import preview_undoing, preview_voids
from journal.models import Event, EventKind
from journal.refusals import SentBefore
from profiles.selectors.in_force import keep_versions
from profiles.values.profile_files import read_shipped
from profiles.values.stated import SourceStatus
from tests.casino import decided, scenes
from tests.casino.test_voiding import loses, lost, pushed, spend, usd, voided, won
from tests.fixtures.profiles import founded_version
from tests.fixtures.reading import read_in
from tests.wallet.rates import approved
from wallet.ledger.models import HouseAccount, Transfer, TransferKind
from wallet.ledger.refusals import InsufficientFunds, NotReversible, StakesDiffer
from wallet.ledger.selectors.funds import balance, house_balance
from wallet.ledger.selectors.round_debts import round_debt
from wallet.ledger.services import movements
from wallet.ledger.services.taxes import withhold_tax
from wallet.money.values import Money

pytestmark = pytest.mark.database
_seeds, _tables = count(), count()
TAXED = {
    "winnings_tax": "withheld",
    "winnings_tax_percent": "20",
    "winnings_tax_above": ["5 USD"],
}


@pytest.fixture
def taxed(profile: Callable[..., None]) -> Callable[..., None]:
    """Winnings above 5 USD are taxed at 20 %."""
    profile(**TAXED)
    return profile


def fresh_seed(wanted: scenes.Wanted) -> str:
    """Return a seed whose first round matches `wanted`, another one at each call."""
    rules, seat = PRESETS["ligalo"], {1: seat_seed(scenes.CLIENT_SEED, scenes.SALT)}
    for number in _seeds:
        seed = sha256(f"tax {number}".encode()).hexdigest()
        shoe = Shoe(seed, rules.finite_decks).begin(entropy(seat, None), 0).end(rules.burn_cards)
        if wanted(Deal.start(rules, (Bet(1, 1000),), shoe.begin(entropy(seat, None), 1).draw)):
            return seed
    raise AssertionError


def tax_owed() -> Money:
    return house_balance(HouseAccount.TAX, "USD")


def test_a_win_above_the_threshold_is_taxed_with_its_settlement(taxed: object) -> None:
    round_ = won()
    assert round_.tax == 30_000
    assert balance(round_.player_id) == usd("1012") == round_.money(round_.balance_after or 0)
    assert tax_owed() == usd("3")
    assert house_balance(HouseAccount.GAME_RESULT, "USD") == usd("-15")
    kinds = Transfer.objects.filter(round_id=round_.public_id).order_by("pk")
    assert list(kinds.values_list("kind", flat=True)) == ["bet", "settle", "withhold"]
    assert len(set(kinds.filter(kind__in=("settle", "withhold")).values_list("xact"))) == 1
    event = Event.objects.get(kind=EventKind.TAX_WITHHELD)
    assert event.subject == f"round {round_.public_id}"
    assert event.data == {"player": round_.player_id, "amount": "3.00 USD", "prize": "15.00 USD"}


@pytest.mark.parametrize("begun", [lost, pushed])
def test_what_wins_nothing_is_not_taxed(begun: Callable[[], Round], taxed: object) -> None:
    round_ = begun()
    assert (round_.tax, tax_owed()) == (0, usd("0"))
    assert not Transfer.objects.filter(kind=TransferKind.WITHHOLD).exists()


def statements(begun: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(connection) as told:
        begun()
    return [one["sql"] for one in told.captured_queries]


def bet_on(wanted: scenes.Wanted, email: str) -> Callable[[], Round]:
    player = scenes.new_player(email)
    participant = scenes.sit(player, scenes.ligalo(), fresh_seed(wanted))
    request = scenes.bet_request(participant)
    return lambda: place_bet(player, participant.table, request)


def test_a_bet_has_no_statement_more_and_a_taxed_one_only_its_event(
    profile: Callable[..., None],
) -> None:
    for name in ("warm", "cool"):  # caches
        bet_on(scenes.natural, f"{name}@example.test")()
    plain = statements(bet_on(scenes.natural, "a@example.test"))
    profile(**{**TAXED, "winnings_tax_above": ["15 USD"]})
    untaxed = statements(bet_on(scenes.natural, "b@example.test"))
    profile(**TAXED)
    withheld = statements(bet_on(scenes.natural, "c@example.test"))
    assert (len(untaxed), len(withheld)) == (len(plain), len(plain) + 1)


def test_a_round_is_taxed_once_and_only_after_its_settlement(taxed: object) -> None:
    round_ = won()
    key = tax_key(round_.player_id, round_.public_id)
    again = withhold_tax(round_.player_id, usd("3"), key=key, round_id=round_.public_id)
    assert again.replayed
    with pytest.raises(SentBefore), transaction.atomic():
        withhold_tax(round_.player_id, usd("4"), key=key, round_id=round_.public_id)
    assert (tax_owed(), balance(round_.player_id)) == (usd("3"), usd("1012"))


def test_a_running_round_is_not_taxed(taxed: object) -> None:
    round_ = scenes.deal(scenes.ordinary)
    before = scenes.everything(round_.player)
    with pytest.raises(StakesDiffer), transaction.atomic():
        withhold_tax(round_.player_id, usd("1"), key=uuid4(), round_id=round_.public_id)
    assert scenes.everything(round_.player) == before


def test_a_tax_is_no_more_than_the_balance_and_not_reversed(taxed: object) -> None:
    round_ = won()
    before = scenes.everything(round_.player)
    made = Transfer.objects.get(kind=TransferKind.WITHHOLD)
    with pytest.raises(InsufficientFunds), transaction.atomic():
        withhold_tax(round_.player_id, usd("1013"), key=uuid4(), round_id=round_.public_id)
    with pytest.raises(NotReversible), transaction.atomic():
        movements.reverse_transfer(made.pk, key=uuid4(), reason="x")
    assert scenes.everything(round_.player) == before


@pytest.mark.parametrize(
    ("treatment", "left", "owed"),
    [
        (Treatment.BETTER, "1012", "3"),  # the win stands
        (Treatment.STAKES_BACK, "1000", "0"),
        (Treatment.SUSPENSE, "990", "0"),
    ],
)
def test_a_void_that_takes_winnings_gives_their_tax_back_and_undoing_takes_it_again(
    treatment: Treatment, left: str, owed: str, manager: User, taxed: object
) -> None:
    round_ = won()
    net = load_player_money(round_.player).withheld("USD")
    told = preview_voids([round_], treatment)[0]
    made = voided(round_, treatment, manager)
    assert balance(round_.player_id) == usd(left) == told.balance_after
    assert tax_owed() == usd(owed)
    assert dict(told.legs).get("tax", usd("0")) == usd(owed) - usd("3")
    assert load_player_money(round_.player).withheld("USD") == usd(owed).units
    undone = preview_undoing([made])[0]
    decided.undo(made.pk, case=uuid4(), acting_user=manager)
    assert balance(round_.player_id) == usd("1012") == undone.balance_after
    assert (tax_owed(), net) == (usd("3"), 30_000)
    assert load_player_money(round_.player).withheld("USD") == net
    assert find_broken_play_lines() == []


def test_tax_that_is_given_back_pays_before_a_debt_is_made(manager: User, taxed: object) -> None:
    round_ = won()
    spend(round_.player, "1012")
    made = voided(round_, Treatment.STAKES_BACK, manager)
    assert (made.due, made.paid, made.owed, made.tax) == (-150_000, 30_000, 120_000, 30_000)
    assert balance(round_.player_id) == usd("0")
    assert round_debt(round_.player_id, round_.public_id, "USD") == usd("12")
    decided.undo(made.pk, case=uuid4(), acting_user=manager)
    assert (balance(round_.player_id), tax_owed()) == (usd("0"), usd("3"))
    assert find_broken_play_lines() == []


ADDED = """
    INSERT INTO casino_void (round_id, player_id, treatment, reason, "case", acting_user_id, due, paid, owed, collected, suspended,
                             points, points_debt, tax)
    SELECT id, player_id, 'stakes_back', 'duplicate', gen_random_uuid(), %(by)s, -150000, 150000, 0, 0, 0, 0, 0, %(tax)s
    FROM casino_round WHERE id = %(round)s
"""


@pytest.mark.parametrize("tax", [0, 30_001, -30_000])
def test_the_database_refuses_another_tax_of_a_void(tax: int, manager: User, taxed: object) -> None:
    round_ = won()
    given = {"by": manager.pk, "tax": tax, "round": round_.pk}
    with (
        pytest.raises(DatabaseError, match="that is not what"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(ADDED, given)
    assert not Void.objects.exists()


@pytest.mark.breaks_the_ledger("that is what is tested")
def test_a_tax_that_no_round_says_is_found(taxed: object) -> None:
    round_ = won()
    withhold_tax(round_.player_id, usd("-1"), key=uuid4(), round_id=round_.public_id)
    (broken,) = find_broken_play_lines()
    assert (broken.line, broken.rows) == (TAXES, 1)
    assert "20000 USD withheld, the round and its voids say 30000" in broken.first[0]


@pytest.mark.committed
@pytest.mark.breaks_the_ledger("that is what is tested")
def test_a_round_that_says_another_tax_is_found(
    taxed: object, owner_connection: Connection[Any]
) -> None:
    won()
    assert find_broken_play_lines() == []
    owner_connection.execute("ALTER TABLE casino_round DISABLE TRIGGER USER")
    owner_connection.execute("UPDATE casino_round SET tax = 0")
    assert [one.line for one in find_broken_play_lines()] == [TAXES]


def play_session(player: User, *wanted: scenes.Wanted) -> list[Round]:
    """Return a round of the player at a new table for each wanted deal, in one session."""
    rounds = []
    for deal in wanted:
        table = scenes.table_of("ligalo", slug=f"t{next(_tables)}")
        participant = scenes.sit(player, table, fresh_seed(deal))
        round_ = place_bet(player, table, scenes.bet_request(participant))
        running = round_.status == Round.Status.IN_PROGRESS
        rounds.append(scenes.play(round_, "stand") if running else round_)
    return rounds


def test_per_session_the_tax_follows_the_net_win_of_the_session(
    profile: Callable[..., None], manager: User
) -> None:
    profile(**TAXED, winnings_tax_per="session")
    player = scenes.new_player()
    first, second = play_session(player, scenes.natural, loses)
    assert (first.tax, second.tax) == (30_000, -30_000)  # 15 won; 5 left, not above 5
    assert (balance(player.pk), tax_owed()) == (usd("1005"), usd("0"))
    assert load_player_money(player).withheld("USD") == 0
    (third,) = play_session(player, scenes.natural)
    assert third.tax == 40_000  # of 20
    voided(third, Treatment.STAKES_BACK, manager)
    assert (tax_owed(), load_player_money(player).withheld("USD")) == (usd("0"), 0)
    assert find_broken_play_lines() == []


def test_per_session_a_round_takes_at_most_what_it_returns_and_the_next_one_the_rest(
    profile: Callable[..., None],
) -> None:
    profile(
        winnings_tax="withheld",
        winnings_tax_per="session",
        winnings_tax_percent="100",
        winnings_tax_above=["20 USD"],
    )
    player = scenes.new_player()
    first, second, third = play_session(player, scenes.natural, scenes.natural, scenes.natural)
    assert [first.tax, second.tax, third.tax] == [0, 250_000, 200_000]  # of 15, 30 and 45
    assert tax_owed() == usd("45")


def test_colombia_is_played_in_pesos_and_taxed_above_48_units_of_tax() -> None:
    own = {
        name: values
        for name, values in read_shipped("co", date(2026, 12, 1)).values.items()
        if any(one.status != SourceStatus.UNKNOWN for one in values)
    }
    known = founded_version()
    colombia = replace(known, name="co", digest="co", values={**known.values, **own})
    keep_versions((colombia,), seconds=inf)
    approved("COP", "0.00025", hours=2)
    table = scenes.table_of(
        "ligalo", slug="bogota", max_bet_usd=10_000_000, max_round_usd=40_000_000
    )
    rounds = []
    for name, stake in (("ana", "1600000"), ("eva", "2000000")):  # 2,400,000 and 3,000,000 won
        player = scenes.new_player(f"{name}@example.test", funds="0")
        movements.credit_deposit(
            player.pk, Money.parse("5000000", "COP"), key=uuid4(), provider="demo"
        )
        participant = scenes.sit(player, table, fresh_seed(scenes.natural))
        request = scenes.bet_request(participant, stake)
        rounds.append(place_bet(player, table, replace(request, currency="COP")))
    assert [round_.money(round_.tax) for round_ in rounds] == [
        Money.zero("COP"),
        Money.parse("600000", "COP"),
    ]
    assert balance(rounds[1].player_id, "COP") == Money.parse("7400000", "COP")
    assert "600" in outcome_sentence(rounds[1])
    client = scenes.signed_in(rounds[1].player)
    read_in(client, "en")
    page = client.get(f"/rounds/{rounds[1].public_id}/")
    shown = page.content.decode()
    assert "Tax withheld" in shown
    assert "Autoriza Coljuegos" in shown
    bank = scenes.signed_in(rounds[1].player).get("/bank/?show=play").content.decode()
    assert "tax withheld" in bank
    assert find_broken_play_lines() == []
