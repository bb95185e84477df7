"""What cases that void hands refuse, each a sentence for whoever asked."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from casino.errors import Refusal


class EvidenceMissing(Refusal):
    """A proposal without evidence."""

    code = "evidence_missing"

    def __init__(self) -> None:
        super().__init__(_("Say what shows it: a void needs evidence."), field="evidence")


class NoteMissing(Refusal):
    """A step that needs its reason has none."""

    code = "note_missing"

    def __init__(self) -> None:
        super().__init__(_("Give a reason."), field="note")


class NothingToDo(Refusal):
    """None of the hands asked for can be in a case."""

    code = "nothing_to_do"

    def __init__(self) -> None:
        super().__init__(_("None of these hands can be in this case."))


class TooManyHands(Refusal):
    """More hands than one case takes."""

    code = "too_many_hands_in_case"

    def __init__(self, most: int) -> None:
        super().__init__(_("One case takes %(most)d hands at most: make several.") % {"most": most})


class InOpenCase(Refusal):
    """A hand that another case has not done with."""

    code = "in_open_case"
    status = HTTPStatus.CONFLICT

    def __init__(self) -> None:
        super().__init__(
            _("One of these hands has just come into another open case. Nothing was proposed.")
        )


class FiguresChanged(Refusal):
    """What would move is not what was shown."""

    code = "figures_changed"
    status = HTTPStatus.CONFLICT

    def __init__(self) -> None:
        super().__init__(
            _(
                "What would move has changed since it was shown. Here are the figures as they are now; nothing was done."
            )
        )


class AnotherPerson(Refusal):
    """Somebody who is not to decide this."""

    code = "another_person"
    status = HTTPStatus.FORBIDDEN

    def __init__(self) -> None:
        super().__init__(
            _(
                "Another person has to decide this: nobody decides what they proposed, or about hands of their own."
            )
        )


class NotYours(Refusal):
    """Only the proposer takes a proposal back."""

    code = "not_yours"
    status = HTTPStatus.FORBIDDEN

    def __init__(self) -> None:
        super().__init__(_("Only the person who proposed it can withdraw it."))


class ProposalExpired(Refusal):
    """A proposal that waited too long."""

    code = "proposal_expired"
    status = HTTPStatus.CONFLICT

    def __init__(self) -> None:
        super().__init__(_("This proposal has expired: propose it anew. Nothing was moved."))


class StepTaken(Refusal):
    """Somebody else was quicker."""

    code = "step_taken"
    status = HTTPStatus.CONFLICT

    def __init__(self) -> None:
        super().__init__(_("This case has moved on meanwhile. This is how it stands now."))


class SentBefore(Refusal):
    """A form that was sent already, with other content."""

    code = "sent_before"
    status = HTTPStatus.CONFLICT

    def __init__(self) -> None:
        super().__init__(
            _("This form was sent before and said something else. Look at it once more.")
        )
