"""Strings of libraries, collected here for translation; our Spanish overrides theirs.

The back office's frame (unfold) has no Spanish; allauth, Django and REST framework use «usted»; django-countries
has some errors. Checked by tests/everywhere/test_catalogue.py.
"""

from typing import Final

from django.utils.translation import gettext_lazy as _, ngettext_lazy

FRAME: Final = (
    _("Light"),
    _("Dark"),
    _("System"),
    _("Select record"),
    _("Select action"),
    _("Select action to run"),
    _("Select value"),
    _("Dataset not found. No action performed."),
    _("You can not create nested object without parent"),
    _("Run"),
    _("After you've created a user, you’ll be able to edit more user options."),  # noqa: RUF001  # the library's own apostrophe
    _("Expand row"),
    _("Welcome back to"),
    _("Forgotten your password or username?"),
    _("Type to search"),
    _("You have been successfully logged out from the administration"),
    _("No data"),
    _("More actions"),
    _("All applications"),
    _("True"),
    _("False"),
    _("Apply Filters"),
    _("Select all rows"),
    _("Recent searches"),
    _("No recent searches"),
    _("No results matching your query"),
    _("Loading more results..."),
    _("Submit"),
    _("Record picture"),
    _("This item will be deleted."),
    _("Click to cancel"),
    _("No results found"),
    _("This page yielded into no results. Create a new item or reset your filters."),
    _("Reset filters"),
    _("Image preview"),
    _("Click to download"),
    _("Go back"),
    _("Search apps and models..."),
    _("General"),
    _("Return to site"),
    _("Choose file to upload"),
    _("Toggle password visibility"),
    _("Add row"),
    _("Welcome"),
    _("Date"),
    _("Select currency"),
    _(
        "Raw passwords are not stored, so there is no way to see this user’s password, but you can change the password using "  # noqa: RUF001  # the library's own apostrophe
        '<a href="{}" class="text-primary-600 dark:text-primary-500">this form</a>.'
    ),
    ngettext_lazy(  # whitespace as in the library's template
        "\n                Found %(counter)s result in %(time)s seconds\n            ",
        "\n                Found %(counter)s results in %(time)s seconds\n            ",
        "counter",
    ),
)
"""Texts of Unfold."""

SIGN_IN: Final = (
    _("You cannot remove your primary email address."),
    _("The email address and/or password you specified are not correct."),
    _("Please type your current password."),
    _("You cannot add more than %d email addresses."),
    _("Too many failed login attempts. Try again later."),
    _("Your primary email address must be verified."),
    _("Use your password"),
    _("Forgot your password?"),
    _("You must type the same email each time."),
    _("You cannot add an email address to an account protected by two-factor authentication."),
    _("You cannot activate two-factor authentication until you have verified your email address."),
    _("You cannot deactivate two-factor authentication."),
    _("Use a security key"),
    _("Passwordless"),
    _(
        "Enabling passwordless operation allows you to sign in using just this key, but imposes additional requirements such as biometrics or PIN protection."
    ),
    _("Master key"),
    _("Key nr. {number}"),
    _("Invalid login."),
    _("The password reset token was invalid."),
    _("This account is currently inactive."),
)
"""Texts of allauth."""

FORMS: Final = (
    _("Your password can’t be too similar to your other personal information."),  # noqa: RUF001  # the library's own apostrophe
    _("Your password can’t be a commonly used password."),  # noqa: RUF001  # the library's own apostrophe
    _("Your password can’t be entirely numeric."),  # noqa: RUF001  # the library's own apostrophe
    _("Enter a valid time."),
    _("Enter a valid duration."),
    _("Please either submit a file or check the clear checkbox, not both."),
    _("Upload a valid image. The file you uploaded was either not an image or a corrupted image."),
    _("Enter a valid URL."),
    _("Enter a list of values."),
    _("Enter a complete value."),
    _("Enter a valid domain name."),
    _("Enter a valid “slug” consisting of letters, numbers, underscores or hyphens."),
    _("Ensure this value is %(limit_value)s (it is %(show_value)s)."),
    _("Ensure this value is a multiple of step size %(limit_value)s."),
    _("Enter a valid integer."),
    _("Enter a valid %(protocol)s address."),
    _("Enter a valid email address."),
    _("Enter a whole number."),
    _("Enter a valid date."),
    _("Enter a valid date/time."),
    _("Ensure this value is less than or equal to %(limit_value)s."),
    _("Ensure this value is greater than or equal to %(limit_value)s."),
    _("Select a valid choice. %(value)s is not one of the available choices."),
    _("Select a valid choice. That choice is not one of the available choices."),
    _("Enter a number."),
    _("Enter a valid value."),
    _("Enter a valid UUID."),
    ngettext_lazy(
        "Ensure that there are no more than %(max)s digit in total.",
        "Ensure that there are no more than %(max)s digits in total.",
        "max",
    ),
    ngettext_lazy(
        "Ensure that there are no more than %(max)s decimal place.",
        "Ensure that there are no more than %(max)s decimal places.",
        "max",
    ),
    ngettext_lazy(
        "Ensure that there are no more than %(max)s digit before the decimal point.",
        "Ensure that there are no more than %(max)s digits before the decimal point.",
        "max",
    ),
    ngettext_lazy(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this filename has at most %(max)d character (it has %(length)d).",
        "Ensure this filename has at most %(max)d characters (it has %(length)d).",
        "max",
    ),
)
"""Texts of Django."""

API: Final = (
    _("A valid biginteger is required."),
    _("A valid integer is required."),
    _("Integer value too large to convert to float"),
    _("Surrogate characters are not allowed: U+{code_point:X}."),
    _("Must be a valid UUID."),
    _("Not a valid string."),
    _("This field is required."),
    _("This field may not be blank."),
    _("This field may not be null."),
    _("This value does not match the required pattern."),
    _('Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.'),
    _("Ensure this value is greater than or equal to {min_value}."),
    _("Ensure this value is less than or equal to {max_value}."),
    _("Ensure this field has no more than {max_length} characters."),
    _("Datetime has wrong format. Use one of these formats instead: {format}."),
    _('Expected a dictionary of items but got type "{input_type}".'),
    _("Invalid data. Expected a dictionary, but got {datatype}."),
    _("String value too large."),
    _("Could not satisfy the request Accept header."),
    _('Unsupported media type "{media_type}" in request.'),
    _('Method "{method}" not allowed.'),
)
"""Texts of REST framework."""

COUNTRIES: Final = (
    _("Andorra"),
    _("Cayman Islands"),
    _("Central African Republic"),
    _("Chad"),
    _("Cyprus"),
    _("Djibouti"),
    _("Eswatini"),
    _("Micronesia"),
    _("Palestine"),
    _("Saint Martin (French part)"),
    _("Sint Maarten (Dutch part)"),
    _("Trinidad and Tobago"),
)
"""Country names of django-countries whose Spanish has mistakes, is out of date, or sorts in an unexpected place."""
