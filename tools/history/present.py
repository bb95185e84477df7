"""Pending work at the end of the demo's history, created now through the product's services."""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID, uuid5

from django.utils import timezone

from accounts.factors.selectors import IdentityProof
from accounts.models.users import User
from accounts.protection.services.exclusion import start_self_exclusion, start_time_out
from accounts.protection.values import Months
from blackjack.canonical import sha256_hex
from casino.models import Round
from compliance.disputes.services import Complaint, DisputeAnswer, answer_dispute, open_dispute
from compliance.models import CaseKind, CaseReason, Dispute, DisputeOutcome, DisputeSubject
from compliance.voids.selectors.figures import calculate_figures, choose_hands_for
from compliance.voids.selectors.hand_choice import HandChoice
from compliance.voids.services.approval import VoidProposal, approve_case, propose_case
from tools.history.cast import CHASED, PASSING, SUSPECTED, TOGETHER, CastLine
from wallet.cash.models import Deposit, PaymentMethod
from wallet.cash.services import deposits, withdrawals
from wallet.cash.values.bank_details import parse_bank_details
from wallet.ledger.models import Account
from wallet.money.values import PLAY_MONEY, UNITS, Money

SPACE: Final = UUID("6b0b7d8c-1f4f-4c1e-8a55-5d1d5a0c7a52")
_BREAK_DAYS: Final = 14
_EXCLUDED: Final = Months(6)
_PAID_OUT: Final = 3
"""Number of players who withdraw part of their money."""

_LARGE: Final = ("4500", "6000")
_SMALL: Final = "60"
_PASSED: Final = ("200", "250", "300")
_CARD: Final = sha256_hex("a card of two players of the demo")
_NOTE: Final = "Efectivo contado y recibo firmado"
_MONEY: Final = "Retiré dinero hace dos días y mi banco todavía no lo muestra. ¿Pueden revisarlo?"
_ROUND: Final = "Creo que en esta partida doblé y no veo la segunda apuesta en el resultado."
_ANSWERED: Final = (
    "Revisamos la partida carta por carta: la apuesta doblada está incluida en el pago."
)
_EVIDENCE: Final = "El jugador perdió la conexión y la mesa no mostró su última carta."


class PendingWork:
    """The players of each line and the demo's staff."""

    def __init__(self, players: Mapping[CastLine, Sequence[int]]) -> None:
        left_out = (CHASED, *SUSPECTED)
        real = [line for line in players if line.currency != PLAY_MONEY and line not in left_out]
        numbers = [number for line in real for number in players[line]]
        self.players = list(User.objects.filter(pk__in=numbers).order_by("pk"))
        self.chasers = list(User.objects.filter(pk__in=players.get(CHASED, ())).order_by("pk"))
        self.passing = players.get(PASSING, ())[:1]
        self.together = players.get(TOGETHER, ())[:2]
        self.analyst, self.manager, self.cashier = (
            User.objects.get(email=f"{name}@demo.ligalo")
            for name in ("analyst", "manager", "cajero")
        )

    def create_all(self) -> None:
        """Create all of the pending work."""
        self._pay_in()
        self._pay_out()
        self._dispute()
        self._void()
        self._leave()
        self._pass_through()
        self._share_card()

    def _pass_through(self) -> None:
        """Pay in at the desk, and ask for nearly all of it back without a bet."""
        for player in User.objects.filter(pk__in=self.passing):
            for n, amount in enumerate(_PASSED):
                deposits.record_deposit(
                    player.pk,
                    Money.parse(amount, "USD"),
                    key=_key(f"passed {n}", player),
                    acting_user=self.cashier,
                    note=_NOTE,
                )
            balance = Account.objects.get(player=player, currency_id="USD").balance
            withdrawals.request_withdrawal(
                player,
                Money(balance // UNITS * UNITS, "USD"),
                destination=parse_bank_details(player.full_name, at_desk=True),
                key=_key("passed", player),
                proof=IdentityProof(password_at=timezone.now()),
            )

    def _share_card(self) -> None:
        """Let two players of a live table have paid with one card."""
        for player in self.together:
            deposit = Deposit.objects.filter(player=player).order_by("pk").first()
            if deposit is not None:
                PaymentMethod.objects.create(deposit=deposit, digest=_CARD)

    def _pay_in(self) -> None:
        """Record deposits at the desk: a small one, credited at once, and large ones that need a second person."""
        for player, amount in zip(self.players, (_SMALL, *_LARGE), strict=False):
            money = Money.parse(amount, "USD")
            key = _key("deposit", player)
            deposits.record_deposit(player.pk, money, key=key, acting_user=self.cashier, note=_NOTE)

    def _pay_out(self) -> None:
        """Request withdrawals at the desk for the players with the most dollars."""
        accounts = Account.objects.filter(player__in=self.players, currency_id="USD", balance__gt=0)
        for account in accounts.select_related("player").order_by("-balance", "pk")[:_PAID_OUT]:
            player = account.player
            if player is None:
                raise LookupError(f"account {account.pk} is nobody's")
            whole = account.balance // 4 // UNITS * UNITS
            withdrawals.request_withdrawal(
                player,
                Money(whole, "USD"),
                destination=parse_bank_details(player.full_name, at_desk=True),
                key=_key("withdrawal", player),
                proof=IdentityProof(password_at=timezone.now()),
            )

    def _dispute(self) -> None:
        """Open a dispute about money and one about a round, and another that is answered."""
        asker = self.players[3]
        open_dispute(asker, Complaint(DisputeSubject.MONEY, _MONEY, _key("complaint", asker)))
        _waiting, answered = [self._about_a_round(round_) for round_ in self._last_rounds()]
        words = DisputeAnswer(
            _ANSWERED, _key("answer", answered.player), 0, DisputeOutcome.REJECTED, note="demo"
        )
        answer_dispute(answered.public_id, words, acting_user=self.analyst)

    def _last_rounds(self) -> list[Round]:
        """Return the last rounds of two players; in a short history some have not played yet."""
        played = Round.objects.filter(player__in=self.players[4:], status=Round.Status.COMPLETED)
        of_each = played.order_by("player", "-finished_at").distinct("player")
        return list(of_each.select_related("player")[:2])

    def _about_a_round(self, round_: Round) -> Dispute:
        player, key = round_.player, _key("complaint", round_.player)
        return open_dispute(player, Complaint(DisputeSubject.ROUND, _ROUND, key, round_.public_id))

    def _void(self) -> None:
        """Void one round, and propose another void that waits for a second person."""
        lost = Round.objects.filter(
            player__in=self.players, status=Round.Status.COMPLETED, returned=0
        )
        settled, waiting = lost.filter(voids=None).order_by("-finished_at")[:2]
        case = propose_case(_proposal(settled), self.analyst)
        approve_case(case.pk, seen=case.seen, acting_user=self.manager, note="demo")
        propose_case(_proposal(waiting), self.analyst)

    def _leave(self) -> None:
        """Let one chaser take a break and another self-exclude."""
        for player, leave in zip(self.chasers, (_take_break, _exclude), strict=False):
            leave(player)


def _take_break(player: User) -> None:
    start_time_out(player, _BREAK_DAYS, key=_key("break", player))


def _exclude(player: User) -> None:
    start_self_exclusion(player, _EXCLUDED, key=_key("break", player))


def _proposal(round_: Round) -> VoidProposal:
    choice = HandChoice(hands=(round_.public_id,))
    hands = choose_hands_for(CaseKind.VOID, choice, None)
    seen = calculate_figures(CaseKind.VOID, CaseReason.MALFUNCTION, hands.rounds).digest
    key = uuid5(SPACE, f"void:{round_.public_id}")
    return VoidProposal(
        CaseKind.VOID, CaseReason.MALFUNCTION, _EVIDENCE, choice, seen=seen, key=key
    )


def _key(what: str, player: User) -> UUID:
    return uuid5(SPACE, f"{what}:{player.pk}")
