import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from approvals.operations import decided_by_another, proposed_by_staff
from internals.create_models import CreateModels
from journal.operations.append_only import append_only
from journal.operations.change_history import record_changes
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Points and tiers, and what redeems them."""

    initial = True

    dependencies = [
        ("journal", "0001_initial"),
        ("wallet", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name="TierSet",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("reason", models.CharField(max_length=500)),
                        (
                            "proposed_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "proposed_by",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("window_days", models.PositiveSmallIntegerField()),
                        ("redeem_from", models.PositiveIntegerField(db_default=100, default=100)),
                        ("effective_at", models.DateTimeField()),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("window_days__gte", 1)), name="loyalty_window"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="loyalty_tiers_reason",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("redeem_from__gte", 1)),
                                name="loyalty_redeem_from",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Tier",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "tier_set",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="tiers",
                                to="loyalty.tierset",
                            ),
                        ),
                        ("name", models.CharField(max_length=30)),
                        (
                            "name_es",
                            models.CharField(
                                blank=True,
                                db_default="",
                                default="",
                                max_length=30,
                                verbose_name="name in Spanish",
                            ),
                        ),
                        ("threshold", models.BigIntegerField()),
                        ("multiplier", models.PositiveIntegerField()),
                        ("redemption", models.PositiveIntegerField()),
                        ("withdrawal", models.PositiveIntegerField(db_default=100, default=100)),
                    ],
                    options={
                        "ordering": ["threshold"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("tier_set", "threshold"), name="loyalty_tier_once"
                            ),
                            models.UniqueConstraint(
                                fields=("tier_set", "name"), name="loyalty_tier_named_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("threshold__gte", 0)),
                                name="loyalty_tier_threshold",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("multiplier__gte", 100), ("multiplier__lte", 1000)
                                ),
                                name="loyalty_tier_multiplier",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("name", ""), _negated=True),
                                name="loyalty_tier_name",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("withdrawal__gte", 100), ("withdrawal__lte", 1000)
                                ),
                                name="loyalty_tier_withdrawal",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="TierSetDecision",
                    fields=[
                        ("approved", models.BooleanField()),
                        (
                            "reason",
                            models.CharField(blank=True, db_default="", default="", max_length=500),
                        ),
                        (
                            "decided_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "decided_by",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "proposal",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="decision",
                                serialize=False,
                                to="loyalty.tierset",
                            ),
                        ),
                        (
                            "accepted",
                            models.BooleanField(
                                db_default=False,
                                default=False,
                                help_text="that players get back more than they stake",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("approved", True),
                                    models.Q(("reason", ""), _negated=True),
                                    _connector="OR",
                                ),
                                name="loyalty_tiers_refused_with_reason",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="PointsAccount",
                    fields=[
                        (
                            "player",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="+",
                                serialize=False,
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("balance", models.BigIntegerField(db_default=0, default=0)),
                        ("debt", models.BigIntegerField(db_default=0, default=0)),
                        ("seq", models.BigIntegerField(db_default=0, default=0)),
                        (
                            "tier",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="loyalty.tier",
                            ),
                        ),
                    ],
                    options={
                        "db_table": "loyalty_account",
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("balance__gte", 0), ("debt__gte", 0)),
                                name="loyalty_never_negative",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="PointsEntry",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("seq", models.BigIntegerField()),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("earned", "Earned"),
                                    ("reversed", "Taken back with a void round"),
                                    ("restored", "Given back: the void was undone"),
                                    ("debt", "Owed: they were spent already"),
                                    ("repaid", "Owed points repaid"),
                                    ("redeemed", "Redeemed"),
                                ],
                                max_length=8,
                            ),
                        ),
                        ("hundredths", models.BigIntegerField()),
                        ("round_id", models.UUIDField(null=True)),
                        ("case_id", models.UUIDField(null=True)),
                        ("earned_on", models.DateField()),
                        ("staked", models.BigIntegerField(null=True)),
                        ("multiplier", models.PositiveIntegerField(null=True)),
                        ("balance_after", models.BigIntegerField()),
                        ("debt_after", models.BigIntegerField()),
                        ("at", models.DateTimeField()),
                    ],
                    options={
                        "db_table": "loyalty_entry",
                        "indexes": [
                            models.Index(
                                fields=["player", "earned_on"],
                                include=("kind", "hundredths"),
                                name="loyalty_window_points",
                            ),
                            models.Index(fields=["at"], name="loyalty_entry_at"),
                            models.Index(
                                condition=models.Q(("kind__in", ["debt", "repaid"])),
                                fields=["player", "-at"],
                                name="loyalty_debt_of_player",
                            ),
                            models.Index(
                                condition=models.Q(("kind", "redeemed")),
                                fields=["player"],
                                name="loyalty_points_redeemed",
                            ),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("player", "seq"), name="loyalty_entry_seq"
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("kind", "earned")),
                                fields=("player", "round_id"),
                                name="loyalty_earned_once",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("case_id__isnull", False)),
                                fields=("player", "round_id", "case_id", "kind"),
                                name="loyalty_once_per_case",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("hundredths__gt", 0),
                                        ("kind__in", ["earned", "restored", "debt"]),
                                    ),
                                    models.Q(
                                        ("hundredths__lt", 0),
                                        ("kind__in", ["reversed", "repaid", "redeemed"]),
                                    ),
                                    _connector="OR",
                                ),
                                name="loyalty_entry_direction",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("case_id__isnull", True),
                                        ("kind", "redeemed"),
                                        ("round_id__isnull", True),
                                    ),
                                    models.Q(
                                        models.Q(("kind", "redeemed"), _negated=True),
                                        ("round_id__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="loyalty_entry_redeemed",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("case_id__isnull", True),
                                        (
                                            "hundredths__lte",
                                            django.db.models.expressions.CombinedExpression(
                                                django.db.models.expressions.CombinedExpression(
                                                    models.F("staked"), "*", models.F("multiplier")
                                                ),
                                                "/",
                                                models.Value(10000),
                                            ),
                                        ),
                                        ("kind", "earned"),
                                    ),
                                    models.Q(
                                        models.Q(("kind", "earned"), _negated=True),
                                        ("multiplier__isnull", True),
                                        ("staked__isnull", True),
                                    ),
                                    _connector="OR",
                                ),
                                name="loyalty_entry_earned",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="TierChange",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "from_tier",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="loyalty.tier",
                            ),
                        ),
                        (
                            "tier",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="loyalty.tier",
                            ),
                        ),
                        ("points", models.BigIntegerField()),
                        ("at", models.DateTimeField()),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["player", "-at"], name="loyalty_change_player")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Redemption",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("key", models.UUIDField(unique=True)),
                        (
                            "player",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "entry",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="redemption",
                                to="loyalty.pointsentry",
                            ),
                        ),
                        (
                            "transfer",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="redemption",
                                to="wallet.transfer",
                            ),
                        ),
                        (
                            "tier",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="loyalty.tier",
                            ),
                        ),
                        ("asked", models.BigIntegerField()),
                        ("points", models.BigIntegerField()),
                        ("redemption", models.PositiveIntegerField()),
                        (
                            "currency",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.currency",
                            ),
                        ),
                        ("amount", models.BigIntegerField()),
                        ("rate", models.DecimalField(decimal_places=12, max_digits=24)),
                        (
                            "rate_row",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.rate",
                            ),
                        ),
                        ("at", models.DateTimeField()),
                        (
                            "xact",
                            journal.values.transaction_ids.TransactionIdField(
                                db_default=journal.values.transaction_ids.CurrentTransaction(),
                                editable=False,
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["player", "-at"], name="loyalty_redeemed_by"),
                            models.Index(fields=["xact"], name="loyalty_redeemed_since"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="TierPreview",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("digest", models.CharField(max_length=64)),
                        ("day", models.DateField()),
                        ("content", models.JSONField()),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("waiting", "Waiting"),
                                    ("done", "Done"),
                                    ("failed", "Failed"),
                                ],
                                default="waiting",
                                max_length=7,
                            ),
                        ),
                        ("last", models.BigIntegerField()),
                        ("passed", models.BigIntegerField(default=0)),
                        ("found", models.JSONField(default=list)),
                        ("claim", models.UUIDField(null=True)),
                        ("claimed_until", models.DateTimeField(null=True)),
                        ("attempts", models.PositiveSmallIntegerField(default=0)),
                        (
                            "asked_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "asked_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("state", "waiting")),
                                fields=["asked_at"],
                                name="loyalty_preview_waiting",
                            ),
                            models.Index(fields=["digest", "-asked_at"], name="loyalty_preview_of"),
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("last__gte", 0), ("passed__gte", 0)),
                                name="loyalty_preview_passed",
                            )
                        ],
                    },
                ),
            ]
        ),
        run_sql("loyalty.sql", "points"),
        run_sql("loyalty.sql", "tiers"),
        run_sql("loyalty.sql", "first_tiers"),
        run_sql("loyalty.sql", "redeeming"),
        run_sql("loyalty.sql", "withdrawing"),
        proposed_by_staff("loyalty_tierset"),
        decided_by_another(
            "loyalty_tierset", "loyalty_tiersetdecision", when="new.decided_by_id IS NOT NULL"
        ),
        append_only("loyalty_entry"),
        append_only("loyalty_redemption"),
        append_only("loyalty_tier"),
        append_only("loyalty_tierchange"),
        append_only("loyalty_tierset"),
        append_only("loyalty_tiersetdecision"),
        record_changes("loyalty_tierset"),
        record_changes("loyalty_tier"),
        record_changes("loyalty_tiersetdecision", key="proposal_id"),
    ]
