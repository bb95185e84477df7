"""Finished rounds are recomputed every night; where the next batch begins is kept."""

from typing import ClassVar

from django.db import migrations, models

import wallet.models
from journal.append_only import append_only


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("compliance", "0005_disputed_debts"),
        ("journal", "0001_initial"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Recount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(db_default=wallet.models.ClockTime(), editable=False)),
                (
                    "until",
                    models.DateTimeField(help_text="when the last round of the batch ended"),
                ),
                ("last_round", models.BigIntegerField()),
                ("rounds", models.PositiveIntegerField()),
                ("differing", models.PositiveIntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("until", "last_round"), name="recount_once")
                ],
            },
        ),
        append_only("compliance_recount"),
    ]
