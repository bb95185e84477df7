"""The signed-in player's account."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.identity.services.addresses import enter_address
from accounts.identity.services.phones import set_phone
from accounts.identity.values.addresses import PostalAddress
from accounts.users.selectors.phones import find_phone
from api.resources.profile import load_address_position, load_profile
from api.serializers.base import QuerySerializer, write_document
from api.serializers.profile import (
    AddressPositionSerializer,
    NewAddressSerializer,
    NewPhoneBody,
    PhoneSerializer,
    ProfileSerializer,
)
from api.views.base import PlayerView
from api.views.changes import document_change
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


class AddressView(PlayerView):
    @document_operation(
        "get_address",
        TAG,
        (
            _("Get the residential address"),
            _("The address in force, and whether real money needs one."),
        ),
        AddressPositionSerializer,
        access=Access.PLAYER,
    )
    def get(self, _request: Request) -> Response:
        self.read_query(QuerySerializer)
        found = load_address_position(self.player)
        return Response(write_document(AddressPositionSerializer, found))

    @document_change(
        "set_address",
        TAG,
        (
            _("Enter the residential address"),
            _("A change is a new version, which staff may verify; earlier ones are kept."),
        ),
        AddressPositionSerializer,
        takes=NewAddressSerializer,
        access=Access.PLAYER,
    )
    def put(self, _request: Request) -> Response:
        given = self.read_body(NewAddressSerializer)
        enter_address(self.player, PostalAddress.parse(**given))
        found = load_address_position(self.player)
        return Response(write_document(AddressPositionSerializer, found))


class PhoneView(PlayerView):
    account_pages_of = "accounts"

    @document_operation(
        "get_phone",
        TAG,
        (_("Get your phone number"), _("Optional. Only staff see it.")),
        PhoneSerializer,
        access=Access.PLAYER,
    )
    def get(self, _request: Request) -> Response:
        self.read_query(QuerySerializer)
        return self._show()

    @document_change(
        "set_phone",
        TAG,
        (_("Set your phone number"), _("Replaces the number, or removes it if the text is empty.")),
        PhoneSerializer,
        takes=NewPhoneBody,
        access=Access.PLAYER,
    )
    def put(self, _request: Request) -> Response:
        set_phone(self.player, self.read_body(NewPhoneBody)["phone"])
        return self._show()

    def _show(self) -> Response:
        return Response(write_document(PhoneSerializer, {"phone": find_phone(self.player.pk)}))
