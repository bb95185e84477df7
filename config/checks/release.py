"""The database is of a release that this code may serve."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import Error, Tags, register
from django.core.exceptions import ImproperlyConfigured

from config.releases import refuse_unknown_release


@register(Tags.database, "release")
def check_release(*, databases: Sequence[str] | None = None, **_: Any) -> list[Error]:
    """Compare the application's database with RELEASES; one that does not answer is not compared."""
    if "default" not in (databases or ()):
        return []
    try:
        refuse_unknown_release("this installation")
    except ImproperlyConfigured as error:
        return [Error(str(error), id="ligalo.E001")]
    return []
