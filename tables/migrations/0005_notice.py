"""An approval may say that the rules put a fault right: they may come into force without notice."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0004_switches"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="versionstep",
            name="at_once",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddConstraint(
            model_name="versionstep",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("at_once", False),
                    models.Q(("from_state", "proposed"), ("to_state", "approved")),
                    _connector="OR",
                ),
                name="version_step_at_once",
            ),
        ),
    ]
