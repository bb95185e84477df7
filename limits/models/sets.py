"""Limits on bets and pace, for the house or for one player, in addition to a table's. Append-only."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from approvals.models import PersonDecision, Proposal
from limits.values import EffectiveLimit, LimitScope

AMOUNTS = (
    "min_bet",
    "max_bet",
    "min_player",
    "max_player",
    "max_round",
    "max_insurance",
    "min_side",
    "max_side",
)
PACE = ("hands_per_minute", "hands_per_day", "min_seconds_between_rounds")
NAMES = (*AMOUNTS, *PACE)


class LimitSet(Proposal):
    """Proposed limits of one player or, without a player, of the house.

    The newest approved row counts, as a whole; null means no limit. Amounts are units of 10^-4 US dollars and don't
    apply to play money.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )
    min_bet = models.BigIntegerField(_("minimum bet on a box"), null=True, blank=True)
    max_bet = models.BigIntegerField(_("maximum first bet on a box"), null=True, blank=True)
    min_player = models.BigIntegerField(_("minimum first bets of a player"), null=True, blank=True)
    max_player = models.BigIntegerField(_("maximum first bets of a player"), null=True, blank=True)
    max_round = models.BigIntegerField(
        _("maximum staked by a player in one round, splits and doubles included"),
        null=True,
        blank=True,
    )
    max_insurance = models.BigIntegerField(_("maximum insurance"), null=True, blank=True)
    min_side = models.BigIntegerField(_("minimum side bet"), null=True, blank=True)
    max_side = models.BigIntegerField(_("maximum side bet"), null=True, blank=True)
    hands_per_minute = models.PositiveIntegerField(_("hands a minute"), null=True, blank=True)
    hands_per_day = models.PositiveIntegerField(_("hands a day"), null=True, blank=True)
    min_seconds_between_rounds = models.PositiveIntegerField(
        _("minimum seconds between two rounds"), null=True, blank=True
    )
    accepted = models.BooleanField(
        _("an unusual limit is intended"), default=False, db_default=False
    )

    class Meta:
        constraints = (
            models.CheckConstraint(name="limit_set_reason", condition=~Q(reason="")),
            models.CheckConstraint(
                name="limit_set_not_negative",
                condition=Q(
                    *(Q(**{f"{name}__isnull": True}) | Q(**{f"{name}__gte": 0}) for name in AMOUNTS)
                ),
            ),
        )
        indexes = (models.Index(fields=["player", "-id"], name="limit_set_latest"),)

    def __str__(self) -> str:
        return f"limits of player {self.player_id}" if self.player_id else "limits of the house"

    @property
    def values(self) -> dict[str, int]:
        """Non-null limits by name."""
        return {name: value for name in NAMES if (value := getattr(self, name)) is not None}

    @property
    def limits(self) -> list[EffectiveLimit]:
        """The same as `EffectiveLimit`s, with their scope."""
        scope = LimitScope.HOUSE if self.player_id is None else LimitScope.PLAYER
        return [EffectiveLimit(scope, name, value) for name, value in self.values.items()]

    @property
    def excluded_deciders(self) -> frozenset[int | None]:
        """Ids of its proposer and its player."""
        return super().excluded_deciders | {self.player_id}


class LimitDecision(PersonDecision):
    """Another person's decision on proposed limits."""

    proposal = models.OneToOneField(
        LimitSet, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )

    class Meta:
        constraints = (
            models.CheckConstraint(name="limit_decision_reason", condition=~Q(reason="")),
        )
