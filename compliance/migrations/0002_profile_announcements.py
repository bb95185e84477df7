import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Versions of the profile that players are told about."""

    dependencies = [("compliance", "0001_initial"), ("profiles", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="ProfileAnnouncement",
            fields=[
                (
                    "version",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="profiles.profileversion",
                    ),
                ),
                ("told_to", models.BigIntegerField(default=0)),
                ("done_at", models.DateTimeField(null=True)),
            ],
        ),
    ]
