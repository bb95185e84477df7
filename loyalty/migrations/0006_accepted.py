from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Who approves tiers with which players get back more than they stake has said so."""

    dependencies: ClassVar = [("loyalty", "0005_withdrawal")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="tiersetdecision",
            name="accepted",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="that players get back more than they stake",
            ),
        ),
    ]
