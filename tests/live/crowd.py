"""Many players at live tables, in threads, while other threads move their money; each acts until told to stop."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from threading import Event, Lock
from uuid import uuid4

from accounts.models.users import User
from casino.fairness.selectors.exchanges import running_exchange
from casino.live.refusals import BetsClosed, BoxTaken, NotYourTurn, SealRefused, TooLate
from casino.live.selectors.table_state import load_table
from casino.live.services.answers import AnswerRequest, give_answers
from casino.live.services.betting import withdraw_wager
from casino.live.services.exchange import open_seal
from casino.models import Clock, Place, Round, Treatment, VoidReason
from casino.refusals import ActionRefused, Conflict
from journal.refusals import Refusal
from tests.casino import decided
from tests.live.scenes import Guest, clock_of
from tests.wallet.cash import account, just_now
from wallet.cash.services import withdrawals
from wallet.exchange.services import confirm_exchange, offer_exchange
from wallet.ledger.refusals import InsufficientFunds
from wallet.money.values import Money

EXPECTED: tuple[type[Refusal], ...] = (
    BetsClosed,
    BoxTaken,
    NotYourTurn,
    SealRefused,
    TooLate,
    ActionRefused,
    Conflict,
    InsufficientFunds,
)
"""Refusals of a player who is late or out of turn, or whose money was moved elsewhere."""

TAKEN_BACK = 0.05
"""Probability that a player withdraws a placed bet, for each look at the table."""

OUT_OF_TURN = 0.05
"""Probability that a player decides out of turn, for each look at the table."""

LOOKS = 0.005
"""Seconds to pause after each act, so that other threads get the processor."""


def _bet(guest: Guest, chance: random.Random) -> str:
    if not guest.participant.wagers.filter(end="").exists():
        boxes = list(guest.participant.seats.values_list("box", flat=True))
        if not boxes:  # the seat became free after some deals without a bet
            return _sit_down(guest)
        guest.bets(dict.fromkeys(boxes, "10"))
        return "bet"
    if chance.random() > TAKEN_BACK:
        return "look"
    withdraw_wager(guest.player, guest.place)
    return "bet taken back"


def _sit_down(guest: Guest) -> str:
    taken = guest.place.seats.values_list("box", flat=True)
    guest.sits(min({*range(1, 8)} - {*taken}))
    return "seat taken"


def _open(guest: Guest, _chance: random.Random) -> str:
    running = running_exchange(guest.place)
    if running is None:  # another player's opening has ended the exchange meanwhile
        return "look"
    open_seal(guest.player, guest.place, running.seals_hash, guest.seed)
    return "seal opened"


def _answer(guest: Guest, chance: random.Random) -> str:
    word, round_ = chance.choice(["decline", "insure"]), _running(guest)
    if round_ is None:
        return "look"
    give_answers(guest.player, AnswerRequest(round_.public_id, dict.fromkeys(round_.boxes, word)))
    return word


def _decide(guest: Guest, chance: random.Random) -> str:
    action = chance.choice(["hit", "stand", "stand", "double", "split"])
    clock = clock_of(guest.place)
    is_asked = _asked_player(guest.place, clock.version) == guest.player.pk
    if _running(guest) is None or not (is_asked or chance.random() < OUT_OF_TURN):
        return "look"
    guest.decides(action)
    return action


@lru_cache(maxsize=256)
def _asked_player(place: Place, _version: int) -> int | None:
    """Return the player whose turn it is, cached for each version of the table."""
    state = load_table(place)
    if state.phase != Clock.Phase.TURNS or state.live is None:
        return None
    return state.live.turn_share.round.player_id


def _running(guest: Guest) -> Round | None:
    """Return the player's round in the running deal, or None if the bet came too late for it."""
    rounds = guest.player.rounds.filter(place=guest.place, status=Round.Status.IN_PROGRESS)
    return rounds.first()


_ACTS: dict[str, Callable[[Guest, random.Random], str]] = {
    Clock.Phase.WAITING: _bet,
    Clock.Phase.BETTING: _bet,
    Clock.Phase.INTERMISSION: _bet,
    Clock.Phase.SEALING: _open,
    Clock.Phase.ANSWERS: _answer,
    Clock.Phase.TURNS: _decide,
}


def play_once(guest: Guest, chance: random.Random) -> str:
    """Do what the table's phase asks of this player; return a word for what was done."""
    return _ACTS[clock_of(guest.place).phase](guest, chance)


def exchange_once(player: User, chance: random.Random) -> str:
    """Exchange 2 USD for EUR, or 2 EUR for USD."""
    given, received = chance.sample(("USD", "EUR"), 2)
    confirm_exchange(player.pk, offer_exchange(player.pk, Money.parse("2", given), received).sealed)
    return f"{given} to {received}"


def withdraw_once(cashier: User, player: User, _chance: random.Random) -> str:
    """Request a withdrawal and refuse it at the cash desk: its money is held and returned."""
    asked = withdrawals.request_withdrawal(
        player, Money.parse("5", "USD"), destination=account(), key=uuid4(), proof=just_now()
    )
    withdrawals.refuse_withdrawal(
        asked.pk, seen=1, acting_user=cashier, reason="bounced", told_player="review"
    )
    return "withdrawal"


def void_once(manager: User, player: User, _chance: random.Random) -> str:
    """Void the player's oldest finished round alone, returning its stakes."""
    over = player.rounds.filter(status=Round.Status.COMPLETED, voids=None).order_by("pk")
    round_ = over.first()
    if round_ is None:
        return "look"
    decided.void(
        round_.pk,
        Treatment.STAKES_BACK,
        case=uuid4(),
        acting_user=manager,
        reason=VoidReason.DUPLICATE,
    )
    return "void"


class Crowd:
    """Threads that act until told to stop, with a count of what they did."""

    def __init__(self) -> None:
        _asked_player.cache_clear()  # an earlier test's database had other places and versions
        self.stop = Event()
        self.done: Counter[str] = Counter()
        self._guard = Lock()

    def acting(
        self,
        act: Callable[[Guest, random.Random], str] | Callable[[User, random.Random], str],
        people: Sequence[Guest] | Sequence[User],
        seed: int,
        pause: float = LOOKS,
    ) -> Callable[[], None]:
        """Return the work of one thread: act for each of these people in turn, pausing after each act."""
        calls = [partial(act, person) for person in people]  # type: ignore[arg-type]  # acts and people of one type
        return partial(self._act, calls, random.Random(seed), pause)  # noqa: S311 - an example, no secret

    def _act(
        self,
        calls: Iterable[Callable[[random.Random], str]],
        chance: random.Random,
        pause: float,
    ) -> None:
        while not self.stop.is_set():
            for call in calls:
                try:
                    what = call(chance)
                except EXPECTED as refusal:
                    what = f"refused: {refusal.code}"
                with self._guard:
                    self.done[what] += 1
                self.stop.wait(pause)
