"""Cases that void hands: one proposes with evidence, another one approves what was seen, and only then money moves."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from psycopg import Connection

from accounts.models import User
from accounts.roles import NotPermitted, Role
from casino.errors import Refusal, VoidRefused
from casino.models import Notice, Round, Void
from casino.services.betting import place_bet
from compliance.models import CaseKind, Reason, VoidCase, VoidLine, VoidStep
from compliance.voids import carrying, errors, figures, services
from compliance.voids.finding import Choice
from compliance.voids.services import Proposal
from journal.models import Event
from loyalty.selectors import points_of
from tests.accounts.staff import staff
from tests.casino import scenes
from tests.compliance.cases import (
    analyst,
    another,
    approved,
    decided,
    manager,
    proposed,
    seen,
    won,
)
from wallet.models import Receivable, Transfer
from wallet.money import Money
from wallet.selectors import balance
from wallet.services import deposit, withdraw

pytestmark = pytest.mark.usefixtures("committed_db")
FRAUD, MALFUNCTION, REGULATOR = Reason.PAYMENT_FRAUD, Reason.MALFUNCTION, Reason.REGULATOR


def everything() -> tuple[Any, ...]:
    """All that a refusal must leave as it was."""
    rows = [list(model.objects.order_by("pk").values()) for model in (VoidCase, VoidStep, VoidLine)]
    return (*rows, Void.objects.count(), Transfer.objects.count(), Event.objects.count())


def refused(error: type[Exception], work: Any, *args: Any, **more: Any) -> Exception:
    before = everything()
    with pytest.raises(error) as caught:
        work(*args, **more)
    assert everything() == before
    return caught.value


def has(player: User) -> str:
    return str(balance(player.pk))


def kinds(subject: VoidCase) -> list[str]:
    return list(
        Event.objects.filter(subject=f"void {subject.number}")
        .order_by("pk")
        .values_list("kind", flat=True)
    )


def test_a_win_is_taken_by_an_order_of_the_regulator_and_its_player_is_told() -> None:
    round_ = won()
    assert has(round_.player) == "1015.00 USD"

    case = approved(proposed(round_, reason=REGULATOR))

    assert case.state == "carried_out"
    assert has(round_.player) == "1000.00 USD"
    assert kinds(case) == ["void_proposed", "void_approved", "void_carried_out"]
    line = case.lines.get()
    assert (line.result, line.moved) == ("done", -150_000)
    assert Notice.objects.filter(round=round_, kind="voided").exists()


def test_the_points_of_a_hand_go_with_it_and_come_back_with_it() -> None:
    round_ = won()
    assert points_of(round_.player_id).balance == 1000
    case = proposed(round_)
    (shown,) = figures.of_case(case).points
    assert (shown.change, shown.after.balance, case.lines.get().points) == (-1000, 0, -1000)

    approved(case)
    assert points_of(round_.player_id).balance == 0
    approved(proposed(kind=CaseKind.UNDO, of=case, rounds=()))
    assert points_of(round_.player_id).balance == 1000


def test_nothing_moves_before_another_person_has_approved() -> None:
    round_ = won()
    before = Transfer.objects.count()

    case = proposed(round_)

    assert (case.state, Transfer.objects.count()) == ("proposed", before)
    assert has(round_.player) == "1015.00 USD"
    assert not Void.objects.exists()


def test_a_malfunction_leaves_a_player_what_is_better() -> None:
    winner, loser = won(), lost()

    assert approved(proposed(winner, reason=MALFUNCTION)).lines.get().moved == 0
    before = balance(loser.player_id)
    case = approved(proposed(loser, reason=MALFUNCTION))

    assert case.lines.get().moved == loser.staked - (loser.returned or 0)
    assert has(loser.player) == str(before + Money.parse("10", "USD"))


def lost() -> Round:
    """A hand of another player that lost ten."""
    player = scenes.new_player("leo@example.test")
    table = VoidTable.get()
    sitting = scenes.sit(player, table)
    round_ = scenes.play_out(place_bet(player, table, scenes.bet_request(sitting)))
    while (round_.returned or 0) > 0:
        round_ = scenes.play_out(place_bet(player, table, scenes.bet_request(sitting)))
    return round_


class VoidTable:
    """The table that stands already."""

    @staticmethod
    def get() -> Any:
        return Round.objects.select_related("sitting__table").latest("pk").sitting.table


def test_nobody_approves_their_own_case_whatever_their_roles() -> None:
    both = manager()
    both.groups.add(*analyst().groups.all())
    case = proposed(won(), by=both)

    refused(errors.AnotherPerson, services.approve, case.pk, seen=seen(case), by=both)
    refused(errors.AnotherPerson, services.refuse, case.pk, by=both, note="mine")


@pytest.mark.parametrize("role", sorted(set(Role) - {Role.COMPLIANCE_ANALYST}))
def test_only_analysts_propose(role: Role) -> None:
    refused(NotPermitted, proposed, won(), by=staff(role))


def test_only_managers_decide_and_only_the_proposer_withdraws() -> None:
    case = proposed(won())
    other = analyst("nuria")

    refused(NotPermitted, services.approve, case.pk, seen=seen(case), by=other)
    refused(NotPermitted, services.refuse, case.pk, by=other, note="no")
    refused(NotPermitted, services.withdraw, case.pk, by=manager(), note="no")
    refused(errors.NotYours, services.withdraw, case.pk, by=other, note="no")


def test_evidence_and_hands_are_obligatory() -> None:
    round_ = won()

    refused(errors.EvidenceMissing, proposed, round_, evidence="  ")
    refused(errors.NothingToDo, proposed, choice=Choice(hands=(uuid4(),)), rounds=())


def test_a_refusal_and_a_withdrawal_need_a_reason_and_leave_the_hand_free() -> None:
    round_, nora = won(), analyst()
    first = proposed(round_)
    refused(errors.NoteMissing, services.refuse, first.pk, by=manager(), note=" ")
    services.refuse(first.pk, by=manager(), note="the log says otherwise")
    second = proposed(round_)
    refused(errors.NoteMissing, services.withdraw, second.pk, by=nora, note="")
    services.withdraw(second.pk, by=nora, note="another hand was meant")

    assert kinds(first) == ["void_proposed", "void_refused"]
    assert kinds(second) == ["void_proposed", "void_withdrawn"]
    assert has(round_.player) == "1015.00 USD"
    approved(proposed(round_))


def test_an_expired_proposal_is_approved_by_nobody_and_ends_by_the_clock(
    owner_connection: Connection[Any],
) -> None:
    round_ = won()
    case = proposed(round_)
    age(owner_connection, case)
    shown = seen(case)

    refused(errors.ProposalExpired, services.approve, case.pk, seen=shown, by=manager())
    refused(errors.ProposalExpired, services.refuse, case.pk, by=manager(), note="late")
    assert services.expire_due(timezone.now()) == 1
    assert services.expire_due(timezone.now()) == 0
    assert kinds(case) == ["void_proposed", "void_expired"]
    refused(errors.ProposalExpired, services.approve, case.pk, seen=shown, by=manager())
    assert has(round_.player) == "1015.00 USD"


def age(owner: Connection[Any], case: VoidCase) -> None:
    """A case that was proposed eight days ago."""
    owner.execute("ALTER TABLE compliance_voidcase DISABLE TRIGGER by_steps")
    days = timedelta(days=8)
    owner.execute(
        "UPDATE compliance_voidcase SET proposed_at = proposed_at - %s, expires_at = expires_at - %s"
        " WHERE id = %s",
        [days, days, case.pk],
    )
    owner.execute("ALTER TABLE compliance_voidcase ENABLE TRIGGER by_steps")


def test_an_unread_proposal_stays_open_until_its_time() -> None:
    proposed(won())

    assert services.expire_due(timezone.now() + timedelta(days=6)) == 0


def test_a_hand_is_void_once() -> None:
    round_ = won()
    approved(proposed(round_))

    refused(errors.NothingToDo, proposed, round_)
    assert has(round_.player) == "1000.00 USD"


def test_a_hand_is_in_one_open_case() -> None:
    round_ = won()
    proposed(round_)

    refused(errors.NothingToDo, proposed, round_)


def test_a_round_in_progress_is_no_hand_to_void() -> None:
    running = scenes.deal(scenes.ordinary)

    refused(errors.NothingToDo, proposed, running)


def test_a_player_without_funds_pays_what_is_there_and_owes_the_rest() -> None:
    round_ = won()
    spend(round_.player, "1010")
    case = proposed(round_, reason=FRAUD)
    shown = figures.of_case(case).totals[0]
    assert [str(one) for one in (shown.moved, shown.owed, shown.suspended)] == [
        "-5.00 USD",
        "20.00 USD",
        "10.00 USD",
    ]

    approved(case)

    assert has(round_.player) == "0.00 USD"
    assert Receivable.objects.get().amount == 200_000


def spend(player: User, text: str) -> None:
    """What is there goes elsewhere."""
    withdraw(player.pk, Money.parse(text, "USD"), key=uuid4(), withdrawal_id=uuid4())


def test_whoever_approves_has_seen_what_moves() -> None:
    round_ = won()
    case = proposed(round_)
    old = seen(case)
    spend(round_.player, "1010")

    refused(errors.FiguresChanged, services.approve, case.pk, seen=old, by=manager())
    refused(errors.FiguresChanged, services.approve, case.pk, seen="", by=manager())
    services.approve(case.pk, seen=seen(case), by=manager())
    assert Receivable.objects.get().amount == 100_000


def test_a_balance_that_moves_no_posting_asks_nobody_again() -> None:
    round_ = won()
    case = proposed(round_)
    old = seen(case)
    spend(round_.player, "100")

    services.approve(case.pk, seen=old, by=manager())
    assert has(round_.player) == "900.00 USD"


def test_whoever_proposes_has_seen_what_would_move() -> None:
    round_ = won()
    before = figures.of_hands("void", REGULATOR, [round_]).digest
    spend(round_.player, "1010")

    asked = Proposal(CaseKind.VOID, REGULATOR, "log", Choice((round_.public_id,)), before, uuid4())
    refused(errors.FiguresChanged, services.propose, asked, analyst())


def test_the_same_form_sent_twice_is_one_proposal() -> None:
    round_, key = won(), uuid4()

    first = proposed(round_, key=key)
    assert proposed(round_, key=key) == first
    refused(errors.SentBefore, proposed, round_, key=key, evidence="other")
    assert VoidCase.objects.count() == 1


def test_the_same_word_given_twice_is_one_word() -> None:
    round_ = won()
    case = proposed(round_)
    shown = seen(case)
    services.approve(case.pk, seen=shown, by=manager())
    before = everything()

    services.approve(case.pk, seen=shown, by=manager())
    assert everything() == before
    refused(errors.StepTaken, services.approve, case.pk, seen=shown, by=manager("olivia"))
    refused(errors.StepTaken, services.refuse, case.pk, by=manager("olivia"), note="late")
    refused(errors.StepTaken, services.withdraw, case.pk, by=analyst(), note="late")


def test_what_the_hands_own_service_refuses_is_not_approved_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def busy(*_: Any, **__: Any) -> int:
        raise VoidRefused("balance_moves")

    case = proposed(won())
    monkeypatch.setattr(carrying, "carry_out", busy)

    error = refused(VoidRefused, services.approve, case.pk, seen=seen(case), by=manager())
    assert isinstance(error, Refusal)


def test_an_undoing_is_a_case_of_its_own_and_gives_back_what_was_taken() -> None:
    round_ = won()
    first = approved(proposed(round_))
    nuria = analyst("nuria")

    undo = proposed(kind=CaseKind.UNDO, of=first, by=nuria, rounds=())
    assert has(round_.player) == "1000.00 USD"
    approved(undo)

    assert has(round_.player) == "1015.00 USD"
    assert kinds(undo)[-1] == "void_undone"
    assert Notice.objects.filter(round=round_, kind="undo").exists()
    refused(errors.NothingToDo, proposed, kind=CaseKind.UNDO, of=first, rounds=())
    again = approved(proposed(round_))
    assert (again.state, has(round_.player)) == ("carried_out", "1000.00 USD")


def test_who_proposed_a_void_does_not_approve_its_undoing() -> None:
    nora, marta = analyst(), manager()
    first = approved(proposed(won()))
    nora.groups.add(*marta.groups.all())
    undo = proposed(kind=CaseKind.UNDO, of=first, by=analyst("nuria"), rounds=())

    refused(errors.AnotherPerson, services.approve, undo.pk, seen=seen(undo), by=nora)
    approved(undo)


def test_who_proposed_a_void_does_not_refuse_its_undoing_either() -> None:
    nora, marta = analyst(), manager()
    first = approved(proposed(won()))
    nora.groups.add(*marta.groups.all())
    undo = proposed(kind=CaseKind.UNDO, of=first, by=analyst("nuria"), rounds=())

    refused(errors.AnotherPerson, services.refuse, undo.pk, by=nora, note="it was right")
    services.refuse(undo.pk, by=marta, note="it was right")


def test_suspended_stakes_go_back_or_stay_by_two_people_once() -> None:
    first, second = won(), another(VoidTable.get())
    back = approved(proposed(first, reason=FRAUD))
    kept = approved(proposed(second, reason=FRAUD))
    before = has(second.player)

    assert kinds(approved(proposed(kind=CaseKind.RETURN, of=back, rounds=())))[-1] == (
        "void_stakes_released"
    )
    approved(proposed(kind=CaseKind.KEEP, of=kept, rounds=()))

    assert has(first.player) == "1000.00 USD"
    assert has(second.player) == before
    for case in (back, kept):
        refused(errors.NothingToDo, proposed, kind=CaseKind.RETURN, of=case, rounds=())
        refused(errors.NothingToDo, proposed, kind=CaseKind.KEEP, of=case, rounds=())


def test_what_is_owed_is_collected_by_two_people_as_far_as_it_goes() -> None:
    round_ = won()
    spend(round_.player, "1015")
    first = approved(proposed(round_))
    assert Receivable.objects.get().amount == 150_000
    pay_in(round_.player, "5")

    part = approved(proposed(kind=CaseKind.COLLECT, of=first, rounds=()))

    assert part.lines.get().moved == -50_000
    told = Event.objects.get(kind="void_debt_collected", subject=f"void {part.number}")
    sums = [{"player": round_.player_id, "hands": 1, "moved": "-5.00 USD"}]
    said = {"case": str(part.public_id), "of": first.number, "done": 1, "refused": 0, "sums": sums}
    assert {name: told.data[name] for name in said} == said
    assert told.actor_id is None  # who approved it stands in `void_approved`
    assert (has(round_.player), Receivable.objects.get().amount) == ("0.00 USD", 100_000)
    pay_in(round_.player, "50")
    approved(proposed(kind=CaseKind.COLLECT, of=first, rounds=()))
    assert (has(round_.player), Receivable.objects.count()) == ("40.00 USD", 0)
    refused(errors.NothingToDo, proposed, kind=CaseKind.COLLECT, of=first, rounds=())


def test_nothing_is_collected_from_a_player_who_has_nothing() -> None:
    round_ = won()
    spend(round_.player, "1015")
    first = approved(proposed(round_))

    refused(errors.NothingToDo, proposed, kind=CaseKind.COLLECT, of=first, rounds=())
    pay_in(round_.player, "5")
    approved(proposed(kind=CaseKind.COLLECT, of=first, rounds=()))


def pay_in(player: User, text: str) -> None:
    deposit(player.pk, Money.parse(text, "USD"), key=uuid4(), provider="demo")


def test_events_say_who_what_and_how_much() -> None:
    round_ = won()
    case = decided(proposed(round_), approve=True)

    told = Event.objects.get(kind="void_proposed")
    assert told.actor_id == analyst().pk
    assert told.data["hand"] == str(round_.public_id)
    assert told.data["sums"] == [
        {
            "player": round_.player_id,
            "hands": 1,
            "moved": "-15.00 USD",
            "owed": "0.00 USD",
            "suspended": "0.00 USD",
        }
    ]
    done = Event.objects.get(kind="void_carried_out")
    assert (done.actor_id, done.data["done"], done.data["refused"]) == (None, 1, 0)
    assert done.data["proposed_by"] == case.proposed_by_id
    assert Event.objects.get(kind="void_approved").actor_id == manager().pk
