"""A rule set is a family of immutable versions; a table plays one of them within its limits."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from blackjack.rules import Rules


class RuleSet(models.Model):
    """A family of versions: what players know by one name."""

    name = models.CharField(max_length=60, unique=True)

    def __str__(self) -> str:
        return self.name


class RuleSetVersion(models.Model):
    """One `blackjack.Rules` value, never changed: rounds are pinned to it."""

    rule_set = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    rules_json = models.JSONField()
    rules_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["rule_set", "number"], name="rule_set_version_number_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.rule_set} {self.number}"

    @property
    def rules(self) -> Rules:
        """The value the engine plays by."""
        return Rules.from_dict(self.rules_json)


class Table(models.Model):
    """What a player sits down at. Amounts are units of 10^-4 US dollars."""

    class Status(models.TextChoices):
        """Closed takes no new bet; a running round finishes."""

        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=60)
    version = models.ForeignKey(RuleSetVersion, on_delete=models.PROTECT, related_name="tables")
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    min_bet_usd = models.BigIntegerField(help_text=_("least stake on one hand"))
    max_bet_usd = models.BigIntegerField(help_text=_("greatest first stake on one hand"))
    max_round_usd = models.BigIntegerField(
        help_text=_("most staked in one round, splits and doubles included")
    )
    step = models.BigIntegerField(help_text=_("every stake is a multiple of it"))
    chips = ArrayField(models.BigIntegerField(), size=5)
    hands_per_minute = models.PositiveIntegerField()
    hands_per_day = models.PositiveIntegerField()
    rounds_before_shoe_change = models.PositiveIntegerField(default=20)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.CheckConstraint(
                name="table_limits_in_order",
                condition=Q(min_bet_usd__gt=0, step__gt=0)
                & Q(min_bet_usd__lte=F("max_bet_usd"))
                & Q(max_bet_usd__lte=F("max_round_usd")),
            ),
        )

    def __str__(self) -> str:
        return self.name
