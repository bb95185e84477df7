"""Demo data: players, a tier programme, limits, visits, disputes and a first round.

Written through the services, except past visits.
"""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Final
from uuid import UUID, uuid5

from django.utils import timezone

from accounts.models.users import User
from accounts.models.visits import Visit
from accounts.protection.services.reality_answers import set_interval
from casino.fairness.selectors.dealing import load_record, replay_deal
from casino.fairness.services.shoes import take_place
from casino.models import Round
from casino.play.services.betting import BetRequest, place_bet
from casino.play.services.decisions import DecisionRequest, make_decision
from casino.selectors.places import present_shoe
from casino.values.boxes import BoxInput
from compliance.disputes.services import Complaint, DisputeAnswer, answer_dispute, open_dispute
from compliance.models import DisputeOutcome, DisputeSubject
from journal.refusals import Refusal
from limits.services.players import LimitRequest, set_limit
from limits.values import LimitKind, LimitPeriod
from loyalty.models.tiers import TierSet
from loyalty.services.redeeming import redeem_points
from loyalty.services.tier_changes import decide_tiers, propose_tiers
from loyalty.values.new_tier import NewTier
from tables.models import Table
from wallet.money.values import BASE_CURRENCY

SPACE: Final = UUID("0b7c1d8e-6f0e-4f3a-9c57-2f0a3f9f0d11")
ANA: Final = "ana@demo.ligalo"
LUIS: Final = "luis@demo.ligalo"
OPERATOR: Final = "operator@demo.ligalo"
ANALYST: Final = "analyst@demo.ligalo"
MANAGER: Final = "manager@demo.ligalo"
TIERS: Final = (
    NewTier("Bronze", 0, 100, 5, 100, "Bronce"),
    NewTier("Silver", 100_000, 110, 6, 150, "Plata"),
    NewTier("Gold", 1_000_000, 125, 8, 200, "Oro"),
    NewTier("Diamond", 5_000_000, 150, 10, 300, "Diamante"),
)
_USD: Final = 10_000
_STAKE: Final = "100"
_REDEEMED: Final = 100  # points earned by that stake on the first tier
_LIMITS: Final = (
    (LimitKind.DEPOSIT, LimitPeriod.MONTH, 5000 * _USD),
    (LimitKind.LOSS, LimitPeriod.WEEK, 1000 * _USD),
)
# Hours since the visit began; its length in minutes.
_VISITS: Final = ((122, 48), (75, 25), (26, 64))
_AGENTS: Final = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36",
)


def create_activity() -> None:
    """Create the activity of the demo players. Run it once, right after creating them."""
    people = {user.email: user for user in User.objects.filter(email__endswith="@demo.ligalo")}
    ana, luis = people[ANA], people[LUIS]
    _raise_withdrawals(people[OPERATOR], people[MANAGER])
    _protect(ana)
    _visit(ana)
    _dispute(ana, people[ANALYST])
    open_dispute(
        luis,
        Complaint(
            DisputeSubject.POINTS,
            "¿Cuándo se calcula mi nivel? Ayer jugué y todavía no veo el cambio.",
            _key(luis, "question"),
        ),
    )


def _key(person: User, what: str) -> UUID:
    return uuid5(SPACE, f"{what}:{person.pk}")


def _raise_withdrawals(operator: User, manager: User) -> None:
    """Set up tiers that raise withdrawal limits; an existing programme is kept."""
    if TierSet.objects.count() > 1:
        return
    made = propose_tiers(
        TIERS, window_days=365, effective_at=timezone.now(), acting_user=operator, reason="demo"
    )
    decide_tiers(made.pk, approved=True, acting_user=manager, reason="")


def _protect(ana: User) -> None:
    for kind, period, amount in _LIMITS:
        set_limit(ana, LimitRequest(kind, period, amount), key=_key(ana, f"{kind} {period}"))
    set_interval(ana, 30)


def _visit(ana: User) -> None:
    """Write past visits directly: no service can set the clock back."""
    now = timezone.now()
    visits: Sequence[Visit] = [
        Visit(
            player=ana,
            begun_at=begun,
            seen_at=begun + timedelta(minutes=minutes),
            ended_at=begun + timedelta(minutes=minutes),
            ended=Visit.End.SIGNED_OUT,
            address="203.0.113.7",
            agent=_AGENTS[number % len(_AGENTS)],
        )
        for number, (hours, minutes) in enumerate(_VISITS)
        for begun in [now - timedelta(hours=hours)]
    ]
    Visit.objects.bulk_create(visits)


def _dispute(ana: User, analyst: User) -> None:
    """Open a dispute that is answered and closed; the answer is also a message."""
    asked = open_dispute(
        ana,
        Complaint(
            DisputeSubject.MONEY,
            "Mi depósito en pesos colombianos tardó más de una hora en aparecer. ¿Es normal?",
            _key(ana, "complaint"),
        ),
    )
    words = DisputeAnswer(
        "Tu banco nos avisó tarde. El depósito está completo en tu cuenta; no perdiste nada.",
        _key(ana, "answer"),
        seen=0,
        outcome=DisputeOutcome.PARTLY,
        note="demo",
    )
    answer_dispute(asked.public_id, words, acting_user=analyst)


def play_first_round() -> str:
    """Play Ana's first round and redeem its points, unless she has already played.

    Returns the reason if it was not possible, else "".
    """
    ana, table = User.objects.get(email=ANA), Table.objects.get(slug="atlantic-city")
    if table.status != Table.Status.OPEN or Round.objects.filter(player=ana).exists():
        return ""
    participant, _shoes = take_place(ana, table)
    shoe = present_shoe(participant.place)
    if shoe is None:
        raise LookupError(f"no shoe lies at place {participant.place_id}")
    asked = BetRequest(
        shoe.public_id, shoe.rounds_dealt + 1, {1: BoxInput(_STAKE)}, salt=secrets.token_hex(16)
    )
    try:
        round_ = place_bet(ana, table, asked)
        while round_.status == Round.Status.IN_PROGRESS:
            legal = replay_deal(round_, load_record(round_))[-1].legal_actions
            step = DecisionRequest(round_.public_id, round_.decisions.count(), _plain(legal))
            round_ = make_decision(ana, step)
        redeem_points(ana, _REDEEMED, BASE_CURRENCY, key=_key(ana, "points"))
    except Refusal as refusal:
        return f"{ANA} plays no round: {refusal}"
    return ""


def _plain(legal: Sequence[str]) -> str:
    """Return an action that adds no stake."""
    return "decline" if "decline" in legal else "stand"
