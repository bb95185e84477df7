from django.db import migrations

from journal.models.personal import PersonalTextField

_LEAD = "case.lead_id"


class Migration(migrations.Migration):
    """Texts of cases are encrypted under the key of the leading player."""

    dependencies = [("cases", "0002_restrictions_and_sources"), ("journal", "0003_personal_data")]

    operations = [
        migrations.AlterField("casenote", "text", PersonalTextField(max_length=4000, owner=_LEAD)),
        migrations.AlterField(
            "contactrecord", "agreed", PersonalTextField(max_length=4000, owner=_LEAD)
        ),
        migrations.AlterField(
            "contactrecord", "said", PersonalTextField(max_length=4000, owner=_LEAD)
        ),
        migrations.AlterField(
            "reportdraft", "text", PersonalTextField(max_length=20000, owner=_LEAD)
        ),
    ]
