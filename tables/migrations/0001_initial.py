import django.contrib.postgres.fields
import django.core.serializers.json
import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
import tables.models.table
from approvals.operations import decided_by_another
from internals.create_models import CreateModels
from journal.operations.append_only import append_only
from journal.operations.change_history import record_changes
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Rule sets, tables and limits, and what stops play."""

    initial = True

    dependencies = [
        ("journal", "0001_initial"),
        ("wallet", "0001_initial"),  # which currencies there are
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name="Mathematics",
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
                        ("digest", models.CharField(max_length=64, unique=True)),
                        ("rules_json", models.JSONField()),
                        (
                            "question",
                            models.JSONField(
                                help_text="tables.values.questions; null: the analysis itself",
                                null=True,
                            ),
                        ),
                        ("library_version", models.CharField(max_length=20)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("waiting", "Waiting"),
                                    ("running", "Running"),
                                    ("done", "Done"),
                                    ("cancelled", "Cancelled"),
                                    ("failed", "Failed"),
                                ],
                                default="waiting",
                                max_length=9,
                            ),
                        ),
                        (
                            "progress",
                            models.PositiveSmallIntegerField(default=0, help_text="of 100"),
                        ),
                        (
                            "claim",
                            models.UUIDField(
                                help_text="of the one worker that computes it", null=True
                            ),
                        ),
                        (
                            "claimed_until",
                            models.DateTimeField(
                                help_text="then its worker is taken for dead", null=True
                            ),
                        ),
                        ("attempts", models.PositiveSmallIntegerField(default=0)),
                        (
                            "result",
                            models.JSONField(
                                help_text="Analysis.to_dict(); returns as fractions of 1", null=True
                            ),
                        ),
                        ("chart", models.JSONField(help_text="Chart.to_dict()", null=True)),
                        ("error", models.TextField(blank=True)),
                        ("asked_at", models.DateTimeField()),
                        ("started_at", models.DateTimeField(null=True)),
                        ("finished_at", models.DateTimeField(null=True)),
                    ],
                    options={
                        "verbose_name_plural": "mathematics",
                        "indexes": [
                            models.Index(
                                condition=models.Q(("state__in", ["waiting", "running"])),
                                fields=["asked_at"],
                                name="mathematics_to_compute",
                            )
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("attempts", 0),
                                        ("error", ""),
                                        ("progress", 0),
                                        ("state", "waiting"),
                                        ("finished_at__isnull", True),
                                        ("started_at__isnull", True),
                                        ("claim__isnull", True),
                                        ("claimed_until__isnull", True),
                                        ("chart__isnull", True),
                                        ("result__isnull", True),
                                    ),
                                    models.Q(
                                        ("attempts__gt", 0),
                                        ("error", ""),
                                        ("progress__lt", 100),
                                        ("state", "running"),
                                        ("claim__isnull", False),
                                        ("claimed_until__isnull", False),
                                        ("finished_at__isnull", True),
                                        ("started_at__isnull", False),
                                        ("chart__isnull", True),
                                        ("result__isnull", True),
                                    ),
                                    models.Q(
                                        ("error", ""),
                                        ("progress", 100),
                                        ("result__isnull", False),
                                        ("state", "done"),
                                        models.Q(
                                            ("chart__isnull", False),
                                            ("question__isnull", False),
                                            _connector="OR",
                                        ),
                                        ("finished_at__isnull", False),
                                        ("started_at__isnull", False),
                                        ("claim__isnull", True),
                                        ("claimed_until__isnull", True),
                                    ),
                                    models.Q(
                                        ("error", ""),
                                        ("finished_at__isnull", False),
                                        ("progress__lt", 100),
                                        ("state", "cancelled"),
                                        ("claim__isnull", True),
                                        ("claimed_until__isnull", True),
                                        ("chart__isnull", True),
                                        ("result__isnull", True),
                                    ),
                                    models.Q(
                                        ("finished_at__isnull", False),
                                        ("progress__lt", 100),
                                        ("state", "failed"),
                                        models.Q(("error", ""), _negated=True),
                                        ("claim__isnull", True),
                                        ("claimed_until__isnull", True),
                                        ("chart__isnull", True),
                                        ("result__isnull", True),
                                    ),
                                    _connector="OR",
                                ),
                                name="mathematics_are_what_their_state_says",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="RuleSet",
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
                        ("name", models.CharField(max_length=60)),
                        (
                            "name_es",
                            models.CharField(
                                blank=True,
                                db_default="",
                                default="",
                                max_length=60,
                                verbose_name="name in Spanish",
                            ),
                        ),
                        (
                            "money",
                            models.CharField(
                                choices=[("real", "real money"), ("play", "play money")],
                                default="real",
                                max_length=4,
                            ),
                        ),
                        ("stopped", models.BooleanField(default=False)),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("money__in", ["real", "play"])),
                                name="rule_set_money",
                            ),
                            models.UniqueConstraint(
                                django.db.models.functions.text.Lower("name"),
                                name="rule_set_name_once",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="RuleSetVersion",
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
                            "rule_set",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="versions",
                                to="tables.ruleset",
                            ),
                        ),
                        ("number", models.PositiveIntegerField()),
                        ("rules_json", models.JSONField()),
                        ("rules_hash", models.CharField(max_length=64)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("draft", "draft"),
                                    ("proposed", "proposed"),
                                    ("approved", "approved"),
                                    ("scheduled", "scheduled"),
                                    ("active", "in force"),
                                    ("retired", "retired"),
                                    ("refused", "refused"),
                                ],
                                default="draft",
                                max_length=9,
                            ),
                        ),
                        ("created_at", models.DateTimeField(auto_now_add=True)),
                        (
                            "created_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("rule_set", "number"), name="rule_set_version_number_once"
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("state", "active")),
                                fields=("rule_set",),
                                name="one_version_of_a_rule_set_in_force",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="VersionStep",
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
                            "version",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="steps",
                                to="tables.rulesetversion",
                            ),
                        ),
                        ("n", models.PositiveIntegerField()),
                        ("from_state", models.CharField(blank=True, max_length=9)),
                        (
                            "to_state",
                            models.CharField(
                                choices=[
                                    ("draft", "draft"),
                                    ("proposed", "proposed"),
                                    ("approved", "approved"),
                                    ("scheduled", "scheduled"),
                                    ("active", "in force"),
                                    ("retired", "retired"),
                                    ("refused", "refused"),
                                ],
                                max_length=9,
                            ),
                        ),
                        ("rules_hash", models.CharField(max_length=64)),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now()
                            ),
                        ),
                        (
                            "acting_user",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("reason", models.CharField(blank=True, max_length=500)),
                        ("effective_at", models.DateTimeField(null=True)),
                        ("accepted", models.JSONField(default=list)),
                        ("at_once", models.BooleanField(db_default=False, default=False)),
                    ],
                    options={
                        "ordering": ("n",),
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("version", "n"), name="version_step_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("from_state", ""), ("to_state__in", ["draft"])),
                                    models.Q(
                                        ("from_state", "draft"),
                                        ("to_state__in", ["draft", "proposed", "refused"]),
                                    ),
                                    models.Q(
                                        ("from_state", "proposed"),
                                        ("to_state__in", ["approved", "refused"]),
                                    ),
                                    models.Q(
                                        ("from_state", "approved"),
                                        ("to_state__in", ["scheduled", "refused"]),
                                    ),
                                    models.Q(
                                        ("from_state", "scheduled"),
                                        ("to_state__in", ["approved", "active"]),
                                    ),
                                    models.Q(
                                        ("from_state", "active"), ("to_state__in", ["retired"])
                                    ),
                                    _connector="OR",
                                ),
                                name="version_step_move",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("effective_at__isnull", False), ("to_state", "scheduled")
                                    ),
                                    models.Q(
                                        models.Q(("to_state", "scheduled"), _negated=True),
                                        ("effective_at__isnull", True),
                                    ),
                                    _connector="OR",
                                ),
                                name="version_step_when",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("acting_user__isnull", False),
                                    ("to_state__in", ["active", "retired"]),
                                    _connector="OR",
                                ),
                                name="version_step_by",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("reason", ""), _negated=True),
                                    models.Q(
                                        ("to_state__in", ["proposed", "approved", "refused"]),
                                        _negated=True,
                                    ),
                                    _connector="OR",
                                ),
                                name="version_step_reason",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("accepted", []),
                                    models.Q(("from_state", "proposed"), ("to_state", "approved")),
                                    _connector="OR",
                                ),
                                name="version_step_acceptance",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("at_once", False),
                                    models.Q(("from_state", "proposed"), ("to_state", "approved")),
                                    _connector="OR",
                                ),
                                name="version_step_at_once",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Table",
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
                        ("slug", models.SlugField()),
                        ("name", models.CharField(max_length=60)),
                        (
                            "name_es",
                            models.CharField(
                                blank=True,
                                db_default="",
                                default="",
                                max_length=60,
                                verbose_name="name in Spanish",
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[("private", "private"), ("live", "live")],
                                db_default="private",
                                default="private",
                                max_length=7,
                                verbose_name="kind",
                            ),
                        ),
                        (
                            "version",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="tables",
                                to="tables.rulesetversion",
                            ),
                        ),
                        (
                            "status",
                            models.CharField(
                                choices=[
                                    ("proposed", "proposed"),
                                    ("refused", "refused"),
                                    ("closed", "closed"),
                                    ("opening", "opens when its mathematics are ready"),
                                    ("open", "open"),
                                ],
                                default="closed",
                                max_length=8,
                            ),
                        ),
                        (
                            "min_bet_usd",
                            models.BigIntegerField(verbose_name="minimum bet on a box"),
                        ),
                        (
                            "max_bet_usd",
                            models.BigIntegerField(verbose_name="maximum first bet on a box"),
                        ),
                        (
                            "min_player",
                            models.BigIntegerField(
                                blank=True, null=True, verbose_name="minimum first bets of a player"
                            ),
                        ),
                        (
                            "max_player",
                            models.BigIntegerField(
                                blank=True,
                                null=True,
                                verbose_name="maximum first bets of a player",
                            ),
                        ),
                        (
                            "max_round_usd",
                            models.BigIntegerField(
                                verbose_name="maximum staked by a player in one round, splits and doubles included"
                            ),
                        ),
                        (
                            "max_insurance",
                            models.BigIntegerField(
                                blank=True, null=True, verbose_name="maximum insurance"
                            ),
                        ),
                        (
                            "min_side",
                            models.BigIntegerField(
                                blank=True, null=True, verbose_name="minimum side bet"
                            ),
                        ),
                        (
                            "max_side",
                            models.BigIntegerField(
                                blank=True, null=True, verbose_name="maximum side bet"
                            ),
                        ),
                        (
                            "step",
                            models.BigIntegerField(verbose_name="every stake is a multiple of"),
                        ),
                        (
                            "chips",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.BigIntegerField(), size=5, verbose_name="chips"
                            ),
                        ),
                        (
                            "currencies",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.CharField(max_length=3),
                                default=tables.models.table.all_real_currencies,
                                size=None,
                                verbose_name="currencies",
                            ),
                        ),
                        (
                            "hands_per_minute",
                            models.PositiveIntegerField(verbose_name="hands a minute"),
                        ),
                        ("hands_per_day", models.PositiveIntegerField(verbose_name="hands a day")),
                        (
                            "min_seconds_between_rounds",
                            models.PositiveIntegerField(
                                default=0, verbose_name="minimum seconds between two rounds"
                            ),
                        ),
                        (
                            "rounds_before_shoe_change",
                            models.PositiveIntegerField(
                                default=20,
                                verbose_name="rounds before a player may change the shoe",
                            ),
                        ),
                        (
                            "max_bet_ratio",
                            models.PositiveIntegerField(
                                blank=True,
                                null=True,
                                verbose_name="largest ratio of bets within a shoe",
                            ),
                        ),
                        ("opens", models.TimeField(blank=True, null=True, verbose_name="opens at")),
                        (
                            "closes",
                            models.TimeField(blank=True, null=True, verbose_name="closes at"),
                        ),
                        (
                            "stopped_boxes",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.PositiveSmallIntegerField(),
                                blank=True,
                                default=list,
                                size=None,
                            ),
                        ),
                        (
                            "is_laboratory",
                            models.BooleanField(
                                db_default=False,
                                default=False,
                                editable=False,
                                verbose_name="laboratory table",
                            ),
                        ),
                        (
                            "hints",
                            models.BooleanField(default=False, verbose_name="hints during play"),
                        ),
                        (
                            "bet_formula",
                            models.CharField(
                                blank=True,
                                choices=[("", "none"), ("friendly", "balance + 200, at least 100")],
                                default="",
                                max_length=8,
                                verbose_name="limit based on the balance",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("name",),
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("status", "refused"), _negated=True),
                                fields=("slug",),
                                name="table_address_once",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("min_bet_usd__gt", 0),
                                    ("step__gt", 0),
                                    ("min_bet_usd__lte", models.F("max_bet_usd")),
                                    ("max_bet_usd__lte", models.F("max_round_usd")),
                                    models.Q(
                                        ("min_player__isnull", True),
                                        ("min_player__gt", 0),
                                        _connector="OR",
                                    ),
                                    models.Q(
                                        ("max_player__isnull", True),
                                        ("max_player__gte", models.F("min_bet_usd")),
                                        _connector="OR",
                                    ),
                                    models.Q(
                                        ("max_insurance__isnull", True),
                                        ("max_insurance__gt", 0),
                                        _connector="OR",
                                    ),
                                    models.Q(
                                        ("min_side__isnull", True),
                                        ("min_side__gt", 0),
                                        _connector="OR",
                                    ),
                                    models.Q(
                                        ("max_side__isnull", True),
                                        ("max_side__gt", 0),
                                        _connector="OR",
                                    ),
                                ),
                                name="table_limits_in_order",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("is_laboratory", False),
                                    models.Q(("currencies", ["PLY"]), ("kind", "private")),
                                    _connector="OR",
                                ),
                                name="table_laboratory",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("closes__isnull", True), ("opens__isnull", True)),
                                    models.Q(("closes__isnull", False), ("opens__isnull", False)),
                                    _connector="OR",
                                ),
                                name="table_hours_both_or_none",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="TableChange",
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
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "table",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="changes",
                                to="tables.table",
                            ),
                        ),
                        (
                            "values",
                            models.JSONField(
                                encoder=django.core.serializers.json.DjangoJSONEncoder
                            ),
                        ),
                        (
                            "accepted",
                            models.BooleanField(
                                db_default=False,
                                default=False,
                                verbose_name="an unusual limit is intended",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="table_change_reason",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="TableChangeDecision",
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
                                to="tables.tablechange",
                            ),
                        ),
                        (
                            "before",
                            models.JSONField(
                                default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="table_change_decision_reason",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="House",
                    fields=[
                        (
                            "id",
                            models.PositiveSmallIntegerField(
                                default=1, primary_key=True, serialize=False
                            ),
                        ),
                        ("stopped", models.BooleanField(default=False)),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(condition=models.Q(("id", 1)), name="one_house")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Switching",
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
                            "what",
                            models.CharField(
                                choices=[
                                    ("house", "all play"),
                                    ("rules", "a rule set"),
                                    ("table", "a table"),
                                    ("box", "a box"),
                                    ("player", "a player"),
                                ],
                                max_length=6,
                            ),
                        ),
                        (
                            "rule_set",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="switchings",
                                to="tables.ruleset",
                            ),
                        ),
                        (
                            "table",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="switchings",
                                to="tables.table",
                            ),
                        ),
                        ("box", models.PositiveSmallIntegerField(null=True)),
                        (
                            "player",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="switchings",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("stopped", models.BooleanField()),
                        ("reason", models.CharField(max_length=500)),
                        (
                            "acting_user",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now()
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["player", "-id"], name="switching_player")
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="switching_reason",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("box", None),
                                        ("player", None),
                                        ("rule_set", None),
                                        ("table", None),
                                        ("what", "house"),
                                    ),
                                    models.Q(
                                        ("box", None),
                                        ("player", None),
                                        ("rule_set__isnull", False),
                                        ("table", None),
                                        ("what", "rules"),
                                    ),
                                    models.Q(
                                        ("box", None),
                                        ("player", None),
                                        ("rule_set", None),
                                        ("table__isnull", False),
                                        ("what", "table"),
                                    ),
                                    models.Q(
                                        ("box__gt", 0),
                                        ("player", None),
                                        ("rule_set", None),
                                        ("table__isnull", False),
                                        ("what", "box"),
                                    ),
                                    models.Q(
                                        ("box", None),
                                        ("player__isnull", False),
                                        ("rule_set", None),
                                        ("table", None),
                                        ("what", "player"),
                                    ),
                                    _connector="OR",
                                ),
                                name="switching_subject",
                            ),
                        ],
                    },
                ),
            ]
        ),
        append_only("tables_versionstep"),
        append_only("tables_tablechange"),
        append_only("tables_tablechangedecision"),
        append_only("tables_switching"),
        run_sql("tables.sql", "guards"),
        decided_by_another("tables_tablechange", "tables_tablechangedecision"),
        record_changes("tables_table"),
        record_changes("tables_ruleset"),
        record_changes("tables_rulesetversion"),
        record_changes("tables_house"),
        record_changes("tables_versionstep"),
        record_changes("tables_tablechange"),
        record_changes("tables_tablechangedecision", key="proposal_id"),
        record_changes("tables_switching"),
    ]
