"""Random houses, and their ledger read entry by entry, to compare reports with."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from accounts.models.users import User
from accounts.roles.values import Role
from casino.absence.services import house_play
from casino.fairness.services.shoes import change_shoe
from casino.models import Participant, Round, Treatment, Void, VoidReason
from casino.play.services.betting import place_bet
from casino.selectors.places import present_shoe
from internals.prepared_statements import run_statement
from loyalty.selectors.points import load_points
from loyalty.services.points import build_earn_call
from loyalty.services.redeeming import redeem_points
from reports.values.filters import Filters
from reports.values.period import Period, day_of, start_of
from tables.models import Mathematics, Table
from tests.accounts.staff import staff
from tests.casino import decided, scenes
from tests.casino.frozen import cancel_by_two
from tests.casino.gone import charted, later
from tests.wallet.cash import account, checked, just_now
from tests.wallet.rates import approved
from wallet.cash.models import DepositStep
from wallet.cash.services import deposits, withdrawals
from wallet.exchange import services as changing
from wallet.ledger.models import Account, Entry, Reversal, Transfer, TransferKind
from wallet.ledger.services import movements as wallet
from wallet.money.values import Money

DAY = timedelta(days=1)
RATES = {"EUR": 1.16, "COP": 0.00025, "DOP": 0.016}
STAKES = {"USD": 5, "EUR": 5, "COP": 20_000, "DOP": 500}
COUNTRIES = ("CO", "VE", "CO")
"""Countries of the test account and the two players."""

PLENTY = 10**10
THEORY = {
    "rtp": 0.995,
    "rtp_of_total_staked": 0.996,
    "standard_deviation": 1.15,
    "insurance": {"rtp": 0.93},
    "side_bets": {},
}


@dataclass(frozen=True)
class Leg:
    """Ledger entry with its transfer; `told` is the transfer it reverses, else its own."""

    at: datetime
    kind: str
    place: str
    currency: str
    amount: int
    player: int
    transfer: Transfer
    told: Transfer


class House:
    """Three players whose actions follow from a seeded random generator."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)  # noqa: S311 - not used for security
        self.players = [scenes.new_player(f"p{n}@example.test", "0") for n in range(3)]
        self.manager, self.cashier = staff(Role.COMPLIANCE_MANAGER), staff(Role.CASHIER)
        self.table, self.friendly = scenes.ligalo(), scenes.table_of("friendly")
        Table.objects.update(rounds_before_shoe_change=1)
        self.table.refresh_from_db()
        rules = self.table.version.rules
        charted(rules, "S")
        Mathematics.objects.filter(digest=rules.digest).update(result=THEORY)
        for player in self.players[1:]:
            User.objects.filter(pk=player.pk).update(is_test_account=False)
        for player, country in zip(self.players, COUNTRIES, strict=True):
            User.objects.filter(pk=player.pk).update(country=country)

    def live(self) -> None:
        """Live through one day: rates, money, rounds."""
        for code, rate in RATES.items():
            moved = rate * self.dice.uniform(0.8, 1.25)
            approved(code, f"{moved:.10f}", hours=1)
        for player in self.players:
            for code in STAKES:
                wallet.credit_deposit(player.pk, Money(PLENTY, code), key=uuid4(), provider="demo")
            self.change(player)
            for _ in range(self.dice.randint(1, 3)):
                self.play(player)
            self.redeem(player)
        self.correct(self.players[1])
        self.at_the_desk(self.players[2])
        self.undo_some()
        self.break_off()

    def change(self, player: User) -> None:
        given, got = self.dice.sample(list(STAKES), 2)
        money = Money(self.dice.randrange(10**6, 10**8), given)
        offer = changing.offer_exchange(player.pk, money, got)
        changing.confirm_exchange(player.pk, offer.sealed)

    def redeem(self, player: User) -> None:
        """Redeem random points in any currency, after earning more than a few rounds would bring."""
        staked = Money(self.dice.randrange(120, 400) * 10_000, "USD")
        call = build_earn_call(player.pk, uuid4(), staked)
        run_statement(f"SELECT public.{call.function}($1, $2, $3)", call.values)
        held = load_points(player.pk)
        if not held.debt:
            asked = self.dice.randint(100, held.balance // 100)
            redeem_points(player, asked, self.dice.choice(list(STAKES)), key=uuid4())

    def correct(self, player: User) -> None:
        code = self.dice.choice(list(STAKES))
        wallet.grant_bonus(player.pk, Money(50_000, code), key=uuid4(), reason="tests")
        wallet.adjust_balance(player.pk, Money(-30_000, code), key=uuid4(), reason="tests")
        key = uuid4()
        money = Money(self.dice.randrange(1, 100) * 10_000, code)
        wallet.hold_withdrawal(player.pk, money, key=key, withdrawal_id=key)
        if self.dice.random() < 0.6:
            wallet.pay_withdrawal(player.pk, money, key=uuid4(), withdrawal_id=key)

    def at_the_desk(self, player: User) -> None:
        """Pay in and out at the desk; each payment stores its value in dollars."""
        checked()
        money = Money(self.dice.randrange(10, 40) * 12_300, "EUR")
        deposits.record_deposit(
            player.pk, money, key=uuid4(), acting_user=self.cashier, note="tests"
        )
        asked = withdrawals.request_withdrawal(
            player, money, destination=account("tests"), key=uuid4(), proof=just_now()
        )
        if self.dice.random() < 0.5:
            withdrawals.approve_withdrawal(asked.pk, seen=1, acting_user=self.cashier)
            withdrawals.record_staff_payment(
                asked.pk, seen=2, acting_user=self.cashier, note="tests"
            )
        else:
            withdrawals.refuse_withdrawal(
                asked.pk, seen=1, acting_user=self.manager, reason="tests", told_player="review"
            )

    def undo_some(self) -> None:
        """Reverse a random bonus, adjustment and exchange, and all desk deposits except the latest."""
        there = Transfer.objects.filter(player__is_test_account=False)
        there = there.exclude(pk__in=Reversal.objects.values("original"))
        kinds = [
            there.filter(kind=kind)
            for kind in (TransferKind.BONUS, TransferKind.ADJUST, TransferKind.EXCHANGE)
        ]
        picked = [self.dice.choice(list(found.order_by("pk"))) for found in kinds]
        steps = DepositStep.objects.filter(transfer__isnull=False).values("transfer")
        picked += there.filter(pk__in=steps).order_by("-pk")[1:]
        for one in picked:
            wallet.reverse_transfer(one.pk, key=uuid4(), reason="tests")

    def play(self, player: User) -> Round:
        round_ = self.bet(player, self.friendly if self.dice.random() < 0.2 else self.table)
        while round_.status == Round.Status.IN_PROGRESS:
            legal = scenes.live_deal(round_).legal_actions
            round_ = scenes.play(round_, self.dice.choice(legal))
        return round_

    def bet(self, player: User, table: Table) -> Round:
        code = "PLY" if table is self.friendly else self.dice.choice(list(STAKES))
        if code == "PLY":
            granted = Money.parse("1000", "PLY")
            wallet.grant_play_money(player.pk, granted, key=uuid4(), reason="tests")
        participant = Participant.objects.filter(player=player, place__table=table).first()
        participant = participant or scenes.sit(player, table)
        stake = str(self.dice.randint(1, 3) * STAKES.get(code, 2))
        request = replace(scenes.bet_request(participant, stake), currency=code)
        return place_bet(player, table, request)

    def unfinished(self, player: User) -> Round:
        """Return a round that its player has yet to finish."""
        while (found := self.bet(player, self.table)).status != Round.Status.IN_PROGRESS:
            pass
        return found

    def break_off(self) -> None:
        """Let the house finish one round, cancel another, and change a shoe."""
        gone = self.unfinished(self.players[1])
        assert house_play.play_due_rounds(later()) == 1
        cancel_by_two(self.unfinished(self.players[2]), "tests")
        shoe = present_shoe(gone.place)
        assert shoe is not None
        change_shoe(gone.player, self.table, shoe.public_id)

    def void_some(self) -> None:
        """Void three random real-money rounds of real players, one per treatment, and undo the last void."""
        real = Round.objects.filter(player__is_test_account=False, status="completed")
        real = real.exclude(pk__in=Void.objects.filter(undone_at=None).values("round"))
        real = real.exclude(currency="PLY").order_by("pk")
        while real.count() < len(Treatment):  # the random rounds may all have been in play money
            self.play(self.players[1])
        found = self.dice.sample(list(real), len(Treatment))
        reasons = (VoidReason.RULES, VoidReason.DUPLICATE, VoidReason.COLLUSION)
        ways = zip(found, Treatment, reasons, strict=True)
        for round_, treatment, reason in ways:
            void = decided.void(
                round_.pk, treatment, case=uuid4(), acting_user=self.manager, reason=reason
            )
        decided.undo(void.pk, case=uuid4(), acting_user=self.manager)


def player_conditions(chosen: Filters, prefix: str = "") -> dict[str, object]:
    """Return the filters on players as conditions of a queryset; `prefix` is the path from its model to the player."""
    found: dict[str, object] = {f"{prefix}is_test_account": chosen.test}
    return found if chosen.country is None else {**found, f"{prefix}country": chosen.country}


def legs(chosen: Filters) -> list[Leg]:
    """Return every real-money entry of the chosen players, read one by one."""
    codes = dict(Account.objects.values_list("pk", "house_code"))
    transfers = {one.pk: one for one in Transfer.objects.all()}
    undone = dict(Reversal.objects.values_list("transfer", "original"))
    players = set(User.objects.filter(**player_conditions(chosen)).values_list("pk", flat=True))
    return [
        Leg(
            entry.created_at,
            transfers[entry.transfer_id].kind,
            codes[entry.account_id] or "player",
            entry.currency_id,
            entry.amount,
            transfers[entry.transfer_id].player_id,
            transfers[entry.transfer_id],
            transfers[undone.get(entry.transfer_id, entry.transfer_id)],
        )
        for entry in Entry.objects.exclude(currency="PLY")
        if transfers[entry.transfer_id].player_id in players
    ]


def periods(house: House) -> Iterator[Period]:
    """Yield periods: whole days, from a third of yesterday to two thirds of today, and between random ends of rounds."""
    today = day_of(datetime.now(UTC))
    yield Period.last_days(5, today)
    for back in range(3):
        yield Period.day(today - back * DAY)
    yield Period(start_of(today - DAY) + DAY / 3, start_of(today) + DAY * 2 / 3)
    ends = Round.objects.order_by("finished_at").values_list("finished_at", flat=True)
    moments = [end for end in ends if end is not None]
    for _ in range(4):
        yield Period(*sorted(house.dice.sample(moments, 2)))


def rounds_of(period: Period, chosen: Filters) -> list[Round]:
    rounds = Round.objects.exclude(currency="PLY").filter(**player_conditions(chosen, "player__"))
    return [
        one
        for one in rounds.select_related("player")
        if one.finished_at is not None and period.since <= one.finished_at < period.until
    ]
