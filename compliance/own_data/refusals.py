"""Refusals of copies."""

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class TooManyCopies(Refusal):
    """The daily maximum of copies is reached; each reads much of the database."""

    code = "taken_often"
    message = _(
        "You have downloaded several copies in the last 24 hours. Download another one tomorrow."
    )
