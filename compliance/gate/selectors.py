"""State of the gate's checks for staff."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, QuerySet

from accounts.gate.selectors.lists import latest_loads, list_in_force
from accounts.gate.selectors.terms import load_terms
from accounts.gate.services.asking import list_asked
from accounts.gate.values.facts import is_current
from accounts.gate.values.signed_lists import ListKind
from accounts.models.gate import GateAnswer, ListLoad, SanctionsMatch, SanctionsProposal
from accounts.models.users import User
from accounts.restrictions.refusals import IneligibilityReason
from accounts.restrictions.selectors.eligibility import may_play_real_money


@dataclass(frozen=True, slots=True)
class ListState:
    """One list: whether the profile asks for it, what is in force, and what was tried last."""

    label: str
    is_asked: bool
    max_age_hours: int
    in_force: ListLoad | None
    is_current: bool
    loads: Sequence[ListLoad]

    @property
    def last_failure(self) -> ListLoad | None:
        return next((one for one in self.loads if one.refused), None)


def load_list_states(now: datetime) -> list[ListState]:
    """Return the state of each list, by the licence's profile. Two queries for each."""
    terms = load_terms()
    asked = {
        ListKind.REGISTER: (terms.asks_register, terms.register_max_age_hours),
        ListKind.SANCTIONS: (terms.asks_sanctions, terms.sanctions_max_age_hours),
    }
    return [_load_state(kind, asked[kind], now) for kind in ListKind]


def _load_state(kind: ListKind, asked: tuple[bool, int], now: datetime) -> ListState:
    present = list_in_force(kind)
    return ListState(
        label=str(ListLoad.Kind(kind).label),
        is_asked=asked[0],
        max_age_hours=asked[1],
        in_force=present,
        is_current=is_current(present.day if present else None, asked[1], now),
        loads=list(latest_loads(kind)),
    )


@dataclass(frozen=True, slots=True)
class ProviderState:
    """A check whose answers come from a provider: its latest answer, and the latest one without content."""

    label: str
    provider: str
    last: GateAnswer | None
    last_failure: GateAnswer | None


def load_provider_states() -> list[ProviderState]:
    """Return the state of the checks that the licence's profile asks a provider for. Two queries for each."""
    return [_load_provider(check) for check in list_asked(load_terms())]


def _load_provider(check: str) -> ProviderState:
    answers = GateAnswer.objects.filter(check_name=check).order_by("-asked_at")
    last = answers.first()
    return ProviderState(
        label=str(GateAnswer.Check(check).label),
        provider=last.provider if last else "",
        last=last,
        last_failure=answers.filter(outcome=GateAnswer.Outcome.UNANSWERED).first(),
    )


@dataclass(frozen=True, slots=True)
class PlayerAtGate:
    """What the gate knows about one player now, apart from the place of a request."""

    refusal: IneligibilityReason | None
    answers: Sequence[GateAnswer]
    matches: Sequence[SanctionsMatch]


def load_player_at_gate(player: User) -> PlayerAtGate:
    """Return what the gate says about a player, and why. Up to six queries."""
    matches = SanctionsMatch.objects.filter(player=player).select_related("decision__decided_by")
    answers = GateAnswer.objects.filter(player=player).order_by("check_name", "-asked_at")
    return PlayerAtGate(may_play_real_money(player), list(answers), list(matches.order_by("-pk")))


def undecided_matches() -> QuerySet[SanctionsMatch]:
    """Matches that wait for a decision, oldest first."""
    rows = SanctionsMatch.objects.filter(decision=None).select_related("player")
    return rows.order_by("pk")


def load_matches(most: int) -> list[tuple[SanctionsMatch, SanctionsProposal | None]]:
    """Return matches that wait for a decision, each with the proposal that waits for another person. Two queries."""
    waiting = SanctionsProposal.objects.filter(decision=None).select_related("proposed_by")
    shown = Prefetch("proposals", waiting, to_attr="waiting")
    rows = undecided_matches().prefetch_related(shown)[:most]
    return [(row, next(iter(row.waiting), None)) for row in rows]
