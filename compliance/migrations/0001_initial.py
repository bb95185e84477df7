import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from internals.create_models import CreateModels
from journal.operations.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Cases that void rounds, disputes, recounts and announcements of rules."""

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
                    name="RulesAnnouncement",
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
                            "table",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tables.table",
                            ),
                        ),
                        (
                            "step",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tables.versionstep",
                            ),
                        ),
                        (
                            "before",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tables.rulesetversion",
                            ),
                        ),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        ("told_to", models.BigIntegerField(default=0)),
                        ("done_at", models.DateTimeField(null=True)),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("done_at__isnull", True)),
                                fields=["id"],
                                name="compliance_announcement_due",
                            )
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("table", "step"), name="compliance_announcement_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Dispute",
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
                        ("public_id", models.UUIDField(default=uuid.uuid4, unique=True)),
                        (
                            "player",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="disputes",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "round",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="disputes",
                                to="casino.round",
                            ),
                        ),
                        (
                            "subject",
                            models.CharField(
                                choices=[
                                    ("round", "A round: its cards, its result or what it paid"),
                                    ("money", "A deposit, a withdrawal or an exchange"),
                                    ("account", "My account, my data or signing in"),
                                    ("limits", "A limit, a time-out or an exclusion"),
                                    ("points", "Points and tiers"),
                                    ("erasure", "Erasing my data"),
                                    ("site", "The site does not work properly"),
                                    ("other", "Something else"),
                                ],
                                max_length=10,
                            ),
                        ),
                        ("text", models.TextField(max_length=2000)),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("open", "waits for an answer"),
                                    ("answered", "answered"),
                                    ("closed", "closed"),
                                ],
                                default="open",
                                max_length=8,
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                fields=["player", "-at"], name="compliance_dispute_player"
                            ),
                            models.Index(
                                condition=models.Q(("state", "open")),
                                fields=["at"],
                                name="compliance_dispute_waits",
                            ),
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "subject__in",
                                        [
                                            "round",
                                            "money",
                                            "account",
                                            "limits",
                                            "points",
                                            "erasure",
                                            "site",
                                            "other",
                                        ],
                                    )
                                ),
                                name="compliance_dispute_subject",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("state__in", ["open", "answered", "closed"])),
                                name="compliance_dispute_state",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("text", ""), _negated=True),
                                name="compliance_dispute_text",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DisputeReply",
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
                        ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
                        (
                            "dispute",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="replies",
                                to="compliance.dispute",
                            ),
                        ),
                        ("n", models.PositiveSmallIntegerField()),
                        (
                            "acting_user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("from_house", models.BooleanField()),
                        ("text", models.TextField(blank=True, max_length=2000)),
                        (
                            "outcome",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("upheld", "the player was right"),
                                    ("partly", "the player was right in part"),
                                    ("rejected", "the house's decision stands"),
                                    ("erased", "erased as the player asked"),
                                    ("in_part", "erased in part, the rest is kept"),
                                    ("kept", "not erased, it is kept"),
                                    ("settled", "settled by the player"),
                                ],
                                max_length=8,
                            ),
                        ),
                        ("note", models.CharField(blank=True, max_length=500)),
                        ("reopens", models.BooleanField(db_default=False, default=False)),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["n"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("dispute", "n"), name="compliance_reply_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("text", ""), _negated=True),
                                    models.Q(("from_house", False), ("outcome", "settled")),
                                    _connector="OR",
                                ),
                                name="compliance_reply_text",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("outcome", ""),
                                    models.Q(("from_house", False), ("outcome", "settled")),
                                    models.Q(
                                        ("from_house", True),
                                        (
                                            "outcome__in",
                                            [
                                                "upheld",
                                                "partly",
                                                "rejected",
                                                "erased",
                                                "in_part",
                                                "kept",
                                            ],
                                        ),
                                    ),
                                    _connector="OR",
                                ),
                                name="compliance_reply_outcome",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("note", ""), ("outcome", ""), ("reopens", False)),
                                    models.Q(
                                        ("from_house", False), ("note", ""), ("reopens", False)
                                    ),
                                    models.Q(
                                        ("from_house", True),
                                        models.Q(("note", ""), _negated=True),
                                        models.Q(("outcome", ""), _negated=True),
                                        ("reopens", False),
                                    ),
                                    models.Q(
                                        ("from_house", True),
                                        ("outcome", ""),
                                        ("reopens", True),
                                        models.Q(("note", ""), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                                name="compliance_reply_note",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Recount",
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
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "until",
                            models.DateTimeField(
                                help_text="when the last round of the batch ended"
                            ),
                        ),
                        ("last_round", models.BigIntegerField()),
                        ("rounds", models.PositiveIntegerField()),
                        ("differing", models.PositiveIntegerField()),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("until", "last_round"), name="recount_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="VoidCase",
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
                        ("public_id", models.UUIDField(default=uuid.uuid4, unique=True)),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("void", "void"),
                                    ("undo", "undo a void"),
                                    ("return", "give suspended stakes back"),
                                    ("keep", "keep suspended stakes"),
                                    ("collect", "collect what is owed"),
                                ],
                                max_length=10,
                            ),
                        ),
                        (
                            "of",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="followed_by",
                                to="compliance.voidcase",
                            ),
                        ),
                        (
                            "reason",
                            models.CharField(
                                choices=[
                                    ("malfunction", "malfunction"),
                                    ("rules", "rules configured wrongly"),
                                    ("operator_error", "error of the operator"),
                                    ("duplicate", "duplicate account"),
                                    ("under_age", "player under age"),
                                    ("excluded", "excluded player"),
                                    ("regulator", "order of the regulator"),
                                    ("payment_fraud", "payment fraud"),
                                    ("collusion", "collusion"),
                                    ("software", "prohibited software"),
                                    ("insider", "insider fraud"),
                                ],
                                max_length=20,
                            ),
                        ),
                        ("evidence", models.TextField(max_length=4000)),
                        ("chosen", models.JSONField(default=dict)),
                        ("size", models.PositiveIntegerField()),
                        ("seen", models.CharField(max_length=64)),
                        (
                            "proposed_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "proposed_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        ("expires_at", models.DateTimeField()),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("proposed", "waits for approval"),
                                    ("approved", "being carried out"),
                                    ("carried_out", "carried out"),
                                    ("refused", "refused"),
                                    ("withdrawn", "withdrawn"),
                                    ("expired", "expired"),
                                ],
                                default="proposed",
                                max_length=12,
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("state__in", ["proposed", "approved"])),
                                fields=["expires_at"],
                                name="compliance_case_open",
                            )
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("kind", "void"), ("of__isnull", True)),
                                    models.Q(
                                        ("kind__in", ["undo", "return", "keep", "collect"]),
                                        ("of__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="compliance_case_kind",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "reason__in",
                                        [
                                            "malfunction",
                                            "rules",
                                            "operator_error",
                                            "duplicate",
                                            "under_age",
                                            "excluded",
                                            "regulator",
                                            "payment_fraud",
                                            "collusion",
                                            "software",
                                            "insider",
                                        ],
                                    )
                                ),
                                name="compliance_case_reason",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("evidence", ""), _negated=True),
                                name="compliance_case_evidence",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("size__gt", 0)), name="compliance_case_size"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("expires_at__gt", models.F("proposed_at"))),
                                name="compliance_case_expires",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="CaseStep",
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
                            "case",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="steps",
                                to="compliance.voidcase",
                            ),
                        ),
                        ("n", models.PositiveSmallIntegerField()),
                        ("from_state", models.CharField(blank=True, max_length=12)),
                        (
                            "to_state",
                            models.CharField(
                                choices=[
                                    ("proposed", "waits for approval"),
                                    ("approved", "being carried out"),
                                    ("carried_out", "carried out"),
                                    ("refused", "refused"),
                                    ("withdrawn", "withdrawn"),
                                    ("expired", "expired"),
                                ],
                                max_length=12,
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
                        ("note", models.CharField(blank=True, max_length=500)),
                        ("seen", models.CharField(blank=True, max_length=64)),
                        ("done", models.PositiveIntegerField(null=True)),
                        ("refused", models.PositiveIntegerField(null=True)),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                    ],
                    options={
                        "db_table": "compliance_voidstep",
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("case", "n"), name="compliance_step_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("from_state", ""), ("n", 1), ("to_state", "proposed")
                                    ),
                                    models.Q(
                                        ("from_state", "proposed"),
                                        (
                                            "to_state__in",
                                            ["approved", "refused", "withdrawn", "expired"],
                                        ),
                                    ),
                                    models.Q(
                                        ("from_state", "approved"), ("to_state", "carried_out")
                                    ),
                                    _connector="OR",
                                ),
                                name="compliance_step_way",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("acting_user__isnull", True),
                                        ("to_state__in", ["expired", "carried_out"]),
                                    ),
                                    models.Q(
                                        ("acting_user__isnull", False),
                                        (
                                            "to_state__in",
                                            ["proposed", "approved", "refused", "withdrawn"],
                                        ),
                                    ),
                                    _connector="OR",
                                ),
                                name="compliance_step_by",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("to_state__in", ["refused", "withdrawn"]), _negated=True
                                    ),
                                    models.Q(("note", ""), _negated=True),
                                    _connector="OR",
                                ),
                                name="compliance_step_note",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("to_state", "approved"), _negated=True),
                                    models.Q(("seen", ""), _negated=True),
                                    _connector="OR",
                                ),
                                name="compliance_step_seen",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("done__isnull", False),
                                        ("refused__isnull", False),
                                        ("to_state", "carried_out"),
                                    ),
                                    models.Q(
                                        models.Q(("to_state", "carried_out"), _negated=True),
                                        ("done__isnull", True),
                                        ("refused__isnull", True),
                                    ),
                                    _connector="OR",
                                ),
                                name="compliance_step_count",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="VoidLine",
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
                            "case",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="lines",
                                to="compliance.voidcase",
                            ),
                        ),
                        ("n", models.PositiveIntegerField()),
                        (
                            "round",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="void_lines",
                                to="casino.round",
                            ),
                        ),
                        ("delta", models.BigIntegerField()),
                        ("owed", models.BigIntegerField()),
                        ("suspended", models.BigIntegerField()),
                        ("points", models.BigIntegerField()),
                        (
                            "result",
                            models.CharField(
                                choices=[
                                    ("waiting", "pending"),
                                    ("done", "done"),
                                    ("refused", "not done"),
                                    ("dropped", "not decided"),
                                ],
                                default="waiting",
                                max_length=8,
                            ),
                        ),
                        ("code", models.CharField(blank=True, max_length=40)),
                        ("moved", models.BigIntegerField(null=True)),
                        ("at", models.DateTimeField(null=True)),
                        ("tried_at", models.DateTimeField(null=True)),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("result", "waiting")),
                                fields=["case", "n"],
                                name="compliance_line_due",
                            )
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("case", "n"), name="compliance_line_once"
                            ),
                            models.UniqueConstraint(
                                fields=("round", "case"), name="compliance_round_once"
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("result", "waiting")),
                                fields=("round",),
                                name="compliance_line_open",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("code", ""),
                                        ("moved__isnull", True),
                                        ("result__in", ["waiting", "dropped"]),
                                    ),
                                    models.Q(
                                        ("at__isnull", False),
                                        ("code", ""),
                                        ("moved__isnull", False),
                                        ("result", "done"),
                                    ),
                                    models.Q(
                                        ("at__isnull", False),
                                        ("moved__isnull", True),
                                        ("result", "refused"),
                                        models.Q(("code", ""), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                                name="compliance_line_result",
                            ),
                        ],
                    },
                ),
            ]
        ),
        append_only("compliance_voidstep"),
        append_only("compliance_disputereply"),
        append_only("compliance_recount"),
        run_sql("compliance.sql", "voids"),
        run_sql("compliance.sql", "disputes"),
        run_sql("compliance.sql", "disputed_debts"),
        run_sql("compliance.sql", "recounts"),
    ]
