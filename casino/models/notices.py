"""Notices to players about rounds that ended in their absence or were voided."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from casino.models.rounds import Round
from casino.models.voids import Void, VoidStep


class Notice(models.Model):
    """A notice about a round: shown until seen, and mailed once. Written in the transaction it reports.

    `void` is set for a void and its later steps, `step` for a later step only.
    """

    class Kind(models.TextChoices):
        """Kind of event; for a later step of a void it equals the kind of the step."""

        PLAYED = "played", _("finished by the house")
        CANCELLED = "cancelled", _("cancelled for a malfunction")
        VOIDED = "voided", _("voided")
        UNDO = "undo", _("void undone")
        RETURN = "return", _("suspended stakes given back")
        KEEP = "keep", _("suspended stakes kept by the house")
        COLLECT = "collect", _("amount owed collected")

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="notices")
    player = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="notices", db_index=False
    )
    kind = models.CharField(max_length=9, choices=Kind)
    void = models.ForeignKey(
        Void, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    step = models.OneToOneField(
        VoidStep, on_delete=models.PROTECT, null=True, related_name="notice"
    )
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True)
    mailed_at = models.DateTimeField(null=True)
    tried_at = models.DateTimeField(null=True)  # last failed attempt to mail

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["round"],
                condition=Q(void__isnull=True),
                name="round_ends_once_without_its_player",
            ),
            models.UniqueConstraint(
                fields=["void"],
                condition=Q(void__isnull=False, step__isnull=True),
                name="void_told_once",
            ),
            models.CheckConstraint(
                name="notice_of_a_void",
                condition=Q(kind__in=["played", "cancelled"], void__isnull=True, step__isnull=True)
                | Q(kind="voided", void__isnull=False, step__isnull=True)
                | Q(
                    kind__in=["undo", "return", "keep", "collect"],
                    void__isnull=False,
                    step__isnull=False,
                ),
            ),
        )
        indexes = (
            models.Index(
                fields=["player"], name="notice_unseen", condition=Q(seen_at__isnull=True)
            ),
            models.Index(fields=["player", "-created_at"], name="notice_of_player"),
            models.Index(
                fields=["created_at"], name="notice_unmailed", condition=Q(mailed_at__isnull=True)
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind}: {self.round_id}"
