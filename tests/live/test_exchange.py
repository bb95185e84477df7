"""The sealed exchange of seeds between the bell and the first card."""

from dataclasses import replace
from datetime import timedelta

import pytest

from blackjack import fairness
from blackjack.choices import Choices
from blackjack.exchange import sequence_problem
from casino.fairness.selectors.exchanges import build_exchange, running_exchange
from casino.live.refusals import MissesDeals, SealRefused
from casino.live.selectors import missing
from casino.live.services.betting import place_wager
from casino.live.services.exchange import open_seal, store_fresh_seal
from casino.models import Clock, Deal, Participant, Seat, SeatSeal, SeedExchange, Wager
from casino.reconciliation.selectors.lines import find_broken_play_lines
from tests.live.scenes import (
    Guest,
    a_live_table,
    clock_of,
    played_out,
    rings,
    time_passes,
)
from tests.live.test_page import page_of, signed_in
from wallet.ledger.models import Transfer
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database
ALL = Money.parse("1000", "USD")


def two_bets() -> tuple[Guest, Guest]:
    place = a_live_table()
    ana, luis = Guest(place, "ana").sits(2), Guest(place, "luis").sits(3)
    ana.bets({2: "10"})
    luis.bets({3: "10"})
    rings(place)
    return ana, luis


def seals_again(guest: Guest) -> None:
    guest.seed = f"{guest.name}-{fairness.salt_from_text('again')}"
    store_fresh_seal(guest.player, guest.place, fairness.seal_seed(guest.seed))


def test_no_card_is_dealt_before_every_seal_is_open() -> None:
    ana, luis = two_bets()

    ana.opens()
    assert not Deal.objects.exists()
    assert clock_of(ana.place).phase == Clock.Phase.SEALING
    luis.opens()

    assert Deal.objects.count() == 1


def test_an_opening_changes_nothing_that_others_see_until_the_last_one_deals() -> None:
    ana, luis = two_bets()
    version = clock_of(ana.place).version

    ana.opens()
    assert SeatSeal.objects.filter(seat_seed__isnull=False).count() == 1
    assert clock_of(ana.place).version == version
    luis.opens()

    assert clock_of(ana.place).version > version


@pytest.mark.parametrize("seed", ["ana-" + "0" * 32, "nonsense", ""])
def test_a_seed_that_was_not_sealed_opens_nothing(seed: str) -> None:
    ana, _ = two_bets()
    exchange = running_exchange(ana.place)
    assert exchange is not None

    with pytest.raises(SealRefused) as refusal:
        open_seal(ana.player, ana.place, exchange.seals_hash, seed)

    assert refusal.value.code == "seal_not_opened"
    assert not SeatSeal.objects.filter(seat_seed__isnull=False).exists()


def test_an_opening_sent_again_after_the_deal_is_taken_as_before() -> None:
    ana, luis = two_bets()
    exchange = running_exchange(ana.place)
    assert exchange is not None
    ana.opens()
    luis.opens()
    assert Deal.objects.count() == 1

    open_seal(luis.player, luis.place, exchange.seals_hash, luis.seed)

    with pytest.raises(SealRefused) as refusal:
        open_seal(luis.player, luis.place, exchange.seals_hash, ana.seed)
    assert refusal.value.code == "seal_not_opened"


def test_a_late_opening_is_told_that_it_is_late() -> None:
    ana, luis = two_bets()
    exchange = running_exchange(ana.place)
    assert exchange is not None
    ana.opens()
    time_passes(ana.place)

    with pytest.raises(SealRefused) as refusal:
        open_seal(luis.player, luis.place, exchange.seals_hash, luis.seed)

    assert refusal.value.code == "opening_late"


def test_an_opening_for_another_list_is_refused() -> None:
    ana, _ = two_bets()

    with pytest.raises(SealRefused) as refusal:
        open_seal(ana.player, ana.place, "0" * 64, ana.seed)

    assert refusal.value.code == "other_seals"


def test_a_seat_that_does_not_open_is_out_and_the_others_seal_again() -> None:
    ana, luis = two_bets()
    ana.opens()

    assert time_passes(ana.place)

    assert balance(luis.player.pk, "USD") == ALL
    assert luis.participant.deals_to_miss == 3
    assert balance(ana.player.pk, "USD") < ALL
    seals_again(ana)
    ana.opens()
    first, second = (build_exchange(one) for one in SeedExchange.objects.order_by("attempt"))
    assert first.failed == [3]
    assert sequence_problem([first, second]) is None
    assert Deal.objects.get().boxes == [2]
    assert find_broken_play_lines() == []


def test_a_second_failure_cancels_the_deal() -> None:
    ana, _ = two_bets()
    ana.opens()
    assert time_passes(ana.place)
    seals_again(ana)

    assert time_passes(ana.place)

    assert balance(ana.player.pk, "USD") == ALL
    assert clock_of(ana.place).phase == Clock.Phase.WAITING
    assert [one.status for one in SeedExchange.objects.order_by("attempt")] == [
        "aborted",
        "aborted",
    ]
    assert not Wager.objects.filter(end="").exists()
    assert find_broken_play_lines() == []


def test_a_used_seal_is_not_taken_again() -> None:
    ana, _ = two_bets()
    used = fairness.seal_seed(ana.seed)
    ana.opens()
    assert time_passes(ana.place)

    with pytest.raises(SealRefused) as refusal:
        store_fresh_seal(ana.player, ana.place, used)

    assert refusal.value.code == "seal_used"


def test_a_seal_of_another_bet_is_not_taken() -> None:
    ana, luis = two_bets()
    ana.opens()
    luis.opens()
    other = a_live_table("casino_floor")
    again = Guest(other, "ana", known=ana.player).sits(4)
    before = Transfer.objects.count()

    with pytest.raises(SealRefused) as refusal:
        place_wager(ana.player, other, again.request({4: "10"}))

    assert refusal.value.code == "seal_used"
    assert Transfer.objects.count() == before


@pytest.fixture(autouse=True)
def unhurried_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """No table counts as idle before a test says so."""
    monkeypatch.setattr(missing, "IDLE_AFTER", timedelta(hours=1))


def stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every waiting table count as idle."""
    monkeypatch.setattr(missing, "IDLE_AFTER", timedelta())


def test_at_an_idle_table_nobody_sits_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """If all seats have to sit out, nobody can bet and no deal ends: without this rule the table would be stuck."""
    ana, luis = two_bets()
    ana.opens()
    assert time_passes(ana.place)
    seals_again(ana)
    assert time_passes(ana.place)
    assert {one.participant.deals_to_miss for one in (ana, luis)} == {3}
    with pytest.raises(MissesDeals):
        luis.bets({3: "10"})
    assert "data-again" in page_of(signed_in(luis), luis.place)

    stands_still(monkeypatch)
    assert "data-again" not in page_of(signed_in(luis), luis.place)
    luis.bets({3: "10"})
    luis.opens()
    played_out(ana.place)

    assert {one.participant.deals_to_miss for one in (ana, luis)} == {2}


def test_a_seat_that_does_not_seal_again_sits_out_three_deals() -> None:
    ana, luis = two_bets()
    eva = Guest(ana.place, "eva").sits(4)
    ana.opens()  # Luis does not open in the first exchange
    assert time_passes(ana.place)
    assert clock_of(ana.place).phase == Clock.Phase.SEALING

    assert time_passes(ana.place)  # Ana sends no seal for the second

    assert {one.participant.deals_to_miss for one in (ana, luis)} == {3}
    assert eva.bets({4: "10"}).end == Wager.End.OPEN
    assert find_broken_play_lines() == []


def test_in_the_second_exchange_plain_seats_and_followers_need_no_seal() -> None:
    place = a_live_table("casino_floor")
    ana, luis = Guest(place, "ana").sits(2), Guest(place, "luis").sits(3)
    plain, behind = Guest(place, "plain").sits(4), Guest(place, "behind")
    for guest, box in ((ana, 2), (luis, 3)):
        guest.bets({box: "10"})
    typed = replace(plain.request({4: "10"}), seal="", words="two plain words")
    place_wager(plain.player, place, typed)
    behind.bets({2: "5"}, {2: Choices()})
    rings(place)
    ana.opens()  # Luis does not
    assert time_passes(place)

    seals_again(ana)
    ana.opens()

    deal = Deal.objects.get()
    assert deal.status == "in_progress"
    players = set(deal.rounds.values_list("player", flat=True))
    assert players == {ana.player.pk, plain.player.pk, behind.player.pk}
    missing_deals = [one.participant.deals_to_miss for one in (ana, luis, plain, behind)]
    assert missing_deals == [0, 3, 0, 0]


def test_a_cancelled_deal_counts_as_sat_out() -> None:
    ana, luis = two_bets()
    place = ana.place
    ana.opens()
    assert time_passes(place)
    seals_again(ana)
    ana.opens()
    played_out(place)
    assert luis.participant.deals_to_miss == 3
    ana.bets({2: "10"})
    rings(place)

    assert time_passes(place)  # nobody opens: the deal is cancelled

    assert Deal.objects.filter(place=place).latest("pk").status == "cancelled"
    assert luis.participant.deals_to_miss == 2


def test_deals_that_a_seat_has_to_sit_out_do_not_make_it_free() -> None:
    """The seat is kept through the deal in which it failed and the three after it; then it may bet."""
    ana, luis = two_bets()
    place = ana.place
    ana.opens()
    assert time_passes(place)
    seals_again(ana)
    ana.opens()
    missing = []
    for _deal in range(4):
        played_out(place)
        assert Seat.objects.filter(participant=luis.participant).get().idle_deals == 0
        missing.append(luis.participant.deals_to_miss)
        assert time_passes(place)
        if luis.participant.deals_to_miss:
            with pytest.raises(MissesDeals):
                luis.bets({3: "10"})
            ana.bets({2: "10"})
            rings(place)
            ana.opens()

    assert missing == [3, 2, 1, 0]
    assert luis.bets({3: "10"}).end == Wager.End.OPEN


def test_three_failures_in_a_day_allow_only_watching_for_a_day() -> None:
    ana, luis = two_bets()
    for failure in range(1, 4):
        ana.opens()
        assert time_passes(ana.place)
        assert time_passes(ana.place)
        for one in (ana, luis):  # Luis does not open, Ana does not seal again
            assert (one.participant.watches_until is not None) == (failure == 3)
        if failure < 3:
            Participant.objects.update(deals_to_miss=0)
            ana.bets({2: "10"})
            luis.bets({3: "10"})
            rings(ana.place)

    Participant.objects.filter(player=luis.player).update(deals_to_miss=0)
    with pytest.raises(MissesDeals) as refusal:
        place_wager(luis.player, luis.place, luis.request({3: "10"}))

    assert refusal.value.code == "watches_today"
    before = Wager.objects.count()
    with pytest.raises(MissesDeals) as behind:
        place_wager(luis.player, luis.place, luis.request({2: "5"}, {2: Choices()}))
    assert behind.value.code == "watches_today"
    assert Wager.objects.count() == before


def test_words_typed_without_a_script_count_as_opened() -> None:
    place = a_live_table()
    ana = Guest(place, "ana").sits(2)
    typed = replace(ana.request({2: "10"}), seal="", words="two plain words")
    place_wager(ana.player, place, typed)

    rings(place)

    exchange = build_exchange(SeedExchange.objects.get())
    assert exchange.plain == [2]
    assert Deal.objects.count() == 1


@pytest.mark.parametrize("forged", ["zz" * 32, "AB" * 32, "ab" * 31])
def test_a_forged_seal_is_refused_with_the_bet_and_for_the_second_exchange(forged: str) -> None:
    place = a_live_table()
    eva = Guest(place, "eva").sits(5)
    with pytest.raises(SealRefused) as with_bet:
        place_wager(eva.player, place, replace(eva.request({5: "10"}), seal=forged))
    assert with_bet.value.code == "invalid_seal"
    assert balance(eva.player.pk, "USD") == ALL
    assert not Wager.objects.exists()

    ana, luis = Guest(place, "ana").sits(2), Guest(place, "luis").sits(3)
    for guest, box in ((ana, 2), (luis, 3)):
        guest.bets({box: "10"})
    rings(place)
    ana.opens()
    assert time_passes(place)
    with pytest.raises(SealRefused) as again:
        store_fresh_seal(ana.player, place, forged)
    assert again.value.code == "invalid_seal"


def test_no_seal_is_taken_where_none_is_asked_for() -> None:
    ana, _luis = two_bets()
    before = Wager.objects.get(participant=ana.participant, end="").seal

    with pytest.raises(SealRefused) as refusal:
        seals_again(ana)

    assert refusal.value.code == "no_seal_asked"
    assert Wager.objects.get(participant=ana.participant, end="").seal == before
