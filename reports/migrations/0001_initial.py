import uuid

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from internals.create_models import CreateModels
from journal.operations.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Closed days and hours, and files of reports."""

    initial = True

    dependencies = [
        ("casino", "0001_initial"),
        ("journal", "0001_initial"),
        ("tables", "0001_initial"),
        ("wallet", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name="Passed",
                    fields=[
                        ("until", models.DateTimeField(primary_key=True, serialize=False)),
                        ("barrier", journal.values.transaction_ids.TransactionIdField()),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now()
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="ClosedDay",
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
                        ("day", models.DateField()),
                        (
                            "part",
                            models.CharField(
                                choices=[
                                    ("figures", "figures"),
                                    ("decisions", "cost of decisions"),
                                    ("hands", "players' hands"),
                                ],
                                max_length=9,
                            ),
                        ),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now()
                            ),
                        ),
                        (
                            "xact",
                            journal.values.transaction_ids.TransactionIdField(
                                db_default=journal.values.transaction_ids.CurrentTransaction(),
                                editable=False,
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(fields=("part", "day"), name="day_closed_once")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="ClosedHour",
                    fields=[
                        (
                            "hour",
                            models.DateTimeField(
                                help_text="when it begins", primary_key=True, serialize=False
                            ),
                        ),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now()
                            ),
                        ),
                        (
                            "xact",
                            journal.values.transaction_ids.TransactionIdField(
                                db_default=journal.values.transaction_ids.CurrentTransaction(),
                                editable=False,
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="DayOfGames",
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
                        ("day", models.DateField()),
                        (
                            "table",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tables.table",
                            ),
                        ),
                        (
                            "version",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tables.rulesetversion",
                            ),
                        ),
                        ("currency", models.CharField(max_length=3)),
                        (
                            "segment",
                            models.CharField(
                                choices=[
                                    ("high", "high stakes"),
                                    ("new", "first month"),
                                    ("regular", "regular"),
                                ],
                                max_length=7,
                            ),
                        ),
                        (
                            "country",
                            models.CharField(help_text="ISO 3166-1 alpha-2", max_length=2),
                        ),
                        ("test", models.BooleanField()),
                        ("rounds", models.BigIntegerField()),
                        ("hands", models.BigIntegerField(help_text="boxes dealt")),
                        ("staked", models.BigIntegerField()),
                        ("returned", models.BigIntegerField()),
                        ("staked_usd", models.BigIntegerField()),
                        ("returned_usd", models.BigIntegerField()),
                        ("bets_usd", models.BigIntegerField()),
                        ("squares_usd", models.FloatField()),
                        ("together_usd", models.FloatField()),
                        (
                            "interrupted",
                            models.BigIntegerField(
                                help_text="completed rounds in which the house decided"
                            ),
                        ),
                        ("cancelled", models.BigIntegerField()),
                        ("cancelled_staked", models.BigIntegerField()),
                        ("voided", models.BigIntegerField(help_text="voids made on this day")),
                        ("unvoided", models.BigIntegerField(help_text="voids undone on this day")),
                        (
                            "voided_house",
                            models.BigIntegerField(
                                help_text="what the house won by both, below zero: lost"
                            ),
                        ),
                        ("voided_house_usd", models.BigIntegerField()),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=(
                                    "day",
                                    "table",
                                    "version",
                                    "currency",
                                    "segment",
                                    "country",
                                    "test",
                                ),
                                name="day_of_games_once",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="HourOfGames",
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
                        ("hour", models.DateTimeField(help_text="when it begins")),
                        (
                            "table",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tables.table",
                            ),
                        ),
                        ("test", models.BooleanField()),
                        (
                            "players",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.BigIntegerField(), size=None
                            ),
                        ),
                        ("rounds", models.BigIntegerField()),
                        ("hands", models.BigIntegerField()),
                        ("staked", models.BigIntegerField()),
                        ("returned", models.BigIntegerField()),
                        ("staked_usd", models.BigIntegerField()),
                        ("returned_usd", models.BigIntegerField()),
                        ("interrupted", models.BigIntegerField()),
                        ("cancelled", models.BigIntegerField()),
                        ("voided", models.BigIntegerField()),
                        ("unvoided", models.BigIntegerField()),
                        ("voided_house", models.BigIntegerField()),
                        ("voided_house_usd", models.BigIntegerField()),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("hour", "table", "test"), name="hour_of_games_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DayOfSides",
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
                        ("day", models.DateField()),
                        (
                            "table",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tables.table",
                            ),
                        ),
                        (
                            "version",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tables.rulesetversion",
                            ),
                        ),
                        ("currency", models.CharField(max_length=3)),
                        (
                            "segment",
                            models.CharField(
                                choices=[
                                    ("high", "high stakes"),
                                    ("new", "first month"),
                                    ("regular", "regular"),
                                ],
                                max_length=7,
                            ),
                        ),
                        (
                            "country",
                            models.CharField(help_text="ISO 3166-1 alpha-2", max_length=2),
                        ),
                        ("test", models.BooleanField()),
                        (
                            "name",
                            models.CharField(
                                help_text="insurance, or a side bet of the rules", max_length=24
                            ),
                        ),
                        ("bets", models.BigIntegerField()),
                        ("staked", models.BigIntegerField()),
                        ("returned", models.BigIntegerField()),
                        ("staked_usd", models.BigIntegerField()),
                        ("returned_usd", models.BigIntegerField()),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=(
                                    "day",
                                    "table",
                                    "version",
                                    "currency",
                                    "segment",
                                    "country",
                                    "test",
                                    "name",
                                ),
                                name="day_of_sides_once",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DayOfPlayer",
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
                        ("day", models.DateField()),
                        (
                            "player",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("currency", models.CharField(max_length=3)),
                        (
                            "segment",
                            models.CharField(
                                choices=[
                                    ("high", "high stakes"),
                                    ("new", "first month"),
                                    ("regular", "regular"),
                                ],
                                max_length=7,
                            ),
                        ),
                        (
                            "country",
                            models.CharField(help_text="ISO 3166-1 alpha-2", max_length=2),
                        ),
                        ("test", models.BooleanField()),
                        ("rounds", models.BigIntegerField()),
                        ("hands", models.BigIntegerField()),
                        ("staked", models.BigIntegerField()),
                        ("returned", models.BigIntegerField()),
                        ("staked_usd", models.BigIntegerField()),
                        ("returned_usd", models.BigIntegerField()),
                        ("seconds", models.BigIntegerField()),
                        ("deposited", models.BigIntegerField()),
                        ("withdrawn", models.BigIntegerField(help_text="paid out")),
                    ],
                    options={
                        "indexes": [models.Index(fields=["day"], name="day_of_player_day")],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("player", "day", "currency"), name="day_of_player_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="NotedRound",
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
                        ("day", models.DateField()),
                        (
                            "why",
                            models.CharField(
                                choices=[
                                    ("win", "large win"),
                                    ("bet", "large bet"),
                                    ("interrupted", "interrupted"),
                                    ("cancelled", "cancelled"),
                                ],
                                max_length=11,
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
                        (
                            "country",
                            models.CharField(help_text="ISO 3166-1 alpha-2", max_length=2),
                        ),
                        ("test", models.BooleanField()),
                        ("usd", models.BigIntegerField(help_text="won or staked")),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("why", "day", "round"), name="round_noted_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="JudgedRound",
                    fields=[
                        (
                            "round",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="+",
                                serialize=False,
                                to="casino.round",
                            ),
                        ),
                        ("day", models.DateField(db_index=True)),
                        ("decisions", models.PositiveSmallIntegerField()),
                        ("deviations", models.PositiveSmallIntegerField()),
                        (
                            "cost_usd",
                            models.FloatField(help_text="units of 10^-4 of a dollar", null=True),
                        ),
                        (
                            "insurance_usd",
                            models.FloatField(help_text="by insuring, beside it", null=True),
                        ),
                        (
                            "net_usd",
                            models.FloatField(
                                help_text="of hands, without insurance and side bets", null=True
                            ),
                        ),
                        (
                            "luck_usd",
                            models.FloatField(help_text="net_usd less its expectation", null=True),
                        ),
                        (
                            "blackjack_chance",
                            models.PositiveSmallIntegerField(
                                help_text="of 10,000, under an ace, where something was insured",
                                null=True,
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="DayOfDecisions",
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
                        ("day", models.DateField()),
                        (
                            "table",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tables.table",
                            ),
                        ),
                        (
                            "version",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tables.rulesetversion",
                            ),
                        ),
                        ("currency", models.CharField(max_length=3)),
                        (
                            "segment",
                            models.CharField(
                                choices=[
                                    ("high", "high stakes"),
                                    ("new", "first month"),
                                    ("regular", "regular"),
                                ],
                                max_length=7,
                            ),
                        ),
                        (
                            "country",
                            models.CharField(help_text="ISO 3166-1 alpha-2", max_length=2),
                        ),
                        ("test", models.BooleanField()),
                        (
                            "judged",
                            models.BigIntegerField(
                                help_text="rounds; where rules have no mathematics there are none"
                            ),
                        ),
                        (
                            "bets_usd",
                            models.BigIntegerField(help_text="of their boxes, as first staked"),
                        ),
                        ("decisions", models.BigIntegerField()),
                        ("deviations", models.BigIntegerField()),
                        ("cost_usd", models.FloatField()),
                        ("insurance_usd", models.FloatField()),
                        (
                            "measured",
                            models.BigIntegerField(
                                db_default=0, help_text="rounds with their luck"
                            ),
                        ),
                        (
                            "measured_usd",
                            models.BigIntegerField(
                                db_default=0, help_text="first staked on their boxes"
                            ),
                        ),
                        ("net_usd", models.FloatField(db_default=0)),
                        ("luck_usd", models.FloatField(db_default=0)),
                        (
                            "luck_square",
                            models.FloatField(db_default=0, help_text="sum of each round's square"),
                        ),
                        (
                            "luck_fourth",
                            models.FloatField(
                                db_default=0, help_text="sum of each round's fourth power"
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=(
                                    "day",
                                    "table",
                                    "version",
                                    "currency",
                                    "segment",
                                    "country",
                                    "test",
                                ),
                                name="day_of_decisions_once",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DayOfStakes",
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
                        ("day", models.DateField()),
                        (
                            "version",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tables.rulesetversion",
                            ),
                        ),
                        ("test", models.BooleanField()),
                        (
                            "name",
                            models.CharField(
                                help_text="insurance, or a side bet of the rules", max_length=24
                            ),
                        ),
                        ("weight", models.BigIntegerField()),
                        (
                            "chance",
                            models.PositiveSmallIntegerField(
                                help_text="of 10,000, that insurance wins, by the cards seen; 0 of a side bet"
                            ),
                        ),
                        ("bets", models.BigIntegerField()),
                        ("multiples", models.BigIntegerField()),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("day", "version", "test", "name", "weight", "chance"),
                                name="day_of_stakes_once",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Export",
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
                            "acting_user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "source",
                            models.CharField(help_text="reports.catalogue.sources", max_length=40),
                        ),
                        (
                            "params",
                            models.JSONField(
                                default=dict, help_text="as in the address: lists of texts by name"
                            ),
                        ),
                        ("language", models.CharField(max_length=5)),
                        (
                            "format",
                            models.CharField(help_text="reports.files.Format", max_length=4),
                        ),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("waiting", "queued"),
                                    ("running", "being made"),
                                    ("done", "ready"),
                                    ("failed", "failed"),
                                    ("cancelled", "cancelled"),
                                    ("expired", "deleted"),
                                ],
                                default="waiting",
                                max_length=9,
                            ),
                        ),
                        ("rows", models.BigIntegerField(default=0, help_text="written so far")),
                        (
                            "total",
                            models.BigIntegerField(
                                help_text="there will be; null: not known", null=True
                            ),
                        ),
                        (
                            "pieces",
                            models.PositiveIntegerField(
                                default=0, help_text="of its period, to be added up first"
                            ),
                        ),
                        ("pieces_done", models.PositiveIntegerField(default=0)),
                        ("attempts", models.PositiveSmallIntegerField(default=0)),
                        (
                            "claim",
                            models.UUIDField(
                                help_text="of the one worker that makes it", null=True
                            ),
                        ),
                        (
                            "claimed_until",
                            models.DateTimeField(
                                help_text="then its worker is taken for dead", null=True
                            ),
                        ),
                        ("size", models.BigIntegerField(help_text="bytes", null=True)),
                        ("sha256", models.CharField(blank=True, max_length=64)),
                        ("error", models.TextField(blank=True)),
                        ("asked_at", models.DateTimeField()),
                        ("finished_at", models.DateTimeField(null=True)),
                        ("expires_at", models.DateTimeField(null=True)),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("state__in", ["waiting", "running"])),
                                fields=["asked_at"],
                                name="export_unfinished",
                            ),
                            models.Index(
                                condition=models.Q(("state", "done")),
                                fields=["expires_at"],
                                name="export_expires",
                            ),
                            models.Index(fields=["acting_user", "-id"], name="export_of_person"),
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("claim__isnull", True),
                                        ("finished_at__isnull", True),
                                        ("state", "waiting"),
                                        ("expires_at__isnull", True),
                                        ("sha256", ""),
                                        ("size__isnull", True),
                                    ),
                                    models.Q(
                                        ("claim__isnull", False),
                                        ("finished_at__isnull", True),
                                        ("state", "running"),
                                        ("claimed_until__isnull", False),
                                        ("expires_at__isnull", True),
                                        ("sha256", ""),
                                        ("size__isnull", True),
                                    ),
                                    models.Q(
                                        ("state__in", ["done", "expired"]),
                                        ("claim__isnull", True),
                                        ("claimed_until__isnull", True),
                                        ("finished_at__isnull", False),
                                        ("expires_at__isnull", False),
                                        ("size__isnull", False),
                                        models.Q(("sha256", ""), _negated=True),
                                    ),
                                    models.Q(
                                        ("state", "cancelled"),
                                        ("claim__isnull", True),
                                        ("claimed_until__isnull", True),
                                        ("finished_at__isnull", False),
                                        ("expires_at__isnull", True),
                                        ("sha256", ""),
                                        ("size__isnull", True),
                                    ),
                                    models.Q(
                                        ("state", "failed"),
                                        models.Q(("error", ""), _negated=True),
                                        ("claim__isnull", True),
                                        ("claimed_until__isnull", True),
                                        ("finished_at__isnull", False),
                                        ("expires_at__isnull", True),
                                        ("sha256", ""),
                                        ("size__isnull", True),
                                    ),
                                    _connector="OR",
                                ),
                                name="export_is_what_its_state_says",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Piece",
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
                            "export",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="answered",
                                to="reports.export",
                            ),
                        ),
                        (
                            "fact",
                            models.CharField(
                                help_text="reports.selectors.fact_tables", max_length=20
                            ),
                        ),
                        ("since", models.DateTimeField()),
                        ("until", models.DateTimeField()),
                        (
                            "answers",
                            models.JSONField(
                                help_text="rows of the table that a closed day keeps them in"
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("export", "fact", "since"), name="piece_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DayOfHands",
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
                        ("day", models.DateField()),
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
                            "table",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tables.table",
                            ),
                        ),
                        ("currency", models.CharField(max_length=3)),
                        ("rounds", models.BigIntegerField()),
                        ("boxes", models.BigIntegerField()),
                        (
                            "won",
                            models.BigIntegerField(
                                help_text="rounds that brought more than was staked"
                            ),
                        ),
                        (
                            "pushed",
                            models.BigIntegerField(help_text="rounds that brought what was staked"),
                        ),
                        ("staked", models.BigIntegerField()),
                        ("returned", models.BigIntegerField()),
                        (
                            "starts",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.SmallIntegerField(), size=None
                            ),
                        ),
                        (
                            "dealt",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.IntegerField(), size=None
                            ),
                        ),
                        (
                            "bets",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.BigIntegerField(), size=None
                            ),
                        ),
                        (
                            "nets",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.BigIntegerField(), size=None
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("player", "day", "table", "currency"),
                                name="day_of_hands_once",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DayOfMoney",
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
                        ("day", models.DateField()),
                        ("currency", models.CharField(max_length=3)),
                        (
                            "kind",
                            models.CharField(
                                help_text="wallet.ledger.models.TransferKind", max_length=20
                            ),
                        ),
                        (
                            "place",
                            models.CharField(
                                help_text="wallet.ledger.models.HouseAccount, or player",
                                max_length=20,
                            ),
                        ),
                        (
                            "country",
                            models.CharField(help_text="ISO 3166-1 alpha-2", max_length=2),
                        ),
                        ("test", models.BooleanField()),
                        ("transfers", models.BigIntegerField()),
                        ("amount", models.BigIntegerField()),
                        ("usd", models.BigIntegerField(null=True)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("day", "currency", "kind", "place", "country", "test"),
                                name="day_of_money_once",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DayOfExchange",
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
                        ("day", models.DateField()),
                        ("given_currency", models.CharField(max_length=3)),
                        ("received_currency", models.CharField(max_length=3)),
                        (
                            "country",
                            models.CharField(help_text="ISO 3166-1 alpha-2", max_length=2),
                        ),
                        ("test", models.BooleanField()),
                        ("exchanges", models.BigIntegerField()),
                        ("given", models.BigIntegerField()),
                        ("received", models.BigIntegerField()),
                        ("given_usd", models.BigIntegerField()),
                        ("received_usd", models.BigIntegerField()),
                        (
                            "spread_usd",
                            models.BigIntegerField(
                                help_text="given less received, each exchange rounded once"
                            ),
                        ),
                        ("least_price", models.DecimalField(decimal_places=12, max_digits=30)),
                        ("greatest_price", models.DecimalField(decimal_places=12, max_digits=30)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=(
                                    "day",
                                    "given_currency",
                                    "received_currency",
                                    "country",
                                    "test",
                                ),
                                name="day_of_exchange_once",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DayOfRates",
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
                        ("day", models.DateField()),
                        ("currency", models.CharField(max_length=3)),
                        ("rate", models.DecimalField(decimal_places=12, max_digits=24)),
                        ("source", models.CharField(max_length=60)),
                        ("as_of", models.DateTimeField()),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("day", "currency"), name="day_of_rates_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DayOfUsedRates",
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
                        ("day", models.DateField()),
                        ("currency", models.CharField(max_length=3)),
                        ("rate", models.DecimalField(decimal_places=12, max_digits=24)),
                        ("source", models.CharField(blank=True, max_length=60)),
                        ("as_of", models.DateTimeField(null=True)),
                        (
                            "country",
                            models.CharField(help_text="ISO 3166-1 alpha-2", max_length=2),
                        ),
                        ("test", models.BooleanField()),
                        (
                            "exchanges",
                            models.BigIntegerField(
                                help_text="given or received at it, less those undone"
                            ),
                        ),
                        ("rounds", models.BigIntegerField(help_text="that were completed")),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=(
                                    "day",
                                    "currency",
                                    "rate",
                                    "source",
                                    "as_of",
                                    "country",
                                    "test",
                                ),
                                name="day_of_used_rates_once",
                                nulls_distinct=False,
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DayOfShoes",
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
                        ("day", models.DateField()),
                        (
                            "table",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tables.table",
                            ),
                        ),
                        (
                            "version",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tables.rulesetversion",
                            ),
                        ),
                        (
                            "country",
                            models.CharField(help_text="ISO 3166-1 alpha-2", max_length=2),
                        ),
                        ("test", models.BooleanField()),
                        ("opened", models.BigIntegerField()),
                        ("closed", models.BigIntegerField(help_text="with their seed revealed")),
                        (
                            "verified",
                            models.BigIntegerField(
                                help_text="of those, whose seed hashes to what was announced"
                            ),
                        ),
                        (
                            "lost",
                            models.BigIntegerField(help_text="given up: the seed is not revealed"),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("day", "table", "version", "country", "test"),
                                name="day_of_shoes_once",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DayOfEvents",
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
                        ("day", models.DateField()),
                        ("kind", models.CharField(max_length=40)),
                        ("severity", models.CharField(max_length=10)),
                        ("events", models.BigIntegerField()),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("day", "kind", "severity"), name="day_of_events_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DayOfPoints",
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
                        ("day", models.DateField()),
                        (
                            "kind",
                            models.CharField(
                                help_text="loyalty.models.points.PointsEntry.Kind", max_length=8
                            ),
                        ),
                        (
                            "country",
                            models.CharField(help_text="ISO 3166-1 alpha-2", max_length=2),
                        ),
                        ("test", models.BooleanField()),
                        ("entries", models.BigIntegerField()),
                        ("hundredths", models.BigIntegerField()),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("day", "kind", "country", "test"), name="day_of_points_once"
                            )
                        ],
                    },
                ),
            ]
        ),
        append_only("reports_closedday"),
        append_only("reports_closedhour"),
        append_only("reports_dayofdecisions"),
        append_only("reports_dayofevents"),
        append_only("reports_dayofexchange"),
        append_only("reports_dayofgames"),
        append_only("reports_dayofhands"),
        append_only("reports_dayofmoney"),
        append_only("reports_dayofplayer"),
        append_only("reports_dayofpoints"),
        append_only("reports_dayofrates"),
        append_only("reports_dayofshoes"),
        append_only("reports_dayofsides"),
        append_only("reports_dayofstakes"),
        append_only("reports_dayofusedrates"),
        append_only("reports_hourofgames"),
        append_only("reports_judgedround"),
        append_only("reports_notedround"),
        append_only("reports_passed"),
        run_sql("reports.sql", "guards"),
        run_sql("reports.sql", "indexes"),
    ]
