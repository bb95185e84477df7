"""From when a player who is due is judged: at once, or after the pause for those who play on."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("detection", "0003_cells_of_deviations")]

    operations = [
        migrations.AddField(
            model_name="dueplayer",
            name="judge_from",
            field=models.DateTimeField(null=True),
        ),
    ]
