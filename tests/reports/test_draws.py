"""Random numbers of closed shoes: recomputed, summed by day, tested; faulty ones raise an alarm, fair ones none."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from django.db.utils import ProgrammingError
from django.urls import reverse

from accounts.roles.values import Role
from blackjack.cards import CARDS
from blackjack.fairness import draw_index
from compliance.events.words.sentences import describe_event
from journal.models import Event, EventKind
from journal.words.remedies import REMEDIES
from reports.catalogue.registry import SOURCES
from reports.draws.selectors.drawn_shoes import iterate_closed_shoes
from reports.draws.selectors.tested import read_sums, run_draw_tests
from reports.draws.services import summing, watching
from reports.draws.values import columns
from reports.draws.values.columns import DealDraws, ShoeDraws, recompute_draws
from reports.draws.values.likelihood import FEWEST, DrawTest, run_tests
from reports.draws.values.sums import DrawSums, largest_divisors, sum_draws
from reports.models import ClosedDay, ClosedPart, DayOfDraws
from reports.values.period import DAY, Period
from reports.words.draws import TESTS
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.reports.days import all_earlier, close_all, today
from tools.randomness.drawing import Draw, draw_by_byte, draw_with_old_nonce

SHOES = 14
"""Of six decks, down to 80 cards: some 3,200 draws."""


def random_shoe(source: random.Random, decks: int | None = 6) -> ShoeDraws:
    left, deals, entropy = 312, list[DealDraws](), f"x-{source.getrandbits(128):032x}"
    while left > 80:
        library = "0.1" if len(deals) < 20 else "0.2"
        deals.append(DealDraws(entropy, len(deals) + 1, source.randint(4, 10), library))
        left -= deals[-1].count
    return ShoeDraws(1, f"{source.getrandbits(256):064x}", decks, tuple(deals))


def sums_of(name: str, number: int = SHOES, decks: int | None = 6) -> DrawSums:
    source = random.Random(name)  # noqa: S311 - repeatable
    return sum_draws(recompute_draws([random_shoe(source, decks) for _ in range(number)], []))


def chances(sums: DrawSums) -> dict[DrawTest, float]:
    return {one.test: one.p for one in run_tests(sums)}


@pytest.mark.parametrize("decks", [6, None])
def test_fair_draws_pass(decks: int | None) -> None:
    assert min(chances(sums_of("fair", decks=decks)).values()) > 0.001


@pytest.mark.parametrize(
    ("draw", "found"), [(draw_by_byte, DrawTest.PARTS), (draw_with_old_nonce, DrawTest.CURSOR)]
)
def test_faulty_draws_fail_in_the_test_made_for_them(
    draw: Draw, found: DrawTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(columns, "draw_index", draw)

    assert chances(sums_of("faulty"))[found] < 1e-8


def test_the_last_bits_are_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    def even(*given: Any) -> int:
        return draw_index(*given) & ~1

    monkeypatch.setattr(columns, "draw_index", even)

    assert chances(sums_of("even"))[DrawTest.LAST_BITS] < 1e-100


def test_draws_that_follow_the_one_before_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def sticky(seed: str, mixed: str, nonce: int, cursor: int, left: int) -> int:
        return draw_index(seed, mixed, nonce, cursor - cursor % 2, 1 << 16) * left >> 16

    monkeypatch.setattr(columns, "draw_index", sticky)

    assert chances(sums_of("sticky"))[DrawTest.SERIAL] < 1e-100


def test_p_values_of_fair_draws_are_uniform() -> None:
    found = np.array([[*chances(sums_of(str(n), 10)).values()] for n in range(60)])

    assert found.shape == (60, len(DrawTest))
    assert (abs((found < 0.5).mean(axis=0) - 0.5) < 0.25).all()


def test_sums_of_parts_add_up() -> None:
    whole, apart = sums_of("one", 9), DrawSums()
    source = random.Random("one")  # noqa: S311 - repeatable
    for number in (4, 5):
        apart.add(sum_draws(recompute_draws([random_shoe(source) for _ in range(number)], [])))

    assert apart.shoes == whole.shoes == 9
    for name in ("by_left", "parts", "last_bits", "pairs", "agreed"):
        assert (getattr(apart, name) == getattr(whole, name)).all()
    assert apart.products == pytest.approx(whole.products)
    assert apart.agreed_variance == pytest.approx(whole.agreed_variance)


def test_agreements_are_counted_as_by_hand() -> None:
    source = random.Random("hand")  # noqa: S311 - repeatable
    draws = recompute_draws([random_shoe(source), random_shoe(source)], [])
    at = {
        (int(shoe), int(deal), int(cursor)): (int(left), int(index))
        for shoe, deal, cursor, left, index in zip(
            draws.shoe, draws.deal, draws.cursor, draws.left, draws.index, strict=True
        )
    }
    found, expected = 0, 0.0
    for (shoe, deal, cursor), (left, index) in at.items():
        if other := at.get((shoe, deal + 2, cursor)):
            divisor = int(largest_divisors(np.gcd(np.array([left]), np.array([other[0]])))[0])
            if divisor > 1:
                found += (index - other[1]) % divisor == 0
                expected += 1 / divisor

    sums = sum_draws(draws)
    assert (sums.agreed[1], sums.agreed_expected[1]) == (found, pytest.approx(expected))


def test_few_draws_are_not_tested() -> None:
    assert sums_of("few", 2).draws < FEWEST
    assert run_tests(sums_of("few", 2)) == ()
    assert run_tests(DrawSums()) == ()


@pytest.fixture
def a_night(monkeypatch: pytest.MonkeyPatch) -> None:
    """Close yesterday with one shoe that was played, and put invented shoes of that table in its place."""
    table = scenes.finished_shoe(1).place.table_id
    all_earlier(DAY)
    close_all()
    source = random.Random("a night")  # noqa: S311 - repeatable
    shoes = [replace(random_shoe(source), table=table) for _ in range(SHOES)]

    def iterate(period: Period) -> Iterator[list[ShoeDraws]]:
        if any(True for _ in iterate_closed_shoes(period)):
            yield from (shoes[:5], shoes[5:])

    monkeypatch.setattr(summing, "iterate_closed_shoes", iterate)


@pytest.mark.committed
def test_fair_days_are_summed_once_and_raise_no_alarm(a_night: None) -> None:
    assert summing.sum_closed_days(7)

    assert summing.sum_closed_days(7) == 0
    parts = ClosedDay.objects.filter(part=ClosedPart.DRAWS).values_list("day", flat=True)
    assert set(parts) == set(
        ClosedDay.objects.filter(part=ClosedPart.FIGURES).values_list("day", flat=True)
    )
    whole, *groups = run_draw_tests(today() - 7 * DAY, today())
    assert (whole.sums.shoes, len(whole.tests)) == (2 * SHOES, 4)  # a shoe counts with each version
    assert [one.library or one.table for one in groups] == ["0.1", "0.2", scenes.ligalo().pk]
    assert watching.report_unlikely_draws() == 0
    assert not Event.objects.filter(kind=EventKind.DRAWS_UNLIKELY).exists()
    for row in DayOfDraws.objects.all():
        again = summing.sum_day(row.day)[row.table_id, row.library_version]
        assert (read_sums(row).parts == again.parts).all()
        assert read_sums(row).products.tolist() == again.products.tolist()


@pytest.mark.committed
@pytest.mark.parametrize("draw", [draw_by_byte, draw_with_old_nonce])
def test_faulty_draws_raise_an_alarm_once(
    draw: Draw, a_night: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(columns, "draw_index", draw)
    summing.sum_closed_days(7)

    found = watching.report_unlikely_draws()

    assert found >= 2  # all draws, and those of the table
    assert watching.report_unlikely_draws() == 0
    events = list(Event.objects.filter(kind=EventKind.DRAWS_UNLIKELY).order_by("pk"))
    assert len(events) == found
    assert all(event.severity == "alarm" for event in events)
    assert events[0].data["one_in"] > 100_000
    assert SOURCES  # their registry brings the words
    told = describe_event(events[0])
    assert str(TESTS[DrawTest(events[0].data["random_test"])]) in str(told.facts)
    assert REMEDIES[EventKind.DRAWS_UNLIKELY]


@pytest.mark.committed
def test_rows_of_draws_cannot_be_changed_or_added_later(a_night: None) -> None:
    summing.sum_closed_days(7)
    row = DayOfDraws.objects.first()
    assert row is not None

    for change in (
        lambda: DayOfDraws.objects.update(shoes=0),
        lambda: summing.make_row(row.day, row.table_id, "9", DrawSums()).save(),
    ):
        with pytest.raises(
            ProgrammingError, match=r"append-only|append_only|permission|closing only"
        ):
            change()
    assert DayOfDraws.objects.get(pk=row.pk).shoes == row.shoes


@pytest.mark.committed
def test_the_fairness_report_shows_the_tests(a_night: None) -> None:
    summing.sum_closed_days(7)

    page = inside(staff(Role.AUDITOR)).get(
        reverse("reports:report", args=["fairness"]), {"period": "week"}
    )

    text = page.content.decode()
    assert page.status_code == 200
    assert "Random numbers, tested" in text
    assert "as chance has it" in text


@pytest.mark.database
def test_draws_are_those_that_were_dealt() -> None:
    shoe = scenes.finished_shoe(3)
    (drawn,) = next(iterate_closed_shoes(Period.day(today())))

    draws = recompute_draws([drawn], [])

    left, faces = [card for card in range(52) for _ in range(drawn.decks or 1)], list[str]()
    for index in draws.index:
        faces.append(str(CARDS[left.pop(int(index))]))
    dealt = [card for deal in shoe.deals.order_by("nonce") for card in deal.cards or []]
    assert [card for card in faces if card in set(dealt)][:2] == dealt[:2]
    assert len(faces) == sum(deal.cards_drawn or 0 for deal in shoe.deals.all())
