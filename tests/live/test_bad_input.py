"""Bad input at a live table: one clear sentence with the reason, and nothing moves."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import pytest
from django.urls import reverse
from django.utils.translation import override

from blackjack.choices import Choices
from casino.fairness.selectors.exchanges import running_exchange
from casino.live.services.betting import place_wager
from casino.live.services.exchange import open_seal
from casino.live.services.seats import take_seat
from casino.live.services.turns import decide_turn
from casino.live.services.wager_acceptance import WagerRequest
from casino.models import Clock, Decision, Participant, Place, Seat, SeatSeal, Wager, WagerBet
from casino.play.services.decisions import DecisionRequest
from journal.refusals import Refusal
from tests.fixtures.reading import read_in
from tests.live.scenes import Guest, a_live_table, a_table_that_deals, clock_of, dealt_to
from tests.live.test_page import refused, signed_in
from tests.live.test_turns import both_decide
from wallet.ledger.models import Transfer

pytestmark = pytest.mark.database
WATCHED = (Clock, Seat, Wager, WagerBet, SeatSeal, Decision, Transfer)
HX = {"HX-Request": "true"}


@dataclass(frozen=True)
class Request:
    """A request of a player: the service's call, and the form that the page sends for it."""

    guest: Guest
    call: Callable[[], object]
    name: str
    fields: dict[str, object]


def bet(guest: Guest, request: WagerRequest) -> Request:
    """Return a bet as the page's form sends it."""
    fields: dict[str, object] = {
        **{name: getattr(request, name) for name in ("shoe", "commitment", "nonce", "attempt")},
        **{f"stake-{box}": typed.stake for box, typed in request.boxes.items()},
        **{f"{name}-{box}": word for box in request.behind for name, word in BEHIND.items()},
        "currency": request.currency,
        "seal": request.seal,
    }
    return Request(guest, partial(place_wager, guest.player, guest.place, request), "bet", fields)


BEHIND = Choices()._asdict()


def take(guest: Guest, box: int) -> Request:
    return Request(guest, partial(take_seat, guest.player, guest.place, box), "take", {"box": box})


def decision(guest: Guest, action: str, step: int) -> Request:
    asked = DecisionRequest(guest.round.public_id, step, action)
    fields: dict[str, object] = {"round": asked.round, "step": step, "action": action}
    return Request(guest, partial(decide_turn, guest.player, asked), "action", fields)


def opening(guest: Guest, seed: str) -> Request:
    exchange = running_exchange(guest.place)
    assert exchange is not None
    call = partial(open_seal, guest.player, guest.place, exchange.seals_hash, seed)
    fields: dict[str, object] = {"seals_hash": exchange.seals_hash, "seat_seed": seed}
    return Request(guest, call, "open", fields)


def stored() -> list[object]:
    return [list(model._default_manager.order_by("pk").values()) for model in WATCHED]


def is_refused(request: Request, code: str, sentence: str) -> None:
    """Assert that the service refuses with the code and the page with the sentence, and that nothing moves."""
    before = stored()
    with override("en"):
        with pytest.raises(Refusal) as caught:
            request.call()
        assert (caught.value.code, str(caught.value.message)) == (code, sentence)
    address = reverse(f"casino:live_{request.name}", args=[request.guest.place.table.slug])
    client = signed_in(request.guest)
    read_in(client, "en")
    answer = client.post(address, request.fields, headers=HX)
    assert answer.status_code == caught.value.status
    is_script = request.name == "open"  # it shows the text of the answer
    assert (answer.text if is_script else refused(answer.text)) == sentence
    assert stored() == before


def seated(preset: str = "casino_floor") -> tuple[Place, Guest, Guest]:
    place = a_live_table(preset)
    return place, Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)


def in_turns() -> tuple[Guest, Guest]:
    _, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    return ana, luis


def test_a_seat_that_is_taken() -> None:
    place, _ana, _luis = seated()
    request = take(Guest(place, "eva"), 1)
    is_refused(request, "box_taken", "This box is taken. Please choose another.")


NOT_SEATED = "Take this box first. Then you can bet on it."


def test_a_bet_on_the_seat_of_another() -> None:
    _place, _ana, luis = seated()
    is_refused(bet(luis, luis.request({1: "10"})), "not_seated", NOT_SEATED)


def test_a_bet_without_a_seat() -> None:
    place, _ana, _luis = seated()
    eva = Guest(place, "eva")
    is_refused(bet(eva, eva.request({5: "10"})), "not_seated", NOT_SEATED)


def test_a_bet_behind_on_an_own_box() -> None:
    _place, ana, _luis = seated()
    ana.bets({1: "10"})
    request = bet(ana, ana.request({1: "10"}, {1: Choices()}))
    is_refused(request, "own_box", "This is your own box: bet on it, not behind it.")


AFTER_BELL = "No more bets for this deal. Your bet was not placed."


def test_a_bet_after_the_bell() -> None:
    _place, ana, luis = seated("live")
    late = luis.request({2: "10"})
    Seat.objects.filter(box=2).update(sits_out=True)
    ana.bets({1: "10"})
    assert clock_of(ana.place).phase == Clock.Phase.SEALING
    is_refused(bet(luis, late), "no_more_bets", AFTER_BELL)


def test_a_decision_out_of_turn() -> None:
    _ana, luis = in_turns()
    is_refused(decision(luis, "stand", 0), "not_your_turn", "It is not your turn.")


CHANGED = "The table has changed since this page was loaded. This is the latest."


def test_a_decision_and_a_bet_from_a_stale_page() -> None:
    ana, luis = in_turns()
    is_refused(decision(ana, "stand", 3), "conflict", CHANGED)
    stale = replace(luis.request({2: "10"}), nonce=1, attempt=9)
    is_refused(bet(luis, stale), "no_more_bets", AFTER_BELL)
    place, eva, _leo = seated()
    is_refused(bet(eva, replace(eva.request({1: "10"}), nonce=2)), "conflict", CHANGED)
    other = replace(eva.request({1: "10"}), commitment="0" * 64)
    is_refused(bet(eva, other), "conflict", CHANGED)
    assert clock_of(place).phase == Clock.Phase.WAITING


def test_too_many_boxes() -> None:
    _place, ana, _luis = seated("live")
    request = take(ana, 5)
    is_refused(request, "too_many_boxes", "You cannot have more boxes at this table now.")


@pytest.mark.parametrize("seal", ["zz" * 32, "AB" * 32, "ab" * 31])
def test_a_forged_seal(seal: str) -> None:
    _place, ana, _luis = seated()
    request = bet(ana, replace(ana.request({1: "10"}), seal=seal))
    is_refused(request, "invalid_seal", "The page sent no valid seal. Please reload it.")


@pytest.mark.parametrize("salt", ["0" * 32, "f" * 31])
def test_a_salt_that_does_not_open(salt: str) -> None:
    _place, ana, luis = seated("live")
    for guest, box in ((ana, 1), (luis, 2)):
        guest.bets({box: "10"})
    request = opening(ana, f"ana-{salt}")
    is_refused(request, "seal_not_opened", "This seed is not the one that was sealed.")


def test_a_second_device_shows_the_same_seat_and_each_act_counts_once() -> None:
    """The other device's bet replaces nothing unseen, and its decision for a step that was made is refused."""
    _, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    phone, laptop = signed_in(ana), signed_in(ana)
    page = reverse("casino:live_table", args=[ana.place.table.slug])
    for device in (phone, laptop):
        assert 'data-own="1"' in device.get(page).text
    same = ana.request({1: "10"})
    first = bet(ana, same)
    address = reverse("casino:live_bet", args=[ana.place.table.slug])
    for device in (phone, laptop):
        assert device.post(address, first.fields, headers=HX).status_code == 200
    assert Wager.objects.count() == 1
    is_refused(bet(ana, replace(same, boxes={1: replace(same.boxes[1], stake="20")})), *CONFLICT)

    luis.bets({2: "10"})
    for guest in (ana, luis):
        guest.opens()
    stand = decision(ana, "stand", 0)
    address = reverse("casino:live_action", args=[ana.place.table.slug])
    for device in (phone, laptop):
        assert device.post(address, stand.fields, headers=HX).status_code == 200
    assert Decision.objects.filter(round=ana.round).count() == 1
    is_refused(decision(ana, "hit", 0), *CONFLICT)
    assert Participant.objects.filter(player=ana.player).count() == 1


CONFLICT = ("conflict", CHANGED)
