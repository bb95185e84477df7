"""Export sources: reports, and long lists of other apps."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet
from django.db.utils import OperationalError
from django.forms import ChoiceField, Field, Form
from django.http import QueryDict
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from accounts.models.users import User
from accounts.roles.values import Right
from pages.lists import Column
from reports.selectors.batches import newest_first
from reports.selectors.period_query import Piece
from reports.values.sheet import Sheet, SheetSection

_COUNTING_SECONDS: Final = 20
_OF_THE_PAGE: Final = frozenset({"before", "after", "page"})
FormBuilder = Callable[[QueryDict], Form]


class InvalidParameters(ValueError):
    """Invalid parameters: period or filter."""


@dataclass(frozen=True, slots=True)
class ExportSource:
    """Something that can be exported.

    All of `rights` are needed. `sheet` builds it from the page's parameters for a reader; rows are read while the
    file is written. `form` is the page's form. `paper` and `page` build variants for PDF and page. `total` counts the
    rows, None if unknown. `in_background` is true if it is too slow for a request. `pieces` are summed one by one
    first.
    """

    name: str
    title: str | Promise
    rights: tuple[Right, ...]
    sheet: Callable[[QueryDict, User], Sheet]
    total: Callable[[QueryDict, User], int | None] = lambda _params, _reader: None
    in_background: Callable[[QueryDict], bool] = lambda _params: False
    pieces: Callable[[QueryDict], Sequence[Piece]] = lambda _params: ()
    paper: Callable[[QueryDict, User], Sheet] | None = None
    page: Callable[[QueryDict, User], Sheet] | None = None
    form: FormBuilder | None = None

    def describe(self, params: QueryDict) -> list[tuple[str, str]]:
        """Return the filters as label and value, as on its page."""
        return describe_params(params, self.form(params).fields if self.form else {})


def list_source(
    name: str,
    title: str | Promise,
    right: Right,
    columns: Sequence[Column[Any]],
    filtered: Callable[[QueryDict], QuerySet[Any]],
    form: FormBuilder | None = None,
) -> ExportSource:
    """Return the export source of a long list: all rows that pass its page's filters, newest first.

    Its sheet raises InvalidParameters if the page's form is invalid.
    """

    def sheet(params: QueryDict, reader: User) -> Sheet:
        if form is not None and not (given := form(params)).is_valid():
            raise InvalidParameters(given.errors.as_text())
        section = SheetSection(str(title), columns, newest_first(filtered(params)))
        told = [f"{label}: {value}" for label, value in made.describe(params)]
        return Sheet(
            name=name,
            title=str(title),
            operator=settings.OPERATOR_NAME,
            period=" · ".join(told) or _("everything"),
            made_at=timezone.now(),
            by=reader.full_name,
            sections=[section],
        )

    def total(params: QueryDict, reader: User) -> int | None:
        del reader
        return _count_rows(filtered(params))

    made = ExportSource(name, title, (Right.VIEW_REPORTS, right), sheet, total, form=form)
    return made


def describe_params(params: QueryDict, fields: Mapping[str, Field]) -> list[tuple[str, str]]:
    """Return each parameter as label and value, in the form's words where it has the field."""
    found = []
    for name, values in sorted(params.lists()):
        if any(values) and name not in _OF_THE_PAGE:
            field = fields.get(name)
            label = str(field.label) if field is not None and field.label else name
            words = dict(_choices(field))
            said = (str(words.get(value, value)) for value in values if value)
            found.append((label, ", ".join(said)))
    return found


def _choices(field: Field | None) -> Iterator[tuple[str, object]]:
    known: Any = field.choices if isinstance(field, ChoiceField) else ()
    for value, words in known:
        if isinstance(words, list | tuple):
            yield from ((str(one), said) for one, said in words)
        else:
            yield str(value), words


def _count_rows(rows: QuerySet[Any]) -> int | None:
    """Return the number of rows, or None if counting takes too long."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL statement_timeout = '{_COUNTING_SECONDS}s'")
            return rows.count()
    except OperationalError:  # the server's "canceling statement due to statement timeout"
        return None
