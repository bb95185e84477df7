from django.db import migrations, models


class Migration(migrations.Migration):
    """Roles for cases of money laundering and of player protection, and views of cases."""

    dependencies = [("accounts", "0002_identity_history")]

    operations = [
        # Declared, as the application declares its own writes, so that the change history raises no alarm.
        migrations.RunSQL(
            "SELECT set_config('ligalo.acting_user', '0', true),"
            "       set_config('ligalo.acting_scope', 'auth_group:insert', true);"
            "INSERT INTO public.auth_group (name)"
            " VALUES ('laundering_officer'), ('protection_officer');"
            "SELECT set_config('ligalo.acting_user', '', true),"
            "       set_config('ligalo.acting_scope', '', true)"
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
