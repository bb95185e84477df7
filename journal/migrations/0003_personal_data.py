from django.db import migrations

from journal.models.personal import PersonalDataField


class Migration(migrations.Migration):
    """The personal part of an event's data is encrypted under the person's key; the column stays as it is."""

    dependencies = [("journal", "0002_monthly_partitions")]

    operations = [migrations.AlterField("event", "data", PersonalDataField(default=dict))]
