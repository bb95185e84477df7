"""Tables: rules, limits, and proposed changes."""

from django.contrib.postgres.fields import ArrayField
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from accounts.values.currencies import PLAY_MONEY, REAL_CURRENCIES
from approvals.models import PersonDecision, Proposal
from pages.names import choose_name
from tables.models.rule_sets import RuleSet, RuleSetVersion


def all_real_currencies() -> list[str]:
    return list(REAL_CURRENCIES)


class Table(models.Model):
    """A table. Amounts are units of 10^-4 USD, or of play money.

    A null limit is no limit. `*_player` limits the sum of first bets on all boxes of one player; `max_round_usd` includes splits and
    doubles. Boxes in `stopped_boxes` take no bets.
    """

    class Status(models.TextChoices):
        """Status of a table. Only an open one takes bets; running rounds always finish. A refused proposal stays refused."""

        PROPOSED = "proposed", _("proposed")
        REFUSED = "refused", _("refused")
        CLOSED = "closed", pgettext_lazy("a table", "closed")
        OPENING = "opening", _("opens when its mathematics are ready")
        OPEN = "open", _("open")

    class Kind(models.TextChoices):
        """At a private table a player plays alone; at a live table several share dealer, shoe and clock."""

        PRIVATE = "private", _("private")
        LIVE = "live", _("live")

    class BetFormula(models.TextChoices):
        """Formula of a limit that depends on the player's balance."""

        NONE = "", _("none")
        FRIENDLY = "friendly", _("balance + 200, at least 100")

    slug = models.SlugField()
    name = models.CharField(max_length=60)
    name_es = models.CharField(
        _("name in Spanish"), max_length=60, default="", db_default="", blank=True
    )
    kind = models.CharField(
        _("kind"), max_length=7, choices=Kind, default=Kind.PRIVATE, db_default=Kind.PRIVATE
    )
    version = models.ForeignKey(RuleSetVersion, on_delete=models.PROTECT, related_name="tables")
    status = models.CharField(max_length=8, choices=Status, default=Status.CLOSED)
    min_bet_usd = models.BigIntegerField(_("minimum bet on a box"))
    max_bet_usd = models.BigIntegerField(_("maximum first bet on a box"))
    min_player = models.BigIntegerField(_("minimum first bets of a player"), null=True, blank=True)
    max_player = models.BigIntegerField(_("maximum first bets of a player"), null=True, blank=True)
    max_round_usd = models.BigIntegerField(
        _("maximum staked by a player in one round, splits and doubles included")
    )
    max_insurance = models.BigIntegerField(_("maximum insurance"), null=True, blank=True)
    min_side = models.BigIntegerField(_("minimum side bet"), null=True, blank=True)
    max_side = models.BigIntegerField(_("maximum side bet"), null=True, blank=True)
    step = models.BigIntegerField(_("every stake is a multiple of"))
    chips = ArrayField(models.BigIntegerField(), size=5, verbose_name=_("chips"))
    currencies = ArrayField(
        models.CharField(max_length=3),
        default=all_real_currencies,
        verbose_name=_("currencies"),
    )
    hands_per_minute = models.PositiveIntegerField(_("hands a minute"))
    hands_per_day = models.PositiveIntegerField(_("hands a day"))
    min_seconds_between_rounds = models.PositiveIntegerField(
        _("minimum seconds between two rounds"), default=0
    )
    rounds_before_shoe_change = models.PositiveIntegerField(
        _("rounds before a player may change the shoe"), default=20
    )
    max_bet_ratio = models.PositiveIntegerField(
        _("largest ratio of bets within a shoe"), null=True, blank=True
    )
    opens = models.TimeField(_("opens at"), null=True, blank=True)
    closes = models.TimeField(_("closes at"), null=True, blank=True)
    stopped_boxes = ArrayField(models.PositiveSmallIntegerField(), default=list, blank=True)
    # played by laboratories through the API only, with play money and without limits of pace
    is_laboratory = models.BooleanField(
        _("laboratory table"), default=False, db_default=False, editable=False
    )
    hints = models.BooleanField(_("hints during play"), default=False)
    bet_formula = models.CharField(
        _("limit based on the balance"),
        max_length=8,
        choices=BetFormula,
        default=BetFormula.NONE,
        blank=True,
    )

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(
                name="table_address_once", fields=["slug"], condition=~Q(status="refused")
            ),
            models.CheckConstraint(
                name="table_limits_in_order",
                condition=Q(min_bet_usd__gt=0, step__gt=0)
                & Q(min_bet_usd__lte=F("max_bet_usd"))
                & Q(max_bet_usd__lte=F("max_round_usd"))
                & (Q(min_player__isnull=True) | Q(min_player__gt=0))
                & (Q(max_player__isnull=True) | Q(max_player__gte=F("min_bet_usd")))
                & (Q(max_insurance__isnull=True) | Q(max_insurance__gt=0))
                & (Q(min_side__isnull=True) | Q(min_side__gt=0))
                & (Q(max_side__isnull=True) | Q(max_side__gt=0)),
            ),
            models.CheckConstraint(
                name="table_laboratory",
                condition=Q(is_laboratory=False) | Q(kind="private", currencies=[PLAY_MONEY]),
            ),
            models.CheckConstraint(
                name="table_hours_both_or_none",
                condition=Q(opens__isnull=True, closes__isnull=True)
                | Q(opens__isnull=False, closes__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def display_name(self) -> str:
        """The name for readers of the active language."""
        return choose_name(self.name, self.name_es)

    @property
    def is_approved(self) -> bool:
        return self.status not in {self.Status.PROPOSED, self.Status.REFUSED}

    @property
    def rule_set(self) -> RuleSet:
        """The rule set of the version in force."""
        return self.version.rule_set

    @property
    def is_live(self) -> bool:
        """True if several players share it."""
        return self.kind == self.Kind.LIVE

    @property
    def box_numbers(self) -> range:
        """Boxes that can be bet on: one player's at a private table, all of a live one."""
        rules = self.version.rules
        return range(1, (rules.seats if self.is_live else rules.boxes_per_player) + 1)

    @property
    def is_play_money(self) -> bool:
        return self.rule_set.is_play_money


class TableChange(Proposal):
    """Proposed new values of a table's fields. Never changed."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="changes")
    values = models.JSONField(encoder=DjangoJSONEncoder)
    accepted = models.BooleanField(
        _("an unusual limit is intended"), default=False, db_default=False
    )

    class Meta:
        constraints = (models.CheckConstraint(name="table_change_reason", condition=~Q(reason="")),)

    def __str__(self) -> str:
        return f"{self.table_id}: {', '.join(self.values)}"


class TableChangeDecision(PersonDecision):
    """Another person's decision on a change, applied when approved. `before` holds the replaced values."""

    proposal = models.OneToOneField(
        TableChange, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )
    before = models.JSONField(default=dict, encoder=DjangoJSONEncoder)

    class Meta:
        constraints = (
            models.CheckConstraint(name="table_change_decision_reason", condition=~Q(reason="")),
        )
