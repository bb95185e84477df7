from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from internals.create_models import CreateModels
from journal.operations.append_only import append_only
from journal.sql import run_sql

_ID = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def _at() -> Any:
    return models.DateTimeField(
        db_default=journal.values.transaction_ids.ClockTime(), editable=False
    )


def _person(*, indexed: bool) -> Any:
    return models.ForeignKey(
        db_index=indexed,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="+",
        to=settings.AUTH_USER_MODEL,
    )


def _case(name: str) -> Any:
    return models.ForeignKey(
        on_delete=django.db.models.deletion.PROTECT, related_name=name, to="cases.case"
    )


def _one(model: str) -> Any:
    return models.OneToOneField(
        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=model
    )


class Migration(migrations.Migration):
    """Escalation, restrictions from cases, what joins an open case, and refusal of held withdrawals."""

    # The tables of cases come with the same release and have no rows yet.
    # locks: ban-drop-constraint: no release has the table
    # locks: constraint-missing-not-valid: no release has the table
    # locks: require-concurrent-index-creation: no release has the table

    dependencies = [
        ("cases", "0001_initial"),
        ("limits", "0001_initial"),
        ("tables", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name="CaseRestriction",
                    fields=[
                        ("id", _ID.clone()),
                        ("key", models.UUIDField(unique=True)),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("stake", "a highest bet"),
                                    ("tables", "no play at any table"),
                                ],
                                max_length=6,
                            ),
                        ),
                        ("before", models.BigIntegerField(null=True)),
                        ("reason", models.CharField(max_length=500)),
                        ("at", _at()),
                        ("acting_user", _person(indexed=False)),
                        ("case", _case("restrictions")),
                        ("limits", _one("limits.limitset")),
                        ("player", _person(indexed=True)),
                        ("switching", _one("tables.switching")),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="cases_restriction_reason",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("before__isnull", True),
                                        ("kind", "stake"),
                                        ("limits__isnull", False),
                                        ("switching__isnull", True),
                                    ),
                                    models.Q(
                                        ("before__gte", 0),
                                        ("kind", "stake"),
                                        ("limits__isnull", False),
                                        ("switching__isnull", True),
                                    ),
                                    models.Q(
                                        ("before__isnull", True),
                                        ("kind", "tables"),
                                        ("limits__isnull", True),
                                        ("switching__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="cases_restriction_by",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="CaseRestrictionEnd",
                    fields=[
                        (
                            "restriction",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="end",
                                serialize=False,
                                to="cases.caserestriction",
                            ),
                        ),
                        ("reason", models.CharField(max_length=500)),
                        ("by_outcome", models.BooleanField(default=False)),
                        ("at", _at()),
                        ("acting_user", _person(indexed=False)),
                        ("limits", _one("limits.limitset")),
                        ("switching", _one("tables.switching")),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="cases_restriction_end_reason",
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="CaseSource",
                    fields=[
                        ("id", _ID.clone()),
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
                        ("about", models.CharField(max_length=40)),
                        ("at", _at()),
                        ("case", _case("sources")),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("origin", "about"), name="cases_source_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("about", ""), _negated=True),
                                name="cases_source_about",
                            ),
                        ]
                    },
                ),
                migrations.RemoveConstraint(
                    model_name="statusstep",
                    name="cases_step_move",
                ),
                migrations.RemoveConstraint(
                    model_name="statusstep",
                    name="cases_step_person",
                ),
                migrations.AddField(
                    model_name="case",
                    name="escalated_at",
                    field=models.DateTimeField(null=True),
                ),
                migrations.AddField(
                    model_name="holdrelease",
                    name="ends_by",
                    field=models.CharField(
                        choices=[("release", "release"), ("refusal", "refusal of the withdrawal")],
                        db_default="release",
                        default="release",
                        max_length=7,
                    ),
                ),
                migrations.AddField(
                    model_name="statusstep",
                    name="escalates",
                    field=models.BooleanField(db_default=False, default=False),
                ),
                migrations.AddIndex(
                    model_name="case",
                    index=models.Index(
                        condition=models.Q(("escalated_at__isnull", False)),
                        fields=["due_at"],
                        name="cases_escalated",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="holdrelease",
                    constraint=models.CheckConstraint(
                        condition=models.Q(("ends_by__in", ["release", "refusal"])),
                        name="cases_release_end",
                    ),
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
                            models.Q(
                                ("from_status", "decided"),
                                ("to_status__in", ("closed", "assigned", "reopened")),
                            ),
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
                            models.Q(("from_status", "decided"), ("to_status", "reopened")),
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
                            ("escalates", False),
                            models.Q(
                                ("from_status__in", ["assigned", "waiting"]), ("to_status", "new")
                            ),
                            _connector="OR",
                        ),
                        name="cases_step_escalates",
                    ),
                ),
            ]
        ),
        append_only("cases_casesource"),
        append_only("cases_caserestriction"),
        append_only("cases_caserestrictionend"),
        run_sql("cases.sql", "work"),
    ]
