"""The sample programs: the chart's advice, and whole runs at the running product."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final
from uuid import uuid4

import pyarrow.parquet as pq
import pytest
from django.utils import timezone

from accounts.roles.values import Role
from api.values.scopes import Scope
from blackjack.cards import Card
from blackjack.hands import Hand as CardsHand
from blackjack.strategy import CODES, ROWS, UPCARDS, Chart, find_row
from casino.models import Round, Shoe
from ligalo_client import Ligalo, models
from tables.models import Mathematics, Table
from tests.accounts.staff import staff
from tests.api.keys import issue
from tests.casino import scenes
from tests.clients.values import example
from tests.fixtures.site import Site
from tests.tables.house import with_mathematics
from tests.waiting import wait_for_horizon, wait_for_room_in_day
from tools.launch.client import FOLDER
from wallet.ledger.models import Entry
from wallet.ledger.selectors.funds import balance
from wallet.ledger.services.movements import credit_deposit, grant_play_money
from wallet.money.values import Money

EXAMPLES: Final = FOLDER / "examples"


def load_example(name: str) -> ModuleType:
    """Return a sample program as a module."""
    spec = spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cell(row: str, upcard: str) -> str:
    """Return a code as charts have it there."""
    kind, _, name = row.partition(" ")
    if kind == "pair":
        return "P" if name in "A89" or upcard in "3456" else "H"
    if kind == "soft":
        return "Ds" if name in {"17", "18"} and upcard in "3456" else "S" if int(name) > 18 else "H"
    if name == "16" and upcard in "9TA":
        return "Rh"
    return "D" if name in {"10", "11"} else "S" if int(name) > 16 or upcard in "23456" else "H"


CHART: Final = Chart(tuple(tuple(cell(row, upcard) for upcard in UPCARDS) for row in ROWS))
SERVED: Final = {**CHART.to_dict(), "codes": {code: list(verbs) for code, verbs in CODES.items()}}
HANDS: Final = [
    "2C 3D",
    "8C 8D",
    "AC AH",
    "TC JD",
    "AH 7C",
    "5C 5D",
    "9C 4D 3H",
    "AC 2D 5H",
    "KC 6D",
]


def describe_hand(hand: CardsHand) -> models.Hand:
    """Return the hand as the API does."""
    found = models.Hand.from_dict(example("Hand"))
    found.cards = [str(card) for card in hand.cards]
    found.total, found.soft = hand.total.value, hand.total.soft
    return found


@pytest.mark.parametrize("upcard", ["2C", "6D", "9H", "JS", "AC"])
@pytest.mark.parametrize("cards", HANDS)
def test_the_chart_advises_as_the_library(cards: str, upcard: str) -> None:
    hand = CardsHand(tuple(map(Card.parse, cards.split())), 100)
    program, chart = load_example("play_by_chart"), models.Chart.from_dict(SERVED)

    advice = dict.fromkeys(program.list_advice(chart, describe_hand(hand), upcard))
    assert tuple(advice) == CHART.verbs(find_row(hand), "T" if upcard[0] in "TJQK" else upcard[0])


@pytest.mark.committed
def test_a_program_plays_by_the_chart_and_verifies_its_shoe(
    site: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table, player = scenes.ligalo(), scenes.new_player()
    Table.objects.update(rounds_before_shoe_change=2)
    row = with_mathematics(table.version.rules)
    Mathematics.objects.filter(pk=row.pk).update(chart=CHART.to_dict())
    monkeypatch.setenv("LIGALO_PASSWORD", scenes.PASSWORD)
    program = load_example("play_by_chart")

    assert program.main([site.url, player.email, "ligalo", "--rounds", "6"]) == 0
    said = capsys.readouterr().out.splitlines()
    (shoe,) = Shoe.objects.filter(status=Shoe.Status.CLOSED)
    assert f"shoe {shoe.public_id}: right" in said
    assert said[-1] == f"balance: {balance(player.pk, 'USD').text} USD"
    assert Round.objects.filter(player=player, status=Round.Status.COMPLETED).count() == 6

    with Ligalo(site.url) as casino:
        casino.sign_in(player.email, scenes.PASSWORD)
        place = casino.at("ligalo")
        place.commitments[shoe.public_id] = "0" * 64
        assert not program.is_shoe_right(casino, place, shoe.public_id)


@pytest.mark.committed
def test_a_program_copies_a_days_ledger_and_reconciles_it(
    site: Site,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    wait_for_room_in_day(120)
    scenes.play_out(scenes.deal(scenes.ordinary))
    player = scenes.new_player("luis@example.test", "250")
    credit_deposit(player.pk, Money.parse("30", "EUR"), key=uuid4(), provider="demo")
    play_money = Money.parse("1000", "PLY")
    grant_play_money(player.pk, play_money, key=uuid4(), reason="a thousand to play with")
    cashier = staff(Role.COMPLIANCE_MANAGER)
    key = issue(cashier, Scope.LEDGER_READ, Scope.REPORTS_READ)
    monkeypatch.setenv("LIGALO_KEY", key.secret)
    program, file = load_example("copy_ledger"), tmp_path / "ledger.parquet"
    day = timezone.now().date()

    wait_for_horizon(lambda: program.main([site.url, str(day), str(file)]) == 0)
    rows = pq.read_table(file).to_pylist()
    assert len(rows) == Entry.objects.count() > 0
    assert {row["transfer"] for row in rows} == set(
        Entry.objects.values_list("transfer", flat=True)
    )
    assert "Everything adds up." in capsys.readouterr().out

    with Ligalo(site.url, service_key=key.secret) as casino:
        assert program.find_unreported(casino, rows, day) == []
        lacking = [row for row in rows if row["currency"] != "EUR"]
        assert program.find_unreported(casino, lacking, day) == [
            "('Deposit', 'EUR'): copied None, reported 30.00"
        ]
    assert program.find_unbalanced(rows[1:]) != []
