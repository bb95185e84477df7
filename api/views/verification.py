"""Verification of transcripts by the rules library."""

from http import HTTPStatus
from typing import Final

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.refusals import MalformedTranscript
from api.serializers.base import write_document
from api.serializers.verification import VerificationSerializer, VerifySerializer
from api.throttles import VerifyThrottle
from api.views.base import PublicView
from api.views.operations import document_operation
from blackjack import MalformedError, verify

TAG: Final = _("Fairness")


class VerifyView(PublicView):
    throttle_classes = (VerifyThrottle,)

    @document_operation(
        "verify_transcript",
        TAG,
        (
            _("Verify a transcript"),
            _(
                "Recomputes commitment, cards, play and payouts of a closed shoe, and compares them with the transcript. Nothing is stored. The library and the site's page do the same without sending the transcript here."
            ),
        ),
        VerificationSerializer,
        takes=VerifySerializer,
        problems=[
            HTTPStatus.BAD_REQUEST,
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        ],
    )
    def post(self, request: Request) -> Response:
        given = VerifySerializer(data=request.data)
        given.is_valid(raise_exception=True)
        data = given.validated_data
        try:
            checks = list(verify(data["transcript"], data.get("commitment")))
        except MalformedError as error:
            text = _("This is not a transcript: %(problem)s") % {"problem": error}
            raise MalformedTranscript(text) from error
        passed = all(check.passed for check in checks)
        return Response(
            write_document(VerificationSerializer, {"passed": passed, "checks": checks})
        )
