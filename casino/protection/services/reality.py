"""A player's answer to a reality check."""

from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.protection.services import reality_answers
from casino.models import Participant
from casino.play.selectors.player_money import load_player_money
from casino.protection.selectors.reality import summarize_session
from casino.refusals import Conflict
from tables.models import Table

GO_ON, BREAK, LEAVE = "go_on", "break", "leave"
ANSWERS: Final = (GO_ON, BREAK, LEAVE)


@transaction.atomic
def answer_reality_check(player: User, table: Table, word: str, mark: str) -> bool:
    """Answer the check as `answer_check_anywhere`, at a table where the player has a place. Raises `Conflict`."""
    here = Participant.objects.filter(player=player, place__table=table)
    participant = here.select_related("player").first()
    if participant is None:
        raise Conflict
    return answer_check_anywhere(participant.player, word, mark)


@transaction.atomic
def answer_check_anywhere(player: User, word: str, mark: str) -> bool:
    """Answer the reality check with this `mark`. Returns False if it is not the one due. Raises `Conflict`."""
    if word not in ANSWERS:
        raise Conflict
    seen = summarize_session(player, load_player_money(player), timezone.now())
    shown = {
        "lasted": seen.clock,
        "played": [f"{one.staked} / {one.won} / {one.net}" for one in seen.played],
    }
    return reality_answers.record_answer(player, word, shown, mark=mark)
