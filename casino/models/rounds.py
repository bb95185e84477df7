"""What each player had in a deal: rounds with their bets, decisions and hints."""

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
from casino.values.round_numbers import NUMBER_LENGTH, new_number
from tables.models import RuleSetVersion
from wallet.money.values import Money

INDEXED_USD = 1_000_000
"""From 100 USD on, staked or won, a round is found without looking at all others. What is large is a setting: `casino.play.selectors.large_rounds`."""


class DrawnNumber(Func):
    """A number drawn by the database (`sql/round_numbers.sql`), for rows that are written without the model."""

    function = "casino_round_number"
    arity = 0
    output_field = CharField()


class Round(models.Model):
    """What one player had in a deal. While it runs only bets and decisions are known; finished, its facts are stored here.

    Player and place are those of its participant, place, version, status and times those of its deal, here too for the indexes of
    lists and reports.
    """

    Status = Status

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    # What people call it by (`casino.values.round_numbers`).
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
    bettors = ArrayField(
        models.PositiveSmallIntegerField()
    )  # which bettor of each; the first decides
    limits_at_deal = models.JSONField()  # those of its deal (`casino.limits.values.at_deal`)
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
    result = models.JSONField(null=True)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    # when its player is taken for gone (`casino.absence.services.house_play`)
    asked_at = models.DateTimeField()  # by the player, last
    house_plays_at = models.DateTimeField(null=True)  # null: never
    house_tried_at = models.DateTimeField(null=True)  # in vain
    interrupted = models.BooleanField(default=False)  # the house has decided for its player
    # Staff stopped it (`casino.incidents.services.freezing`); nobody plays it meanwhile.
    frozen = models.BooleanField(default=False, db_default=False)
    # Whence its bet was sent: null for what a program placed. Unbound, so that no bet locks its row.
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
            models.Index(  # with what `casino.limits.selectors.spending` adds up
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
            # What staff look through (docs/hands.md): the first two cost a bet next to nothing, the others are small.
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
        """`units` of this round's currency."""
        return Money(units, self.currency)

    @property
    def bettor_by_box(self) -> dict[int, int]:
        """The number of this player's bettor on each box."""
        return dict(zip(self.boxes, self.bettors, strict=True))

    def asked(self, at: datetime) -> None:
        """Its player has asked for it; not saved here."""
        seconds = self.deal.shoe.version.rules.resume_seconds
        self.asked_at = at
        self.house_plays_at = None if seconds is None else at + timedelta(seconds=seconds)

    def count_in_session(self, since: datetime) -> None:
        """Add this finished round to its participant's sum of the session begun `since`, unless it belongs to an earlier one; not saved here."""
        if self.returned is None or self.started_at < since:
            return
        participant = self.participant
        if participant.session_since != since:
            participant.session_since, participant.session_nets = since, {}
        self._add_to_session(self.returned - self.staked)

    def correct_session(self, due: int, since: datetime) -> None:
        """Add what a void moved to the sum that this round was counted in; not saved here."""
        if self.participant.session_since == since and self.started_at >= since:
            self._add_to_session(due)

    def _add_to_session(self, units: int) -> None:
        nets = self.participant.session_nets
        nets[self.currency] = nets.get(self.currency, 0) + units


class Bet(models.Model):
    """A player's stakes on one box, own or behind, as accepted before the deal; `amount_usd` is worth the side bets too."""

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
    """One decision of a deal, in the order they were asked; `round` is of who was asked, `amount` the new money it took."""

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
    state_hash = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    # Null: whence the bet was sent, or the house's.
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
            models.UniqueConstraint(fields=["deal", "step"], name="one_decision_per_step"),
        )

    def __str__(self) -> str:
        return f"{self.step}: {self.action}"


class FollowerStake(models.Model):
    """New money of a bettor behind in a decision of the box's first bettor."""

    decision = models.ForeignKey(
        Decision, on_delete=models.PROTECT, related_name="follower_stakes", db_index=False
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
    """That the player asked the chart before a decision, and what it said; the decision itself is theirs."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="hints", db_index=False)
    step = models.PositiveSmallIntegerField()
    advice = models.CharField(max_length=10)  # a verb
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["round", "step"], name="one_hint_per_step"),)

    def __str__(self) -> str:
        return f"{self.step}: {self.advice}"
