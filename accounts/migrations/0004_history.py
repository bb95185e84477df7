from typing import ClassVar

from django.db import migrations

from journal.history import noted

# Of a person's own choices about the pages, of when they came, and of what follows from other columns there is no history.
_NOT_NOTED = (
    "last_login",
    "password_set_at",
    "language",
    "display_currency",
    "keyboard_shortcuts",
    "four_colour_cards",
    "words",  # those of name and address once more
)
_PERSONAL = ("email", "full_name", "birth_date", "country")


class Migration(migrations.Migration):
    """Every change of who somebody is and what they may do is written down by the database, before and after."""

    dependencies: ClassVar = [
        ("accounts", "0003_players"),
        ("account", "0009_emailaddress_unique_primary_email"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("journal", "0002_history"),
    ]

    operations: ClassVar = [
        # what a new player enters stands in the row; a copy that is kept for ever would say no more
        noted("accounts_user", hide=_NOT_NOTED, mask=["password"], mask_new=_PERSONAL),
        noted("accounts_user_groups"),
        noted("accounts_user_user_permissions"),
        noted("auth_group"),
        noted("auth_group_permissions"),
        noted("account_emailaddress", mask_new=["email"]),
        noted("mfa_authenticator", hide=["last_used_at"], mask=["data"]),
    ]
