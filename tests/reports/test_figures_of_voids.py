"""Report of voids: counted on the day of the void, with amounts owed."""

from uuid import uuid4

import pytest
from django.utils import translation

from accounts.models.users import User
from accounts.roles.values import Role
from casino.absence.services import house_play
from casino.models import Round, Treatment, VoidReason
from reports.figures import overview, suspended, voids
from reports.sheets import exceptions, voids as sheet_of_voids
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.sheet import SheetSection
from tests.accounts.staff import staff
from tests.casino import decided, scenes
from tests.casino.gone import charted, later
from tests.reports.days import DAY, REAL, today, usd, week
from wallet.ledger.models import Account, HouseAccount
from wallet.ledger.selectors.funds import house_balance
from wallet.ledger.services import movements as wallet
from wallet.money.values import Money

pytestmark = pytest.mark.database


def test_debts_are_counted_whatever_is_listed(
    committed_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Winnings of a natural are withdrawn, then voided: the missing amount is owed, in dollars at the round's rate."""
    round_, manager = scenes.deal(scenes.natural), staff(Role.COMPLIANCE_MANAGER)
    User.objects.filter(pk=round_.player_id).update(is_test_account=False)
    key, there = uuid4(), Account.objects.get(player=round_.player_id, currency="USD").balance
    wallet.hold_withdrawal(round_.player_id, Money(there, "USD"), key=key, withdrawal_id=key)
    treatment, reason = Treatment.STAKES_BACK, VoidReason.DUPLICATE
    decided.void(round_.pk, treatment, case=uuid4(), acting_user=manager, reason=reason)

    found = voids.load_figures(week(), REAL, most=0)
    won = (round_.returned or 0) - round_.staked
    assert (found.owed, found.debts, found.debtors) == ((), 1, 1)
    assert found.owed_usd == Money(won, "USD") == usd("15")
    monkeypatch.setattr(voids, "_BATCH", 1)
    body = sheet_of_voids.build_whole(week(), REAL)
    assert [row.act for row in body.sections[1].rows] == ["void"]
    assert [row.usd for row in body.sections[2].rows] == [usd("15")]
    assert not list(voids.iterate_debts(week(), Filters(currency="EUR")))


@pytest.mark.committed
def test_a_void_counts_on_the_day_it_is_made_and_a_steps_undoes_it(two_days: None) -> None:
    """The round keeps its figures; the house's result changes on the day of the void, and back when undone."""
    manager = staff(Role.COMPLIANCE_MANAGER)
    round_ = Round.objects.get(player__email="ana@example.test")
    before = overview.load_figures(week(), REAL).total
    void = decided.void(
        round_.pk,
        Treatment.STAKES_BACK,
        case=uuid4(),
        acting_user=manager,
        reason=VoidReason.DUPLICATE,
    )

    found = overview.load_figures(week(), REAL)
    assert (found.total.staked, found.total.returned) == (before.staked, before.returned)
    assert found.total.won_usd == before.won_usd - usd("10") + money(round_)
    assert [day.played.voided for day in found.days] == [0, 1]
    report = voids.load_figures(week(), REAL)
    assert report.voided == 1
    assert report.house_usd == money(round_) - usd("10")

    decided.undo(void.pk, case=uuid4(), acting_user=manager)
    after = overview.load_figures(week(), REAL).total
    assert after.won_usd == before.won_usd
    assert (after.voided, after.unvoided) == (1, 1)
    assert [line.act for line in voids.load_figures(week(), REAL).lines] == ["undo", "void"]


def test_a_void_round_stays_in_lists_as_it_was_and_is_marked() -> None:
    charted(scenes.ligalo().version.rules, "S")
    round_, manager = scenes.deal(scenes.ordinary), staff(Role.COMPLIANCE_MANAGER)
    User.objects.filter(pk=round_.player_id).update(is_test_account=False)
    assert house_play.play_due_rounds(later()) == 1
    email = round_.player.email
    assert marks() == [(email, [None]), [None]]
    made = decided.void(
        round_.pk,
        Treatment.STAKES_BACK,
        case=uuid4(),
        acting_user=manager,
        reason=VoidReason.DUPLICATE,
    )
    assert marks() == [(f"{email} · voided", ["voided"]), ["voided"]]
    decided.undo(made.pk, case=uuid4(), acting_user=manager)
    assert marks() == [(email, [None]), [None]]


def marks() -> list[object]:
    """Return the void marks of the largest bet, of all large bets and of this week's interrupted rounds."""
    large, interrupted = (
        exceptions.build_large(week(), REAL),
        exceptions.build_interrupted(week(), REAL),
    )
    return [
        (large.figures[1].note, marked(large.sections[1])),
        marked(interrupted.sections[1]),
    ]


def marked(section: SheetSection) -> list[object]:
    """Return the values of the column of voids, row by row."""
    (column,) = (one for one in section.columns if one.key == "voided")
    return [column.value(row) for row in section.rows]


@pytest.mark.committed
def test_stakes_are_listed_as_long_as_they_are_suspended(
    two_days: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They equal the ledger's suspense account, whatever the period; then the house keeps one of them."""
    manager = staff(Role.COMPLIANCE_MANAGER)
    first, second = (
        decided.void(
            round_.pk,
            Treatment.SUSPENSE,
            case=uuid4(),
            acting_user=manager,
            reason=VoidReason.COLLUSION,
        )
        for round_ in Round.objects.order_by("pk")
    )
    long_ago = Period.day(today() - 90 * DAY)
    monkeypatch.setattr(suspended, "_BATCH", 1)

    found = suspended.load_figures(REAL, most=1)
    assert [line.case for line in found.lines] == [first.case]
    assert (found.count, found.usd) == (2, house_balance(HouseAccount.SUSPENSE, "USD"))
    assert [row.case for row in sheet_of_voids.build_whole(long_ago, REAL).sections[3].rows] == [
        first.case,
        second.case,
    ]
    assert not suspended.load_figures(Filters(currency="EUR"), most=9).count
    decided.release(first.pk, "house", case=uuid4(), acting_user=manager)
    assert [line.case for line in suspended.load_figures(REAL, most=9).lines] == [second.case]
    with translation.override("es"):
        heads = [str(one.title) for one in sheet_of_voids.build(week(), REAL).sections[3].columns]
    assert heads == ["Desde (UTC)", "Caso", "Partida", "Jugador", "Retenido", "En USD"]


def money(round_: Round) -> Money:
    return round_.money(round_.returned or 0)
