"""Words for tests of random numbers."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from reports.draws.values.likelihood import DrawTest, DrawTested

TESTS: Final[Mapping[DrawTest, Promise]] = {
    DrawTest.PARTS: _("index among the cards left"),
    DrawTest.LAST_BITS: _("index modulo 4"),
    DrawTest.SERIAL: _("correlation of successive draws"),
    DrawTest.CURSOR: _("the same cursor in neighbouring deals"),
}


def name_test(value: object) -> str:
    """Return the name of a test by its stored value; an unknown one unchanged."""
    known = {test.value: str(words) for test, words in TESTS.items()}
    return known.get(str(value), str(value))


def format_chance(tested: DrawTested) -> str:
    """Return p with two significant digits."""
    return f"{tested.p:.2g}"


def name_verdict(tests: tuple[DrawTested, ...], smallest: float) -> str:
    """Return whether chance explains the tests of a table or version; `smallest` is the p that it does not reach."""
    if not tests:
        return gettext("too few draws")
    failed = any(test.p < smallest for test in tests)
    return gettext("ALERT: not chance") if failed else gettext("as chance has it")
