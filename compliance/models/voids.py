"""Cases that void hands: proposal, decision, result per hand.

All kinds of case work alike: one person proposes, another approves, a worker executes hand by hand. Amounts are units
of 10^-4 of the round's currency, negative if the player pays; points are hundredths.
"""

import uuid
from functools import cached_property
from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from journal.values.transaction_ids import ClockTime

NUMBER_DIGITS: Final = 6
LONGEST_EVIDENCE: Final = 4000
LONGEST_NOTE: Final = 500


class CaseReason(models.TextChoices):
    """Reasons for a void. Winning and card counting are not among them."""

    MALFUNCTION = "malfunction", _("malfunction")
    RULES = "rules", _("rules configured wrongly")
    OPERATOR_ERROR = "operator_error", _("error of the operator")
    DUPLICATE = "duplicate", _("duplicate account")
    UNDER_AGE = "under_age", _("player under age")
    EXCLUDED = "excluded", _("excluded player")
    REGULATOR = "regulator", _("order of the regulator")
    PAYMENT_FRAUD = "payment_fraud", _("payment fraud")
    COLLUSION = "collusion", _("collusion")
    SOFTWARE = "software", _("prohibited software")
    INSIDER = "insider", _("insider fraud")


class CaseKind(models.TextChoices):
    """Kind of a case. All but the first follow an executed void."""

    VOID = "void", _("void")
    UNDO = "undo", _("undo a void")
    RETURN = "return", _("give suspended stakes back")
    KEEP = "keep", _("keep suspended stakes")
    COLLECT = "collect", _("collect what is owed")


class CaseState(models.TextChoices):
    """State of a case after its last step."""

    PROPOSED = "proposed", _("waits for approval")
    APPROVED = "approved", _("being carried out")
    CARRIED_OUT = "carried_out", pgettext_lazy("case", "carried out")
    REFUSED = "refused", pgettext_lazy("case", "refused")
    WITHDRAWN = "withdrawn", pgettext_lazy("case", "withdrawn")
    EXPIRED = "expired", pgettext_lazy("case", "expired")


class VoidCase(models.Model):
    """A proposal about one or many hands. Immutable except for `state`, which follows the last step."""

    public_id = models.UUIDField(unique=True, default=uuid.uuid4)
    kind = models.CharField(max_length=10, choices=CaseKind)
    of = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="followed_by")
    reason = models.CharField(max_length=20, choices=CaseReason)
    evidence = models.TextField(max_length=LONGEST_EVIDENCE)
    chosen = models.JSONField(default=dict)  # filters that found the hands, and what was left out
    size = models.PositiveIntegerField()  # hands
    seen = models.CharField(max_length=64)  # digest of what the proposer saw
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    proposed_at = models.DateTimeField(db_default=ClockTime(), editable=False)
    expires_at = models.DateTimeField()
    state = models.CharField(max_length=12, choices=CaseState, default=CaseState.PROPOSED)

    class Meta:
        """A case needs reason, evidence and hands; all kinds but a void follow another case."""

        constraints: ClassVar = [
            models.CheckConstraint(
                name="compliance_case_kind",
                condition=Q(kind="void", of__isnull=True)
                | Q(kind__in=["undo", "return", "keep", "collect"], of__isnull=False),
            ),
            models.CheckConstraint(
                name="compliance_case_reason", condition=Q(reason__in=CaseReason.values)
            ),
            models.CheckConstraint(name="compliance_case_evidence", condition=~Q(evidence="")),
            models.CheckConstraint(name="compliance_case_size", condition=Q(size__gt=0)),
            models.CheckConstraint(
                name="compliance_case_expires", condition=Q(expires_at__gt=F("proposed_at"))
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                name="compliance_case_open",
                fields=["expires_at"],
                condition=Q(state__in=["proposed", "approved"]),
            ),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def number(self) -> str:
        """Number shown to staff: V and the primary key, six digits."""
        return f"V-{self.pk:0{NUMBER_DIGITS}d}"

    @cached_property
    def excluded_deciders(self) -> frozenset[int]:
        """Ids of the people who may not decide: proposers of this case and of the one it follows, and its players."""
        players = VoidLine.objects.filter(case=self).values_list("round__player_id", flat=True)
        first = {self.of.proposed_by_id} if self.of else set()
        return frozenset({self.proposed_by_id, *first, *players.distinct()})

    @property
    def may_be_followed(self) -> bool:
        """Whether another case can follow this one: it is a void that was carried out."""
        return (self.kind, self.state) == (CaseKind.VOID, CaseState.CARRIED_OUT)


class CaseStep(models.Model):
    """One step of a case. `seen` is the digest of what the approver saw; the worker's steps have no person."""

    case = models.ForeignKey(
        VoidCase, on_delete=models.PROTECT, related_name="steps", db_index=False
    )
    n = models.PositiveSmallIntegerField()
    from_state = models.CharField(max_length=12, blank=True)
    to_state = models.CharField(max_length=12, choices=CaseState)
    acting_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)
    seen = models.CharField(max_length=64, blank=True)
    done = models.PositiveIntegerField(null=True)  # hands, once executed
    refused = models.PositiveIntegerField(null=True)
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        """Allowed transitions and required fields; triggers check order and person."""

        db_table = "compliance_voidstep"
        constraints: ClassVar = [
            models.UniqueConstraint(name="compliance_step_once", fields=["case", "n"]),
            models.CheckConstraint(
                name="compliance_step_way",
                condition=Q(n=1, from_state="", to_state="proposed")
                | Q(
                    from_state="proposed",
                    to_state__in=["approved", "refused", "withdrawn", "expired"],
                )
                | Q(from_state="approved", to_state="carried_out"),
            ),
            models.CheckConstraint(
                name="compliance_step_by",
                condition=Q(to_state__in=["expired", "carried_out"], acting_user__isnull=True)
                | Q(
                    to_state__in=["proposed", "approved", "refused", "withdrawn"],
                    acting_user__isnull=False,
                ),
            ),
            models.CheckConstraint(
                name="compliance_step_note",
                condition=~Q(to_state__in=["refused", "withdrawn"]) | ~Q(note=""),
            ),
            models.CheckConstraint(
                name="compliance_step_seen", condition=~Q(to_state="approved") | ~Q(seen="")
            ),
            models.CheckConstraint(
                name="compliance_step_count",
                condition=Q(to_state="carried_out", done__isnull=False, refused__isnull=False)
                | (~Q(to_state="carried_out") & Q(done__isnull=True, refused__isnull=True)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.n}: {self.to_state}"


class VoidLine(models.Model):
    """One hand of a case: proposed amounts and result."""

    class Result(models.TextChoices):
        """Result of a line; final unless waiting."""

        WAITING = "waiting", _("pending")
        DONE = "done", pgettext_lazy("hand", "done")
        REFUSED = "refused", pgettext_lazy("hand", "not done")
        # The case ended without approval.
        DROPPED = (
            "dropped",
            pgettext_lazy("hand", "not decided"),
        )

    case = models.ForeignKey(
        VoidCase, on_delete=models.PROTECT, related_name="lines", db_index=False
    )
    n = models.PositiveIntegerField()
    round = models.ForeignKey(
        "casino.Round", on_delete=models.PROTECT, related_name="void_lines", db_index=False
    )
    delta = models.BigIntegerField()
    owed = models.BigIntegerField()
    suspended = models.BigIntegerField()
    points = models.BigIntegerField()
    result = models.CharField(max_length=8, choices=Result, default=Result.WAITING)
    code = models.CharField(max_length=40, blank=True)  # code of the refusal
    moved = models.BigIntegerField(null=True)  # amount actually moved on the player's account
    at = models.DateTimeField(null=True)
    tried_at = models.DateTimeField(null=True)  # last failed attempt

    class Meta:
        """A round is at most once in a case, and waits in at most one case."""

        constraints: ClassVar = [
            models.UniqueConstraint(name="compliance_line_once", fields=["case", "n"]),
            models.UniqueConstraint(name="compliance_round_once", fields=["round", "case"]),
            models.UniqueConstraint(
                name="compliance_line_open", fields=["round"], condition=Q(result="waiting")
            ),
            models.CheckConstraint(
                name="compliance_line_result",
                condition=Q(result__in=["waiting", "dropped"], moved__isnull=True, code="")
                | Q(result="done", moved__isnull=False, at__isnull=False, code="")
                | (Q(result="refused", moved__isnull=True, at__isnull=False) & ~Q(code="")),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                name="compliance_line_due", fields=["case", "n"], condition=Q(result="waiting")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.n}: {self.result}"
