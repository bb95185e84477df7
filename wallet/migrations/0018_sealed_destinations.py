"""Where withdrawals are paid is encrypted. Nothing was deployed with destinations in clear: there are no rows to carry over."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("wallet", "0017_deposit_review")]

    operations = [
        migrations.RemoveField(model_name="withdrawal", name="destination"),
        migrations.AddField(
            model_name="withdrawal",
            name="destination_sealed",
            field=models.BinaryField(default=b"", max_length=1000),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="withdrawal",
            name="destination_digest",
            field=models.CharField(default="", max_length=64),
            preserve_default=False,
        ),
    ]
