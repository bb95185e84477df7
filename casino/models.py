"""What play leaves behind. Amounts are units of 10^-4 of the round's currency (`wallet.money`).

Nothing hidden is stored: of a live round there are its bets and decisions, and the cards are computed again from the shoe's
sealed seed whenever they are needed (`casino.dealing`). What may change once, and what never, is kept by the triggers of
`sql/guards.sql`.
"""

import uuid
from datetime import datetime, timedelta

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casino.statements import THIS_TRANSACTION
from tables.models import RuleSetVersion, Table
from wallet.money import BASE_CURRENCY, Money


class Sitting(models.Model):
    """A player at a private table. Its row is the lock under which everything at that place happens."""

    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="sittings")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="sittings")
    client_seed = models.CharField(max_length=31)
    last_bets = models.JSONField(default=dict)  # by seat, as `casino.boxes` remembers them
    currency = models.CharField(max_length=3, default=BASE_CURRENCY)  # of the last bets
    seated_at = models.DateTimeField(auto_now_add=True)
    # what the rounds begun here in one session have come to, in units by currency
    session_nets = models.JSONField(default=dict, db_default={})
    session_since = models.DateTimeField(null=True)  # when that session began

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["player", "table"], name="one_sitting_per_player_and_table"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} @ {self.table}"

    def count(self, ended: "Round", since: datetime) -> None:
        """A round of this place is over: it counts for the session begun `since`, unless it is of an earlier one; not saved here."""
        if ended.returned is None or ended.started_at < since:
            return
        if self.session_since != since:
            self.session_since, self.session_nets = since, {}
        come_to = ended.returned - ended.staked
        self.session_nets[ended.currency] = self.session_nets.get(ended.currency, 0) + come_to


class Shoe(models.Model):
    """One server seed's life: announced, dealing, closed (docs/fairness.md)."""

    class Status(models.TextChoices):
        """Forward only; `stopped`: the seed did not open, or not to the commitment. `lost`: given up so, never revealed."""

        ANNOUNCED = "announced", _("announced")
        DEALING = "dealing", _("dealing")
        CLOSED = "closed", _("closed")
        STOPPED = "stopped", _("stopped")
        LOST = "lost", _("given up")

    class CloseReason(models.TextChoices):
        """Why a shoe was closed."""

        CUT_CARD = "cut_card", _("the cut card was reached")
        EVERY_ROUND = "every_round", _("every round has its own shoe")
        PLAYER = "player", _("the player changed the shoe")
        TABLE_CLOSED = "table_closed", _("the table closed")
        NEW_RULES = "new_rules", _("new rules were waiting")
        IDLE = "idle", _("nobody had played it for a while")
        MALFUNCTION = "malfunction", _("a round was cancelled for a malfunction")
        STOPPED = "stopped", _("it was stopped: its seed did not open as published")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    sitting = models.ForeignKey(Sitting, on_delete=models.PROTECT, related_name="shoes")
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
    # what was left after some round, so that only later ones are played again (`casino.filling`)
    kept_nonce = models.PositiveIntegerField(default=0, db_default=0)
    kept_left = models.BinaryField(null=True)
    announced_at = models.DateTimeField()
    announced_in = models.BigIntegerField(editable=False, db_default=THIS_TRANSACTION)
    opened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["sitting", "number"], name="shoe_number_once_per_sitting"
            ),
            models.CheckConstraint(
                name="seed_revealed_exactly_when_closed",
                condition=Q(status="closed", server_seed__isnull=False, closed_at__isnull=False)
                | Q(status="lost", server_seed__isnull=True, closed_at__isnull=False)
                | (
                    ~Q(status__in=["closed", "lost"])
                    & Q(server_seed__isnull=True, closed_at__isnull=True)
                ),
            ),
            models.CheckConstraint(
                name="dealing_shoe_has_salt",
                condition=~Q(status="dealing") | Q(salt__isnull=False, opened_at__isnull=False),
            ),
        )
        indexes = (
            models.Index(
                fields=["-closed_at"],
                name="shoe_closed",
                condition=Q(status__in=["closed", "lost"]),
            ),
            models.Index(fields=["id"], name="shoe_dealing", condition=Q(status="dealing")),
            models.Index(
                fields=["sitting", "number"],
                name="shoe_ahead",
                condition=Q(status__in=["announced", "dealing", "stopped"]),
            ),
            models.Index(fields=["id"], name="shoe_stopped", condition=Q(status="stopped")),
        )

    def __str__(self) -> str:
        return str(self.public_id)

    @property
    def outdated(self) -> bool:
        """Whether a new version of the table's rules waits for this shoe to end."""
        return self.version_id != self.sitting.table.version_id


class Round(models.Model):
    """One round of one player. While it runs only bets and decisions are known; finished, its facts are stored here."""

    class Status(models.TextChoices):
        """A round ends once."""

        IN_PROGRESS = "in_progress", _("in progress")
        COMPLETED = "completed", _("completed")
        CANCELLED = "cancelled", _("cancelled")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    sitting = models.ForeignKey(
        Sitting, on_delete=models.PROTECT, related_name="rounds", db_index=False
    )
    player = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="rounds", db_index=False
    )
    shoe = models.ForeignKey(Shoe, on_delete=models.PROTECT, related_name="rounds", db_index=False)
    version = models.ForeignKey(RuleSetVersion, on_delete=models.PROTECT, related_name="rounds")
    status = models.CharField(max_length=12, choices=Status, default=Status.IN_PROGRESS)
    # provably fair, by the source's own names
    server_seed_hash = models.CharField(max_length=64)
    server_seed = models.CharField(max_length=64, null=True)  # noqa: DJ001 - null until the shoe is closed
    client_seed = models.CharField(max_length=31)
    seat_seed = models.CharField(max_length=64)
    seats = ArrayField(models.PositiveSmallIntegerField())  # the boxes with a bet, ascending
    nonce = models.PositiveIntegerField()
    # what it was played by
    library_version = models.CharField(max_length=20)
    rules_hash = models.CharField(max_length=64)
    state_hash = models.CharField(max_length=64)
    limits_at_deal = models.JSONField()  # those of its deal (`casino.pinned`)
    # money
    currency = models.CharField(max_length=3)
    tasa_cambio = models.DecimalField(max_digits=24, decimal_places=12)
    amount = models.BigIntegerField()
    amount_usd = models.BigIntegerField()
    doubled_amount_usd = models.BigIntegerField(default=0)
    staked = models.BigIntegerField()
    staked_usd = models.BigIntegerField()
    returned = models.BigIntegerField(null=True)
    returned_usd = models.BigIntegerField(null=True)
    balance_before = models.BigIntegerField()
    balance_after = models.BigIntegerField(null=True)
    # facts, once finished
    cards_drawn = models.PositiveIntegerField(null=True)
    cards = ArrayField(models.CharField(max_length=2), null=True)
    result = models.JSONField(null=True)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    # when its player is taken for gone (`casino.services.absence`)
    asked_at = models.DateTimeField()  # by the player, last
    house_plays_at = models.DateTimeField(null=True)  # null: never
    house_tried_at = models.DateTimeField(null=True)  # in vain
    interrupted = models.BooleanField(default=False)  # the house has decided for its player

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["shoe", "nonce"], name="nonce_once_per_shoe"),
            models.UniqueConstraint(
                fields=["sitting"],
                condition=Q(status="in_progress"),
                name="one_running_round_per_sitting",
            ),
            models.CheckConstraint(
                name="facts_exactly_when_finished",
                condition=Q(
                    status="in_progress",
                    cards_drawn__isnull=True,
                    cards__isnull=True,
                    result__isnull=True,
                    returned__isnull=True,
                )
                | (
                    ~Q(status="in_progress")
                    & Q(
                        cards_drawn__isnull=False,
                        cards__isnull=False,
                        result__isnull=False,
                        returned__isnull=False,
                    )
                ),
            ),
        )
        indexes = (
            models.Index(fields=["player", "-started_at"], name="round_player_started"),
            models.Index(fields=["sitting", "-started_at"], name="round_sitting_started"),
            models.Index(fields=["sitting", "-id"], name="round_sitting_newest"),
            models.Index(
                fields=["started_at"], name="round_open", condition=Q(status="in_progress")
            ),
            models.Index(
                fields=["house_plays_at"], name="round_waits", condition=Q(status="in_progress")
            ),
        )

    def __str__(self) -> str:
        return str(self.public_id)

    def money(self, units: int) -> Money:
        """`units` of this round's currency."""
        return Money(units, self.currency)

    def asked(self, at: datetime) -> None:
        """Its player has asked for it; not saved here."""
        seconds = self.shoe.version.rules.resume_seconds
        self.asked_at = at
        self.house_plays_at = None if seconds is None else at + timedelta(seconds=seconds)


class Bet(models.Model):
    """The stakes on one seat, as accepted before the deal; `amount_usd` is worth the side bets too."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="bets")
    seat = models.PositiveSmallIntegerField()
    stake = models.BigIntegerField()
    amount_usd = models.BigIntegerField()
    side_bets = models.JSONField(default=dict)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["round", "seat"], name="one_bet_per_seat"),)

    def __str__(self) -> str:
        return f"{self.seat}: {self.stake}"


class Decision(models.Model):
    """One decision, in the order they were asked; `amount` is the new money it took."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="decisions")
    step = models.PositiveSmallIntegerField()
    action = models.CharField(max_length=24)
    amount = models.BigIntegerField()
    amount_usd = models.BigIntegerField()
    by_house = models.BooleanField(default=False)
    state_hash = models.CharField(max_length=64)
    made_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["round", "step"], name="one_decision_per_step"),
        )

    def __str__(self) -> str:
        return f"{self.step}: {self.action}"


class Hint(models.Model):
    """That the player asked the chart before a decision, and what it said; the decision itself is theirs."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="hints", db_index=False)
    step = models.PositiveSmallIntegerField()
    advice = models.CharField(max_length=10)  # a verb
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["round", "step"], name="one_hint_per_step"),)

    def __str__(self) -> str:
        return f"{self.step}: {self.advice}"


class Notice(models.Model):
    """A round ended without its player: shown until they have seen it, and mailed. Written with the end itself."""

    class Kind(models.TextChoices):
        """How it ended."""

        PLAYED = "played", _("played to its end by the house")
        CANCELLED = "cancelled", _("cancelled for a malfunction")

    round = models.OneToOneField(Round, on_delete=models.PROTECT, related_name="notice")
    player = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="notices", db_index=False
    )
    kind = models.CharField(max_length=9, choices=Kind)
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True)
    mailed_at = models.DateTimeField(null=True)
    tried_at = models.DateTimeField(null=True)  # in vain

    class Meta:
        indexes = (
            models.Index(
                fields=["player"], name="notice_unseen", condition=Q(seen_at__isnull=True)
            ),
            models.Index(
                fields=["created_at"], name="notice_unmailed", condition=Q(mailed_at__isnull=True)
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind}: {self.round_id}"


class LogLine(models.Model):
    """The public append-only log of shoes. `n`, `previous` and `hash` are filled in by the chaining task, once."""

    class Kind(models.TextChoices):
        """What is told about a shoe."""

        ANNOUNCED = "announced", _("announced")
        OPENED = "opened", _("opened")
        CLOSED = "closed", _("closed")
        LOST = "lost", _("given up: its seed cannot be revealed")

    n = models.BigIntegerField(null=True, unique=True)
    at = models.DateTimeField()
    kind = models.CharField(max_length=10, choices=Kind)
    shoe = models.UUIDField()
    commitment = models.CharField(max_length=64)
    rules_hash = models.CharField(max_length=64, null=True)  # noqa: DJ001 - only an opening fixes the rules
    previous = models.CharField(max_length=64, null=True)  # noqa: DJ001 - null until chained
    hash = models.CharField(max_length=64, null=True)  # noqa: DJ001 - null until chained

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["shoe", "kind"], name="log_line_once_per_shoe_and_kind"
            ),
        )
        indexes = (
            models.Index(fields=["id"], name="log_line_unchained", condition=Q(n__isnull=True)),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.shoe}"
