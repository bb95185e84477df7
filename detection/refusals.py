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
    """The signal judges no player but the house's own people: there is nothing to try its thresholds on."""

    code = "trial_impossible"
    status = HTTPStatus.CONFLICT
    message = _(
        "This signal judges no player, so its thresholds cannot be tried before they are in force."
    )


class NotMutable(Refusal):
    """Signals about money laundering, integrity and harm cannot be muted."""

    code = "not_mutable"
    field = "signal"
    message = _(
        "This signal cannot be muted: those about money laundering, integrity and harm always count."
    )


class AlreadyMuted(Refusal):
    """The signal is muted for this player; end that mute first."""

    code = "already_muted"
    status = HTTPStatus.CONFLICT
    field = "signal"
    message = _("This signal is muted for this player already. End that mute first.")


class MuteRefused(Refusal):
    """The mute would end in the past, or after more than 90 days."""

    code = "mute_refused"
    field = "days"
    message = _("A mute ends within 90 days.")
