"""Results of the player's last rounds at a table."""

from typing import Final

from casino.models import Participant, Round
from casino.models.deals import Status
from casino.rounds.words.round_view import outcome_kind
from internals.compiled_queries import ModelQuery

SHOWN: Final = 10

_LAST: Final = ModelQuery[Round](
    lambda participant: (
        Round.objects.filter(participant=participant)
        .exclude(status=Status.IN_PROGRESS)
        .only("status", "currency", "staked", "returned")
        .order_by("-id")[:SHOWN]
    ),
    int,
)


def last_results(participant: Participant) -> list[str]:
    """Return `win`, `lose` or `push` for the participant's last rounds, oldest first. One query."""
    return [outcome_kind(round_) for round_ in reversed(_LAST.all(participant.pk))]
