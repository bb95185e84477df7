"""Decide proposals, the same way in every app.

The decider has the right and is another person than the proposer; a decision is made once, with a
reason where one is required.
"""

from collections.abc import Callable, Mapping, Set as AbstractSet
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Generic, Protocol, TypeVar, cast

import psycopg
from django.db import DatabaseError, transaction
from django.db.models import QuerySet

from approvals.models import PersonDecision, SiteDecision
from approvals.refusals import ProposalSuperseded, ProposerGone
from internals.texts import Text
from journal.refusals import AnotherPersonNeeded, ChangedMeanwhile, ReasonMissing, Refusal

ANOTHER_PERSON: Final = "approvals_another_person"
SUPERSEDED: Final = "approvals_superseded"
_REFUSED_BY: Final[Mapping[str | None, type[Refusal]]] = {
    ANOTHER_PERSON: AnotherPersonNeeded,
    SUPERSEDED: ProposalSuperseded,
    "approvals_staff": ProposerGone,  # the proposer: the right of the decider was checked before
}
D = TypeVar("D", bound=PersonDecision | SiteDecision)


class _Proposed(Protocol):
    @property
    def pk(self) -> Any: ...
    @property
    def excluded_deciders(self) -> AbstractSet[int | None]: ...


class ReasonPolicy(Enum):
    """Decisions of a flow that need a reason."""

    OPTIONAL = "optional"
    OF_REFUSAL = "of a refusal"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A second person's verdict on a proposal, made by `DecisionFlow.make_verdict`."""

    approved: bool
    acting_user: Any
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DecisionFlow(Generic[D]):
    """The rules for deciding proposals of one kind. `require` raises unless the user has the right."""

    decision: type[D]
    require: Callable[[Any], object]
    reason: ReasonPolicy = ReasonPolicy.ALWAYS

    def make_verdict(self, *, approved: bool, acting_user: Any, reason: str = "") -> Verdict:
        """Return the verdict of a person with the right to decide. Raises what `require` raises."""
        self.require(acting_user)
        return Verdict(approved, acting_user, reason)

    @transaction.atomic
    def decide(
        self,
        proposal: _Proposed,
        verdict: Verdict,
        carry_out: Callable[[], Mapping[str, object]] | None = None,
    ) -> tuple[D, bool]:
        """Return the decision and whether it is new. The same verdict of the same person is idempotent.

        `carry_out` executes a new decision and returns further fields for it; it is rolled back if
        somebody else decided first. Raises AnotherPersonNeeded, ProposerGone, ProposalSuperseded,
        ReasonMissing, ChangedMeanwhile.
        """
        require_another_person(verdict.acting_user, proposal.excluded_deciders)
        if (present := self._present(proposal)) is not None:
            return _same(present, verdict), False
        reason = self._reason(verdict)
        try:
            with transaction.atomic():
                return self._new(proposal, verdict, reason, carry_out), True
        except DatabaseError as error:
            if refusal := _REFUSED_BY.get(_constraint(error)):
                raise refusal(detail=str(error)) from error
            if (present := self._present(proposal)) is None:
                raise
            return _same(present, verdict), False

    def _present(self, proposal: _Proposed) -> D | None:
        return self._decisions().filter(pk=proposal.pk).first()

    def _decisions(self) -> QuerySet[D]:
        return cast("QuerySet[D]", self.decision._default_manager.all())  # noqa: SLF001  # Django documents the name

    def _reason(self, verdict: Verdict) -> str:
        reason = verdict.reason.strip()
        asked = {ReasonPolicy.OPTIONAL: False, ReasonPolicy.OF_REFUSAL: not verdict.approved}
        if not reason and asked.get(self.reason, True):
            raise ReasonMissing
        return reason

    def _new(
        self,
        proposal: _Proposed,
        verdict: Verdict,
        reason: str,
        carry_out: Callable[[], Mapping[str, object]] | None,
    ) -> D:
        further = carry_out() if carry_out else {}
        return self._decisions().create(
            proposal=proposal,
            approved=verdict.approved,
            decided_by=verdict.acting_user,
            reason=reason,
            **further,
        )


def require_another_person(
    acting_user: Any, concerned: AbstractSet[int | None], message: Text | None = None
) -> None:
    """Raise AnotherPersonNeeded if the user is the proposer or otherwise concerned.

    Shared by flows and by approvals in several steps.
    """
    if acting_user.pk in concerned:
        raise AnotherPersonNeeded(message)


def _same(present: D, verdict: Verdict) -> D:
    if (present.approved, present.decided_by_id) != (verdict.approved, verdict.acting_user.pk):
        raise ChangedMeanwhile(detail=str(present))
    return present


def _constraint(error: DatabaseError) -> str | None:
    cause = error.__cause__
    return cause.diag.constraint_name if isinstance(cause, psycopg.Error) else None
