from django.db import migrations

from journal.operations.change_history import record_changes
from journal.sql import run_sql

# Not in the history: a person's own choices about the pages, when they came, and what follows from other columns.
_NOT_NOTED = (
    "last_login",
    "quick_cards",
    "sounds",
    "session_began",
    "reality_minutes",
    "reality_checked_at",
    "play_money_at",
    "password_set_at",
    "language",
    "display_currency",
    "keyboard_shortcuts",
    "four_colour_cards",
    "words",  # made of the name and the address
)
_PERSONAL = ("email", "full_name", "birth_date", "country")


class Migration(migrations.Migration):
    """The history of who somebody is and what they may do, after the tables of django-allauth, which need the user's."""

    dependencies = [
        ("accounts", "0001_initial"),
        ("account", "0009_emailaddress_unique_primary_email"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("journal", "0001_initial"),
    ]

    operations = [
        # a new player's entries are in the row; a copy that is kept for ever adds nothing
        record_changes("accounts_user", hide=_NOT_NOTED, mask=["password"], mask_new=_PERSONAL),
        record_changes("accounts_user_groups"),
        record_changes("accounts_user_user_permissions"),
        record_changes("auth_group"),
        record_changes("auth_group_permissions"),
        record_changes("account_emailaddress", mask_new=["email"]),
        record_changes("mfa_authenticator", hide=["last_used_at"], mask=["data"]),
        record_changes("accounts_staffchange"),
        record_changes("accounts_staffchangedecision", key="proposal_id"),
        run_sql("accounts.sql", "passkeys"),
    ]
