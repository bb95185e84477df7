import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Now

from approvals.operations import decided_by_another, proposed_by_staff
from journal.models.personal import PersonalTextField
from journal.operations.append_only import append_only
from journal.sql import run_sql
from journal.values.transaction_ids import ClockTime

_PROTECT = django.db.models.deletion.PROTECT
_REPLY = "dispute.player_id"


class Migration(migrations.Migration):
    """Texts of disputes are encrypted under their player's key; people are erased by two people, or after years."""

    dependencies = [
        ("accounts", "0018_erased_people"),
        ("approvals", "0001_initial"),
        ("compliance", "0003_taxed_lines"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    # locks: changing-column-type: varchar becomes text, which rewrites no row
    operations = [
        migrations.AlterField(
            "dispute", "text", PersonalTextField(max_length=2000, owner="player_id")
        ),
        migrations.AlterField(
            "disputereply", "note", PersonalTextField(blank=True, max_length=500, owner=_REPLY)
        ),
        migrations.AlterField(
            "disputereply", "text", PersonalTextField(blank=True, max_length=2000, owner=_REPLY)
        ),
        migrations.CreateModel(
            name="Erasure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.CharField(max_length=500)),
                ("proposed_at", models.DateTimeField(db_default=ClockTime(), editable=False)),
                (
                    "dispute",
                    models.ForeignKey(
                        on_delete=_PROTECT, related_name="+", to="compliance.dispute"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=_PROTECT, related_name="erasures", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "proposed_by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=_PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True),
                        name="compliance_erasure_reason",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ErasedPerson",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=_PROTECT,
                        primary_key=True,
                        related_name="erased",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("decision", models.CharField(max_length=40)),
                ("at", models.DateTimeField(db_default=Now())),
                (
                    "erasure",
                    models.OneToOneField(
                        null=True, on_delete=_PROTECT, related_name="+", to="compliance.erasure"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ErasureDecision",
            fields=[
                ("approved", models.BooleanField()),
                ("reason", models.CharField(blank=True, db_default="", default="", max_length=500)),
                ("decided_at", models.DateTimeField(db_default=ClockTime(), editable=False)),
                (
                    "proposal",
                    models.OneToOneField(
                        on_delete=_PROTECT,
                        primary_key=True,
                        related_name="decision",
                        serialize=False,
                        to="compliance.erasure",
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=_PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        proposed_by_staff("compliance_erasure"),
        decided_by_another("compliance_erasure", "compliance_erasuredecision", "player_id"),
        *map(
            append_only,
            ("compliance_erasure", "compliance_erasuredecision", "compliance_erasedperson"),
        ),
        run_sql("compliance.sql", "erasures"),
    ]
