import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """The versions of the profile that judged a visit."""

    dependencies = [("accounts", "0011_inactive_spells"), ("profiles", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="visit",
            name=name,
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="profiles.profileversion",
            ),
        )
        for name in ("profile", "country_profile")
    ]
