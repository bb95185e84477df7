"""The signed-in player's account."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources.profile import load_profile
from api.serializers.base import QuerySerializer, write_document
from api.serializers.profile import ProfileSerializer
from api.views.base import PlayerView
from api.views.operations import Access, document_operation

TAG: Final = _("Account")


class ProfileView(PlayerView):
    @document_operation(
        "get_me",
        TAG,
        (
            _("Get the signed-in player"),
            _("Data of the account, its state, and the steps to real money."),
        ),
        ProfileSerializer,
        access=Access.PLAYER,
    )
    def get(self, _request: Request) -> Response:
        self.read_query(QuerySerializer)
        return Response(write_document(ProfileSerializer, load_profile(self.player)))
