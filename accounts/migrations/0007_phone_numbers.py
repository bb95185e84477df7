import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Phone numbers of players."""

    dependencies = [
        ("accounts", "0006_network_countries"),
    ]

    operations = [
        migrations.CreateModel(
            name="PhoneNumber",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("number", models.CharField(db_index=True, max_length=16)),
                ("entered_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("number__regex", "^\\+[1-9][0-9]{6,14}$")),
                        name="phonenumber_e164",
                    )
                ],
            },
        ),
    ]
