"""Refusals of thresholds and mutes."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class ThresholdRefused(Refusal):
    """A threshold is unknown, not a number, or out of its bounds; `field` is its name."""

    code = "threshold_refused"
    message = _("This value is not allowed.")


class ThresholdsUnchanged(Refusal):
    """The proposed thresholds are in force already."""

    code = "thresholds_unchanged"
    message = _("These thresholds are in force already.")


class TrialRunning(Refusal):
    """The proposal was not tried over the past yet, or not long enough beside the live signal."""

    code = "trial_running"
    status = HTTPStatus.CONFLICT
    message = _(
        "The proposal is still being tried. It can be approved once its trial over the last 90 days is finished and it ran 14 days beside the signal."
    )


class TrialImpossible(Refusal):
    """The signal judges groups, pairs, all players at once or the house: its thresholds cannot be tried silently."""

    code = "trial_impossible"
    status = HTTPStatus.CONFLICT
    message = _(
        "Thresholds of this signal cannot be tried before they are in force, so they cannot be changed."
    )


class NotMutable(Refusal):
    """Signals about money laundering, integrity and harm cannot be muted."""

    code = "not_mutable"
    message = _("This signal cannot be muted.")


class MuteRefused(Refusal):
    """The mute would end in the past, or after more than 90 days."""

    code = "mute_refused"
    field = "until"
    message = _("A mute ends within 90 days.")
