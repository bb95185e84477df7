from typing import ClassVar

from django.db import migrations, models

from journal.sql import run_sql


class Migration(migrations.Migration):
    """What players are told of their own breaks from play, and how short one may not be."""

    dependencies: ClassVar = [
        ("accounts", "0007_limits"),
    ]

    operations: ClassVar = [
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
                ],
                max_length=10,
            ),
        ),
        run_sql("accounts.sql", "0008_breaks"),
    ]
