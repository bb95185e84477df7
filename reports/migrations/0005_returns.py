"""What rounds won beyond what was to be expected, and what an exact test of insurance and side bets needs."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models

from journal.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("journal", "0001_initial"),
        ("reports", "0004_day_of_hands"),
        ("tables", "0005_notice"),
    ]

    operations: ClassVar = [
        migrations.AddField(
            model_name="dayofdecisions",
            name="luck_fourth",
            field=models.FloatField(db_default=0, help_text="sum of each round's fourth power"),
        ),
        migrations.AddField(
            model_name="dayofdecisions",
            name="luck_square",
            field=models.FloatField(db_default=0, help_text="sum of each round's square"),
        ),
        migrations.AddField(
            model_name="dayofdecisions",
            name="luck_usd",
            field=models.FloatField(db_default=0),
        ),
        migrations.AddField(
            model_name="dayofdecisions",
            name="measured",
            field=models.BigIntegerField(db_default=0, help_text="rounds with their luck"),
        ),
        migrations.AddField(
            model_name="dayofdecisions",
            name="measured_usd",
            field=models.BigIntegerField(db_default=0, help_text="first staked on their boxes"),
        ),
        migrations.AddField(
            model_name="dayofdecisions",
            name="net_usd",
            field=models.FloatField(db_default=0),
        ),
        migrations.AddField(
            model_name="judgedround",
            name="blackjack_chance",
            field=models.PositiveSmallIntegerField(
                help_text="of 10,000, under an ace, where something was insured", null=True
            ),
        ),
        migrations.AddField(
            model_name="judgedround",
            name="luck_usd",
            field=models.FloatField(help_text="net_usd less its expectation", null=True),
        ),
        migrations.AddField(
            model_name="judgedround",
            name="net_usd",
            field=models.FloatField(
                help_text="of hands, without insurance and side bets", null=True
            ),
        ),
        migrations.CreateModel(
            name="DayOfStakes",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
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
                (
                    "version",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.rulesetversion",
                    ),
                ),
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
        append_only("reports_dayofstakes"),
        run_sql("reports.sql", "stakes"),
    ]
