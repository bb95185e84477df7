"""Switches that stop play, and their log."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from tables.models.rule_sets import RuleSet
from tables.models.table import Table


class House(models.Model):
    """The house: a single row that records whether all play is stopped."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    stopped = models.BooleanField(default=False)

    class Meta:
        constraints = (models.CheckConstraint(name="one_house", condition=Q(id=1)),)

    def __str__(self) -> str:
        return "stopped" if self.stopped else "open"


class Switching(models.Model):
    """One use of a switch: what was stopped or resumed, by whom (null: the schedule) and why. Append-only.

    The switch itself is a column of the house, a table (status, boxes), a rule set or a player.
    """

    class What(models.TextChoices):
        HOUSE = "house", _("all play")
        RULES = "rules", _("a rule set")
        TABLE = "table", _("a table")
        BOX = "box", _("a box")
        PLAYER = "player", _("a player")

    what = models.CharField(max_length=6, choices=What)
    rule_set = models.ForeignKey(
        RuleSet, on_delete=models.PROTECT, null=True, related_name="switchings"
    )
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, related_name="switchings")
    box = models.PositiveSmallIntegerField(null=True)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="switchings"
    )
    stopped = models.BooleanField()
    reason = models.CharField(max_length=500)
    acting_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = (
            models.CheckConstraint(name="switching_reason", condition=~Q(reason="")),
            models.CheckConstraint(
                name="switching_subject",
                condition=Q(what="house", rule_set=None, table=None, box=None, player=None)
                | Q(what="rules", rule_set__isnull=False, table=None, box=None, player=None)
                | Q(what="table", rule_set=None, table__isnull=False, box=None, player=None)
                | Q(what="box", rule_set=None, table__isnull=False, box__gt=0, player=None)
                | Q(what="player", rule_set=None, table=None, box=None, player__isnull=False),
            ),
        )
        indexes = (models.Index(fields=["player", "-id"], name="switching_player"),)

    def __str__(self) -> str:
        return f"{self.what} {'stopped' if self.stopped else 'goes on'}"
