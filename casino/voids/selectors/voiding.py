"""Previews voids with the arithmetic that executes them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from casino.models import Round, Treatment, Void, VoidStep
from casino.voids.selectors.points import Programme, VoidPointsChange
from casino.voids.values import (
    Claim,
    Receiver,
    VoidMoves,
    VoidPurse,
    claim_of,
    collect_debt,
    keeps_result,
    meet_claim,
    release_claim,
    undo_claim,
)
from wallet.debts.selectors import disputed_debts
from wallet.ledger.models import Account, Receivable, TransferKind
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class Consequence:
    """The effect on one round and its player; empty if refused.

    Its `repr` covers everything an approver is shown: equal reprs mean equal pages.
    """

    round_id: UUID
    player_id: int
    refusal: str
    postings: tuple[tuple[TransferKind, Money], ...] = ()
    legs: tuple[tuple[str, Money], ...] = ()
    balance_before: Money | None = None
    balance_after: Money | None = None
    owed_before: Money | None = None
    owed_after: Money | None = None
    points: VoidPointsChange | None = None


@dataclass(slots=True)
class PlayersBalances:
    """Players' balances and debts after the steps applied so far."""

    balances: dict[tuple[int, str], int] = field(default_factory=dict)
    owed: dict[tuple[int, UUID], int] = field(default_factory=dict)

    def purse(self, round_: Round) -> VoidPurse:
        """The balance of a round's player, and the debt for it."""
        return VoidPurse(
            self.balances.get((round_.player_id, round_.currency), 0),
            self.owed.get((round_.player_id, round_.public_id), 0),
        )

    def after(self, round_: Round, moves: VoidMoves, points: VoidPointsChange) -> Consequence:
        """What these moves of a round lead to; the next round finds it so."""
        before = self.purse(round_)
        after = VoidPurse(before.balance + moves.player, before.owed + moves.owed - moves.collected)
        self.balances[round_.player_id, round_.currency] = after.balance
        self.owed[round_.player_id, round_.public_id] = after.owed
        return Consequence(
            round_id=round_.public_id,
            player_id=round_.player_id,
            refusal="",
            postings=tuple(moves.postings()),
            legs=tuple(moves.legs().items()),
            balance_before=round_.money(before.balance),
            balance_after=round_.money(after.balance),
            owed_before=round_.money(before.owed),
            owed_after=round_.money(after.owed),
            points=points,
        )


def load_balances(rounds: Iterable[Round]) -> PlayersBalances:
    """What the players of these rounds have and owe now. Two queries."""
    found = list(rounds)
    players = {round_.player_id for round_ in found}
    ids = {round_.public_id for round_ in found}
    accounts = Account.objects.filter(player__in=players)
    debts = Receivable.objects.filter(player__in=players, round_id__in=ids)
    balances = accounts.values_list("player_id", "currency_id", "balance")
    owed = debts.values_list("player_id", "round_id", "amount")
    return PlayersBalances(
        {(player or 0, currency): units for player, currency, units in balances},
        {(player, round_id): units for player, round_id, units in owed},
    )


def refusal_of(round_: Round, *, voided: bool) -> str:
    """Why a round cannot be voided, as a code of `VoidRefused`; empty where it can."""
    if round_.status == Round.Status.IN_PROGRESS:
        return "round_running"
    if round_.status == Round.Status.CANCELLED:
        return "round_cancelled"
    return "voided_already" if voided else ""


def consequences(rounds: Sequence[Round], treatment: Treatment) -> list[Consequence]:
    """What voiding these rounds would do, one after the other: each finds what those before it left. Ten queries."""
    state, programme = load_balances(rounds), Programme.of(rounds)
    void = set(open_voids().filter(round__in=rounds).values_list("round_id", flat=True))
    return [
        _refused(round_, refusal)
        if (refusal := refusal_of(round_, voided=round_.pk in void))
        else _voided(state, programme, round_, treatment)
        for round_ in rounds
    ]


def _voided(
    state: PlayersBalances, programme: Programme, round_: Round, treatment: Treatment
) -> Consequence:
    claim = claim_of(round_, treatment)
    kept = keeps_result(treatment, claim)
    points = programme.unchanged(round_) if kept else programme.voided(round_)
    return _consequence(state, round_, claim, points)


def consequences_of_undoing(voids: Sequence[Void]) -> list[Consequence]:
    """What undoing these voids would do, likewise; `round` is asked for with them."""
    return _about(
        voids,
        lambda void, steps: (refusal_of_undo(void), undo_claim(void, steps)),
        Programme.undone,
    )


def consequences_of_releasing(voids: Sequence[Void], to: Receiver) -> list[Consequence]:
    """What releasing the suspended stakes of these voids would do, likewise."""
    return _about(
        voids,
        lambda void, steps: (
            refusal_of_release(void, steps),
            release_claim(void, to),
        ),
        Programme.unchanged,
    )


def consequences_of_collecting(voids: Sequence[Void]) -> list[Consequence]:
    """What collecting what is owed for the rounds of these voids would take, likewise."""
    rounds = [void.round for void in voids]
    state, programme = load_balances(rounds), Programme.of(rounds)
    disputed = disputed_debts(round_.player_id for round_ in rounds)
    found = []
    for void in voids:
        purse, debt = state.purse(void.round), (void.round.player_id, void.round.public_id)
        if refusal := refusal_of_collecting(purse, disputed=debt in disputed):
            found.append(_refused(void.round, refusal))
        else:
            moves = collect_debt(purse, void.round.currency)
            found.append(state.after(void.round, moves, programme.unchanged(void.round)))
    return found


def refusal_of_undo(void: Void) -> str:
    """Why a void cannot be undone, likewise."""
    return "undone_already" if void.undone_at else ""


def refusal_of_release(void: Void, steps: Iterable[VoidStep]) -> str:
    """Why the stakes of a void cannot be released, likewise."""
    if void.undone_at:
        return "undone_already"
    if not void.suspended:
        return "not_suspended"
    return "released_already" if any(step.released for step in steps) else ""


def refusal_of_collecting(purse: VoidPurse, *, disputed: bool) -> str:
    """Why nothing can be collected, likewise. A disputed debt is reserved until its dispute is closed."""
    if not purse.owed:
        return "nothing_owed"
    if disputed:
        return "debt_disputed"
    return "" if purse.balance > 0 else "no_funds"


def open_voids() -> QuerySet[Void]:
    """The voids that stand."""
    return Void.objects.filter(undone_at__isnull=True)


def held_voids() -> QuerySet[Void]:
    """The voids that stand, and whose suspended stakes nobody has given back or kept yet."""
    released = VoidStep.objects.filter(void=OuterRef("pk"), released__gt=0)
    return open_voids().filter(~Exists(released), suspended__gt=0)


def is_voided(round_: str = "pk") -> Exists:
    """For a caller's own query: whether the round in its column is void."""
    return Exists(open_voids().filter(round=OuterRef(round_)))


def _about(
    voids: Sequence[Void],
    asked: Callable[[Void, list[VoidStep]], tuple[str, Claim]],
    points: Callable[[Programme, Round], VoidPointsChange],
) -> list[Consequence]:
    rounds = [void.round for void in voids]
    state, programme = load_balances(rounds), Programme.of(rounds)
    steps: dict[int, list[VoidStep]] = {void.pk: [] for void in voids}
    for step in VoidStep.objects.filter(void__in=voids).order_by("pk"):
        steps[step.void_id].append(step)
    found = []
    for void in voids:
        refusal, claim = asked(void, steps[void.pk])
        if refusal:
            found.append(_refused(void.round, refusal))
        else:
            change = points(programme, void.round)
            found.append(_consequence(state, void.round, claim, change))
    return found


def _refused(round_: Round, refusal: str) -> Consequence:
    return Consequence(round_.public_id, round_.player_id, refusal)


def _consequence(
    state: PlayersBalances, round_: Round, claim: Claim, points: VoidPointsChange
) -> Consequence:
    moves = meet_claim(claim, state.purse(round_), round_.currency)
    return state.after(round_, moves, points)
