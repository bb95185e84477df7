"""Voids: proposals, their preview and their status."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from api.resources.operators.voids import VoidPreview
from api.serializers.base import (
    BodySerializer,
    HashField,
    MoneySerializer,
    PageQuery,
    UTCDateTimeField,
    page_of,
)
from api.serializers.strict import IdField
from api.serializers.texts import TextField
from compliance.models import CaseKind, CaseReason, CaseState, VoidCase
from compliance.models.voids import LONGEST_EVIDENCE
from compliance.voids.selectors.cases import HELD
from compliance.voids.selectors.hand_choice import MOST_HANDS, HandChoice
from pages.moments import is_reversed


class VoidsQuery(PageQuery):
    """Filters of void cases; all are optional. Days are the operator's."""

    state = serializers.ChoiceField(required=False, choices=CaseState.values)
    kind = serializers.ChoiceField(required=False, choices=CaseKind.values)
    reason = serializers.ChoiceField(required=False, choices=CaseReason.values)
    stakes = serializers.ChoiceField(
        required=False, choices=[HELD], help_text=_("Cases with suspended stakes.")
    )
    player = serializers.CharField(
        required=False, max_length=254, help_text=_("Email address, name or number.")
    )
    since = serializers.DateField(required=False, help_text=_("First day of the proposal."))
    until = serializers.DateField(required=False, help_text=_("Last day, included."))

    @property
    def wanted(self) -> dict[str, str]:
        """The filters as the page's address has them; requires valid data."""
        return {
            name: str(value)
            for name, value in self.validated_data.items()
            if name not in {"cursor", "limit"}
        }


@extend_schema_serializer(component_name="ChosenHands")
class HandsBody(BodySerializer):
    """Hands of a case: by id, of a shoe, or of a player between two times."""

    hands = serializers.ListField(
        child=IdField(), required=False, min_length=1, max_length=MOST_HANDS
    )
    shoe = IdField(required=False)
    player = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
    since = UTCDateTimeField(
        required=False, help_text=_("With a player: dealt at this time or later.")
    )
    until = UTCDateTimeField(required=False, help_text=_("With a player: dealt before this time."))
    reason = serializers.ChoiceField(
        choices=CaseReason.values, help_text=_("It decides what happens to the money.")
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require exactly one way of choosing hands, and times in order."""
        ways = [name for name in ("hands", "shoe", "player") if name in attrs]
        if len(ways) != 1:
            text = _("Choose the hands in one way: ids, a shoe, or a player.")
            raise serializers.ValidationError({(ways or ["hands"])[-1]: [text]})
        if is_reversed(attrs.get("since"), attrs.get("until")):
            raise serializers.ValidationError({"until": [_("This is not after the beginning.")]})
        return attrs


def read_choice(body: dict[str, Any]) -> HandChoice:
    """Return the chosen hands of a valid body."""
    names = ("shoe", "player", "since", "until")
    return HandChoice(tuple(body.get("hands", ())), *(body.get(name) for name in names))


@extend_schema_serializer(component_name="ProposedVoid")
class ProposeVoidBody(HandsBody):
    """A proposal: as its preview, with evidence and the digest of the figures."""

    evidence = TextField(
        max_length=LONGEST_EVIDENCE, help_text=_("It stays with the case; players can't see it.")
    )
    seen = HashField(help_text=_("`digest` of the preview: nothing is proposed if it has changed."))


FOLLOWING: Final = [kind.value for kind in CaseKind if kind != CaseKind.VOID]


class FollowUpBody(BodySerializer):
    """A case that follows a void that was carried out."""

    kind = serializers.ChoiceField(
        choices=FOLLOWING,
        help_text=_(
            "Undo the void, return or keep suspended stakes, or collect what the player owes."
        ),
    )
    hands = serializers.ListField(
        child=IdField(),
        required=False,
        min_length=1,
        max_length=MOST_HANDS,
        help_text=_("Only these hands of the case; left out: all that are possible."),
    )


@extend_schema_serializer(component_name="ProposedFollowUp")
class ProposeFollowUpBody(FollowUpBody):
    """A proposal: as its preview, with evidence and the digest of the figures."""

    evidence = TextField(
        max_length=LONGEST_EVIDENCE, help_text=_("It stays with the case; players can't see it.")
    )
    seen = HashField(help_text=_("`digest` of the preview: nothing is proposed if it has changed."))


class PlayerTotalSerializer(serializers.Serializer[Any]):
    """Effect on one player in one currency; negative amounts are taken."""

    player = serializers.IntegerField(source="player.pk")
    hands = serializers.IntegerField()
    moved = MoneySerializer()
    owed = MoneySerializer()
    suspended = MoneySerializer()


class ExcludedHandSerializer(serializers.Serializer[Any]):
    hand = serializers.UUIDField()
    code = serializers.CharField(help_text=_("Why it cannot be in the case."))


class VoidPreviewSerializer(serializers.Serializer[VoidPreview]):
    """What a case would do now."""

    digest = serializers.CharField(
        allow_null=True, help_text=_("Null if no hand can be in the case.")
    )
    hands = serializers.IntegerField(help_text=_("Hands that would be in the case."))
    totals = PlayerTotalSerializer(many=True)
    left_out = ExcludedHandSerializer(many=True, help_text=_("The first hands that cannot."))


class VoidCaseSerializer(serializers.Serializer[VoidCase]):
    """A case of voided hands."""

    id = serializers.UUIDField(source="public_id")
    number = serializers.CharField()
    kind = serializers.ChoiceField(choices=CaseKind.values)
    reason = serializers.ChoiceField(choices=CaseReason.values)
    state = serializers.ChoiceField(choices=CaseState.values)
    hands = serializers.IntegerField(source="size")
    evidence = serializers.CharField()
    proposed_by = serializers.CharField(source="proposed_by.full_name")
    proposed_at = UTCDateTimeField()
    expires_at = UTCDateTimeField()
    follows = serializers.UUIDField(source="of.public_id", default=None, allow_null=True)


VoidPageSerializer = page_of(VoidCaseSerializer, "VoidPageSerializer")


class CaseStepSerializer(serializers.Serializer[Any]):
    """A step of a case. No person: the site itself."""

    state = serializers.ChoiceField(source="to_state", choices=CaseState.values)
    at = UTCDateTimeField()
    by = serializers.CharField(source="acting_user.full_name", default=None, allow_null=True)
    note = serializers.CharField()


class CaseProgressSerializer(serializers.Serializer[Any]):
    done = serializers.IntegerField()
    refused = serializers.IntegerField()
    waiting = serializers.IntegerField()


class VoidStatusSerializer(serializers.Serializer[Any]):
    """A case with its steps, and how far it is carried out."""

    case = VoidCaseSerializer()
    steps = CaseStepSerializer(many=True)
    progress = CaseProgressSerializer()
