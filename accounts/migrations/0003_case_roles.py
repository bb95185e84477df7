from django.db import migrations, models


class Migration(migrations.Migration):
    """Roles for cases of money laundering and of player protection, and views of cases."""

    dependencies = [("accounts", "0002_identity_history")]

    operations = [
        migrations.RunSQL(
            "INSERT INTO public.auth_group (name)"
            " VALUES ('laundering_officer'), ('protection_officer')"
        ),
        migrations.AlterField(
            model_name="look",
            name="kind",
            field=models.CharField(
                choices=[
                    ("player", "player"),
                    ("round", "round"),
                    ("shoe", "shoe"),
                    ("case", "case of voids"),
                    ("dispute", "dispute"),
                    ("document", "document of a player"),
                    ("casework", "case of fraud, money laundering or protection"),
                ],
                max_length=8,
            ),
        ),
    ]
