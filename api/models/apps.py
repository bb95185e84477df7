"""Registered apps, and the players who are connected with them. Clients and tokens are those of allauth."""

from typing import ClassVar, Final

from allauth.idp.oidc.models import Client
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from approvals.models import PersonDecision, Proposal
from journal.values.transaction_ids import ClockTime

_ENDED_BY_SOMEBODY: Final = Q(revoked_at__isnull=True, revoked_by__isnull=True) | Q(
    revoked_at__isnull=False, revoked_by__isnull=False
)


class RegisteredApp(models.Model):
    """An app of somebody else that players may connect with. Triggers keep everything but its end and `real_money`."""

    client = models.OneToOneField(Client, on_delete=models.PROTECT, related_name="app")
    name = models.CharField(_("name"), max_length=60)
    maker = models.CharField(_("maker"), max_length=100)
    website = models.URLField(_("website"), max_length=200)
    real_money = models.BooleanField(_("real money"), default=False)
    made_by = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", verbose_name=_("registered by")
    )
    made_at = models.DateTimeField(_("registered"), db_default=ClockTime(), editable=False)
    revoked_at = models.DateTimeField(_("revoked"), null=True)
    revoked_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("revoked by")
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="registeredapp_name", condition=~Q(name="")),
            models.CheckConstraint(name="registeredapp_revoked", condition=_ENDED_BY_SOMEBODY),
            models.CheckConstraint(
                name="registeredapp_real_money", condition=Q(revoked_at=None) | Q(real_money=False)
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_active(self) -> bool:
        return self.revoked_at is None

    @property
    def is_public(self) -> bool:
        """True if it runs where it cannot keep a secret: in a browser, on a phone."""
        return bool(self.client.type == Client.Type.PUBLIC)


class RealMoneyProposal(Proposal):
    """A proposal that an app may play with real money. Append-only."""

    app = models.ForeignKey(RegisteredApp, on_delete=models.PROTECT, related_name="proposals")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="realmoneyproposal_reason", condition=~Q(reason=""))
        ]

    def __str__(self) -> str:
        return f"real money for app {self.app_id}"


class RealMoneyDecision(PersonDecision):
    """Another person's decision on it."""

    proposal = models.OneToOneField(
        RealMoneyProposal, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )


class AppConnection(models.Model):
    """What a player has granted to an app; after its end the row stays.

    `session_key` is the session that holds the visit of its requests. `sessions_ended` is the player's number
    when it was granted: it ends with all sessions of the player.
    """

    app = models.ForeignKey(RegisteredApp, on_delete=models.PROTECT, related_name="connections")
    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="connections")
    scopes = ArrayField(models.CharField(max_length=20))
    granted_at = models.DateTimeField()
    session_key = models.CharField(max_length=40, default="")
    sessions_ended = models.PositiveIntegerField()
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="appconnection_once", fields=["player", "app"], condition=Q(revoked_at=None)
            ),
            models.CheckConstraint(name="appconnection_scopes", condition=Q(scopes__len__gt=0)),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} with app {self.app_id}"
