import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """Answers kept for repeated requests."""

    initial = True

    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="StoredAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("caller", models.CharField(max_length=40)),
                ("key", models.CharField(max_length=255)),
                ("fingerprint", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("content_type", models.CharField(default="", max_length=100)),
                ("body", models.TextField(default="")),
                (
                    "created_at",
                    models.DateTimeField(db_index=True, default=django.utils.timezone.now),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("caller", "key"), name="storedanswer_once_per_caller"
                    )
                ],
            },
        ),
    ]
