"""Terms and policies: those in force, and those that wait for the player's acceptance."""

from typing import Final

from allauth.account.adapter import get_adapter
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models.users import User
from accounts.policies.selectors.acceptance import list_due
from accounts.policies.selectors.versions import versions_in_force
from accounts.policies.services.acceptance import ReadingPlace, accept_policies
from accounts.policies.words import reader_language
from api.resources.policies import list_resources
from api.serializers.base import QuerySerializer, write_document
from api.serializers.policies import AcceptPoliciesSerializer, PolicyPageSerializer
from api.views.base import PlayerView, PublicView
from api.views.changes import document_change
from api.views.operations import Access, document_operation

TAG: Final = _("Terms and policies")


class PoliciesView(PublicView):
    @document_operation(
        "list_documents",
        TAG,
        (
            _("List terms and policies"),
            _("The versions in force, in the language of the request."),
        ),
        PolicyPageSerializer,
    )
    def get(self, _request: Request) -> Response:
        self.read_query(QuerySerializer)
        found = list_resources(versions_in_force().values())
        return Response(write_document(PolicyPageSerializer, found))


def _answer_due(player: User) -> Response:
    return Response(write_document(PolicyPageSerializer, list_resources(list_due(player))))


class PoliciesDueView(PlayerView):
    account_pages_of = "accounts"

    @document_operation(
        "list_documents_due",
        TAG,
        (
            _("List documents to accept"),
            _(
                "Changed terms and policies that the player has to accept. Until then real money is refused with `policies_due`."
            ),
        ),
        PolicyPageSerializer,
        access=Access.PLAYER,
    )
    def get(self, _request: Request) -> Response:
        self.read_query(QuerySerializer)
        return _answer_due(self.player)

    @document_change(
        "accept_documents",
        TAG,
        (
            _("Accept changed documents"),
            _("All documents that wait, in the versions that were read. Returns what still waits."),
        ),
        PolicyPageSerializer,
        takes=AcceptPoliciesSerializer,
        access=Access.PLAYER,
    )
    def post(self, request: Request) -> Response:
        given = self.read_body(AcceptPoliciesSerializer)["accepted"]
        accepted = {one["document"]: one["version"] for one in given}
        address = get_adapter().get_client_ip(request._request)  # noqa: SLF001 - Django's request
        accept_policies(self.player, accepted, ReadingPlace(reader_language(), address))
        return _answer_due(self.player)
