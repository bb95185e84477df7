"""Places, their participants and their shoes."""

import uuid
from datetime import timedelta
from typing import Final

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from journal.values.transaction_ids import THIS_TRANSACTION
from profiles.selectors.in_force import profile_in_force
from tables.models import RuleSetVersion, Table
from wallet.money.values import BASE_CURRENCY


class Place(models.Model):
    """A place where shoes are dealt: one per player at a private table, one without a player at a live table.

    Its row lock serialises everything that happens there.
    """

    player = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="places")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="places")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["player", "table"],
                name="one_place_per_player_and_table",
                nulls_distinct=False,
            ),
        )

    def __str__(self) -> str:
        return f"{self.player or _('live')} @ {self.table}"

    @property
    def is_live(self) -> bool:
        """True if several players share it."""
        return self.player_id is None


class Participant(models.Model):
    """A player at a place. A private place has one participant, its player."""

    place = models.ForeignKey(
        Place, on_delete=models.PROTECT, related_name="participants", db_index=False
    )
    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="participations")
    client_seed = models.CharField(max_length=31)
    last_bets = models.JSONField(default=dict)  # by box (`casino.values.boxes`)
    currency = models.CharField(max_length=3, default=BASE_CURRENCY)  # of the last bets
    joined_at = models.DateTimeField(auto_now_add=True)
    # net result of the rounds begun here in one session, in units by currency
    session_nets = models.JSONField(default=dict, db_default={})
    session_since = models.DateTimeField(null=True)  # start of that session
    # at a live table
    seen_at = models.DateTimeField(null=True)
    seen_since = models.DateTimeField(null=True, editable=False)  # `casino/sql/watches.sql`
    watches_until = models.DateTimeField(null=True)  # after several unopened seeds within a day
    # After an unopened seed.
    deals_to_miss = models.PositiveSmallIntegerField(default=0, db_default=0)
    # While another player waited; said on the page until the next bet.
    boxes_given_up = models.JSONField(default=list, db_default=[])

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["place", "player"], name="one_participant_per_place_and_player"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} @ {self.table}"

    @property
    def table(self) -> Table:
        return self.place.table


class Shoe(models.Model):
    """A shoe with its server seed: announced, dealing, closed (docs/fairness.md)."""

    class Status(models.TextChoices):
        """Changes forward only. `stopped`: seed and commitment do not match. `lost`: given up, its seed is never revealed.

        `retired`: its seed is revealed, and rounds may be missing because the database was restored from a backup.
        """

        ANNOUNCED = "announced", _("announced")
        DEALING = "dealing", _("dealing")
        CLOSED = "closed", _("closed")
        STOPPED = "stopped", _("stopped")
        LOST = "lost", _("given up")
        RETIRED = "retired", _("retired by a restore")

    class CloseReason(models.TextChoices):
        CUT_CARD = "cut_card", _("the cut card was reached")
        EVERY_ROUND = "every_round", _("every round has its own shoe")
        PLAYER = "player", _("the player changed the shoe")
        TABLE_CLOSED = "table_closed", _("the table closed")
        NEW_RULES = "new_rules", _("new rules were waiting")
        AGE = "age", _("its seed reached the maximum age")
        MALFUNCTION = "malfunction", _("a round was cancelled for a malfunction")
        STOPPED = "stopped", _("it was stopped: its seed did not open as published")
        RESTORE = "restore", _("the records were restored from a backup")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    place = models.ForeignKey(Place, on_delete=models.PROTECT, related_name="shoes")
    number = models.PositiveIntegerField()
    version = models.ForeignKey(RuleSetVersion, on_delete=models.PROTECT, related_name="shoes")
    commitment = models.CharField(max_length=64, unique=True)
    sealed_seed = models.BinaryField()
    server_seed = models.CharField(max_length=64, null=True)  # noqa: DJ001 - null until revealed, never empty
    salt = models.CharField(max_length=32, null=True)  # noqa: DJ001 - null until the player's browser sent it
    salt_at = models.DateTimeField(null=True)
    cut = models.PositiveIntegerField(null=True)
    burn_entropy = models.CharField(max_length=80, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.ANNOUNCED)
    close_reason = models.CharField(max_length=12, choices=CloseReason, blank=True)
    rounds_dealt = models.PositiveIntegerField(default=0)
    cards_out = models.PositiveIntegerField(default=0)
    # Hi-Lo count of the cards seen since it was opened; null: opened before this column existed
    running_count = models.SmallIntegerField(null=True)
    # cards left after round `kept_nonce`: only later rounds are replayed (`casino.fairness.selectors.shoe_snapshot`)
    kept_nonce = models.PositiveIntegerField(default=0, db_default=0)
    kept_left = models.BinaryField(null=True)
    announced_at = models.DateTimeField()
    announced_in = models.BigIntegerField(editable=False, db_default=THIS_TRANSACTION)
    opened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["place", "number"], name="shoe_number_once_per_place"),
            models.CheckConstraint(
                name="seed_revealed_exactly_when_closed",
                condition=Q(
                    status__in=["closed", "retired"],
                    server_seed__isnull=False,
                    closed_at__isnull=False,
                )
                | Q(status="lost", server_seed__isnull=True, closed_at__isnull=False)
                | (
                    ~Q(status__in=["closed", "lost", "retired"])
                    & Q(server_seed__isnull=True, closed_at__isnull=True)
                ),
            ),
            models.CheckConstraint(
                name="dealing_shoe_is_open",
                condition=~Q(status="dealing") | Q(opened_at__isnull=False),
            ),
        )
        indexes = (
            models.Index(
                fields=["-closed_at"],
                name="shoe_over",
                condition=Q(status__in=["closed", "lost", "retired"]),
            ),
            models.Index(fields=["id"], name="shoe_dealing", condition=Q(status="dealing")),
            models.Index(
                fields=["place", "number"],
                name="shoe_ahead",
                condition=Q(status__in=["announced", "dealing", "stopped"]),
            ),
            models.Index(fields=["id"], name="shoe_stopped", condition=Q(status="stopped")),
            BrinIndex(fields=["announced_at"], name="shoe_time", autosummarize=True),
        )

    def __str__(self) -> str:
        return str(self.public_id)

    @property
    def is_revealed(self) -> bool:
        """True if it is closed or retired: its seed is public."""
        return self.status in REVEALED

    @property
    def outdated(self) -> bool:
        """True if the table has another version of its rules than this shoe."""
        return self.version_id != self.place.table.version_id

    @property
    def is_over(self) -> bool:
        """True if no round may begin with it: its rules are outdated, or its seed is too old.

        A seed may wait the profile's `shoe_max_age_seconds` for its first round, and deal for as long.
        """
        most = timedelta(seconds=profile_in_force().shoe_max_age_seconds)
        is_old = (self.opened_at or self.announced_at) < timezone.now() - most
        return self.outdated or is_old


REVEALED: Final = (Shoe.Status.CLOSED, Shoe.Status.RETIRED)
"""Statuses of shoes whose seed is public."""
