"""Input of live-table players before it counts: answers before the peek, early decisions, arrivals of requests."""

from django.db import models
from django.db.models import Q

from casino.models.deals import Deal
from casino.models.origins import Origin
from casino.models.rounds import Round


class Answer(models.Model):
    """A bettor's answer before the peek, hidden from the others until all have answered or the clock has run out.

    `amount` is held when the answer is given. A played answer becomes a decision; a dropped one gets its amount
    back.
    """

    class State(models.TextChoices):
        """Leaves `kept` once."""

        KEPT = "kept"
        PLAYED = "played"
        DROPPED = "dropped"

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="answers")
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="answers", db_index=False)
    box = models.PositiveSmallIntegerField()
    bettor = models.PositiveSmallIntegerField()
    action = models.CharField(max_length=24)
    amount = models.BigIntegerField()
    amount_usd = models.BigIntegerField()
    state = models.CharField(max_length=7, choices=State, default=State.KEPT)
    given_at = models.DateTimeField()
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
            models.UniqueConstraint(fields=["deal", "box", "bettor"], name="one_answer_per_bettor"),
        )
        indexes = (models.Index(fields=["round"], name="answer_kept", condition=Q(state="kept")),)

    def __str__(self) -> str:
        return f"{self.box}: {self.action}"


class EarlyDecision(models.Model):
    """A seat's choice for its next decision. Deleted when withdrawn or applied, and when the deal ends.

    `hand_state` is the digest of the hand and legal moves it was chosen for; it applies only while they are
    unchanged. One that no longer applies at its turn is `dropped`, and its player is asked.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="early_decisions")
    deal = models.ForeignKey(
        Deal, on_delete=models.PROTECT, related_name="early_decisions", db_index=False
    )
    box = models.PositiveSmallIntegerField()
    hand = models.PositiveSmallIntegerField()
    hand_state = models.CharField(max_length=64)
    action = models.CharField(max_length=24)
    chosen_at = models.DateTimeField()
    dropped = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["deal", "box"], name="one_early_decision_per_box"),
        )

    def __str__(self) -> str:
        return f"{self.box}: {self.action}"


class Arrival(models.Model):
    """Arrival of a request for a step, written before the request waits for the table's lock."""

    deal = models.ForeignKey(
        Deal, on_delete=models.PROTECT, related_name="arrivals", db_index=False
    )
    step = models.PositiveSmallIntegerField()
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=["deal", "step", "round"], name="arrivals_of_step"),)

    def __str__(self) -> str:
        return f"{self.deal_id}.{self.step}"
