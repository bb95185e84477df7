from django.db import migrations, models


class Migration(migrations.Migration):
    """Deviations keep their cell of the chart and what such a mistake costs, by which INT1 weighs them."""

    dependencies = [("detection", "0002_other_of_outcomes")]

    operations = [
        migrations.AddField("founddeviation", "cost", models.FloatField(null=True)),
        migrations.AddField("founddeviation", "spot", models.SmallIntegerField(null=True)),
        migrations.AddField("founddeviation", "action", models.SmallIntegerField(null=True)),
        migrations.AddField("founddeviation", "advised", models.SmallIntegerField(null=True)),
    ]
