"""The casino's refusals and alarms."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import ClassVar, Final

from django.utils.translation import gettext_lazy as _

from internals.texts import Text
from journal.refusals import Refusal
from limits.refusals import LimitReached
from limits.values import EffectiveLimit


class BetRefused(Refusal):
    """A bet that this table does not take."""

    code = "invalid_bet"


class TooFast(LimitReached):
    """The pace limit is exceeded: hands per minute or day, or seconds between rounds."""

    code = "too_many_hands"
    status = HTTPStatus.TOO_MANY_REQUESTS

    def __init__(
        self, limit: EffectiveLimit, message: str, *, code: str = "", retry_after: int = 0
    ) -> None:
        super().__init__(limit, message, code=code)
        self.retry_after = retry_after


class RealityCheckDue(Refusal):
    """The player must answer a reality check first."""

    code = "reality_check"
    message = _("Read the summary of your session first.")


class ActionRefused(Refusal):
    """An action that the rules, the limits or the balance do not allow now."""

    code = "illegal_action"


class SeedRefused(Refusal):
    """A client seed, salt or cut that cannot be mixed."""

    code = "invalid_seed"


class StaffCannotPlay(Refusal):
    """Staff cannot play at a table."""

    code = "staff_watch"
    status = HTTPStatus.FORBIDDEN
    message = _("You are signed in as staff. Staff do not play.")


class Conflict(Refusal):
    """The page is outdated, or its key was used for other content."""

    code = "conflict"
    status = HTTPStatus.CONFLICT
    message = _("The table has changed since this page was loaded. This is the latest.")


class RoundOver(Refusal):
    """The round to cancel has ended."""

    code = "round_over"
    status = HTTPStatus.CONFLICT
    message = _("This round is over: there is nothing left to cancel.")


class RoundRuns(Refusal):
    """A place cannot be reopened while a round is in progress there."""

    code = "round_runs"
    status = HTTPStatus.CONFLICT
    message = _("A round is in progress here: cancel it first.")


class SeedHidden(Refusal):
    """A stopped shoe's seed still cannot be revealed."""

    code = "seed_hidden"
    field = "give_up"
    message = _(
        "The seed of the stopped shoe still does not open as it was published. If its key was moved or changed, restore it first. If the seed cannot be recovered, give the shoe up."
    )


class PlaceStopped(Refusal):
    """The round or shoe waits for staff; the stakes stay held."""

    code = "frozen"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = _(
        "We have stopped play at this place for a check. We hold your bets, and our staff know about it."
    )


class RoundHeldByStaff(Refusal):
    """The round is frozen until another person decides."""

    code = "round_held"
    status = HTTPStatus.CONFLICT
    message = _(
        "Our staff have stopped this round for a check. We hold your bets. When a second person has decided, the round goes on, or we cancel it and return your bets."
    )


class Alarm(Exception):
    """Play cannot continue safely; `reports_alarms` records it after the rollback."""

    code = "alarm"

    def __init__(self, subject: str) -> None:
        super().__init__(subject)
        self.subject = subject


class SeedMismatch(Alarm):
    """A sealed seed belongs to another shoe, or does not match its commitment."""

    code = "seed_mismatch"


class SeedUnreadable(Alarm):
    """The keys of this process do not open a sealed seed. The shoe itself is not known to be wrong."""

    code = "seed_unreadable"


class StakesAstray(Alarm):
    """The round's stakes in the ledger differ from its record: it cannot be settled."""

    code = "round_frozen"


class ReplayDiffers(Alarm):
    """The replay of a round from its record differs from what the player saw."""

    code = "round_frozen"


class DealStuck(Alarm):
    """A live table's deal was stuck for so long that it is cancelled."""

    code = "round_frozen"


class RoundRestored(Alarm):
    """The database was restored from a backup while the round ran: what happened since is unknown."""

    code = "round_frozen"


class VoidRefused(Refusal):
    """A void, or a later step on it, is not possible; the code gives the reason."""

    code = "void_refused"

    WHY: ClassVar[Mapping[str, Text]] = {
        "round_running": _(
            "This round is still in progress. It can be cancelled for a malfunction."
        ),
        "round_cancelled": _("This round was cancelled: its stakes are back already."),
        "voided_already": _("This round is void already."),
        "undone_already": _("This void is undone already."),
        "not_suspended": _("This void holds no stakes."),
        "released_already": _("The stakes of this void are released already."),
        "nothing_owed": _("Nothing is owed for this round."),
        "debt_disputed": _(
            "The player disputes this amount owed: it is reserved until the dispute is closed."
        ),
        "no_funds": _("The player has nothing to pay with now."),
        "balance_moves": _("The balance is changing. Try again."),
    }

    def __init__(self, code: str) -> None:
        super().__init__(self.WHY[code], code=code)


HOUSE_STOPPED: Final = _(
    "Play is stopped at all tables for the moment. A round in progress can be played to its end. Your money is safe and the bank is open."
)


RULES_STOPPED: Final = _(
    "This table takes no bets for the moment. A round in progress can be played to its end."
)


TABLE_CLOSED: Final = _("This table is closed.")
LINKS_MISSING: Final = _(
    "Play for real money is closed: a link to help or to the regulator does not work at the moment."
)
TABLE_OPENING: Final = _("This table opens in a moment. Reload the page then.")


PLAYER_STOPPED: Final = _(
    "Play is stopped for your account for the moment. Your money is yours and the bank is open. Please contact us."
)


BOX_STOPPED: Final = _("Box %(n)d takes no bets for the moment.")


ALL_BOXES_STOPPED: Final = _("The boxes of this table take no bets for the moment.")
