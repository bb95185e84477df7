"""Limits on stakes and losses count open wagers and kept answers of live tables like open rounds."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models.users import User
from casino.limits.selectors.spending import load_spending
from casino.live.services.betting import place_wager, withdraw_wager
from casino.models import Answer, Participant, Wager
from casino.reconciliation.selectors.lines import find_broken_play_lines
from limits.refusals import LimitReached
from limits.values import LimitKind, LimitPeriod
from tests.casino import scenes
from tests.casino.test_closing_at_once import one_before_the_other
from tests.casino.test_own_limits import bet, decision_refused, said
from tests.limits.house_limits import held
from tests.limits.own_limits import USD, limited
from tests.live.scenes import (
    Guest,
    a_live_table,
    funded,
    played_out,
    rings,
)
from tests.wallet.rates import approved
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import Money

pytestmark = pytest.mark.database

KINDS = [LimitKind.WAGER, LimitKind.LOSS]
Limiting = Callable[[User, LimitKind, float], object]


def seated(name: str = "ana", known: User | None = None, preset: str = "live") -> Guest:
    """Return a player on box 1 of a new live table, where betting waits for a second player."""
    place = a_live_table(preset)
    Guest(place, f"{name}.{place.pk}").sits(2)
    return Guest(place, name, known=known).sits(1)


def at_two_tables() -> tuple[Guest, Guest]:
    first = seated()
    return first, seated("again", first.player, "atlantic_city")


def alone(player: User, *seeds: str) -> Participant:
    """Seat the player at a private table."""
    return scenes.sit(player, scenes.ligalo(), *seeds)


def stored(player: User) -> tuple[object, ...]:
    """Return a snapshot of all that a refusal must leave unchanged."""
    return (
        *scenes.everything(player),
        list(Wager.objects.filter(participant__player=player).order_by("pk").values()),
        list(Answer.objects.filter(round__player=player).order_by("pk").values()),
    )


def refusal_of(player: User, work: Callable[[], object]) -> LimitReached:
    """Return the refusal by a limit; assert that nothing changed."""
    before = stored(player)
    with pytest.raises(LimitReached) as caught:
        work()
    assert stored(player) == before
    return caught.value


def refused(guest: Guest, stake: str) -> LimitReached:
    """Return the refusal of a live bet on box 1."""
    request = guest.request({1: stake})
    return refusal_of(guest.player, lambda: place_wager(guest.player, guest.place, request))


def refused_alone(participant: Participant, stake: str) -> LimitReached:
    """Return the refusal of a bet at a private table."""
    return refusal_of(participant.player, lambda: bet(participant, stake))


def used(player: User) -> tuple[float, float]:
    """Return what was staked and lost within a day, in USD."""
    found = load_spending(player.pk, timezone.now(), LimitPeriod.DAY)
    return found[LimitKind.WAGER, LimitPeriod.DAY] / USD, found[
        LimitKind.LOSS, LimitPeriod.DAY
    ] / USD


@pytest.mark.parametrize(("limiting", "owner"), [(limited, "own"), (held, "house")])
@pytest.mark.parametrize("kind", KINDS)
def test_open_bets_at_two_live_tables_pass_no_limit_together(
    kind: LimitKind, limiting: Limiting, owner: str
) -> None:
    first, second = at_two_tables()
    limiting(first.player, kind, 15)
    first.bets({1: "10"})

    assert refused(second, "10").code == f"{owner}_{kind.value}_limit"

    second.bets({1: "5"})
    assert used(first.player) == (15, 15)
    assert find_broken_play_lines() == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_private_bet_counts_the_open_bet_at_a_live_table(kind: LimitKind) -> None:
    guest = seated()
    participant = alone(guest.player)
    limited(guest.player, kind, 15)
    guest.bets({1: "10"})

    assert refused_alone(participant, "6").code == f"own_{kind.value}_limit"

    bet(participant, "5")


@pytest.mark.parametrize("period", LimitPeriod)
def test_an_open_bet_counts_in_every_period(period: LimitPeriod) -> None:
    first, second = at_two_tables()
    limited(first.player, LimitKind.WAGER, 15, period)
    first.bets({1: "10"})
    assert refused(second, "10").code == "own_wager_limit"


@pytest.mark.parametrize("kind", KINDS)
def test_a_bet_that_is_replaced_does_not_count_beside_the_new_one(kind: LimitKind) -> None:
    guest = seated()
    limited(guest.player, kind, 15)
    guest.bets({1: "10"})

    assert refused(guest, "16").code == f"own_{kind.value}_limit"

    guest.bets({1: "15"})
    assert used(guest.player) == (15, 15)
    assert [wager.end for wager in Wager.objects.order_by("pk")] == ["replaced", ""]


def test_a_bet_in_place_of_another_counts_those_at_other_tables() -> None:
    first, second = at_two_tables()
    limited(first.player, LimitKind.WAGER, 25)
    first.bets({1: "10"})
    second.bets({1: "10"})

    assert refused(second, "16").code == "own_wager_limit"

    second.bets({1: "15"})


def withdrawn(guest: Guest) -> None:
    withdraw_wager(guest.player, guest.place)


def returned_at_the_bell(guest: Guest) -> None:
    User.objects.filter(pk=guest.player.pk).update(play_stopped=True)
    rings(guest.place)
    User.objects.filter(pk=guest.player.pk).update(play_stopped=False)


@pytest.mark.parametrize("returned", [withdrawn, returned_at_the_bell])
def test_a_bet_that_was_returned_does_not_count(returned: Callable[[Guest], None]) -> None:
    first, second = at_two_tables()
    limited(first.player, LimitKind.WAGER, 10)
    first.bets({1: "10"})
    returned(first)

    assert used(first.player) == (0, 0)
    second.bets({1: "10"})


def test_a_bet_counts_once_before_the_bell_after_it_and_when_it_is_a_round() -> None:
    guest = seated()
    guest.bets({1: "10"})
    assert used(guest.player) == (10, 10)

    rings(guest.place)
    assert used(guest.player) == (10, 10)

    guest.opens()
    assert Wager.objects.get().end == Wager.End.DEALT
    round_ = guest.round
    lost = 10 - (round_.returned_usd or 0) / USD
    assert used(guest.player) == (10, lost)

    played_out(guest.place)
    round_.refresh_from_db()
    assert used(guest.player) == (10, 10 - (round_.returned_usd or 0) / USD)


@pytest.mark.parametrize("kind", KINDS)
def test_a_double_counts_the_open_bet_at_a_live_table(kind: LimitKind) -> None:
    guest = seated()
    participant = alone(guest.player, scenes.seed_for(scenes.ordinary))
    limited(guest.player, kind, 25)
    round_ = bet(participant, "10")
    guest.bets({1: "10"})

    assert decision_refused(round_, "double").code == f"own_{kind.value}_limit"

    withdraw_wager(guest.player, guest.place)
    assert scenes.play(round_, "double").staked == 20 * USD


def test_an_open_bet_counts_at_its_own_rate() -> None:
    approved("EUR", "1.16")
    guest = seated()
    funded(guest.player, "100", "EUR")
    participant = alone(guest.player)
    limited(guest.player, LimitKind.WAGER, 20)
    place_wager(guest.player, guest.place, replace(guest.request({1: "10"}), currency="EUR"))
    approved("EUR", "1.5")

    assert "8,40" in said(refused_alone(participant, "9"))
    bet(participant, "8.40")


def test_open_bets_of_play_money_and_of_others_do_not_count() -> None:
    free = seated(preset="friendly")
    grant_play_money(free.player.pk, Money.parse("100", "PLY"), key=uuid4(), reason="tests")
    place_wager(free.player, free.place, replace(free.request({1: "10"}), currency="PLY"))
    other = seated("luis")
    other.bets({1: "10"})

    assert used(free.player) == (0, 0)
    assert used(other.player) == (10, 10)


@pytest.mark.committed
def test_of_concurrent_bets_at_two_live_tables_one_is_accepted() -> None:
    first, second = at_two_tables()
    limited(first.player, LimitKind.LOSS, 15)

    made, refusal = one_before_the_other(
        partial(first.bets, {1: "10"}), partial(second.bets, {1: "10"})
    )

    assert isinstance(made, Wager)
    assert isinstance(refusal, LimitReached)
    assert Wager.objects.count() == 1


def shown(client: Any, address: str, name: str) -> Any:
    answer = client.get(address, headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    return answer.context[name]


def test_pages_show_what_the_limit_leaves_beside_open_bets() -> None:
    """At the bet's own table, the page shows the maximum of a replacement bet."""
    guest = seated()
    participant = alone(guest.player)
    limited(guest.player, LimitKind.WAGER, 15)
    guest.bets({1: "10"})
    client = scenes.signed_in(guest.player)

    private = shown(client, f"/table/{participant.table.slug}/", "page")
    assert private.bet_form.most == Money.parse("5", "USD")

    own = shown(client, reverse("casino:live_table", args=[guest.place.table.slug]), "own")
    assert (own.bet_form.most, own.barred) == (Money.parse("15", "USD"), None)

    [stakes] = [
        line
        for one in shown(client, "/responsible/limits/", "sections")
        for line in one["section"].lines
        if (line.kind, line.period) == (LimitKind.WAGER, LimitPeriod.DAY)
    ]
    assert (stakes.used.exact, stakes.percent) == ("$10.00", 66)


def test_a_bet_that_uses_up_the_limit_may_still_be_changed_on_the_page() -> None:
    guest = seated()
    limited(guest.player, LimitKind.WAGER, 10)
    guest.bets({1: "10"})
    client = scenes.signed_in(guest.player)

    own = shown(client, reverse("casino:live_table", args=[guest.place.table.slug]), "own")

    assert (own.bet_form.most, own.barred) == (Money.parse("10", "USD"), None)


def test_a_limit_costs_a_live_bet_one_query() -> None:
    guest = seated()
    guest.bets({1: "10"})
    with CaptureQueriesContext(connection) as unlimited:
        guest.bets({1: "15"})
    limited(guest.player, LimitKind.WAGER, 500)
    with CaptureQueriesContext(connection) as within_limit:
        guest.bets({1: "10"})
    assert len(within_limit) == len(unlimited) + 1
