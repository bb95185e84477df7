"""What is refused about tables and rule sets: each error has a stable `code` and a sentence for staff."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

Sentence = str | Promise


class TablesError(Exception):
    """A refusal that changed nothing; `message` is the sentence to show."""

    code: ClassVar[str]
    message: Sentence

    def __str__(self) -> str:
        """The message in the active language, then what raised it."""
        detail = super().__str__()
        return f"{self.message} ({detail})" if detail else str(self.message)


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a field: its name, that of the table's or of the rules', and a sentence."""

    field: str
    message: Sentence


class Misconfigured(TablesError):
    """Values that cannot be: `problems` says which, field by field."""

    code = "misconfigured"
    message = _("These values cannot be used together.")

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{one.field}: {one.message}" for one in self.problems))


class SamePerson(TablesError):
    """Who drafted, edited or proposed something does not approve it."""

    code = "same_person"
    message = _("Another person decides this: you have worked on it yourself.")


class StepTaken(TablesError):
    """Somebody was quicker, or the thing is not where the page thought that it was."""

    code = "step_taken"
    message = _("This has gone on in the meantime. Look at how it stands now.")


class ReasonNeeded(TablesError):
    """A step that needs a reason, without one."""

    code = "reason_needed"
    message = _("Say why.")


class NoSuchBox(TablesError):
    """A box that the table has not."""

    code = "no_such_box"
    message = _("This table has no such box.")


class NoSuchPlayer(TablesError):
    """Nobody who could play: no account, or one of staff."""

    code = "no_such_player"
    message = _("There is no player with this account.")


class NothingToChange(TablesError):
    """A change to what is already so."""

    code = "nothing_to_change"
    message = _("This would change nothing.")


class MathematicsMissing(TablesError):
    """The mathematics of the rules are not there, or of another version of the library."""

    code = "mathematics_missing"
    message = _("The mathematics of these rules are not there yet.")


class ReturnsNotAccepted(TablesError):
    """Unusual returns that nobody has accepted; `names` are those of `returns.unusual`."""

    code = "returns_not_accepted"
    message = _("These rules have unusual returns, which have to be accepted explicitly.")

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        super().__init__(", ".join(self.names))


class TooSoon(TablesError):
    """Less notice than players of real money get of other rules."""

    code = "too_soon"

    def __init__(self, hours: int) -> None:
        super().__init__()
        self.message = ngettext_lazy(
            "Players are told of other rules %(hours)s hour before. Sooner comes only what its approver marked as a fault put right.",
            "Players are told of other rules %(hours)s hours before. Sooner comes only what its approver marked as a fault put right.",
            hours,
        ) % {"hours": hours}


class TooEarly(TablesError):
    """A time that has passed, for something that is to come."""

    code = "too_early"
    message = _("The time has to be in the future.")
