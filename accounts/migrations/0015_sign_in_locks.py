from django.db import migrations, models


class Migration(migrations.Migration):
    """Sign-ins that open by a second factor only."""

    dependencies = [
        ("accounts", "0014_residential_addresses"),
    ]

    operations = [
        migrations.CreateModel(
            name="SignInLock",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("email", models.CharField(max_length=64)),
                ("place", models.CharField(max_length=64)),
                ("failures", models.PositiveSmallIntegerField()),
                ("failed_at", models.DateTimeField()),
                ("is_locked", models.BooleanField(db_default=False, default=False)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("email", "place"), name="signinlock_once")
                ],
            },
        ),
    ]
