"""State of a live table: clock, seats, waiting list."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from casino.models.deals import Deal
from casino.models.places import Participant, Place


class Clock(models.Model):
    """Phase and deadline of a live table. Changed only under the lock of its place.

    `version` rises with every visible change of the table. `switching` is the number of the newest use of a
    switch that is shown. `deal` is the deal in progress.
    """

    class Phase(models.TextChoices):
        """Phases in the order of a deal; `answers` are given before the peek."""

        WAITING = "waiting", _("waiting for a bet")
        BETTING = "betting", _("place your bets")
        SEALING = "sealing", _("no more bets")
        ANSWERS = "answers", _("insurance and early surrender")
        TURNS = "turns", _("the players' turns")
        INTERMISSION = "intermission", _("next deal soon")

    place = models.OneToOneField(Place, on_delete=models.PROTECT, related_name="clock")
    phase = models.CharField(max_length=12, choices=Phase, default=Phase.WAITING)
    since = models.DateTimeField()
    deadline = models.DateTimeField(null=True)
    version = models.BigIntegerField(default=0)
    switching = models.BigIntegerField(default=0)
    deal = models.OneToOneField(Deal, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="clock_runs_except_while_waiting",
                condition=Q(phase="waiting", deadline__isnull=True)
                | (~Q(phase="waiting") & Q(deadline__isnull=False)),
            ),
            models.CheckConstraint(
                name="clock_has_a_deal_while_it_is_played",
                condition=Q(phase__in=["answers", "turns"], deal__isnull=False)
                | (~Q(phase__in=["answers", "turns"]) & Q(deal__isnull=True)),
            ),
        )

    def __str__(self) -> str:
        return f"{self.place_id}: {self.phase} {self.version}"


class Seat(models.Model):
    """A box that a player has taken. The row is deleted when the seat becomes free."""

    place = models.ForeignKey(Place, on_delete=models.PROTECT, related_name="seats", db_index=False)
    participant = models.ForeignKey(Participant, on_delete=models.PROTECT, related_name="seats")
    box = models.PositiveSmallIntegerField()
    taken_at = models.DateTimeField()
    # Consecutive deals without a bet of its player.
    idle_deals = models.PositiveSmallIntegerField(default=0)
    sits_out = models.BooleanField(default=False)  # the player's choice: betting does not wait
    leaves = models.BooleanField(default=False)  # when the deal is over
    is_ready = models.BooleanField(default=False)  # set in the pause, to end it early
    is_away = models.BooleanField(default=False)  # as announced: dealers compare it with `seen_at`

    class Meta:
        constraints = (models.UniqueConstraint(fields=["place", "box"], name="one_seat_per_box"),)

    def __str__(self) -> str:
        return f"{self.place_id}: {self.box}"


class TableWatch(models.Model):
    """A span in which a player looked at a live table, seated or not; PostgreSQL writes it once the span has ended."""

    participant = models.ForeignKey(
        Participant, on_delete=models.PROTECT, related_name="watches", db_index=False
    )
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(name="watch_in_order", condition=Q(ended_at__gte=F("begun_at"))),
        )
        indexes = (models.Index(fields=["participant", "ended_at"], name="watch_of_participant"),)

    def __str__(self) -> str:
        return f"{self.participant_id}: {self.begun_at} to {self.ended_at}"


class WaitingPlayer(models.Model):
    """A player on a full table's waiting list, with the free box that is held for the first in line."""

    player = models.OneToOneField(User, on_delete=models.PROTECT, related_name="waits_for")
    place = models.ForeignKey(Place, on_delete=models.PROTECT, related_name="waiting")
    since = models.DateTimeField()
    box = models.PositiveSmallIntegerField(null=True)
    held_until = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["place", "box"], condition=Q(box__isnull=False), name="box_held_for_one"
            ),
            models.CheckConstraint(
                name="box_held_until_a_time",
                condition=Q(box__isnull=True, held_until__isnull=True)
                | Q(box__isnull=False, held_until__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id} @ {self.place_id}"
