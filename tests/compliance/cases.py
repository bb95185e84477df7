"""Void cases: proposed and decided through the services, or inserted row by row with the application's role."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.utils import timezone
from psycopg import Connection

from accounts.models.users import User
from accounts.roles.values import Role
from casino.models import Round, Void
from casino.play.services.betting import place_bet
from compliance.models import CaseKind, CaseReason, CaseStep, VoidCase, VoidLine
from compliance.voids.selectors import figures
from compliance.voids.selectors.hand_choice import HandChoice
from compliance.voids.services import approval
from compliance.voids.services.approval import VoidProposal
from journal.models import Event
from tables.models import Table
from tests.accounts.staff import staff
from tests.casino import scenes
from wallet.ledger.models import Transfer
from wallet.ledger.selectors.funds import balance
from wallet.ledger.services.movements import credit_deposit, hold_withdrawal
from wallet.money.values import Money


def analyst(name: str = "nora") -> User:
    return staff(Role.COMPLIANCE_ANALYST, name)


def manager(name: str = "marta") -> User:
    return staff(Role.COMPLIANCE_MANAGER, name)


def finished(stake: str = "10", funds: str = "1000") -> Round:
    """Return the first round of a new player, played to its end."""
    return scenes.play_out(scenes.deal(scenes.ordinary, stake, funds))


def another(table: Table, email: str = "bea@example.test", *seeds: str) -> Round:
    """Return a finished round of another new player at the same table; `seeds` are passed to `scenes.sit`."""
    player = scenes.new_player(email)
    participant = scenes.sit(player, table, *seeds)
    return scenes.play_out(place_bet(player, table, scenes.bet_request(participant)))


def row(acting_user: User, *rounds: Round, first: bool = True, **changes: Any) -> VoidCase:
    """Insert a case about these rounds without a service; `first` adds the step `proposed`."""
    given = {
        "reason": "malfunction",
        "kind": "void",
        "evidence": "log of the dealer",
        "size": len(rounds),
        "seen": "0" * 64,
        "proposed_by": acting_user,
        "expires_at": timezone.now() + timedelta(days=7),
        **changes,
    }
    with transaction.atomic():
        case = VoidCase.objects.create(**given)
        for n, round_ in enumerate(rounds, 1):
            nothing = dict.fromkeys(("delta", "owed", "suspended", "points"), 0)
            VoidLine.objects.create(case=case, n=n, round=round_, **nothing)
        if first:
            step(case, "proposed", acting_user)
    return case


def step(case: VoidCase, to: str, acting_user: User | None, **more: Any) -> CaseStep:
    """Insert the next step of a case without a service, and reload the case."""
    last = CaseStep.objects.filter(case=case).order_by("-n").first()
    if to in {"refused", "withdrawn"}:
        more.setdefault("note", "not so")
    if to == "approved":
        more.setdefault("seen", "0" * 64)
    n, before = (last.n + 1, last.to_state) if last else (1, "")
    made = CaseStep.objects.create(
        case=case, n=n, from_state=before, to_state=to, acting_user=acting_user, **more
    )
    case.refresh_from_db()
    return made


def won() -> Round:
    """Return the first round of a new player: a blackjack, 10 staked and 15 won."""
    return scenes.deal(scenes.natural)


def proposed(  # noqa: PLR0913  the fields of a proposal
    *only: Round,
    reason: CaseReason = CaseReason.REGULATOR,
    evidence: str = "the order of 3 May, page 2",
    kind: CaseKind = CaseKind.VOID,
    of: VoidCase | None = None,
    acting_user: User | None = None,
    key: UUID | None = None,
    choice: HandChoice | None = None,
    rounds: tuple[Round, ...] | None = None,
) -> VoidCase:
    """Propose a case with the digest of the figures that its proposer saw."""
    meant = choice or HandChoice(hands=tuple(one.public_id for one in rounds or only))
    why = CaseReason(of.reason) if of else reason
    found = figures.choose_hands_for(kind, meant, of)
    shown = figures.calculate_figures(kind, why, found.rounds).digest
    asked = VoidProposal(kind, why, evidence, meant, shown, key or uuid4(), of)
    return approval.propose_case(asked, acting_user or analyst())


def seen(case: VoidCase) -> str:
    """Return the digest of the figures that the page of a case shows now."""
    return figures.calculate_case_figures(case).digest


def decided(case: VoidCase, *, approve: bool, acting_user: User | None = None) -> VoidCase:
    """Approve or refuse the case as another person, and reload it."""
    if approve:
        approval.approve_case(case.pk, seen=seen(case), acting_user=acting_user or manager())
    else:
        approval.refuse_case(case.pk, acting_user=acting_user or manager(), note="not so")
    case.refresh_from_db()
    return case


def approved(case: VoidCase) -> VoidCase:
    return decided(case, approve=True)


def everything() -> tuple[Any, ...]:
    """Return a snapshot of all that a refusal must leave unchanged."""
    rows = [list(model.objects.order_by("pk").values()) for model in (VoidCase, CaseStep, VoidLine)]
    events = Event.objects.exclude(kind="staff_refused").count()  # pages record refusals
    return (*rows, Void.objects.count(), Transfer.objects.count(), events)


def refused(error: type[Exception], work: Any, *args: Any, **more: Any) -> Exception:
    """Return the error that the work raises; assert that nothing changed."""
    before = everything()
    with pytest.raises(error) as caught:
        work(*args, **more)
    assert everything() == before
    return caught.value


def has(player: User) -> str:
    return str(balance(player.pk))


def kinds(subject: VoidCase) -> list[str]:
    """Return the kinds of a case's events in order."""
    return list(
        Event.objects.filter(subject=f"void {subject.number}")
        .order_by("pk")
        .values_list("kind", flat=True)
    )


def spend(player: User, text: str) -> None:
    """Hold this amount of the balance for a withdrawal."""
    hold_withdrawal(player.pk, Money.parse(text, "USD"), key=uuid4(), withdrawal_id=uuid4())


def pay_in(player: User, text: str) -> None:
    credit_deposit(player.pk, Money.parse(text, "USD"), key=uuid4(), provider="demo")


def age(owner: Connection[Any], case: VoidCase) -> None:
    """Move the proposal of a case eight days into the past."""
    owner.execute("ALTER TABLE compliance_voidcase DISABLE TRIGGER by_steps")
    days = timedelta(days=8)
    owner.execute(
        "UPDATE compliance_voidcase SET proposed_at = proposed_at - %s, expires_at = expires_at - %s"
        " WHERE id = %s",
        [days, days, case.pk],
    )
    owner.execute("ALTER TABLE compliance_voidcase ENABLE TRIGGER by_steps")
