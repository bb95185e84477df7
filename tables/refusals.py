"""Refusals about tables and rule sets."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _, ngettext_lazy

from journal.refusals import Refusal
from profiles.values.fields import FIELDS
from tables.values.conformity import Contradiction

Sentence = str | Promise


@dataclass(frozen=True, slots=True)
class Problem:
    """An error of one field of the table or the rules, with its message."""

    field: str
    message: Sentence


class Misconfigured(Refusal):
    """Invalid values: `problems` has one entry per field."""

    code = "misconfigured"
    message = _("These values cannot be used together.")

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(detail="; ".join(f"{one.field}: {one.message}" for one in self.problems))


class NoSuchBox(Refusal):
    code = "no_such_box"
    message = _("This table has no such box.")


class NoSuchPlayer(Refusal):
    """There is no such account, or it is of staff."""

    code = "no_such_player"
    message = _("There is no player with this account.")


class NothingToChange(Refusal):
    code = "nothing_to_change"
    message = _("This would change nothing.")


class MathematicsMissing(Refusal):
    """The mathematics of the rules are not computed, or by another version of the library."""

    code = "mathematics_missing"
    message = _("The mathematics of these rules are not ready yet.")


class ReturnsNotAccepted(Refusal):
    """Unusual returns that nobody has accepted; `names` as in `Return.bet`."""

    code = "returns_not_accepted"
    message = _("These rules have unusual returns, which have to be accepted explicitly.")

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        super().__init__(detail=", ".join(self.names))


class ProfileContradicted(Refusal):
    """Rules that the licence's profile does not allow; `field` is the first field of the profile that they contradict."""

    code = "profile_contradicted"
    message = _("The profile in force does not allow these rules.")

    def __init__(self, found: Iterable[Contradiction]) -> None:
        self.contradictions = tuple(found)
        names = tuple(dict.fromkeys(one.field for one in self.contradictions))
        told = gettext("The profile in force does not allow these rules: %(fields)s.")
        labels = ", ".join(str(FIELDS[name].label) for name in names)
        super().__init__(told % {"fields": labels}, field=names[0], detail=", ".join(names))
        self.names = names


class NoticeTooShort(Refusal):
    """The notice to real-money players would be shorter than required."""

    code = "too_soon"

    def __init__(self, hours: int) -> None:
        words = ngettext_lazy(
            "We announce new rules to players %(hours)s hour before. Only rules approved as the correction of an error may come sooner.",
            "We announce new rules to players %(hours)s hours before. Only rules approved as the correction of an error may come sooner.",
            hours,
        )
        super().__init__(words % {"hours": hours})


class TimeInPast(Refusal):
    """The time is in the past."""

    code = "too_early"
    message = _("The time has to be in the future.")
