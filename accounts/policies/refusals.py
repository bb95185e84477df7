"""Refusals of policy versions and of their acceptance."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class PolicyRefused(Refusal):
    """The text cannot be used like this."""

    code = "policy_refused"
    message = _("This text cannot be used like this.")


class TranslationMissing(PolicyRefused):
    """One of the two languages is missing."""

    code = "policy_translation_missing"
    message = _("The text is needed in English and in Spanish.")


class HeadingMissing(PolicyRefused):
    """The text does not begin with a heading."""

    code = "policy_heading_missing"
    message = _('The text must begin with a heading: a line that starts with "## ".')


class MarkupRefused(PolicyRefused):
    """HTML, or a heading of another level."""

    code = "policy_markup"
    message = _(
        'HTML is not allowed. Use "## " for headings, "- " for list items and empty lines between paragraphs.'
    )


class PlaceholderUnknown(PolicyRefused):
    """A placeholder that no value belongs to, or a stray brace."""

    code = "policy_placeholder_unknown"
    message = _("The text has a placeholder that does not exist.")


class PlaceholdersDiffer(PolicyRefused):
    """A value is named in one language only."""

    code = "policy_placeholders_differ"
    message = _("Both languages must use the same placeholders.")


class TextsUnlike(PolicyRefused):
    """The languages have different numbers of sections."""

    code = "policy_sections_differ"
    message = _("Both languages must have the same number of headings.")


class PolicyUnchanged(PolicyRefused):
    """The text is that of the last approved version."""

    code = "policy_unchanged"
    message = _("This is the text that is approved already.")


class PolicyOvertaken(PolicyRefused):
    """Another version begins later."""

    code = "policy_overtaken"
    status = HTTPStatus.CONFLICT
    message = _("An approved version begins later than this one.")


class PolicyInThePast(PolicyRefused):
    """The version would begin before it was proposed."""

    code = "policy_in_the_past"
    field = "effective_at"
    message = _("The time must be in the future.")


class AcceptanceMissing(Refusal):
    """A document was not ticked."""

    code = "acceptance_missing"
    message = _("You need to accept every document to play for real money.")
