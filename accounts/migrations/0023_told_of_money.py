"""A player is told of a refused withdrawal, a reversed movement and an adjusted balance."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0022_debt_paid"),
    ]

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
                    ("unverified", "Corrected: identity must be verified anew"),
                    ("document", "The identity document is valid no more"),
                    ("upload", "The documents sent were refused"),
                    ("one_person", "Closed: the person has another account"),
                    ("reviewed", "The account was reviewed and is open"),
                    ("answer", "A dispute was answered"),
                    ("rules", "A change of rules was announced"),
                    ("reset_due", "Asked to take the second steps away"),
                    ("reset_off", "The second steps stay"),
                    ("reset_done", "The second steps were taken away"),
                    ("sent_back", "A deposit goes back"),
                    ("refused", "A withdrawal was refused"),
                    ("corrected", "A movement was reversed, or the balance adjusted"),
                    ("debt_paid", "An amount owed was paid from the balance"),
                    ("limit", "The house set, changed or ended a limit"),
                ],
                max_length=10,
            ),
        ),
    ]
