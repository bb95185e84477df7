import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from approvals.operations import decided_by_another, proposed_by_staff
from internals.create_models import CreateModels
from journal.operations.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Cases with their steps, flags, notes, holds and records."""

    initial = True

    dependencies = [
        ("approvals", "0001_initial"),
        ("journal", "0001_initial"),
        ("accounts", "0004_letters_of_cases"),
        ("compliance", "0001_initial"),
        ("detection", "0001_initial"),
        ("wallet", "0005_holds_of_cases"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name="Case",
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
                            "kind",
                            models.CharField(
                                choices=[
                                    ("fraud", "fraud"),
                                    ("laundering", "money laundering"),
                                    ("protection", "player protection"),
                                    ("staff", "staff incident"),
                                ],
                                max_length=10,
                            ),
                        ),
                        (
                            "origin",
                            models.CharField(
                                choices=[
                                    ("score", "signals"),
                                    ("hand", "opened by staff"),
                                    ("dispute", "a dispute"),
                                    ("duplicate", "a possible duplicate account"),
                                    ("sample", "blind sample"),
                                ],
                                max_length=9,
                            ),
                        ),
                        (
                            "opened_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        ("reason", models.CharField(blank=True, max_length=500)),
                        ("about", models.CharField(blank=True, max_length=40)),
                        ("score_at_opening", models.PositiveSmallIntegerField()),
                        ("score", models.PositiveSmallIntegerField()),
                        (
                            "severity",
                            models.CharField(
                                choices=[("low", "low"), ("medium", "medium"), ("high", "high")],
                                max_length=6,
                            ),
                        ),
                        ("due_at", models.DateTimeField()),
                        (
                            "status",
                            models.CharField(
                                choices=[
                                    ("new", "new"),
                                    ("assigned", "assigned"),
                                    ("waiting", "waiting for the player"),
                                    ("decided", "decided"),
                                    ("closed", "closed"),
                                    ("reopened", "reopened"),
                                ],
                                default="new",
                                max_length=8,
                            ),
                        ),
                        ("locked_until", models.DateTimeField(null=True)),
                        ("diary_at", models.DateTimeField(null=True)),
                        (
                            "diary_action",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("remind", "ask again: the case comes back to you"),
                                    (
                                        "decide",
                                        "decide without an answer: the case comes back to you",
                                    ),
                                    ("escalate", "the manager decides: the case comes back as new"),
                                ],
                                max_length=8,
                            ),
                        ),
                        (
                            "outcome",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("confirmed", "confirmed"),
                                    ("justified", "justified, but legal"),
                                    ("cleared", "cleared"),
                                    ("inconclusive", "inconclusive"),
                                ],
                                max_length=12,
                            ),
                        ),
                        (
                            "assignee",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "opened_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="CaseFlag",
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
                            "case",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="flags",
                                to="cases.case",
                            ),
                        ),
                        (
                            "flag",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="case_flags",
                                to="detection.flag",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="CaseHold",
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
                        ("signals", models.JSONField(default=list)),
                        ("score", models.PositiveSmallIntegerField()),
                        ("reason", models.CharField(blank=True, max_length=500)),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        ("due_at", models.DateTimeField()),
                        ("escalated_at", models.DateTimeField(null=True)),
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
                            "case",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="holds",
                                to="cases.case",
                            ),
                        ),
                        (
                            "withdrawal",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="case_holds",
                                to="wallet.withdrawal",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="CaseLink",
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
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
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
                            "one",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="cases.case",
                            ),
                        ),
                        (
                            "other",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="cases.case",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="CaseNote",
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
                        ("text", models.TextField(max_length=4000)),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
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
                            "case",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="notes",
                                to="cases.case",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="CasePlayer",
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
                                choices=[
                                    ("fraud", "fraud"),
                                    ("laundering", "money laundering"),
                                    ("protection", "player protection"),
                                    ("staff", "staff incident"),
                                ],
                                max_length=10,
                            ),
                        ),
                        ("is_lead", models.BooleanField(default=False)),
                        ("is_open", models.BooleanField(default=True)),
                        (
                            "case",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="players",
                                to="cases.case",
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
                    ],
                ),
                migrations.CreateModel(
                    name="StatusStep",
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
                        ("n", models.PositiveSmallIntegerField()),
                        (
                            "from_status",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("new", "new"),
                                    ("assigned", "assigned"),
                                    ("waiting", "waiting for the player"),
                                    ("decided", "decided"),
                                    ("closed", "closed"),
                                    ("reopened", "reopened"),
                                ],
                                max_length=8,
                            ),
                        ),
                        (
                            "to_status",
                            models.CharField(
                                choices=[
                                    ("new", "new"),
                                    ("assigned", "assigned"),
                                    ("waiting", "waiting for the player"),
                                    ("decided", "decided"),
                                    ("closed", "closed"),
                                    ("reopened", "reopened"),
                                ],
                                max_length=8,
                            ),
                        ),
                        ("reason", models.CharField(blank=True, max_length=500)),
                        (
                            "outcome",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("confirmed", "confirmed"),
                                    ("justified", "justified, but legal"),
                                    ("cleared", "cleared"),
                                    ("inconclusive", "inconclusive"),
                                ],
                                max_length=12,
                            ),
                        ),
                        ("diary_at", models.DateTimeField(null=True)),
                        (
                            "diary_action",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("remind", "ask again: the case comes back to you"),
                                    (
                                        "decide",
                                        "decide without an answer: the case comes back to you",
                                    ),
                                    ("escalate", "the manager decides: the case comes back as new"),
                                ],
                                max_length=8,
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
                            "acting_user",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "assignee",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "case",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="steps",
                                to="cases.case",
                            ),
                        ),
                    ],
                    options={"db_table": "cases_casestep"},
                ),
                migrations.CreateModel(
                    name="CaseVoid",
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
                            "case",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="voids",
                                to="cases.case",
                            ),
                        ),
                        (
                            "void",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="compliance.voidcase",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="ContactRecord",
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
                            "channel",
                            models.CharField(
                                choices=[
                                    ("phone", "phone"),
                                    ("email", "email"),
                                    ("chat", "chat"),
                                    ("person", "in person"),
                                ],
                                max_length=6,
                            ),
                        ),
                        ("said", models.TextField(max_length=4000)),
                        ("agreed", models.TextField(max_length=4000)),
                        ("happened_at", models.DateTimeField()),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
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
                            "case",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="contacts",
                                to="cases.case",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="DocumentRequest",
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
                            "what",
                            models.CharField(
                                choices=[
                                    ("identity", "a valid identity document"),
                                    ("address", "proof of your address"),
                                    ("funds", "proof of where your money comes from"),
                                    ("method", "proof that the payment method is yours"),
                                ],
                                max_length=8,
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
                            "acting_user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "case",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="document_requests",
                                to="cases.case",
                            ),
                        ),
                        (
                            "letter",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="accounts.letter",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="ReportDraft",
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
                        ("n", models.PositiveSmallIntegerField()),
                        ("text", models.TextField(max_length=20000)),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
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
                            "case",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="drafts",
                                to="cases.case",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="SavedView",
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
                        ("name", models.CharField(max_length=40)),
                        ("query", models.CharField(max_length=500)),
                        (
                            "owner",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="HoldRelease",
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
                            "hold",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="releases",
                                to="cases.casehold",
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
                    ],
                ),
                migrations.CreateModel(
                    name="HoldReleaseDecision",
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
                            "proposal",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="decision",
                                serialize=False,
                                to="cases.holdrelease",
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
                    ],
                    options={
                        "abstract": False,
                    },
                ),
            ]
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                condition=models.Q(("status", "closed"), _negated=True),
                fields=["due_at", "id"],
                name="cases_queue",
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                condition=models.Q(("status", "waiting")),
                fields=["diary_at"],
                name="cases_diary_due",
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                condition=models.Q(("about", ""), _negated=True),
                fields=["origin", "about"],
                name="cases_about",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["fraud", "laundering", "protection", "staff"])),
                name="cases_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("score__lte", 100), ("score_at_opening__lte", models.F("score"))
                ),
                name="cases_score",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("outcome__in", ["confirmed", "justified", "cleared", "inconclusive"]),
                        ("status__in", ["decided", "closed"]),
                    ),
                    models.Q(
                        models.Q(("status__in", ["decided", "closed"]), _negated=True),
                        ("outcome", ""),
                    ),
                    _connector="OR",
                ),
                name="cases_outcome",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("diary_at__isnull", False),
                        ("status", "waiting"),
                        ("diary_action__in", ["remind", "decide", "escalate"]),
                    ),
                    models.Q(
                        models.Q(("status", "waiting"), _negated=True),
                        ("diary_action", ""),
                        ("diary_at__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="cases_diary",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("assignee__isnull", True), ("status__in", ["new", "reopened"])),
                    models.Q(
                        models.Q(("status__in", ["new", "reopened"]), _negated=True),
                        ("assignee__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="cases_assignee",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("opened_by__isnull", False),
                        ("origin", "hand"),
                        models.Q(("reason", ""), _negated=True),
                    ),
                    models.Q(("origin", "hand"), _negated=True),
                    _connector="OR",
                ),
                name="cases_by_hand",
            ),
        ),
        migrations.AddConstraint(
            model_name="caseflag",
            constraint=models.UniqueConstraint(fields=("case", "flag"), name="cases_flag_once"),
        ),
        migrations.AddIndex(
            model_name="casehold",
            index=models.Index(fields=["withdrawal", "-id"], name="cases_hold_of"),
        ),
        migrations.AddIndex(
            model_name="casehold",
            index=models.Index(
                condition=models.Q(("escalated_at__isnull", True)),
                fields=["due_at"],
                name="cases_hold_late",
            ),
        ),
        migrations.AddConstraint(
            model_name="casehold",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("acting_user__isnull", True), ("score__gte", 80), ("score__lte", 100)
                    ),
                    models.Q(
                        ("acting_user__isnull", False), models.Q(("reason", ""), _negated=True)
                    ),
                    _connector="OR",
                ),
                name="cases_hold_by",
            ),
        ),
        migrations.AddConstraint(
            model_name="casehold",
            constraint=models.CheckConstraint(
                condition=models.Q(("due_at__gt", models.F("at"))), name="cases_hold_due"
            ),
        ),
        migrations.AddConstraint(
            model_name="caselink",
            constraint=models.UniqueConstraint(fields=("one", "other"), name="cases_link_once"),
        ),
        migrations.AddConstraint(
            model_name="caselink",
            constraint=models.CheckConstraint(
                condition=models.Q(("one__lt", models.F("other"))), name="cases_link_in_order"
            ),
        ),
        migrations.AddConstraint(
            model_name="caselink",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="cases_link_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="casenote",
            constraint=models.CheckConstraint(
                condition=models.Q(("text", ""), _negated=True), name="cases_note_text"
            ),
        ),
        migrations.AddIndex(
            model_name="caseplayer",
            index=models.Index(fields=["player", "-case"], name="cases_of_player"),
        ),
        migrations.AddConstraint(
            model_name="caseplayer",
            constraint=models.UniqueConstraint(fields=("case", "player"), name="cases_player_once"),
        ),
        migrations.AddConstraint(
            model_name="caseplayer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_open", True)),
                fields=("player", "kind"),
                name="cases_one_open",
            ),
        ),
        migrations.AddConstraint(
            model_name="caseplayer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_lead", True)), fields=("case",), name="cases_one_lead"
            ),
        ),
        migrations.AddIndex(
            model_name="statusstep",
            index=models.Index(
                condition=models.Q(("to_status", "decided")), fields=["-at"], name="cases_decisions"
            ),
        ),
        migrations.AddConstraint(
            model_name="statusstep",
            constraint=models.UniqueConstraint(fields=("case", "n"), name="cases_step_once"),
        ),
        migrations.AddConstraint(
            model_name="statusstep",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("from_status", ""), ("to_status__in", ("new",))),
                    models.Q(("from_status", "new"), ("to_status__in", ("assigned",))),
                    models.Q(("from_status", "reopened"), ("to_status__in", ("assigned",))),
                    models.Q(
                        ("from_status", "assigned"),
                        ("to_status__in", ("assigned", "waiting", "decided", "new")),
                    ),
                    models.Q(
                        ("from_status", "waiting"),
                        ("to_status__in", ("assigned", "decided", "new")),
                    ),
                    models.Q(("from_status", "decided"), ("to_status__in", ("closed", "assigned"))),
                    models.Q(("from_status", "closed"), ("to_status__in", ("reopened",))),
                    _connector="OR",
                ),
                name="cases_step_move",
            ),
        ),
        migrations.AddConstraint(
            model_name="statusstep",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("to_status__in", ["new", "assigned"]),
                    ("acting_user__isnull", False),
                    _connector="OR",
                ),
                name="cases_step_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="statusstep",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("to_status__in", ["waiting", "decided", "reopened"]), _negated=True),
                    models.Q(("reason", ""), _negated=True),
                    _connector="OR",
                ),
                name="cases_step_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="statusstep",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("outcome__in", ["confirmed", "justified", "cleared", "inconclusive"]),
                        ("to_status__in", ["decided", "closed"]),
                    ),
                    models.Q(
                        models.Q(("to_status__in", ["decided", "closed"]), _negated=True),
                        ("outcome", ""),
                    ),
                    _connector="OR",
                ),
                name="cases_step_outcome",
            ),
        ),
        migrations.AddConstraint(
            model_name="contactrecord",
            constraint=models.CheckConstraint(
                condition=models.Q(("agreed", ""), ("said", ""), _negated=True),
                name="cases_contact_text",
            ),
        ),
        migrations.AddConstraint(
            model_name="contactrecord",
            constraint=models.CheckConstraint(
                condition=models.Q(("happened_at__lte", models.F("at"))), name="cases_contact_past"
            ),
        ),
        migrations.AddConstraint(
            model_name="holdrelease",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="cases_release_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="reportdraft",
            constraint=models.UniqueConstraint(fields=("case", "n"), name="cases_draft_once"),
        ),
        migrations.AddConstraint(
            model_name="reportdraft",
            constraint=models.CheckConstraint(
                condition=models.Q(("text", ""), _negated=True), name="cases_draft_text"
            ),
        ),
        migrations.AddConstraint(
            model_name="savedview",
            constraint=models.UniqueConstraint(fields=("owner", "name"), name="cases_view_once"),
        ),
        append_only("cases_casestep"),
        append_only("cases_casenote"),
        append_only("cases_caselink"),
        append_only("cases_caseflag"),
        append_only("cases_contactrecord"),
        append_only("cases_documentrequest"),
        append_only("cases_casevoid"),
        append_only("cases_reportdraft"),
        append_only("cases_holdrelease"),
        append_only("cases_holdreleasedecision"),
        proposed_by_staff("cases_holdrelease"),
        decided_by_another("cases_holdrelease", "cases_holdreleasedecision"),
        run_sql("cases.sql", "cases"),
    ]
