"""Voids and their later steps in words for the player."""

from django.conf import settings
from django.utils.translation import gettext as _

from casino.models import Notice, Round, Treatment, Void, VoidReason, VoidStep
from loyalty.words.points import format_points
from wallet.money.words import format_money


def void_sentences(void: Void, round_: Round) -> list[str]:
    """Describe the reason for a void and what became of the round's money."""
    told = [
        _("This round is void. The reason: %(reason)s.") % {"reason": VoidReason(void.reason).label}
    ]
    given, taken = format_money(round_.money(void.due)), format_money(round_.money(-void.due))
    stakes = format_money(round_.money(void.suspended))
    if void.treatment == Treatment.SUSPENSE:
        if void.due:
            told.append(_("What it had paid you is taken back: %(amount)s.") % {"amount": taken})
        told.append(
            _("Your stakes of %(amount)s are held until the case is closed.") % {"amount": stakes}
        )
    elif void.due > 0:
        told.append(_("You get back what you lost in it: %(amount)s.") % {"amount": given})
    elif void.due < 0:
        told.append(
            _("Your stakes stay yours; what it won is taken back: %(amount)s.") % {"amount": taken}
        )
    else:
        told.append(_("What it paid you stays yours."))
    return [*told, *_short(void, round_)]


def step_sentences(step: VoidStep, round_: Round) -> list[str]:
    """Describe a later step on a void."""
    released = format_money(round_.money(step.released))
    collected = format_money(round_.money(step.collected))
    if step.kind == VoidStep.Kind.COLLECT:
        return [
            _("You have paid %(amount)s of what you owe for this round.") % {"amount": collected}
        ]
    if step.kind == VoidStep.Kind.KEEP:
        return [
            _("The case is closed: the house keeps your stakes of %(amount)s.")
            % {"amount": released}
        ]
    if step.kind == VoidStep.Kind.RETURN:
        told = _("The case is closed: your stakes of %(amount)s are yours again.") % {
            "amount": released
        }
        return [told, *_short(step, round_)]
    told = _(
        "The void is undone: this round counts as it was played. Your balance changes by %(amount)s."
    )
    return [
        told % {"amount": format_money(round_.money(step.moved), signed=True)},
        *_short(step, round_),
    ]


def _short(act: Void | VoidStep, round_: Round) -> list[str]:
    """Sentences about tax, debt, repayment of debt, and points."""
    told = []
    if act.tax > 0:
        words = _("The tax withheld from it is given back: %(amount)s.")
        told.append(words % {"amount": format_money(round_.money(act.tax))})
    elif act.tax < 0:
        words = _("The tax on its winnings is withheld again: %(amount)s.")
        told.append(words % {"amount": format_money(round_.money(-act.tax))})
    if act.owed:
        words = _("Your balance was not enough, so you still owe %(amount)s.")
        told.append(words % {"amount": format_money(round_.money(act.owed))})
    if act.collected:
        words = _("%(amount)s of it paid what you owed for this round.")
        told.append(words % {"amount": format_money(round_.money(act.collected))})
    return [*told, *_points(act)]


def _points(act: Void | VoidStep) -> list[str]:
    points, debt = format_points(abs(act.points)), format_points(abs(act.points_debt))
    if act.points < 0:
        words = _("The %(points)s points that it had brought you are taken back.")
        if act.points_debt:
            words = _(
                "The %(points)s points that it had brought you are taken back; %(debt)s of them were spent already, and"
                " points to come repay that first."
            )
    elif act.points > 0:
        words = _("You get its %(points)s points back.")
        if act.points_debt:
            words = _(
                "You get its %(points)s points back; %(debt)s of them repay points that you owed."
            )
    else:
        return []
    return [words % {"points": points, "debt": debt}]


def dispute_sentence(round_: Round) -> str:
    """Describe how to dispute a void."""
    words = _(
        "If you do not agree, say so at the foot of the round's page, or write to %(email)s and name the number %(number)s."
    )
    return words % {"email": settings.OPERATOR_EMAIL, "number": round_.number}


def notice_sentences(notice: Notice) -> list[str]:
    """Return the sentences of a notice about a void; none for other notices."""
    if notice.void is None:
        return []
    if notice.step is not None:
        return step_sentences(notice.step, notice.round)
    return void_sentences(notice.void, notice.round)
