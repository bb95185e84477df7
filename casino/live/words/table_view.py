"""Public view of a live table: the same for all readers of a language."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from blackjack.fairness import PLAIN
from casino.live.selectors.table_state import TableState
from casino.live.services.answers import iterate_questions
from casino.live.services.exchange import FIRST_ATTEMPT
from casino.live.values.phases import TAKES_BETS
from casino.live.words.box_view import BoxView, find_bettor_name, view_boxes
from casino.models import Clock, SeedExchange, Shoe
from casino.rounds.words.round_view import DealerView, dealer_view
from casino.selectors.places import pick_present_shoe
from casino.values.clocks import betting_seconds, intermission_seconds, turn_seconds
from tables.models import Table
from tables.words.rules import describe_shuffle, felt_line, rules_line


@dataclass(frozen=True, slots=True)
class LiveTableView:
    """Context of `casino/live/_felt.html`."""

    slug: str
    version: int
    phase: str
    phase_words: str
    hint: str
    deadline: datetime | None
    seconds: float
    left: float
    deal: str
    step: int
    dealer: DealerView | None
    boxes: list[BoxView]
    asked: list[int]
    bet: list[int]  # boxes with a bet for the next deal
    waiting: int
    seals: list[tuple[int, str]]
    seals_hash: str
    exchange: str
    token: str  # `table_token`
    shoe: Shoe | None  # whose exchange runs
    frozen: bool
    felt_line: str
    rules_line: str
    shuffle: str
    name: str
    closed: str  # refusal code for every next bet; "" if bets are taken

    @property
    def free(self) -> int:
        """Number of free boxes."""
        return sum(box.free for box in self.boxes)

    @property
    def seals_text(self) -> str:
        """The list of seals as it is hashed, with blanks for line breaks."""
        return " ".join(f"{box}={seal}" for box, seal in self.seals)


_PHASES: Final = {
    Clock.Phase.WAITING: gettext_lazy("The first bet starts the next deal"),
    Clock.Phase.BETTING: gettext_lazy("Place your bets"),
    Clock.Phase.SEALING: gettext_lazy("No more bets"),
    Clock.Phase.ANSWERS: gettext_lazy("The dealer may have blackjack"),
    Clock.Phase.TURNS: gettext_lazy("Players' turns"),
    Clock.Phase.INTERMISSION: gettext_lazy("The deal is over"),
}

_CLOSED: Final = {"table_closed": gettext_lazy("This table is closed")}
_NO_BETS: Final = gettext_lazy("No bets are taken for the moment")


def view_table(state: TableState) -> LiveTableView:
    """Build the public view of a table's state."""
    table, clock = state.place.table, state.clock
    asked = _asked(state)
    return LiveTableView(
        slug=table.slug,
        name=table.display_name,
        token=table_token(state),
        closed=_closed(state),
        rules_line=rules_line(table.version.rules),
        shuffle=describe_shuffle(table.version.rules),
        felt_line=felt_line(table.version.rules),
        version=clock.version,
        phase=clock.phase,
        phase_words=_phase_words(state),
        hint=_hint(state, asked),
        deadline=clock.deadline,
        seconds=_seconds(clock),
        left=_left(state),
        deal=str(state.live.running.dealt.pk) if state.live else "",
        step=_step(state),
        dealer=_dealer(state),
        boxes=view_boxes(state, asked),
        asked=sorted(asked),
        bet=list(state.bettors),
        waiting=len(state.waiting),
        seals=_seals(state.exchange),
        seals_hash=state.exchange.seals_hash if state.exchange else "",
        exchange=_exchange(state.exchange),
        shoe=state.exchange.shoe if state.exchange else None,
        frozen=state.is_played and state.live is not None and state.live.is_frozen,
    )


def table_token(state: TableState) -> str:
    """Token that changes when players must request their own part again.

    It contains the stage, the deal, the boxes asked and the step, the boxes with a bet, those that can be
    followed, and what concerns everybody: what takes no bets, and whether somebody waits or a box is held.
    """
    newest = state.newest.pk if state.newest else ""
    everybody = [_closed(state), *_stopped(state), *_queue(state)]
    listed = sorted(_asked(state)), list(state.bettors), everybody
    asked, bet, closed = (",".join(map(str, one)) for one in listed)
    return f"{_stage(state)}.{newest}.{asked}.{_step(state)}.{bet}.{_led(state)}.{closed}"


def _closed(state: TableState) -> str:
    return "" if state.is_played else state.closed


def _step(state: TableState) -> int:
    return state.live.step if state.live else 0


def _stopped(state: TableState) -> list[int]:
    """Stopped boxes of the table."""
    table = state.place.table
    boxes = range(1, table.version.rules.seats + 1)
    return [box for box in boxes if box in table.stopped_boxes]


def _queue(state: TableState) -> list[str]:
    """Marks for a full table, the length of the waiting list, and each box that is held."""
    waiting = len(state.waiting)
    held = [f"held-{box}" for box in sorted(state.held)]
    return ["full"] * (not state.free_boxes) + [f"waiting-{waiting}"] * bool(waiting) + held


def _asked(state: TableState) -> set[int]:
    """Boxes whose bettors are asked now: all before the peek, else the one whose turn it is."""
    if state.live is None or not state.is_played:
        return set()
    if state.phase == Clock.Phase.TURNS:
        return {state.live.turn.box}
    return {one.turn.box for one in iterate_questions(state.live.state) if one.turn is not None}


def _led(state: TableState) -> str:
    """Boxes that can be followed in the next deal, each with its number of bettors."""
    if state.place.table.version.rules.bettors_per_seat == 1:
        return ""
    return ",".join(f"{box}:{len(placed)}" for box, placed in state.bettors.items())


def _phase_words(state: TableState) -> str:
    if state.closed and state.phase in TAKES_BETS:
        return str(_CLOSED.get(state.closed, _NO_BETS))
    if state.is_cancelled:
        return _("The deal was cancelled: all bets are returned")
    if state.exchange is not None and state.exchange.status == SeedExchange.Status.SEALING:
        return _("A seed was not opened: the others are sealed again")
    if state.phase == Clock.Phase.TURNS and state.live is not None:
        turn = state.live.turn
        name = find_bettor_name(state, turn.box)
        return _("%(name)s decides, box %(box)d") % {"name": name, "box": turn.box}
    return str(_PHASES[state.phase])


def _hint(state: TableState, asked: Iterable[int]) -> str:
    """Explain what happens when the time is up."""
    rules = state.place.table.version.rules
    if state.phase == Clock.Phase.ANSWERS:
        return _("No answer means no.")
    if state.phase != Clock.Phase.TURNS or not asked:
        return ""
    if rules.on_turn_timeout == "stand":
        return _("When the time is up, the house stands for you.")
    return _("When the time is up, the house plays basic strategy for you, without new money.")


def _seconds(clock: Clock) -> float:
    """Length of the phase in seconds; 0 without a deadline."""
    if clock.deadline is None:
        return 0
    return max((clock.deadline - clock.since) / timedelta(seconds=1), 0)


def _left(state: TableState) -> float:
    deadline = state.clock.deadline
    return max((deadline - state.now) / timedelta(seconds=1), 0) if deadline else 0


def _dealer(state: TableState) -> DealerView | None:
    if state.facts is None:
        return None
    hole = state.place.table.version.rules.hole_card == "dealt"
    return dealer_view(state.facts["dealer"], hidden=hole)


def _seals(exchange: SeedExchange | None) -> list[tuple[int, str]]:
    if exchange is None or exchange.listed_at is None:
        return []
    return sorted((one.box, one.seal or PLAIN) for one in exchange.seals.all())


def _exchange(exchange: SeedExchange | None) -> str:
    return "" if exchange is None else f"{exchange.nonce}-{exchange.attempt}-{exchange.status}"


def _stage(state: TableState) -> str:
    """Phase as far as own parts differ: the end of the pause, the first bet and the bell change nothing.

    A bet form names the shoe that deals next, so it differs with the shoe.
    """
    if state.is_cancelled:
        return "cancelled"
    if state.exchange is not None and state.exchange.attempt > FIRST_ATTEMPT:
        return "again"
    if state.is_played:
        return str(state.phase)
    shoe = pick_present_shoe(state.shoes)
    return f"bets-{shoe.number}" if shoe is not None else "bets"


def clocks_line(table: Table) -> str:
    """The table's clocks in one line."""
    rules = table.version.rules
    told = [
        (betting_seconds(rules), _("bets %(n)d s")),
        (turn_seconds(rules), _("turn %(n)d s")),
        (intermission_seconds(rules), _("pause %(n)d s")),
    ]
    return " · ".join(words % {"n": seconds} for seconds, words in told if seconds)


def seats_line(free: int, players: int) -> str:
    """Free boxes and players, for the lobby."""
    boxes = ngettext("%(n)d free box", "%(n)d free boxes", free) % {"n": free}
    people = ngettext("%(n)d player", "%(n)d players", players) % {"n": players}
    return f"{boxes} · {people}"
