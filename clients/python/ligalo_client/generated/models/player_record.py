from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.language_enum import LanguageEnum
from ..models.player_state import PlayerState

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="PlayerRecord")


@_attrs_define
class PlayerRecord:
    """
    Attributes:
        balances (list[Money]): Available real money, by currency; zeros are left out.
        birth_date (datetime.date | None):
        country (str): ISO 3166-1 code; empty for guests.
        document_until (datetime.date | None): Last day of the verified document.
        email (str):
        id (int): The player's number.
        is_guest (bool):
        is_test_account (bool):
        language (LanguageEnum):
        name (str):
        play_stopped (bool):
        registered_at (datetime.datetime):
        state (PlayerState):
        verified_at (datetime.datetime | None):
    """

    balances: list[Money]
    birth_date: datetime.date | None
    country: str
    document_until: datetime.date | None
    email: str
    id: int
    is_guest: bool
    is_test_account: bool
    language: LanguageEnum
    name: str
    play_stopped: bool
    registered_at: datetime.datetime
    state: PlayerState
    verified_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        balances = []
        for balances_item_data in self.balances:
            balances_item = balances_item_data.to_dict()
            balances.append(balances_item)

        birth_date: None | str
        if isinstance(self.birth_date, datetime.date):
            birth_date = self.birth_date.isoformat()
        else:
            birth_date = self.birth_date

        country = self.country

        document_until: None | str
        if isinstance(self.document_until, datetime.date):
            document_until = self.document_until.isoformat()
        else:
            document_until = self.document_until

        email = self.email

        id = self.id

        is_guest = self.is_guest

        is_test_account = self.is_test_account

        language = self.language.value

        name = self.name

        play_stopped = self.play_stopped

        registered_at = self.registered_at.isoformat()

        state = self.state.value

        verified_at: None | str
        if isinstance(self.verified_at, datetime.datetime):
            verified_at = self.verified_at.isoformat()
        else:
            verified_at = self.verified_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "balances": balances,
                "birth_date": birth_date,
                "country": country,
                "document_until": document_until,
                "email": email,
                "id": id,
                "is_guest": is_guest,
                "is_test_account": is_test_account,
                "language": language,
                "name": name,
                "play_stopped": play_stopped,
                "registered_at": registered_at,
                "state": state,
                "verified_at": verified_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        balances = []
        _balances = d.pop("balances")
        for balances_item_data in _balances:
            balances_item = Money.from_dict(balances_item_data)

            balances.append(balances_item)

        def _parse_birth_date(data: object) -> datetime.date | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                birth_date_type_0 = datetime.date.fromisoformat(data)

                return birth_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None, data)

        birth_date = _parse_birth_date(d.pop("birth_date"))

        country = d.pop("country")

        def _parse_document_until(data: object) -> datetime.date | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                document_until_type_0 = datetime.date.fromisoformat(data)

                return document_until_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None, data)

        document_until = _parse_document_until(d.pop("document_until"))

        email = d.pop("email")

        id = d.pop("id")

        is_guest = d.pop("is_guest")

        is_test_account = d.pop("is_test_account")

        language = LanguageEnum(d.pop("language"))

        name = d.pop("name")

        play_stopped = d.pop("play_stopped")

        registered_at = datetime.datetime.fromisoformat(d.pop("registered_at"))

        state = PlayerState(d.pop("state"))

        def _parse_verified_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                verified_at_type_0 = datetime.datetime.fromisoformat(data)

                return verified_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        verified_at = _parse_verified_at(d.pop("verified_at"))

        player_record = cls(
            balances=balances,
            birth_date=birth_date,
            country=country,
            document_until=document_until,
            email=email,
            id=id,
            is_guest=is_guest,
            is_test_account=is_test_account,
            language=language,
            name=name,
            play_stopped=play_stopped,
            registered_at=registered_at,
            state=state,
            verified_at=verified_at,
        )

        player_record.additional_properties = d
        return player_record

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
