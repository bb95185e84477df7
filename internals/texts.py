"""Types of lazily translated texts; mypy knows them by names that exist only in stubs."""

from typing import TYPE_CHECKING

from django.utils.functional import Promise

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as LazyText
else:
    LazyText = Promise

Text = str | LazyText

__all__ = ["LazyText", "Text"]
