"""Programs that play with the Python client."""

from dataclasses import dataclass, field
from uuid import UUID

from ligalo_client import ApiProblem, BoxBet, Conflict, Ligalo, LiveTable
from ligalo_client.models import ClockPhase, RoundStatus

_BEFORE_BELL = (ClockPhase.WAITING, ClockPhase.BETTING)


@dataclass
class LiveBot:
    """A player at a live table: bets, opens its seal, declines and stands, until its deals are over."""

    casino: Ligalo
    slug: str
    box: int
    deals: int
    played: dict[UUID, str] = field(default_factory=dict)
    """Net results of the rounds that are over, by id."""
    opened: set[str] = field(default_factory=set)
    late: list[ApiProblem] = field(default_factory=list)
    """Refusals of what came too late."""

    def __post_init__(self) -> None:
        self.table: LiveTable = self.casino.at_live(self.slug)
        self.table.take_seat(self.box)

    def play(self) -> None:
        """Act at each new state of the table until all deals are over."""
        for _state in self.casino.follow(self.slug):
            self.table.refresh()
            while self._note() < self.deals and self._act():
                pass
            if len(self.played) >= self.deals:
                return

    def _note(self) -> int:
        last = self.table.own.round_
        if last is not None and last.status == RoundStatus.COMPLETED and last.net is not None:
            self.played[last.id] = last.net.amount
        return len(self.played)

    def _act(self) -> bool:
        """Do what is to be done now; return whether there was anything."""
        try:
            return self._bet() or self._open() or self._decide() or self._hurry()
        except Conflict as late:
            self.late.append(late)
            self.table.refresh()
            return True

    def _bet(self) -> bool:
        own, public = self.table.own, self.table.public
        if public.phase not in _BEFORE_BELL or own.placed or own.limits is None:
            return False
        self.table.bet(BoxBet(own.limits.min_bet.amount, self.box))
        return True

    def _open(self) -> bool:
        if self.table.seed in self.opened or not self.table.may_open_seal:
            return False
        self.opened.add(self.table.seed)
        self.table.open_seal()
        return True

    def _decide(self) -> bool:
        if questions := self.table.own.questions:
            self.table.answer({one.box: "decline" for one in questions})
        elif self.table.actions:
            self.table.decide("stand")
        else:
            return False
        return True

    def _hurry(self) -> bool:
        if not self.table.own.may_be_ready:
            return False
        self.table.mark_ready()
        return not self.table.own.may_be_ready
