"""Previews of voids, with the arithmetic that executes them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from casino.models import Round, Treatment, Void, VoidStep
from casino.voids.selectors.points import PlayersPoints, VoidPointsChange
from casino.voids.values import (
    Claim,
    Receiver,
    VoidMoves,
    VoidPurse,
    collect_debt,
    compute_void_claim,
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
        """Return the balance of a round's player, and the debt for the round."""
        return VoidPurse(
            self.balances.get((round_.player_id, round_.currency), 0),
            self.owed.get((round_.player_id, round_.public_id), 0),
        )

    def apply_moves(self, round_: Round, moves: VoidMoves, points: VoidPointsChange) -> Consequence:
        """Apply these moves of a round and return their consequence."""
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
    """Load the balances of the players of these rounds, and their debts for them. Two queries."""
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


def find_void_refusal(round_: Round, *, voided: bool) -> str:
    """Return why a round cannot be voided, as a code of `VoidRefused`; "" if it can."""
    if round_.status == Round.Status.IN_PROGRESS:
        return "round_running"
    if round_.status == Round.Status.CANCELLED:
        return "round_cancelled"
    return "voided_already" if voided else ""


def preview_voids(rounds: Sequence[Round], treatment: Treatment) -> list[Consequence]:
    """Preview voiding these rounds one after the other, each on the state left by those before. Ten queries."""
    state, players_points = load_balances(rounds), PlayersPoints.load(rounds)
    void = set(open_voids().filter(round__in=rounds).values_list("round_id", flat=True))
    return [
        _refused(round_, refusal)
        if (refusal := find_void_refusal(round_, voided=round_.pk in void))
        else _voided(state, players_points, round_, treatment)
        for round_ in rounds
    ]


def _voided(
    state: PlayersBalances, players_points: PlayersPoints, round_: Round, treatment: Treatment
) -> Consequence:
    claim = compute_void_claim(round_, treatment)
    kept = keeps_result(treatment, claim)
    points = players_points.apply_no_change(round_) if kept else players_points.apply_void(round_)
    return _consequence(state, round_, claim, points)


def preview_undoing(voids: Sequence[Void]) -> list[Consequence]:
    """Preview undoing these voids, one after the other. Load them with their `round`."""
    return _about(
        voids,
        lambda void, steps: (find_undo_refusal(void), undo_claim(void, steps)),
        PlayersPoints.apply_undo,
    )


def preview_releasing(voids: Sequence[Void], to: Receiver) -> list[Consequence]:
    """Preview releasing the suspended stakes of these voids, one after the other."""
    return _about(
        voids,
        lambda void, steps: (
            find_release_refusal(void, steps),
            release_claim(void, to),
        ),
        PlayersPoints.apply_no_change,
    )


def preview_collecting(voids: Sequence[Void]) -> list[Consequence]:
    """Preview collecting the debts for the rounds of these voids, one after the other."""
    rounds = [void.round for void in voids]
    state, players_points = load_balances(rounds), PlayersPoints.load(rounds)
    disputed = disputed_debts(round_.player_id for round_ in rounds)
    found = []
    for void in voids:
        purse, debt = state.purse(void.round), (void.round.player_id, void.round.public_id)
        if refusal := find_collection_refusal(purse, disputed=debt in disputed):
            found.append(_refused(void.round, refusal))
        else:
            moves = collect_debt(purse, void.round.currency)
            found.append(
                state.apply_moves(void.round, moves, players_points.apply_no_change(void.round))
            )
    return found


def find_undo_refusal(void: Void) -> str:
    """Return why a void cannot be undone, as a code of `VoidRefused`; "" if it can."""
    return "undone_already" if void.undone_at else ""


def find_release_refusal(void: Void, steps: Iterable[VoidStep]) -> str:
    """Return why the stakes of a void cannot be released, as a code of `VoidRefused`; "" if they can."""
    if void.undone_at:
        return "undone_already"
    if not void.suspended:
        return "not_suspended"
    return "released_already" if any(step.released for step in steps) else ""


def find_collection_refusal(purse: VoidPurse, *, disputed: bool) -> str:
    """Return why nothing can be collected, as a code of `VoidRefused`; "" if something can.

    A disputed debt is reserved until its dispute is closed.
    """
    if not purse.owed:
        return "nothing_owed"
    if disputed:
        return "debt_disputed"
    return "" if purse.balance > 0 else "no_funds"


def open_voids() -> QuerySet[Void]:
    """Voids that are not undone."""
    return Void.objects.filter(undone_at__isnull=True)


def held_voids() -> QuerySet[Void]:
    """Voids that are not undone and whose suspended stakes are not released."""
    released = VoidStep.objects.filter(void=OuterRef("pk"), released__gt=0)
    return open_voids().filter(~Exists(released), suspended__gt=0)


def is_voided() -> Exists:
    """Condition for a query of rounds: the round is void."""
    return Exists(open_voids().filter(round=OuterRef("pk")))


def _about(
    voids: Sequence[Void],
    asked: Callable[[Void, list[VoidStep]], tuple[str, Claim]],
    points: Callable[[PlayersPoints, Round], VoidPointsChange],
) -> list[Consequence]:
    rounds = [void.round for void in voids]
    state, players_points = load_balances(rounds), PlayersPoints.load(rounds)
    steps: dict[int, list[VoidStep]] = {void.pk: [] for void in voids}
    for step in VoidStep.objects.filter(void__in=voids).order_by("pk"):
        steps[step.void_id].append(step)
    found = []
    for void in voids:
        refusal, claim = asked(void, steps[void.pk])
        if refusal:
            found.append(_refused(void.round, refusal))
        else:
            change = points(players_points, void.round)
            found.append(_consequence(state, void.round, claim, change))
    return found


def _refused(round_: Round, refusal: str) -> Consequence:
    return Consequence(round_.public_id, round_.player_id, refusal)


def _consequence(
    state: PlayersBalances, round_: Round, claim: Claim, points: VoidPointsChange
) -> Consequence:
    moves = meet_claim(claim, state.purse(round_), round_.currency)
    return state.apply_moves(round_, moves, points)
