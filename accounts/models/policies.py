"""Versions of the terms and policies that players read and accept."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from approvals.models import SiteDecision, SiteProposal


class PolicyKind(models.TextChoices):
    """The texts of the house. Each value is also a `ConsentKind`."""

    TERMS = "terms", _("Terms and conditions")
    PRIVACY = "privacy", _("Privacy notice")
    RESPONSIBLE = "responsible", _("Responsible play")
    BONUSES = "bonuses", _("Statement on bonuses")


class PolicyVersion(SiteProposal):
    """A proposed version of a text in both languages, in the format of `accounts.policies.values.texts`. Append-only.

    If it `matters`, players accept it before they play for real money again.
    """

    kind = models.CharField(max_length=20, choices=PolicyKind)
    number = models.PositiveIntegerField()
    text_en = models.TextField()
    text_es = models.TextField()
    matters = models.BooleanField()
    effective_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="policy_number_once", fields=["kind", "number"]),
            models.CheckConstraint(
                name="policy_kind_known", condition=Q(kind__in=PolicyKind.values)
            ),
            models.CheckConstraint(
                name="policy_in_both_languages", condition=~Q(text_en="") & ~Q(text_es="")
            ),
            models.CheckConstraint(name="policy_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class PolicyDecision(SiteDecision):
    """The second person's decision. An approved version is in force from `in_force_at`, never before its approval."""

    proposal = models.OneToOneField(
        PolicyVersion, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )
    in_force_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="policy_in_force_if_approved",
                condition=Q(approved=True, in_force_at__isnull=False)
                | Q(approved=False, in_force_at__isnull=True),
            ),
        ]
