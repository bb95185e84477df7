"""Deciding proposals, in every app: with the right, by another person, once, with a reason if needed."""

from collections.abc import Callable, Mapping, Set as AbstractSet
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Generic, Protocol, TypeVar, cast

import psycopg
from django.db import DatabaseError, transaction
from django.db.models import QuerySet

from approvals.models import PersonDecision, SiteDecision
from approvals.refusals import ProposerGone
from internals.texts import Text
from journal.refusals import AnotherPersonNeeded, ChangedMeanwhile, ReasonMissing

ANOTHER_PERSON: Final = "approvals_another_person"
_STAFF: Final = "approvals_staff"
D = TypeVar("D", bound=PersonDecision | SiteDecision)


class _Proposed(Protocol):
    @property
    def pk(self) -> Any: ...
    @property
    def may_not_decide(self) -> AbstractSet[int | None]: ...


class Reason(Enum):
    """Which decisions of a flow need a reason."""

    OPTIONAL = "optional"
    OF_REFUSAL = "of a refusal"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A second person's word on a proposal; `Flow.verdict` makes it."""

    approved: bool
    acting_user: Any
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Flow(Generic[D]):
    """How proposals of one kind are decided. `require` raises unless the user has the right."""

    decision: type[D]
    require: Callable[[Any], object]
    reason: Reason = Reason.ALWAYS

    def verdict(self, *, approved: bool, acting_user: Any, reason: str = "") -> Verdict:
        """Return the verdict of a person with the right to decide; checked first. Raises what `require` raises."""
        self.require(acting_user)
        return Verdict(approved, acting_user, reason)

    @transaction.atomic
    def decide(
        self,
        proposal: _Proposed,
        verdict: Verdict,
        carry_out: Callable[[], Mapping[str, object]] | None = None,
    ) -> tuple[D, bool]:
        """Return the decision, and whether it is new: a repeated verdict of the same person is one decision.

        `carry_out` executes a new decision and returns its further fields; if somebody else decided first, it is rolled back.
        Raises AnotherPersonNeeded, ProposerGone, ReasonMissing, ChangedMeanwhile.
        """
        require_another_person(verdict.acting_user, proposal.may_not_decide)
        if (present := self._present(proposal)) is not None:
            return _same(present, verdict), False
        reason = self._reason(verdict)
        try:
            with transaction.atomic():
                return self._new(proposal, verdict, reason, carry_out), True
        except DatabaseError as error:
            if _constraint(error) == ANOTHER_PERSON:
                raise AnotherPersonNeeded(detail=str(error)) from error
            if _constraint(error) == _STAFF:  # not of who decides, whose right was asked for
                raise ProposerGone(detail=str(error)) from error
            if (present := self._present(proposal)) is None:
                raise
            return _same(present, verdict), False

    def _present(self, proposal: _Proposed) -> D | None:
        return self._decisions().filter(pk=proposal.pk).first()

    def _decisions(self) -> QuerySet[D]:
        return cast("QuerySet[D]", self.decision._default_manager.all())  # noqa: SLF001  # Django documents the name

    def _reason(self, verdict: Verdict) -> str:
        reason = verdict.reason.strip()
        asked = {Reason.OPTIONAL: False, Reason.OF_REFUSAL: not verdict.approved}
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
    """Raise AnotherPersonNeeded for the proposer and people it concerns; shared by flows and chains of steps."""
    if acting_user.pk in concerned:
        raise AnotherPersonNeeded(message)


def _same(present: D, verdict: Verdict) -> D:
    if (present.approved, present.decided_by_id) != (verdict.approved, verdict.acting_user.pk):
        raise ChangedMeanwhile(detail=str(present))
    return present


def _constraint(error: DatabaseError) -> str | None:
    cause = error.__cause__
    return cause.diag.constraint_name if isinstance(cause, psycopg.Error) else None
