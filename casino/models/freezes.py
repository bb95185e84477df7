"""Freezes of running rounds, and the second person's decisions."""

from django.db import models

from approvals.models import PersonDecision, Proposal
from casino.models.rounds import Round


class Freeze(Proposal):
    """A freeze of a running round: nobody can play it until a second person decides. Never changed."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="freezes")

    class Meta:
        constraints = (
            models.CheckConstraint(name="freeze_has_reason", condition=~models.Q(reason="")),
        )
        indexes = (models.Index(name="freeze_at", fields=["proposed_at"]),)

    def __str__(self) -> str:
        return f"freeze of round {self.round_id}"


class FreezeDecision(PersonDecision):
    """The second person's decision. Approved: the round is cancelled, its stakes returned. Refused: it goes on."""

    proposal = models.OneToOneField(
        Freeze, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="freeze_decision_has_reason", condition=~models.Q(reason="")
            ),
        )
