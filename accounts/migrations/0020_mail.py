from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    """Mails are rows that a worker sends."""

    dependencies = [("accounts", "0019_unverified")]

    operations = [
        migrations.CreateModel(
            name="Mail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sealed", models.BinaryField(null=True)),
                ("at", models.DateTimeField(db_default=Now())),
                ("tried", models.PositiveSmallIntegerField(default=0)),
                ("next_at", models.DateTimeField(db_default=Now())),
                ("given_up_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [models.Index(fields=["given_up_at", "next_at"], name="mail_due")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("given_up_at__isnull", True), ("sealed__isnull", False)),
                            models.Q(("given_up_at__isnull", False), ("sealed__isnull", True)),
                            _connector="OR",
                        ),
                        name="mail_waits_or_is_given_up",
                    )
                ],
            },
        ),
    ]
