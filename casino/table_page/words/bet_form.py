"""Form of the next bet: a field for the stake of each box and for each of its side bets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from blackjack.rules import Rules
from casino.fairness.services.seeds import cut_from_form
from casino.limits.services.lowering import LoweredLimits
from casino.limits.values.bet_limits import BetLimits, JointLimits, joint_limits
from casino.limits.words import explain_lowered_limits
from casino.models import Participant, Shoe
from casino.values.boxes import BoxBet, bets_from_json, side_field, stake_field, sum_bets
from tables.words.rules import SIDE_BETS
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class RefusedBetForm:
    """A refused form: its values, and the field of the refusal."""

    typed: Mapping[str, str] = field(default_factory=dict)
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class AmountInput:
    """An amount field: minimum, maximum, value, and its value in the last round."""

    name: str
    label: str
    least: Money
    most: Money | None
    value: Money | None
    typed: str | None
    rebet: Money | None
    wrong: bool


@dataclass(frozen=True, slots=True)
class CutForm:
    """The range of the new shoe's cut, and its default."""

    first: int
    last: int
    value: str
    wrong: bool


@dataclass(frozen=True, slots=True)
class BoxForm:
    """Fields of one box; none are shown if it is `stopped`."""

    seat: int
    stake: AmountInput
    side_bets: list[AmountInput]
    stopped: bool

    @property
    def wrong(self) -> bool:
        """True if the refusal is about a field of this box."""
        return any(one.wrong for one in (self.stake, *self.side_bets))


@dataclass(frozen=True, slots=True)
class BetTerms:
    """Terms of the next bet: its currency, the table's limits in it, and those limits lowered by the player's own.

    Without a rate the limits are in another currency.
    """

    currency: str
    limits: BetLimits
    own: LoweredLimits | None


@dataclass(frozen=True, slots=True)
class NextBet:
    """The form of the next bet."""

    shoe: str
    commitment: str
    nonce: int
    currency: str
    needs_salt: bool
    boxes: list[BoxForm]
    can_rebet: bool
    cut: CutForm | None
    limits: BetLimits
    together: JointLimits | None
    most: Money | None  # of all bets, if the player's own limits allow less than the table
    why: str
    has_others: bool = False  # the page has fields of other bets beside these

    @property
    def plain(self) -> bool:
        """True if the form has only one field for a bet."""
        alone = len(self.boxes) == 1 and not self.has_others
        return alone and not self.boxes[0].side_bets

    @property
    def is_typed(self) -> bool:
        """True if the fields hold a refused bet."""
        return any(box.stake.typed is not None for box in self.boxes)

    @property
    def repeats(self) -> bool:
        """True if the fields hold the bets of the last round."""
        return self.can_rebet and not self.is_typed

    @property
    def wrong(self) -> bool:
        """True if the refusal is shown at one of these fields."""
        return any(box.wrong for box in self.boxes) or (self.cut is not None and self.cut.wrong)


def bet_form(
    participant: Participant,
    shoe: Shoe,
    terms: BetTerms,
    sent: RefusedBetForm,
    seats: Sequence[int] = (),
) -> NextBet:
    """Build the form with submitted values, the last bets, or the minimum stake on the first box.

    Amounts beyond the player's own limits are not offered. `seats`: the player's boxes at a live table. A
    private table offers all boxes that a player may have.
    """
    rules, currency, limits, own = shoe.version.rules, terms.currency, terms.limits, terms.own
    same = participant.currency == currency
    last = bets_from_json(participant.last_bets, currency) if same else {}
    limits, most = (own.limits, own.most) if own else (limits, None)
    if last and most is not None and sum_bets([*last.values()]) > most:
        last = {}
    boxes = seats or range(1, rules.boxes_per_player + 1)
    fields = _Fields(rules, limits, last, sent, participant.table.stopped_boxes, boxes)
    return NextBet(
        shoe=str(shoe.public_id),
        commitment=shoe.commitment,
        nonce=shoe.rounds_dealt + 1,
        currency=currency,
        needs_salt=shoe.salt is None,
        boxes=[fields.box(seat) for seat in boxes],
        can_rebet=bool(last),
        cut=_cut(rules, sent) if shoe.salt is None else None,
        limits=limits,
        together=joint_limits(limits, rules.boxes_per_player),
        most=most,
        why=explain_lowered_limits(own),
    )


def _cut(rules: Rules, sent: RefusedBetForm) -> CutForm | None:
    middle = cut_from_form(rules, None)
    if middle is None:
        return None
    return CutForm(
        first=rules.cuts[0],
        last=rules.cuts[-1],
        value=sent.typed.get("cut", str(middle)),
        wrong=sent.wrong == "cut",
    )


class _Fields:
    """Builder of the fields of one form."""

    def __init__(
        self,
        rules: Rules,
        limits: BetLimits,
        last: Mapping[int, BoxBet],
        sent: RefusedBetForm,
        stopped: Sequence[int],
        boxes: Sequence[int],
    ) -> None:
        self.rules, self.limits, self.last, self.sent = rules, limits, last, sent
        self.stopped, self.boxes = stopped, boxes
        self.typed = any(name.startswith("stake-") for name in sent.typed)

    def box(self, seat: int) -> BoxForm:
        last = self.last.get(seat)
        side_bets = last.side_bets if last else {}
        alone = len(self.boxes) == 1
        label = _("Stake") if alone else _("Box %(n)d") % {"n": seat}
        return BoxForm(
            seat=seat,
            stake=self._field(stake_field(seat), label, last.stake if last else None, side=False),
            side_bets=[
                self._field(
                    side_field(seat, name), str(SIDE_BETS[name]), side_bets.get(name), side=True
                )
                for name in SIDE_BETS
                if name in self.rules.side_bets
            ],
            stopped=seat in self.stopped,
        )

    def _field(self, name: str, label: str, last: Money | None, *, side: bool) -> AmountInput:
        limits = self.limits
        first = last
        if name == stake_field(self.boxes[0]) and not self.last:
            first = max(limits.min_bet, limits.min_player or limits.min_bet)
        return AmountInput(
            name=name,
            label=label,
            least=limits.min_side if side else limits.min_bet,
            most=limits.max_side if side else limits.max_bet,
            value=first,
            typed=self.sent.typed.get(name, "") if self.typed else None,
            rebet=last,
            wrong=name == self.sent.wrong,
        )
