from django.db import migrations, models


class Migration(migrations.Migration):
    """The last outcome of a pair names the other player, so that its evidence can be loaded again."""

    dependencies = [
        ("detection", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="latestoutcome",
            name="other",
            field=models.BigIntegerField(null=True),
        ),
    ]
