"""The house holds one player to a limit."""

import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from journal.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0017_closed"),
    ]

    operations = [
        migrations.AlterField(
            model_name="letter",
            name="kind",
            field=models.CharField(
                choices=[
                    ("suspended", "The account was suspended"),
                    ("excluded", "The player was excluded"),
                    ("locked", "Sign-in was locked"),
                    ("time_out", "The player took a time-out"),
                    ("own_wish", "The player excluded themselves"),
                    ("lifted", "A restriction was lifted"),
                    ("over", "A restriction is over"),
                    ("verified", "Age and identity were verified"),
                    ("document", "The identity document is valid no more"),
                    ("upload", "The documents sent were refused"),
                    ("one_person", "Closed: the person has another account"),
                    ("reviewed", "The account was reviewed and is open"),
                    ("answer", "A dispute was answered"),
                    ("rules", "A change of rules was announced"),
                    ("reset_due", "Asked to take the second steps away"),
                    ("reset_off", "The second steps stay"),
                    ("reset_done", "The second steps were taken away"),
                    ("sent_back", "A deposit goes back"),
                    ("limit", "The house set, changed or ended a limit"),
                ],
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            name="HouseLimit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("deposit", "deposits"),
                            ("loss", "losses"),
                            ("wager", "stakes"),
                            ("time", "time"),
                        ],
                        max_length=7,
                    ),
                ),
                (
                    "period",
                    models.CharField(
                        choices=[("24h", "24 hours"), ("7d", "7 days"), ("30d", "30 days")],
                        max_length=3,
                    ),
                ),
                ("amount", models.BigIntegerField(null=True)),
                ("reason", models.CharField(max_length=500)),
                (
                    "at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
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
            options={
                "indexes": [
                    models.Index(
                        fields=["player", "kind", "period", "-id"], name="houselimit_of_player"
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ["deposit", "loss", "wager", "time"]),
                            ("period__in", ["24h", "7d", "30d"]),
                        ),
                        name="houselimit_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("amount__isnull", True), ("amount__gte", 0), _connector="OR"
                        ),
                        name="houselimit_not_negative",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="houselimit_reason"
                    ),
                ],
            },
        ),
        append_only("accounts_houselimit"),
        run_sql("accounts.sql", "0018_house_limits"),
    ]
