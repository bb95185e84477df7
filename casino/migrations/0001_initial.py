import uuid

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.comparison
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import casino.models.rounds
import casino.values.round_numbers
import journal.values.transaction_ids
from approvals.operations import decided_by_another, proposed_by_staff
from internals.create_models import CreateModels
from journal.operations.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Shoes, rounds, voids and the public log."""

    initial = True

    dependencies = [
        ("journal", "0001_initial"),
        ("loyalty", "0001_initial"),
        ("tables", "0001_initial"),
        ("wallet", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        run_sql("casino.sql", "round_numbers"),
        CreateModels(
            [
                migrations.CreateModel(
                    name="Origin",
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
                        ("address", models.GenericIPAddressField()),
                        ("agent", models.CharField(blank=True, max_length=200)),
                        ("seen_at", models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name="Place",
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
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="places",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "table",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="places",
                                to="tables.table",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("player", "table"),
                                name="one_place_per_player_and_table",
                                nulls_distinct=False,
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Participant",
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
                            "place",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="participants",
                                to="casino.place",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="participations",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("client_seed", models.CharField(max_length=31)),
                        ("last_bets", models.JSONField(default=dict)),
                        ("currency", models.CharField(default="USD", max_length=3)),
                        ("joined_at", models.DateTimeField(auto_now_add=True)),
                        ("session_nets", models.JSONField(db_default={}, default=dict)),
                        ("session_since", models.DateTimeField(null=True)),
                        ("seen_at", models.DateTimeField(null=True)),
                        ("watches_until", models.DateTimeField(null=True)),
                        (
                            "deals_to_miss",
                            models.PositiveSmallIntegerField(db_default=0, default=0),
                        ),
                        ("boxes_given_up", models.JSONField(db_default=[], default=list)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("place", "player"),
                                name="one_participant_per_place_and_player",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Shoe",
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
                            "public_id",
                            models.UUIDField(default=uuid.uuid4, editable=False, unique=True),
                        ),
                        (
                            "place",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="shoes",
                                to="casino.place",
                            ),
                        ),
                        ("number", models.PositiveIntegerField()),
                        (
                            "version",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="shoes",
                                to="tables.rulesetversion",
                            ),
                        ),
                        ("commitment", models.CharField(max_length=64, unique=True)),
                        ("sealed_seed", models.BinaryField()),
                        ("server_seed", models.CharField(max_length=64, null=True)),
                        ("salt", models.CharField(max_length=32, null=True)),
                        ("salt_at", models.DateTimeField(null=True)),
                        ("cut", models.PositiveIntegerField(null=True)),
                        ("burn_entropy", models.CharField(blank=True, max_length=80)),
                        (
                            "status",
                            models.CharField(
                                choices=[
                                    ("announced", "announced"),
                                    ("dealing", "dealing"),
                                    ("closed", "closed"),
                                    ("stopped", "stopped"),
                                    ("lost", "given up"),
                                ],
                                default="announced",
                                max_length=10,
                            ),
                        ),
                        (
                            "close_reason",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("cut_card", "the cut card was reached"),
                                    ("every_round", "every round has its own shoe"),
                                    ("player", "the player changed the shoe"),
                                    ("table_closed", "the table closed"),
                                    ("new_rules", "new rules were waiting"),
                                    ("age", "its seed reached the maximum age"),
                                    ("malfunction", "a round was cancelled for a malfunction"),
                                    (
                                        "stopped",
                                        "it was stopped: its seed did not open as published",
                                    ),
                                ],
                                max_length=12,
                            ),
                        ),
                        ("rounds_dealt", models.PositiveIntegerField(default=0)),
                        ("cards_out", models.PositiveIntegerField(default=0)),
                        ("kept_nonce", models.PositiveIntegerField(db_default=0, default=0)),
                        ("kept_left", models.BinaryField(null=True)),
                        ("announced_at", models.DateTimeField()),
                        (
                            "announced_in",
                            models.BigIntegerField(
                                db_default=django.db.models.functions.comparison.Cast(
                                    django.db.models.functions.comparison.Cast(
                                        models.Func(
                                            function="pg_current_xact_id",
                                            output_field=models.TextField(),
                                        ),
                                        models.TextField(),
                                    ),
                                    models.BigIntegerField(),
                                ),
                                editable=False,
                            ),
                        ),
                        ("opened_at", models.DateTimeField(null=True)),
                        ("closed_at", models.DateTimeField(null=True)),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("status__in", ["closed", "lost"])),
                                fields=["-closed_at"],
                                name="shoe_closed",
                            ),
                            models.Index(
                                condition=models.Q(("status", "dealing")),
                                fields=["id"],
                                name="shoe_dealing",
                            ),
                            models.Index(
                                condition=models.Q(
                                    ("status__in", ["announced", "dealing", "stopped"])
                                ),
                                fields=["place", "number"],
                                name="shoe_ahead",
                            ),
                            models.Index(
                                condition=models.Q(("status", "stopped")),
                                fields=["id"],
                                name="shoe_stopped",
                            ),
                            django.contrib.postgres.indexes.BrinIndex(
                                autosummarize=True, fields=["announced_at"], name="shoe_time"
                            ),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("place", "number"), name="shoe_number_once_per_place"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("closed_at__isnull", False),
                                        ("server_seed__isnull", False),
                                        ("status", "closed"),
                                    ),
                                    models.Q(
                                        ("closed_at__isnull", False),
                                        ("server_seed__isnull", True),
                                        ("status", "lost"),
                                    ),
                                    models.Q(
                                        models.Q(("status__in", ["closed", "lost"]), _negated=True),
                                        ("closed_at__isnull", True),
                                        ("server_seed__isnull", True),
                                    ),
                                    _connector="OR",
                                ),
                                name="seed_revealed_exactly_when_closed",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("status", "dealing"), _negated=True),
                                    ("opened_at__isnull", False),
                                    _connector="OR",
                                ),
                                name="dealing_shoe_is_open",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Deal",
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
                            "place",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="deals",
                                to="casino.place",
                            ),
                        ),
                        (
                            "shoe",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="deals",
                                to="casino.shoe",
                            ),
                        ),
                        ("nonce", models.PositiveIntegerField()),
                        (
                            "status",
                            models.CharField(
                                choices=[
                                    ("in_progress", "in progress"),
                                    ("completed", "completed"),
                                    ("cancelled", "cancelled"),
                                ],
                                default="in_progress",
                                max_length=12,
                            ),
                        ),
                        (
                            "boxes",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.PositiveSmallIntegerField(), size=None
                            ),
                        ),
                        ("entropy", models.CharField(max_length=80)),
                        ("library_version", models.CharField(max_length=20)),
                        ("rules_hash", models.CharField(max_length=64)),
                        ("state_hash", models.CharField(max_length=64)),
                        ("cards_drawn", models.PositiveIntegerField(null=True)),
                        (
                            "cards",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.CharField(max_length=2), null=True, size=None
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("shoe", "nonce"), name="nonce_once_per_shoe"
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("status", "in_progress")),
                                fields=("place",),
                                name="one_running_deal_per_place",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("cards__isnull", True),
                                        ("cards_drawn__isnull", True),
                                        ("status", "in_progress"),
                                    ),
                                    models.Q(
                                        models.Q(("status", "in_progress"), _negated=True),
                                        ("cards__isnull", False),
                                        ("cards_drawn__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="cards_exactly_when_finished",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Round",
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
                            "public_id",
                            models.UUIDField(default=uuid.uuid4, editable=False, unique=True),
                        ),
                        (
                            "number",
                            models.CharField(
                                db_default=casino.models.rounds.DrawnNumber(),
                                default=casino.values.round_numbers.new_number,
                                editable=False,
                                max_length=13,
                            ),
                        ),
                        (
                            "place",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="rounds",
                                to="casino.place",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="rounds",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "participant",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="rounds",
                                to="casino.participant",
                            ),
                        ),
                        (
                            "deal",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="rounds",
                                to="casino.deal",
                            ),
                        ),
                        (
                            "version",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="rounds",
                                to="tables.rulesetversion",
                            ),
                        ),
                        (
                            "status",
                            models.CharField(
                                choices=[
                                    ("in_progress", "in progress"),
                                    ("completed", "completed"),
                                    ("cancelled", "cancelled"),
                                ],
                                default="in_progress",
                                max_length=12,
                            ),
                        ),
                        ("client_seed", models.CharField(max_length=31)),
                        ("seat_seed", models.CharField(max_length=64)),
                        (
                            "boxes",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.PositiveSmallIntegerField(), size=None
                            ),
                        ),
                        (
                            "bettors",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.PositiveSmallIntegerField(), size=None
                            ),
                        ),
                        ("limits_at_deal", models.JSONField()),
                        ("currency", models.CharField(max_length=3)),
                        ("tasa_cambio", models.DecimalField(decimal_places=12, max_digits=24)),
                        ("amount", models.BigIntegerField()),
                        ("amount_usd", models.BigIntegerField()),
                        ("doubled_amount_usd", models.BigIntegerField(default=0)),
                        ("staked", models.BigIntegerField()),
                        ("staked_usd", models.BigIntegerField()),
                        ("returned", models.BigIntegerField(null=True)),
                        ("returned_usd", models.BigIntegerField(null=True)),
                        ("balance_before", models.BigIntegerField()),
                        ("balance_after", models.BigIntegerField(null=True)),
                        ("result", models.JSONField(null=True)),
                        ("started_at", models.DateTimeField()),
                        ("finished_at", models.DateTimeField(null=True)),
                        ("asked_at", models.DateTimeField()),
                        ("house_plays_at", models.DateTimeField(null=True)),
                        ("house_tried_at", models.DateTimeField(null=True)),
                        ("interrupted", models.BooleanField(default=False)),
                        ("frozen", models.BooleanField(db_default=False, default=False)),
                        (
                            "origin",
                            models.ForeignKey(
                                db_constraint=False,
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.DO_NOTHING,
                                related_name="+",
                                to="casino.origin",
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                fields=["player", "-started_at"],
                                include=("staked_usd", "returned_usd", "status", "currency"),
                                name="round_player_started",
                            ),
                            models.Index(
                                fields=["participant", "-started_at"],
                                name="round_participant_started",
                            ),
                            models.Index(
                                fields=["participant", "-id"], name="round_participant_newest"
                            ),
                            models.Index(
                                condition=models.Q(("status", "in_progress")),
                                fields=["started_at"],
                                name="round_open",
                            ),
                            models.Index(
                                condition=models.Q(("status", "in_progress")),
                                fields=["house_plays_at"],
                                name="round_waits",
                            ),
                            django.contrib.postgres.indexes.BrinIndex(
                                autosummarize=True,
                                fields=["started_at"],
                                name="round_time",
                                pages_per_range=32,
                            ),
                            models.Index(
                                fields=["version", "-started_at"], name="round_version_started"
                            ),
                            models.Index(
                                condition=models.Q(("interrupted", True)),
                                fields=["started_at"],
                                name="round_interrupted",
                            ),
                            models.Index(
                                condition=models.Q(("status", "cancelled")),
                                fields=["started_at"],
                                name="round_cancelled",
                            ),
                            models.Index(
                                condition=models.Q(("staked_usd__gte", 1000000)),
                                fields=["started_at"],
                                name="round_large_stake",
                            ),
                            models.Index(
                                condition=models.Q(
                                    (
                                        "returned_usd__gte",
                                        django.db.models.expressions.CombinedExpression(
                                            models.F("staked_usd"), "+", models.Value(1000000)
                                        ),
                                    )
                                ),
                                fields=["started_at"],
                                name="round_large_win",
                            ),
                        ],
                        "constraints": [
                            models.UniqueConstraint(fields=("number",), name="round_number_once"),
                            models.UniqueConstraint(
                                fields=("deal", "player"), name="one_round_per_deal_and_player"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("result__isnull", True),
                                        ("returned__isnull", True),
                                        ("status", "in_progress"),
                                    ),
                                    models.Q(
                                        models.Q(("status", "in_progress"), _negated=True),
                                        ("result__isnull", False),
                                        ("returned__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="facts_exactly_when_finished",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Bet",
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
                            "round",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="bets",
                                to="casino.round",
                            ),
                        ),
                        ("box", models.PositiveSmallIntegerField()),
                        ("choices", models.JSONField(null=True)),
                        ("stake", models.BigIntegerField()),
                        ("amount_usd", models.BigIntegerField()),
                        ("side_bets", models.JSONField(default=dict)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(fields=("round", "box"), name="one_bet_per_box")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Decision",
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
                            "round",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="decisions",
                                to="casino.round",
                            ),
                        ),
                        (
                            "deal",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="decisions",
                                to="casino.deal",
                            ),
                        ),
                        ("step", models.PositiveSmallIntegerField()),
                        ("action", models.CharField(max_length=24)),
                        ("amount", models.BigIntegerField()),
                        ("amount_usd", models.BigIntegerField()),
                        ("by_house", models.BooleanField(default=False)),
                        ("early", models.BooleanField(db_default=False, default=False)),
                        ("state_hash", models.CharField(max_length=64)),
                        ("made_at", models.DateTimeField()),
                        (
                            "origin",
                            models.ForeignKey(
                                db_constraint=False,
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.DO_NOTHING,
                                related_name="+",
                                to="casino.origin",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("deal", "step"), name="one_decision_per_step"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="FollowerStake",
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
                            "decision",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="follower_stakes",
                                to="casino.decision",
                            ),
                        ),
                        (
                            "round",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="follower_stakes",
                                to="casino.round",
                            ),
                        ),
                        ("amount", models.BigIntegerField()),
                        ("amount_usd", models.BigIntegerField()),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("decision", "round"),
                                name="one_follower_stake_per_decision",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Hint",
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
                            "round",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="hints",
                                to="casino.round",
                            ),
                        ),
                        ("step", models.PositiveSmallIntegerField()),
                        ("advice", models.CharField(max_length=10)),
                        ("at", models.DateTimeField()),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("round", "step"), name="one_hint_per_step"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Freeze",
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
                            "round",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="freezes",
                                to="casino.round",
                            ),
                        ),
                    ],
                    options={
                        "indexes": [models.Index(fields=["proposed_at"], name="freeze_at")],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="freeze_has_reason",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="FreezeDecision",
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
                                to="casino.freeze",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="freeze_decision_has_reason",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Void",
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
                        ("case", models.UUIDField()),
                        (
                            "acting_user",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        ("due", models.BigIntegerField()),
                        ("paid", models.BigIntegerField()),
                        ("owed", models.BigIntegerField()),
                        ("collected", models.BigIntegerField()),
                        ("points", models.BigIntegerField()),
                        ("points_debt", models.BigIntegerField()),
                        (
                            "round",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="voids",
                                to="casino.round",
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
                            "treatment",
                            models.CharField(
                                choices=[
                                    (
                                        "better",
                                        "stakes back, or the result where that is better for the player",
                                    ),
                                    ("stakes_back", "stakes back, winnings taken"),
                                    (
                                        "suspense",
                                        "winnings taken, stakes suspended until the case is closed",
                                    ),
                                ],
                                max_length=11,
                            ),
                        ),
                        (
                            "reason",
                            models.CharField(
                                choices=[
                                    ("malfunction", "a malfunction of the game"),
                                    ("rules", "the rules of the table were configured wrongly"),
                                    ("operator_error", "a mistake of ours"),
                                    ("duplicate", "a second account of the same person"),
                                    ("under_age", "an account of somebody under age"),
                                    (
                                        "excluded",
                                        "an account of somebody who is excluded from play",
                                    ),
                                    ("regulator", "an order of the regulator"),
                                    ("payment_fraud", "an irregular payment"),
                                    ("collusion", "collusion with other players"),
                                    ("software", "prohibited software"),
                                    ("insider", "inside information or help"),
                                ],
                                max_length=20,
                            ),
                        ),
                        ("suspended", models.BigIntegerField()),
                        ("undone_at", models.DateTimeField(editable=False, null=True)),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["player", "-at"], name="void_player_at"),
                            models.Index(fields=["at"], name="void_at"),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("undone_at__isnull", True)),
                                fields=("round",),
                                name="one_void_per_round",
                            ),
                            models.UniqueConstraint(
                                fields=("round", "case"), name="void_once_per_case"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("reason__in", ["malfunction", "rules", "operator_error"]),
                                        ("treatment", "better"),
                                    ),
                                    models.Q(
                                        (
                                            "reason__in",
                                            ["duplicate", "under_age", "excluded", "regulator"],
                                        ),
                                        ("treatment", "stakes_back"),
                                    ),
                                    models.Q(
                                        (
                                            "reason__in",
                                            ["payment_fraud", "collusion", "software", "insider"],
                                        ),
                                        ("treatment", "suspense"),
                                    ),
                                    _connector="OR",
                                ),
                                name="void_reason_treated",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("collected__gte", 0),
                                    ("owed__gte", 0),
                                    ("paid__gte", 0),
                                    (
                                        "paid",
                                        django.db.models.expressions.CombinedExpression(
                                            django.db.models.functions.comparison.Greatest(
                                                django.db.models.expressions.CombinedExpression(
                                                    models.F("due"), "*", models.Value(-1)
                                                ),
                                                0,
                                            ),
                                            "-",
                                            models.F("owed"),
                                        ),
                                    ),
                                    (
                                        "collected__lte",
                                        django.db.models.functions.comparison.Greatest(
                                            models.F("due"), 0
                                        ),
                                    ),
                                ),
                                name="void_adds_up",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("suspended__gt", 0), ("treatment", "suspense")),
                                    models.Q(
                                        models.Q(("treatment", "suspense"), _negated=True),
                                        ("suspended", 0),
                                    ),
                                    _connector="OR",
                                ),
                                name="void_suspends",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="VoidStep",
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
                        ("case", models.UUIDField()),
                        (
                            "acting_user",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        ("due", models.BigIntegerField()),
                        ("paid", models.BigIntegerField()),
                        ("owed", models.BigIntegerField()),
                        ("collected", models.BigIntegerField()),
                        ("points", models.BigIntegerField()),
                        ("points_debt", models.BigIntegerField()),
                        (
                            "void",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="steps",
                                to="casino.void",
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
                            "kind",
                            models.CharField(
                                choices=[
                                    ("undo", "void undone"),
                                    ("return", "suspended stakes given back"),
                                    ("keep", "suspended stakes kept by the house"),
                                    ("collect", "amount owed collected"),
                                ],
                                max_length=7,
                            ),
                        ),
                        ("released", models.BigIntegerField()),
                    ],
                    options={
                        "indexes": [models.Index(fields=["at"], name="void_step_at")],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("void", "case"), name="void_step_once_per_case"
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("kind", "undo")),
                                fields=("void",),
                                name="void_undone_once",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("released__gt", 0)),
                                fields=("void",),
                                name="void_released_once",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("collected__gte", 0),
                                    ("owed__gte", 0),
                                    ("paid__gte", 0),
                                    (
                                        "paid",
                                        django.db.models.expressions.CombinedExpression(
                                            django.db.models.functions.comparison.Greatest(
                                                django.db.models.expressions.CombinedExpression(
                                                    models.F("due"), "*", models.Value(-1)
                                                ),
                                                0,
                                            ),
                                            "-",
                                            models.F("owed"),
                                        ),
                                    ),
                                    models.Q(
                                        models.Q(
                                            ("collected__gt", 0),
                                            ("due", 0),
                                            ("kind", "collect"),
                                            ("released", 0),
                                        ),
                                        models.Q(
                                            ("collected", 0),
                                            ("due", 0),
                                            ("kind", "keep"),
                                            ("released__gt", 0),
                                        ),
                                        models.Q(
                                            ("collected__lte", models.F("due")),
                                            ("due", models.F("released")),
                                            ("kind", "return"),
                                            ("released__gt", 0),
                                        ),
                                        models.Q(
                                            (
                                                "collected__lte",
                                                django.db.models.functions.comparison.Greatest(
                                                    models.F("due"), 0
                                                ),
                                            ),
                                            ("kind", "undo"),
                                            ("released__gte", 0),
                                        ),
                                        _connector="OR",
                                    ),
                                ),
                                name="void_step_adds_up",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Notice",
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
                            "round",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="notices",
                                to="casino.round",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="notices",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("played", "finished by the house"),
                                    ("cancelled", "cancelled for a malfunction"),
                                    ("voided", "voided"),
                                    ("undo", "void undone"),
                                    ("return", "suspended stakes given back"),
                                    ("keep", "suspended stakes kept by the house"),
                                    ("collect", "amount owed collected"),
                                ],
                                max_length=9,
                            ),
                        ),
                        (
                            "void",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="casino.void",
                            ),
                        ),
                        (
                            "step",
                            models.OneToOneField(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="notice",
                                to="casino.voidstep",
                            ),
                        ),
                        ("created_at", models.DateTimeField()),
                        ("seen_at", models.DateTimeField(null=True)),
                        ("mailed_at", models.DateTimeField(null=True)),
                        ("tried_at", models.DateTimeField(null=True)),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("seen_at__isnull", True)),
                                fields=["player"],
                                name="notice_unseen",
                            ),
                            models.Index(fields=["player", "-created_at"], name="notice_of_player"),
                            models.Index(
                                condition=models.Q(("mailed_at__isnull", True)),
                                fields=["created_at"],
                                name="notice_unmailed",
                            ),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("void__isnull", True)),
                                fields=("round",),
                                name="round_ends_once_without_its_player",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("step__isnull", True), ("void__isnull", False)),
                                fields=("void",),
                                name="void_told_once",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("kind__in", ["played", "cancelled"]),
                                        ("step__isnull", True),
                                        ("void__isnull", True),
                                    ),
                                    models.Q(
                                        ("kind", "voided"),
                                        ("step__isnull", True),
                                        ("void__isnull", False),
                                    ),
                                    models.Q(
                                        ("kind__in", ["undo", "return", "keep", "collect"]),
                                        ("step__isnull", False),
                                        ("void__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="notice_of_a_void",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="LogLine",
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
                        ("n", models.BigIntegerField(null=True, unique=True)),
                        ("at", models.DateTimeField()),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("announced", "announced"),
                                    ("opened", "opened"),
                                    ("closed", "closed"),
                                    ("lost", "given up: its seed cannot be revealed"),
                                ],
                                max_length=10,
                            ),
                        ),
                        ("shoe", models.UUIDField()),
                        ("commitment", models.CharField(max_length=64)),
                        ("rules_hash", models.CharField(max_length=64, null=True)),
                        ("previous", models.CharField(max_length=64, null=True)),
                        ("hash", models.CharField(max_length=64, null=True)),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("n__isnull", True)),
                                fields=["id"],
                                name="log_line_unchained",
                            )
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("shoe", "kind"), name="log_line_once_per_shoe_and_kind"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="SeedExchange",
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
                        ("nonce", models.PositiveIntegerField()),
                        ("attempt", models.PositiveSmallIntegerField()),
                        (
                            "status",
                            models.CharField(
                                choices=[
                                    ("sealing", "seals are sent"),
                                    ("opening", "seeds are opened"),
                                    ("complete", "complete"),
                                    ("aborted", "aborted"),
                                    ("dropped", "dropped: no deal could follow"),
                                ],
                                max_length=8,
                            ),
                        ),
                        ("seals_hash", models.CharField(blank=True, max_length=64)),
                        ("listed_at", models.DateTimeField(null=True)),
                        ("ended_at", models.DateTimeField(null=True)),
                        (
                            "place",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="exchanges",
                                to="casino.place",
                            ),
                        ),
                        (
                            "shoe",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="exchanges",
                                to="casino.shoe",
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["place", "-ended_at"], name="exchange_of_place"),
                            models.Index(
                                condition=models.Q(("status", "aborted")),
                                fields=["place", "-ended_at"],
                                name="exchange_aborted",
                            ),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("shoe", "nonce", "attempt"), name="one_exchange_per_attempt"
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("status__in", ["sealing", "opening"])),
                                fields=("place",),
                                name="one_running_exchange_per_place",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Seat",
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
                        ("box", models.PositiveSmallIntegerField()),
                        ("taken_at", models.DateTimeField()),
                        ("idle_deals", models.PositiveSmallIntegerField(default=0)),
                        ("sits_out", models.BooleanField(default=False)),
                        ("leaves", models.BooleanField(default=False)),
                        ("is_ready", models.BooleanField(default=False)),
                        ("is_away", models.BooleanField(default=False)),
                        (
                            "participant",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="seats",
                                to="casino.participant",
                            ),
                        ),
                        (
                            "place",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="seats",
                                to="casino.place",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("place", "box"), name="one_seat_per_box"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Wager",
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
                            "public_id",
                            models.UUIDField(default=uuid.uuid4, editable=False, unique=True),
                        ),
                        ("nonce", models.PositiveIntegerField()),
                        ("client_seed", models.CharField(max_length=31)),
                        ("cut", models.PositiveIntegerField(null=True)),
                        ("limits_at_deal", models.JSONField()),
                        ("currency", models.CharField(max_length=3)),
                        ("tasa_cambio", models.DecimalField(decimal_places=12, max_digits=24)),
                        ("amount", models.BigIntegerField()),
                        ("amount_usd", models.BigIntegerField()),
                        ("balance_before", models.BigIntegerField()),
                        ("placed_at", models.DateTimeField()),
                        ("seal", models.CharField(blank=True, max_length=64)),
                        ("plain_seed", models.CharField(blank=True, max_length=64)),
                        (
                            "end",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("", "open"),
                                    ("replaced", "replaced by another bet"),
                                    ("withdrawn", "withdrawn"),
                                    ("returned", "returned"),
                                    ("dealt", "dealt"),
                                ],
                                default="",
                                max_length=9,
                            ),
                        ),
                        ("ended_at", models.DateTimeField(null=True)),
                        (
                            "origin",
                            models.ForeignKey(
                                db_constraint=False,
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.DO_NOTHING,
                                related_name="+",
                                to="casino.origin",
                            ),
                        ),
                        (
                            "participant",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="wagers",
                                to="casino.participant",
                            ),
                        ),
                        (
                            "shoe",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="wagers",
                                to="casino.shoe",
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["shoe", "nonce"], name="wager_of_deal"),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("end", "")),
                                fields=("participant",),
                                name="one_open_wager_per_participant",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(
                                    ("end", ""), models.Q(("seal", ""), _negated=True)
                                ),
                                fields=("seal",),
                                name="one_open_wager_per_seal",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("seal", ""), ("plain_seed", ""), _connector="OR"
                                ),
                                name="wager_sealed_or_plain",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("end", ""), ("ended_at__isnull", True)),
                                    models.Q(
                                        models.Q(("end", ""), _negated=True),
                                        ("ended_at__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="wager_ends_at_a_time",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="SeatSeal",
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
                        ("box", models.PositiveSmallIntegerField()),
                        ("seal", models.CharField(blank=True, max_length=64)),
                        ("seat_seed", models.CharField(max_length=64, null=True)),
                        ("opened_at", models.DateTimeField(null=True)),
                        (
                            "exchange",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="seals",
                                to="casino.seedexchange",
                            ),
                        ),
                        (
                            "wager",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="seals",
                                to="casino.wager",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("exchange", "box"), name="one_seal_per_box"
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("seal", ""), _negated=True),
                                fields=("seal",),
                                name="a_seal_is_used_once",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("seal", ""), _negated=True),
                                    ("seat_seed__isnull", False),
                                    _connector="OR",
                                ),
                                name="plain_seal_is_open",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="WagerBet",
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
                        ("box", models.PositiveSmallIntegerField()),
                        ("choices", models.JSONField(null=True)),
                        ("stake", models.BigIntegerField()),
                        ("amount_usd", models.BigIntegerField()),
                        ("side_bets", models.JSONField(default=dict)),
                        (
                            "wager",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="bets",
                                to="casino.wager",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("wager", "box"), name="one_wager_bet_per_box"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="WaitingPlayer",
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
                        ("since", models.DateTimeField()),
                        ("box", models.PositiveSmallIntegerField(null=True)),
                        ("held_until", models.DateTimeField(null=True)),
                        (
                            "place",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="waiting",
                                to="casino.place",
                            ),
                        ),
                        (
                            "player",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="waits_for",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("box__isnull", False)),
                                fields=("place", "box"),
                                name="box_held_for_one",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("box__isnull", True), ("held_until__isnull", True)),
                                    models.Q(("box__isnull", False), ("held_until__isnull", False)),
                                    _connector="OR",
                                ),
                                name="box_held_until_a_time",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Answer",
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
                        ("box", models.PositiveSmallIntegerField()),
                        ("bettor", models.PositiveSmallIntegerField()),
                        ("action", models.CharField(max_length=24)),
                        ("amount", models.BigIntegerField()),
                        ("amount_usd", models.BigIntegerField()),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("kept", "Kept"),
                                    ("played", "Played"),
                                    ("dropped", "Dropped"),
                                ],
                                default="kept",
                                max_length=7,
                            ),
                        ),
                        ("given_at", models.DateTimeField()),
                        (
                            "deal",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="answers",
                                to="casino.deal",
                            ),
                        ),
                        (
                            "origin",
                            models.ForeignKey(
                                db_constraint=False,
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.DO_NOTHING,
                                related_name="+",
                                to="casino.origin",
                            ),
                        ),
                        (
                            "round",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="answers",
                                to="casino.round",
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("state", "kept")),
                                fields=["round"],
                                name="answer_kept",
                            )
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("deal", "box", "bettor"), name="one_answer_per_bettor"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Arrival",
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
                        ("step", models.PositiveSmallIntegerField()),
                        ("at", models.DateTimeField()),
                        (
                            "deal",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="arrivals",
                                to="casino.deal",
                            ),
                        ),
                        (
                            "round",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="casino.round",
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["deal", "step", "round"], name="arrivals_of_step")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Clock",
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
                            "place",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="clock",
                                to="casino.place",
                            ),
                        ),
                        (
                            "phase",
                            models.CharField(
                                choices=[
                                    ("waiting", "waiting for a bet"),
                                    ("betting", "place your bets"),
                                    ("sealing", "no more bets"),
                                    ("answers", "insurance and early surrender"),
                                    ("turns", "the players' turns"),
                                    ("intermission", "next deal soon"),
                                ],
                                default="waiting",
                                max_length=12,
                            ),
                        ),
                        ("since", models.DateTimeField()),
                        ("deadline", models.DateTimeField(null=True)),
                        ("version", models.BigIntegerField(default=0)),
                        ("switching", models.BigIntegerField(default=0)),
                        (
                            "deal",
                            models.OneToOneField(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="casino.deal",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("deadline__isnull", True), ("phase", "waiting")),
                                    models.Q(
                                        models.Q(("phase", "waiting"), _negated=True),
                                        ("deadline__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="clock_runs_except_while_waiting",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("deal__isnull", False), ("phase__in", ["answers", "turns"])
                                    ),
                                    models.Q(
                                        models.Q(
                                            ("phase__in", ["answers", "turns"]), _negated=True
                                        ),
                                        ("deal__isnull", True),
                                    ),
                                    _connector="OR",
                                ),
                                name="clock_has_a_deal_while_it_is_played",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="EarlyDecision",
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
                        ("box", models.PositiveSmallIntegerField()),
                        ("hand", models.PositiveSmallIntegerField()),
                        ("hand_state", models.CharField(max_length=64)),
                        ("action", models.CharField(max_length=24)),
                        ("chosen_at", models.DateTimeField()),
                        ("dropped", models.BooleanField(default=False)),
                        (
                            "deal",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="early_decisions",
                                to="casino.deal",
                            ),
                        ),
                        (
                            "round",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="early_decisions",
                                to="casino.round",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("deal", "box"), name="one_early_decision_per_box"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="ProcessMark",
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
                            "kind",
                            models.CharField(
                                choices=[("web", "Web"), ("streams", "Streams")],
                                max_length=7,
                                unique=True,
                            ),
                        ),
                        ("at", models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name="Outage",
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
                            "kind",
                            models.CharField(
                                choices=[("web", "Web"), ("streams", "Streams")], max_length=7
                            ),
                        ),
                        ("began", models.DateTimeField()),
                        ("ended", models.DateTimeField()),
                    ],
                    options={
                        "indexes": [models.Index(fields=["-ended"], name="outage_ended")],
                    },
                ),
            ]
        ),
        append_only("casino_bet"),
        append_only("casino_decision"),
        append_only("casino_followerstake"),
        append_only("casino_wagerbet"),
        append_only("casino_freeze"),
        append_only("casino_freezedecision"),
        append_only("casino_voidstep"),
        run_sql("casino.sql", "guards"),
        run_sql("casino.sql", "deals"),
        run_sql("casino.sql", "begun"),
        run_sql("casino.sql", "in_progress"),
        run_sql("casino.sql", "freezes"),
        proposed_by_staff("casino_freeze"),
        decided_by_another("casino_freeze", "casino_freezedecision"),
        run_sql("casino.sql", "cancelling"),
        run_sql("casino.sql", "voids"),
        run_sql("casino.sql", "live"),
    ]
