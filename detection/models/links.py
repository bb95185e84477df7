"""Links between accounts, and the groups they form (`detection.services.links`)."""

from typing import ClassVar

from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from accounts.models.users import User


class AccountLink(models.Model):
    """One thing that two accounts share; `one` is the lower id."""

    class Kind(models.TextChoices):
        DEVICE = "device", pgettext_lazy("of a link", "the same device")
        METHOD = "method", _("the same payment method")
        DOCUMENT = "document", _("the same document")
        PHONE = "phone", _("the same phone")
        NETWORK = "network", _("the same network and browser within ten minutes")

    one = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    other = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind)
    weight = models.PositiveSmallIntegerField()
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["one", "other", "kind"], name="detection_link_once"),
            models.CheckConstraint(
                name="detection_link_in_order", condition=models.Q(one__lt=F("other"))
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["other"], name="detection_link_other")]

    def __str__(self) -> str:
        return f"{self.one_id}-{self.other_id}: {self.kind}"


class LinkedAccount(models.Model):
    """A player of a group of linked accounts; `component` is the lowest player id of the group."""

    player = models.OneToOneField(
        User, on_delete=models.PROTECT, primary_key=True, related_name="+"
    )
    component = models.BigIntegerField(db_index=True)
    built_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player_id} in {self.component}"
