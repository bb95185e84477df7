"""Rounds of players with their bets, decisions and hints."""

import uuid
from datetime import datetime, timedelta

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import CharField, F, Func, Q

from accounts.models.users import User
from casino.models.deals import Deal, Status
from casino.models.origins import Origin
from casino.models.places import Participant, Place
from casino.values.prizes import session_tax_key
from casino.values.round_numbers import NUMBER_LENGTH, new_number
from profiles.models import ProfileVersion
from tables.models import RuleSetVersion
from wallet.money.values import Money

INDEXED_USD = 1_000_000
"""Stakes and wins from 100 USD on are indexed. The limits for large rounds are settings: `casino.play.selectors.large_rounds`."""

DECIDED_AFTER = timedelta(days=31)
"""A decision is dated at most this long before its round's start, by a clock that was set back: limits the partitions read."""


class DrawnNumber(Func):
    """Round number drawn by the database (`sql/round_numbers.sql`), for rows written without the model."""

    function = "casino_round_number"
    arity = 0
    output_field = CharField()


class Round(models.Model):
    """One player's round in a deal. While it runs only its bets and decisions are known; its result is stored at the end.

    `player`, `place`, `version` and `status` repeat columns of the participant, shoe and deal, for the indexes
    of lists and reports.
    """

    Status = Status

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    # Shown to people (`casino.values.round_numbers`).
    number = models.CharField(
        max_length=NUMBER_LENGTH, default=new_number, db_default=DrawnNumber(), editable=False
    )
    place = models.ForeignKey(
        Place, on_delete=models.PROTECT, related_name="rounds", db_index=False
    )
    player = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="rounds", db_index=False
    )
    participant = models.ForeignKey(
        Participant, on_delete=models.PROTECT, related_name="rounds", db_index=False
    )
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="rounds", db_index=False)
    version = models.ForeignKey(
        RuleSetVersion, on_delete=models.PROTECT, related_name="rounds", db_index=False
    )
    status = models.CharField(max_length=12, choices=Status, default=Status.IN_PROGRESS)
    client_seed = models.CharField(max_length=31)
    seat_seed = models.CharField(max_length=64)
    boxes = ArrayField(models.PositiveSmallIntegerField())  # with a bet of this player, ascending
    # This player's bettor number on each; the first decides.
    bettors = ArrayField(models.PositiveSmallIntegerField())
    limits_at_deal = models.JSONField()  # `casino.limits.values.at_deal`
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
    # Tax withheld from the winnings at the end; negative: given back to a session that lost again (`casino.values.prizes`).
    tax = models.BigIntegerField(default=0, db_default=0)
    balance_before = models.BigIntegerField()
    balance_after = models.BigIntegerField(null=True)
    # set at the end
    result = models.JSONField(null=True)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    # absence of its player (`casino.absence.services.house_play`)
    asked_at = models.DateTimeField()  # last request of the player
    house_plays_at = models.DateTimeField(null=True)  # null: never
    house_tried_at = models.DateTimeField(null=True)  # last failed attempt
    interrupted = models.BooleanField(default=False)  # the house made a decision for its player
    # Frozen by staff (`casino.incidents.services.freezing`): nobody can play it.
    frozen = models.BooleanField(default=False, db_default=False)
    # Origin of its bet; null if a program placed it. No foreign key in the database: a bet must not lock that row.
    origin = models.ForeignKey(
        Origin,
        on_delete=models.DO_NOTHING,
        null=True,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    # Versions of the profile that judged its bet: of the licence and, if it has one, of the country of residence.
    # No foreign key in the database: a bet must not lock those rows, which are never deleted.
    profile = models.ForeignKey(
        ProfileVersion,
        on_delete=models.DO_NOTHING,
        null=True,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    country_profile = models.ForeignKey(
        ProfileVersion,
        on_delete=models.DO_NOTHING,
        null=True,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["number"], name="round_number_once"),
            models.UniqueConstraint(
                fields=["deal", "player"], name="one_round_per_deal_and_player"
            ),
            models.CheckConstraint(
                name="facts_exactly_when_finished",
                condition=Q(status="in_progress", result__isnull=True, returned__isnull=True)
                | (~Q(status="in_progress") & Q(result__isnull=False, returned__isnull=False)),
            ),
        )
        indexes = (
            models.Index(  # covers the sums of `casino.limits.selectors.spending`
                fields=["player", "-started_at"],
                include=["staked_usd", "returned_usd", "status", "currency"],
                name="round_player_started",
            ),
            models.Index(fields=["participant", "-started_at"], name="round_participant_started"),
            models.Index(fields=["participant", "-id"], name="round_participant_newest"),
            models.Index(
                fields=["started_at"], name="round_open", condition=Q(status="in_progress")
            ),
            models.Index(
                fields=["house_plays_at"], name="round_waits", condition=Q(status="in_progress")
            ),
            # For searches by staff (docs/hands.md). The first two cost a bet almost nothing, the others are small.
            BrinIndex(
                fields=["started_at"], name="round_time", pages_per_range=32, autosummarize=True
            ),
            models.Index(fields=["version", "-started_at"], name="round_version_started"),
            models.Index(
                fields=["started_at"], name="round_interrupted", condition=Q(interrupted=True)
            ),
            models.Index(
                fields=["started_at"], name="round_cancelled", condition=Q(status="cancelled")
            ),
            models.Index(
                fields=["started_at"],
                name="round_large_stake",
                condition=Q(staked_usd__gte=INDEXED_USD),
            ),
            models.Index(
                fields=["started_at"],
                name="round_large_win",
                condition=Q(returned_usd__gte=F("staked_usd") + INDEXED_USD),
            ),
        )

    def __str__(self) -> str:
        return self.number

    def money(self, units: int) -> Money:
        """Return `units` as money in this round's currency."""
        return Money(units, self.currency)

    @property
    def bettor_by_box(self) -> dict[int, int]:
        """Number of this player's bettor on each of the player's boxes."""
        return dict(zip(self.boxes, self.bettors, strict=True))

    def record_request(self, at: datetime) -> None:
        """Record a request by the player and restart the wait until the house plays. Does not save."""
        seconds = self.deal.shoe.version.rules.resume_seconds
        self.asked_at = at
        self.house_plays_at = None if seconds is None else at + timedelta(seconds=seconds)

    def count_in_session(self, since: datetime) -> None:
        """Add a finished round to the participant's result of the session begun at `since`. Does not save.

        A round that started before the session is ignored.
        """
        if self.returned is None or self.started_at < since:
            return
        participant = self.participant
        if participant.session_since != since:
            participant.session_since, participant.session_nets = since, {}
        self._add_to_session(self.returned - self.staked, self.tax)

    def correct_session(self, due: int, tax: int, since: datetime) -> None:
        """Add what a void moved, and the tax it took, to the session result that counted this round, if any. Does not save."""
        if self.participant.session_since == since and self.started_at >= since:
            self._add_to_session(due, tax)

    def _add_to_session(self, units: int, tax: int) -> None:
        nets = self.participant.session_nets
        nets[self.currency] = nets.get(self.currency, 0) + units
        if tax:
            key = session_tax_key(self.currency)
            nets[key] = nets.get(key, 0) + tax


class Bet(models.Model):
    """A player's stakes on one box, own or behind, as accepted before the deal. `amount_usd` includes the side bets."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="bets")
    box = models.PositiveSmallIntegerField()
    choices = models.JSONField(null=True)  # of a bet behind: `blackjack.choices.Choices`
    stake = models.BigIntegerField()
    amount_usd = models.BigIntegerField()
    side_bets = models.JSONField(default=dict)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["round", "box"], name="one_bet_per_box"),)

    def __str__(self) -> str:
        return f"{self.box}: {self.stake}"


class Decision(models.Model):
    """One decision of a deal, numbered by `step`. `round` is the deciding player's, `amount` the new money it took.

    Partitioned by month of `made_at` (casino/sql/decision_months.sql): a query that names a time from the round's start on
    reads one or two partitions. A trigger refuses a second decision of a step.
    """

    deal = models.ForeignKey(
        Deal, on_delete=models.PROTECT, related_name="decisions", db_index=False
    )
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="decisions")
    step = models.PositiveSmallIntegerField()
    action = models.CharField(max_length=24)
    amount = models.BigIntegerField()
    amount_usd = models.BigIntegerField()
    by_house = models.BooleanField(default=False)
    early = models.BooleanField(default=False, db_default=False)  # chosen before the turn
    # For the signals; null: unknown, or from before these columns existed (`casino.values.situations`).
    asked_at = models.DateTimeField(null=True)  # its player was shown the state, or the turn began
    spot = models.SmallIntegerField(null=True)
    legal = models.SmallIntegerField(null=True)
    running_count = models.SmallIntegerField(null=True)  # Hi-Lo, of the cards seen in the shoe
    cards_left = models.SmallIntegerField(null=True)
    state_hash = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    # Null: same origin as the bet, or made by the house.
    origin = models.ForeignKey(
        Origin,
        on_delete=models.DO_NOTHING,
        null=True,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["deal", "step", "made_at"], name="one_decision_per_step"
            ),
        )

    def __str__(self) -> str:
        return f"{self.step}: {self.action}"


class FollowerStake(models.Model):
    """New money of a bettor behind in a decision of the box's first bettor."""

    decision = models.ForeignKey(
        Decision,
        on_delete=models.PROTECT,
        related_name="follower_stakes",
        db_index=False,
        db_constraint=False,  # checked by a trigger: no foreign key references partitions by id alone
    )
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="follower_stakes")
    amount = models.BigIntegerField()
    amount_usd = models.BigIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["decision", "round"], name="one_follower_stake_per_decision"
            ),
        )

    def __str__(self) -> str:
        return f"{self.decision_id}: {self.amount}"


class Hint(models.Model):
    """A hint the player requested before a decision, and the chart's advice."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="hints", db_index=False)
    step = models.PositiveSmallIntegerField()
    advice = models.CharField(max_length=10)  # a verb
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["round", "step"], name="one_hint_per_step"),)

    def __str__(self) -> str:
        return f"{self.step}: {self.advice}"
