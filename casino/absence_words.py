"""What happens to a round that is left alone, and what the house did in one, in the player's language."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from blackjack.actions import Action
from blackjack.rules import Rules
from casino.models import Round
from casino.rounds.words.labels import ACTIONS, PLAY_ON
from tables.words.help.course import WAITS
from tables.words.help.telling import duration
from wallet.money.values import SCALE_DIGITS

_THEN: Mapping[str, object] = {
    "stand": gettext_lazy("then the house stands for you and the round ends."),
    "basic_strategy": gettext_lazy(
        "then the house plays it for you by this table's strategy chart; where your balance does not reach for a double or a split, without new money."
    ),
    "hit_or_stand": gettext_lazy(
        "then the house plays it for you by this table's strategy chart, without new money."
    ),
}


def if_you_leave(rules: Rules) -> str:
    """What the table says before anybody leaves."""
    if rules.resume_seconds is None:
        return str(WAITS)
    words = {"time": duration(rules.resume_seconds), "then": _THEN[rules.on_absence]}
    return _("If you leave, your round waits %(time)s; %(then)s") % words


def action_said(action: str) -> str:
    """A decision as its button was called."""
    return verb_said(Action.parse(action, SCALE_DIGITS).verb)


def verb_said(verb: str) -> str:
    """A verb as its button is called; nothing for none."""
    if not verb:
        return ""
    return str(PLAY_ON if verb == "decline" else ACTIONS[verb])


def house_played(round_: Round) -> str:
    """What the house decided while the player was gone; nothing where it did not. A query where it did."""
    if not round_.interrupted:
        return ""
    made = round_.decisions.filter(by_house=True).order_by("step")
    actions = ", ".join(action_said(decision.action).lower() for decision in made)
    return _("You were away, so the house played for you: %(actions)s.") % {"actions": actions}
