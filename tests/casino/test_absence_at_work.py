"""Workers that play for absent players: at once, late, killed; what the player is told afterwards."""

from functools import partial

import pytest
from django.utils import timezone

from casino.absence.services import house_play
from casino.models import Decision, Notice, Round
from casino.notices.services import notice_mail
from casino.play.services.betting import place_bet
from casino.play.services.decisions import DecisionRequest, make_decision
from journal.models import Event
from tests.casino import scenes
from tests.casino.gone import by_house, charted, later
from tests.casino.test_at_once import together
from tests.casino.test_decisions import hits_safely
from wallet.ledger.models import Transfer
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database

ENGLISH = {"Accept-Language": "en"}
DAY = 24 * 60 * 60


@pytest.mark.committed
def test_concurrent_workers_play_a_round_once() -> None:
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules, "D")
    at, ended = later(), []

    together([lambda: ended.append(house_play.play_due_rounds(at))] * 6)

    assert sum(ended) == 1
    assert by_house(round_) == ["double"]
    assert Transfer.objects.filter(kind="settle").count() == 1
    assert Event.objects.filter(kind="round_played_by_house").count() == 1


@pytest.mark.committed
@pytest.mark.parametrize("attempt", range(5))
def test_a_player_and_a_worker_do_not_both_decide(attempt: int) -> None:
    round_ = scenes.deal(hits_safely)
    charted(round_.version.rules, "S")
    at = timezone.now()
    Round.objects.update(house_plays_at=at)
    asked = DecisionRequest(round_.public_id, 0, "hit")

    ends = together(
        [partial(make_decision, round_.player, asked), lambda: house_play.play_due_rounds(at)]
    )

    made = list(Decision.objects.order_by("step").values_list("action", "by_house"))
    if ends == {"ok": 2}:
        assert made == [("hit", False)]  # the player was first: the wait starts again
        assert Round.objects.get().status == Round.Status.IN_PROGRESS
    else:
        assert ends == {"ok": 1, "conflict": 1}
        assert made == [("stand", True)]
        assert Round.objects.get().status == Round.Status.COMPLETED


def test_a_worker_that_was_down_catches_up_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_play, "BATCH", 2)
    table = scenes.ligalo()
    charted(table.version.rules, "S")
    for number in range(5):
        player = scenes.new_player(f"p{number}@example.test")
        participant = scenes.sit(player, table, scenes.seed_for(scenes.ordinary)[:-1] + str(number))
        place_bet(player, table, scenes.bet_request(participant))
    running = Round.objects.filter(status=Round.Status.IN_PROGRESS)
    assert running.count() >= 3

    counts = []
    while ended := house_play.play_due_rounds(later(5 * DAY)):
        counts.append(ended)

    assert not running.exists()
    assert max(counts) == 2


@pytest.mark.committed
def test_a_worker_killed_before_its_end_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Settlement and notice share one transaction, so the next run does both."""

    class Killed(BaseException):
        pass

    def die(*_args: object) -> None:
        raise Killed

    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules, "D")
    before = scenes.everything(round_.player)
    with monkeypatch.context() as patched:
        patched.setattr(house_play, "write_notice", die)
        with pytest.raises(Killed):
            house_play.play_due_rounds(later())
    assert scenes.everything(round_.player) == before
    assert not Notice.objects.exists()

    assert house_play.play_due_rounds(later()) == 1
    assert Notice.objects.get().kind == Notice.Kind.PLAYED


def test_the_player_gets_one_mail(mailoutbox: list[object]) -> None:
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules, "S")
    house_play.play_due_rounds(later())

    assert [notice_mail.mail_due_notices(timezone.now()) for _ in range(2)] == [1, 0]

    assert len(mailoutbox) == 1
    assert round_.number in str(mailoutbox[0].body)  # type: ignore[attr-defined]  # locmem keeps EmailMessage objects


@pytest.mark.committed
def test_a_mail_that_cannot_leave_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, mailoutbox: list[object]
) -> None:
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules, "S")
    house_play.play_due_rounds(later())

    def broken(*_args: object, **_kwargs: object) -> int:
        raise OSError("no route")

    with monkeypatch.context() as patched:
        patched.setattr(notice_mail, "send_mail", broken)
        assert notice_mail.mail_due_notices(timezone.now()) == 0
    assert notice_mail.mail_due_notices(timezone.now()) == 1
    assert len(mailoutbox) == 1


def test_settled_by_the_house_is_settled_exactly() -> None:
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules, "S")
    house_play.play_due_rounds(later())

    round_.refresh_from_db()
    net = Money((round_.returned or 0) - round_.staked, "USD")
    assert balance(round_.player_id) == Money.parse("1000", "USD") + net


@pytest.mark.committed
def test_the_player_sees_what_the_house_decided_on_coming_back() -> None:
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules, "S")
    house_play.play_due_rounds(later())
    client = scenes.signed_in(round_.player)
    page, told = f"/rounds/{round_.public_id}/", "the house stood for you."

    assert "While you were away" in client.get("/", headers=ENGLISH).text
    assert told in client.get("/table/ligalo/", headers=ENGLISH).text
    assert "While you were away" not in client.get("/", headers=ENGLISH).text
    assert "finished by the house" in client.get("/rounds/", headers=ENGLISH).text
    text = client.get(page, headers=ENGLISH).text
    assert told in text
    assert "the house, for you" in text
