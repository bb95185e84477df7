"""Choice of the hands of a case: one by one, a whole shoe, or a player's in a period; and exclusions."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from casino.models import Round, Void
from casino.voids.selectors.voiding import held_voids
from compliance.models import CaseKind, VoidCase, VoidLine
from compliance.voids.refusals import TooManyHands
from wallet.debts.selectors import disputed_debts
from wallet.ledger.models import Account, Receivable

MOST_HANDS: Final = 5000
EXCLUDED_LISTED: Final = 20  # excluded hands listed individually
UNUSED: Final = ("result", "limits_at_deal")  # large columns, not needed here


@dataclass(frozen=True, slots=True)
class HandChoice:
    """Chosen hands, in one of three ways: by reference, by shoe, or by player and period."""

    hands: tuple[UUID, ...] = ()
    shoe: UUID | None = None
    player: int | None = None
    since: datetime | None = None
    until: datetime | None = None

    def __bool__(self) -> bool:
        return bool(self.hands or self.shoe or self.player)

    @property
    def facts(self) -> dict[str, Any]:
        """JSON to store with the case."""
        if self.shoe:
            return {"shoe": str(self.shoe)}
        if self.player:
            since, until = (at.isoformat() if at else None for at in (self.since, self.until))
            return {"player": self.player, "since": since, "until": until}
        return {"hands": len(self.hands)}


@dataclass(frozen=True, slots=True)
class ExcludedHand:
    """A hand that cannot be in the case, with the code of the reason."""

    hand: UUID
    code: str


@dataclass(frozen=True, slots=True)
class ChosenHands:
    """Hands that can be in the case, oldest first, and those that cannot."""

    rounds: list[Round] = field(default_factory=list)
    left_out: list[ExcludedHand] = field(default_factory=list)

    @property
    def counts_by_reason(self) -> dict[str, int]:
        """Number of excluded hands by reason."""
        return dict(Counter(one.code for one in self.left_out))

    @property
    def first_excluded(self) -> list[ExcludedHand]:
        """The first excluded hands."""
        return self.left_out[:EXCLUDED_LISTED]


def find_round_references(numbers: Iterable[str]) -> dict[str, UUID]:
    """Return the references of the rounds with these numbers; unknown ones are left out. One query."""
    rows = Round.objects.filter(number__in=set(numbers))
    return dict(rows.values_list("number", "public_id"))


def choose_hands(choice: HandChoice) -> ChosenHands:
    """Return the hands to void, and those that cannot be. Three queries. Raises TooManyHands."""
    rounds = list(_matching_rounds(choice)[: MOST_HANDS + 1])
    if len(rounds) > MOST_HANDS:
        raise TooManyHands(MOST_HANDS)
    known = {round_.public_id for round_ in rounds}
    unknown = [ExcludedHand(hand, "unknown") for hand in choice.hands if hand not in known]
    return _sorted_out(rounds, _standing(rounds), unknown)


def _matching_rounds(choice: HandChoice) -> QuerySet[Round]:
    rounds = Round.objects.select_related("player").defer(*UNUSED).order_by("pk")
    if choice.hands:
        if len(choice.hands) > MOST_HANDS:
            raise TooManyHands(MOST_HANDS)
        return rounds.filter(public_id__in=choice.hands)
    if choice.shoe:
        return rounds.filter(deal__shoe__public_id=choice.shoe)
    if choice.player is None:
        return rounds.none()
    wanted = {"started_at__gte": choice.since, "started_at__lt": choice.until}
    given = {name: at for name, at in wanted.items() if at is not None}
    return rounds.filter(player=choice.player, **given)


def _standing(rounds: Iterable[Round]) -> dict[int, str]:
    """Codes of why hands cannot be voided. Two queries."""
    keys = [round_.pk for round_ in rounds]
    held = VoidLine.objects.filter(round__in=keys, result=VoidLine.Result.WAITING)
    voided = Void.objects.filter(round__in=keys, undone_at=None)
    return {
        **dict.fromkeys(held.values_list("round_id", flat=True), "in_case"),
        **dict.fromkeys(voided.values_list("round_id", flat=True), "voided"),
        **{
            round_.pk: round_.status for round_ in rounds if round_.status != Round.Status.COMPLETED
        },
    }


def choose_followed_hands(kind: str, choice: HandChoice, of: VoidCase) -> ChosenHands:
    """Return the hands of an executed case that a follow-up of this kind can include now. At most five queries."""
    done = VoidLine.objects.filter(case=of, result=VoidLine.Result.DONE)
    every = Round.objects.select_related("player").defer(*UNUSED).order_by("pk")
    rounds = list(every.filter(pk__in=done.values("round")))
    if choice.hands:
        asked = set(choice.hands)
        rounds = [round_ for round_ in rounds if round_.public_id in asked]
    known = {round_.public_id for round_ in rounds}
    unknown = [ExcludedHand(hand, "unknown") for hand in choice.hands if hand not in known]
    can = set(find_voids_to_follow(kind, of).values_list("round_id", flat=True))
    held = VoidLine.objects.filter(round__in=rounds, result=VoidLine.Result.WAITING)
    why = {
        **(
            {**_without_funds(rounds), **_disputed_hands(rounds)}
            if kind == CaseKind.COLLECT
            else {}
        ),
        **{round_.pk: _NO_MORE[kind] for round_ in rounds if round_.pk not in can},
        **dict.fromkeys(held.values_list("round_id", flat=True), "in_case"),
    }
    return _sorted_out(rounds, why, unknown)


def _disputed_hands(rounds: list[Round]) -> dict[int, str]:
    """Hands with a disputed debt, which is not collected."""
    disputed = disputed_debts(one.player_id for one in rounds)
    found = [one for one in rounds if (one.player_id, one.public_id) in disputed]
    return {one.pk: "debt_disputed" for one in found}


def _without_funds(rounds: list[Round]) -> dict[int, str]:
    """Hands whose players have no balance in their currency."""
    funds = Account.objects.filter(player__in={one.player_id for one in rounds}, balance__gt=0)
    have = set(funds.values_list("player_id", "currency_id"))
    return {one.pk: "no_funds" for one in rounds if (one.player_id, one.currency) not in have}


_NO_MORE: Final[Mapping[str, str]] = {
    CaseKind.UNDO: "not_voided",
    CaseKind.RETURN: "not_suspended",
    CaseKind.KEEP: "not_suspended",
    CaseKind.COLLECT: "nothing_owed",
}


def find_voids_to_follow(kind: str, of: VoidCase) -> QuerySet[Void]:
    """Return the voids of a case that a follow-up of this kind can include now."""
    voids = Void.objects.filter(case=of.public_id)
    if kind == CaseKind.COLLECT:
        owed = Receivable.objects.filter(
            player=OuterRef("player"), round_id=OuterRef("round__public_id")
        )
        return voids.filter(Exists(owed))
    if kind == CaseKind.UNDO:
        return voids.filter(undone_at=None)
    return held_voids().filter(case=of.public_id)


def _sorted_out(
    rounds: list[Round], why: Mapping[int, str], unknown: list[ExcludedHand]
) -> ChosenHands:
    left_out = [
        *unknown,
        *(ExcludedHand(one.public_id, why[one.pk]) for one in rounds if one.pk in why),
    ]
    return ChosenHands([one for one in rounds if one.pk not in why], left_out)
