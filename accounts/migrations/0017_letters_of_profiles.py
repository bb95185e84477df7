from django.db import migrations, models


class Migration(migrations.Migration):
    """Letters about new versions of the profile."""

    dependencies = [("accounts", "0016_exclusion_returns")]

    operations = [
        migrations.AlterField(
            model_name="letter",
            name="kind",
            field=models.CharField(
                choices=[
                    ("suspended", "The account was suspended"),
                    ("excluded", "The player was excluded"),
                    ("locked", "Sign-in was locked"),
                    ("time_out", "The player took a time-out"),
                    ("own_wish", "The player excluded themselves"),
                    ("lifted", "A restriction was lifted"),
                    ("over", "A restriction is over"),
                    ("verified", "Age and identity were verified"),
                    ("unverified", "Corrected: identity must be verified again"),
                    ("document", "The identity document has expired"),
                    ("idle_soon", "The account will be inactive"),
                    ("idle", "The account is inactive"),
                    ("upload", "The documents sent were refused"),
                    ("one_person", "Closed: the person has another account"),
                    ("reviewed", "The account was reviewed and is open"),
                    ("documents", "Documents were requested"),
                    ("outcome", "The outcome of a review was told"),
                    ("answer", "A dispute was answered"),
                    ("rules", "A change of rules was announced"),
                    ("profile", "New conditions of play were announced"),
                    ("reset_due", "Asked to reset the second factor"),
                    ("reset_off", "The second factor stays"),
                    ("reset_done", "The second factor was reset"),
                    ("sent_back", "A deposit is returned"),
                    ("refused", "A withdrawal was refused"),
                    ("refused_in", "A deposit was refused"),
                    ("corrected", "A movement was reversed, or the balance adjusted"),
                    ("debt_paid", "An amount owed was paid from the balance"),
                    ("limit", "The house set, changed or ended a limit"),
                ],
                max_length=10,
            ),
        ),
    ]
