"""Refusals at live tables."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class BoxUnavailable(Refusal):
    """A box that the table does not have, or that is closed."""

    code = "box_not_there"
    message = _("This box cannot be taken.")


class BoxTaken(Refusal):
    """A box that another player has, or that is held for another."""

    code = "box_taken"
    status = HTTPStatus.CONFLICT
    message = _("This box is taken. Please choose another.")


class MixedAccountsRefused(Refusal):
    """A test account at a table with real players, or the reverse."""

    code = "test_players_apart"
    status = HTTPStatus.CONFLICT
    message = _("You cannot join this table now. Please choose another.")


class TooManyBoxes(Refusal):
    """More boxes than the table lets one player have."""

    code = "too_many_boxes"
    message = _("You cannot have more boxes at this table now.")


class NotSeated(Refusal):
    """The player has no seat, or not at this box."""

    code = "not_seated"
    message = _("Take this box first. Then you can bet on it.")


class SeatNotTaken(Refusal):
    """The seat that staff want to free is not taken."""

    code = "seat_free"
    status = HTTPStatus.CONFLICT
    message = _("Nobody has this box.")


class WaitingUnnecessary(Refusal):
    """There is no need to wait: a box is free, or the player has a seat."""

    code = "seats_free"
    status = HTTPStatus.CONFLICT
    message = _("There is no need to wait: you have a seat, or a box is free.")


class WaitsElsewhere(Refusal):
    """The player already waits at another table."""

    code = "waits_elsewhere"
    status = HTTPStatus.CONFLICT
    message = _("You are on the waiting list of another table. Leave it first.")


class BetsClosed(Refusal):
    """A bet placed or withdrawn after the bell."""

    code = "no_more_bets"
    status = HTTPStatus.CONFLICT
    message = _("No more bets for this deal. Your bet was not placed.")


class NoPause(Refusal):
    """Players can say that they are ready only in the pause between two deals."""

    code = "no_pause"
    status = HTTPStatus.CONFLICT
    message = _("The pause is over. Place your bet, or wait for the next one.")


class MissesDeals(Refusal):
    """A seat whose seed was not opened sits out for some deals."""

    code = "misses_deals"
    status = HTTPStatus.CONFLICT
    message = _("Your seed was not opened in time. You sit out the next deals.")


class BoxFull(Refusal):
    """A box's maximum, over all its bettors, leaves no room for the bet."""

    code = "box_full"


class OwnBox(Refusal):
    """A bet behind on the player's own box."""

    code = "own_box"
    message = _("This is your own box: bet on it, not behind it.")


class NoFirstBettor(Refusal):
    """A bet behind where the box has no first bettor, or no room for another bettor."""

    code = "no_bet_to_follow"
    status = HTTPStatus.CONFLICT
    message = _("You cannot bet behind on this box now.")


class NotYourTurn(Refusal):
    """A decision while another player is asked."""

    code = "not_your_turn"
    status = HTTPStatus.CONFLICT
    message = _("It is not your turn.")


class TooLate(Refusal):
    """A decision after its time."""

    code = "too_late"
    status = HTTPStatus.CONFLICT
    message = _("Your time was up. The house decides this hand.")


class SealRefused(Refusal):
    """A seal or an opening that the exchange does not accept."""

    code = "invalid_seal"
