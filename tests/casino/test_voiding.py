"""Voids: what player, house and session have afterwards, and what is refused."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models.users import User
from blackjack.deal import Deal
from casino.models import Notice, Participant, Round, Treatment, Void, VoidReason, VoidStep
from casino.play.selectors.player_money import load_player_money
from casino.play.services.betting import place_bet
from casino.reconciliation.selectors.lines import find_broken_play_lines
from casino.refusals import VoidRefused
from casino.voids.selectors.voiding import (
    preview_releasing,
    preview_voids,
)
from casino.voids.values import Receiver
from journal.refusals import NotFound
from loyalty.selectors.points import Points, load_points
from tests.casino import decided, scenes
from tests.casino.frozen import cancel_by_two
from wallet.ledger.models import HouseAccount
from wallet.ledger.selectors.funds import balance, house_balance
from wallet.ledger.services import movements
from wallet.money.values import Money

pytestmark = pytest.mark.database
REASONS = {
    Treatment.BETTER: VoidReason.MALFUNCTION,
    Treatment.STAKES_BACK: VoidReason.DUPLICATE,
    Treatment.SUSPENSE: VoidReason.COLLUSION,
}


def loses(deal: Deal) -> bool:
    return scenes.ordinary(deal) and deal.play("stand").returned(1) == 0


def pushes(deal: Deal) -> bool:
    return scenes.ordinary(deal) and deal.play("stand").returned(1) == 1000


def pushed() -> Round:
    """Return a push: 10.00 staked, 10.00 returned; balance 1,000.00."""
    return scenes.play(scenes.deal(pushes), "stand")


def lost() -> Round:
    """Return a loss: 10.00 staked, nothing returned; balance 990.00."""
    return scenes.play(scenes.deal(loses), "stand")


def won() -> Round:
    """Return a win: 10.00 staked, 25.00 returned; balance 1,015.00."""
    return scenes.deal(scenes.natural)


def voided(round_: Round, treatment: Treatment, manager: User, case: UUID | None = None) -> Void:
    reason = REASONS[treatment]
    return decided.void(
        round_.pk, treatment, case=case or uuid4(), acting_user=manager, reason=reason
    )


def usd(text: str) -> Money:
    return Money.parse(text, "USD")


def spend(player: User, text: str) -> None:
    """Hold money for a withdrawal, so that a void cannot take it."""
    movements.hold_withdrawal(player.pk, usd(text), key=uuid4())


def house() -> dict[str, Money]:
    """Return the balances of the house accounts that a void touches."""
    touched = (HouseAccount.GAME_RESULT, HouseAccount.RECEIVABLE, HouseAccount.SUSPENSE)
    return {code.value: house_balance(code, "USD") for code in touched}


def of_house(result: str, receivable: str = "0", suspense: str = "0") -> dict[str, Money]:
    return {
        "game_result": usd(result),
        "receivable": usd(receivable),
        "suspense": usd(suspense),
    }


def everything(player: User) -> tuple[object, ...]:
    """Return everything that a refusal must leave unchanged."""
    places = Participant.objects.filter(player=player).values("session_nets", "session_since")
    voids = list(Void.objects.order_by("pk").values()), list(VoidStep.objects.values())
    notices = Notice.objects.count()
    return scenes.everything(player), list(places), voids, notices, house()


@pytest.mark.parametrize(
    ("treatment", "begun", "left", "result", "suspense"),
    [
        (Treatment.BETTER, lost, "1000", "0", "0"),
        (Treatment.BETTER, won, "1015", "-15", "0"),
        (Treatment.STAKES_BACK, lost, "1000", "0", "0"),
        (Treatment.STAKES_BACK, won, "1000", "0", "0"),
        (Treatment.BETTER, pushed, "1000", "0", "0"),
        (Treatment.STAKES_BACK, pushed, "1000", "0", "0"),
        (Treatment.SUSPENSE, pushed, "990", "0", "10"),
        (Treatment.SUSPENSE, lost, "990", "0", "10"),
        (Treatment.SUSPENSE, won, "990", "0", "10"),
    ],
)
def test_a_treatment_sets_the_amounts_of_player_and_house(
    treatment: Treatment,
    begun: Callable[[], Round],
    left: str,
    result: str,
    suspense: str,
    manager: User,
) -> None:
    round_ = begun()
    before = house()
    told = preview_voids([round_], treatment)[0]
    made = voided(round_, treatment, manager)
    assert balance(round_.player_id) == usd(left)
    assert told.balance_after == usd(left)
    assert house() == of_house(result, suspense=suspense)
    moved = {code: house()[code] - before[code] for code in before}
    assert told.points is not None
    assert (told.points.before, told.points.after) == (
        Points(1000, 0),
        load_points(round_.player_id),
    )
    # a void that moves no money keeps the result, and so the points
    kept = [(Treatment.BETTER, won), (Treatment.BETTER, pushed), (Treatment.STAKES_BACK, pushed)]
    points = 1000 if (treatment, begun) in kept else 0
    assert load_points(round_.player_id) == Points(points, 0)
    assert (made.points, made.points_debt) == (points - 1000, 0)
    legs = dict(told.legs)
    assert {code: legs.get(code, usd("0")) for code in before} == moved
    assert (made.paid + made.owed, made.acting_user) == (max(-made.due, 0), manager)


@pytest.mark.parametrize("treatment", Treatment)
@pytest.mark.parametrize("begun", [lost, won])
def test_undoing_a_void_restores_everything(
    treatment: Treatment, begun: Callable[[], Round], manager: User
) -> None:
    round_ = begun()
    before = (balance(round_.player_id), house(), net(round_), load_points(round_.player_id))
    assert before[-1] == Points(1000, 0)
    for _ in range(2):
        made = voided(round_, treatment, manager)
        kept = begun is won and treatment == Treatment.BETTER
        assert load_points(round_.player_id) == Points(1000 if kept else 0, 0)
        decided.undo(made.pk, case=uuid4(), acting_user=manager)
        after = (balance(round_.player_id), house(), net(round_), load_points(round_.player_id))
        assert after == before
    assert Void.objects.filter(undone_at__isnull=False).count() == 2
    assert find_broken_play_lines() == []


def net(round_: Round) -> int:
    player = User.objects.get(pk=round_.player_id)
    return load_player_money(player).net("USD").units


def test_the_session_comes_to_what_the_player_really_got(manager: User) -> None:
    round_ = won()
    assert net(round_) == 150_000
    voided(round_, Treatment.STAKES_BACK, manager)
    assert net(round_) == 0


@pytest.mark.parametrize(
    ("to", "left", "result"), [("player", "1000", "0"), ("house", "990", "10")]
)
def test_suspended_stakes_are_released_once(
    to: Receiver, left: str, result: str, manager: User
) -> None:
    round_ = won()
    made = voided(round_, Treatment.SUSPENSE, manager)
    case = uuid4()
    told = preview_releasing([made], to)[0]
    for _ in range(2):
        decided.release(made.pk, to, case=case, acting_user=manager)
    assert balance(round_.player_id) == usd(left) == told.balance_after
    assert house() == of_house(result)
    with refused(round_.player, "released_already"):
        decided.release(made.pk, to, case=uuid4(), acting_user=manager)
    decided.undo(made.pk, case=uuid4(), acting_user=manager)
    assert (balance(round_.player_id), house()) == (usd("1015"), of_house("-15"))
    with refused(round_.player, "undone_already"):
        decided.release(made.pk, to, case=uuid4(), acting_user=manager)


@contextmanager
def refused(player: User, code: str) -> Iterator[None]:
    """Expect a refusal with this code, and no change."""
    before = everything(player)
    with pytest.raises(VoidRefused) as caught, transaction.atomic():
        yield
    assert (caught.value.code, everything(player)) == (code, before)


def test_a_case_voids_a_round_once(manager: User) -> None:
    round_, case = lost(), uuid4()
    first = voided(round_, Treatment.STAKES_BACK, manager, case)
    before = everything(round_.player)
    assert voided(round_, Treatment.STAKES_BACK, manager, case) == first
    assert everything(round_.player) == before
    with refused(round_.player, "voided_already"):
        voided(round_, Treatment.STAKES_BACK, manager)
    assert preview_voids([round_], Treatment.BETTER)[0].refusal == "voided_already"
    undoing = uuid4()
    for _ in range(2):
        decided.undo(first.pk, case=undoing, acting_user=manager)
    assert balance(round_.player_id) == usd("990")
    with refused(round_.player, "undone_already"):
        decided.undo(first.pk, case=uuid4(), acting_user=manager)
    with refused(round_.player, "not_suspended"):
        decided.release(
            voided(round_, Treatment.BETTER, manager).pk, "house", case=uuid4(), acting_user=manager
        )


def test_a_running_or_cancelled_round_is_not_voided(manager: User) -> None:
    round_ = scenes.deal(loses)
    with refused(round_.player, "round_running"):
        voided(round_, Treatment.BETTER, manager)
    assert preview_voids([round_], Treatment.BETTER)[0].refusal == "round_running"
    cancel_by_two(round_, "broken")
    with refused(round_.player, "round_cancelled"):
        voided(round_, Treatment.BETTER, manager)
    with pytest.raises(NotFound):
        decided.void(0, Treatment.BETTER, case=uuid4(), acting_user=manager, reason="malfunction")
    with pytest.raises(NotFound):
        decided.undo(0, case=uuid4(), acting_user=manager)
    with pytest.raises(ValueError, match="not treated"):
        decided.void(
            round_.pk, Treatment.SUSPENSE, case=uuid4(), acting_user=manager, reason="malfunction"
        )


def test_a_preview_of_many_hands_is_cumulative(manager: User) -> None:
    """The player can pay back one of two wins; the preview must show the second as owed, like the ledger."""
    player, table = scenes.new_player(), scenes.ligalo()
    participant = scenes.sit(player, table, scenes.seed_for(scenes.natural))
    first = place_bet(player, table, scenes.bet_request(participant))
    second = scenes.play_out(place_bet(player, table, scenes.bet_request(participant)))
    rounds = [first, second]
    left = balance(player.pk)
    spend(player, str(left.units // 10_000 - 20))
    told = preview_voids(rounds, Treatment.SUSPENSE)
    for round_, one in zip(rounds, told, strict=True):
        made = voided(round_, Treatment.SUSPENSE, manager)
        assert one.balance_after == balance(player.pk)
        assert one.owed_after == usd("0") + Money(made.owed, "USD")
    assert [kind for kind, _ in told[0].postings][:1] == ["void"]


def test_the_preview_asks_as_much_for_many_as_for_one(manager: User) -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    participant = scenes.sit(player, table)
    rounds = [
        scenes.play_out(place_bet(player, table, scenes.bet_request(participant))) for _ in "123"
    ]
    with CaptureQueriesContext(connection) as one:
        preview_voids(rounds[:1], Treatment.BETTER)
    with CaptureQueriesContext(connection) as many:
        preview_voids(rounds, Treatment.BETTER)
    assert len(one) == len(many) == 10


def test_play_money_goes_below_zero_and_is_never_owed(manager: User) -> None:
    player, table = scenes.new_player(funds="0"), scenes.table_of("friendly")
    movements.grant_play_money(player.pk, Money(1_000_000, "PLY"), key=uuid4(), reason="to learn")
    participant = scenes.sit(player, table, scenes.seed_for(scenes.natural, table.version.rules))
    request = replace(scenes.bet_request(participant), currency="PLY")
    round_ = scenes.play_out(place_bet(player, table, request))
    taken = balance(player.pk, "PLY")
    movements.adjust_balance(player.pk, -taken, key=uuid4(), reason="gone")
    made = voided(round_, Treatment.SUSPENSE, manager)
    assert (made.due, made.paid, made.owed) == (-(round_.returned or 0), round_.returned, 0)
    assert made.paid > 0
    assert balance(player.pk, "PLY") == Money(-(round_.returned or 0), "PLY")
    decided.undo(made.pk, case=uuid4(), acting_user=manager)
    assert balance(player.pk, "PLY") == Money(0, "PLY")
