from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.account_state import AccountState
from ..models.language_enum import LanguageEnum

if TYPE_CHECKING:
    from ..models.permission import Permission
    from ..models.restriction import Restriction
    from ..models.step import Step


T = TypeVar("T", bound="Profile")


@_attrs_define
class Profile:
    """
    Attributes:
        birth_date (datetime.date):
        country (str): ISO 3166-1 code of two letters.
        created_at (datetime.datetime):
        display_currency (str):
        document_until (datetime.date | None):
        email (str):
        email_confirmed (bool):
        full_name (str):
        language (LanguageEnum):
        real_money_play (Permission):
        restrictions (list[Restriction]): Active ones, newest first.
        screen_name (str): Name shown to others at a live table.
        state (AccountState):
        verification (list[Step]): Steps to real money, in order.
        verified_at (datetime.datetime | None):
        withdrawals (Permission):
    """

    birth_date: datetime.date
    country: str
    created_at: datetime.datetime
    display_currency: str
    document_until: datetime.date | None
    email: str
    email_confirmed: bool
    full_name: str
    language: LanguageEnum
    real_money_play: Permission
    restrictions: list[Restriction]
    screen_name: str
    state: AccountState
    verification: list[Step]
    verified_at: datetime.datetime | None
    withdrawals: Permission
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        birth_date = self.birth_date.isoformat()

        country = self.country

        created_at = self.created_at.isoformat()

        display_currency = self.display_currency

        document_until: None | str
        if isinstance(self.document_until, datetime.date):
            document_until = self.document_until.isoformat()
        else:
            document_until = self.document_until

        email = self.email

        email_confirmed = self.email_confirmed

        full_name = self.full_name

        language = self.language.value

        real_money_play = self.real_money_play.to_dict()

        restrictions = []
        for restrictions_item_data in self.restrictions:
            restrictions_item = restrictions_item_data.to_dict()
            restrictions.append(restrictions_item)

        screen_name = self.screen_name

        state = self.state.value

        verification = []
        for verification_item_data in self.verification:
            verification_item = verification_item_data.to_dict()
            verification.append(verification_item)

        verified_at: None | str
        if isinstance(self.verified_at, datetime.datetime):
            verified_at = self.verified_at.isoformat()
        else:
            verified_at = self.verified_at

        withdrawals = self.withdrawals.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "birth_date": birth_date,
                "country": country,
                "created_at": created_at,
                "display_currency": display_currency,
                "document_until": document_until,
                "email": email,
                "email_confirmed": email_confirmed,
                "full_name": full_name,
                "language": language,
                "real_money_play": real_money_play,
                "restrictions": restrictions,
                "screen_name": screen_name,
                "state": state,
                "verification": verification,
                "verified_at": verified_at,
                "withdrawals": withdrawals,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.permission import Permission  # noqa: PLC0415
        from ..models.restriction import Restriction  # noqa: PLC0415
        from ..models.step import Step  # noqa: PLC0415

        d = dict(src_dict)
        birth_date = datetime.date.fromisoformat(d.pop("birth_date"))

        country = d.pop("country")

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        display_currency = d.pop("display_currency")

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

        email_confirmed = d.pop("email_confirmed")

        full_name = d.pop("full_name")

        language = LanguageEnum(d.pop("language"))

        real_money_play = Permission.from_dict(d.pop("real_money_play"))

        restrictions = []
        _restrictions = d.pop("restrictions")
        for restrictions_item_data in _restrictions:
            restrictions_item = Restriction.from_dict(restrictions_item_data)

            restrictions.append(restrictions_item)

        screen_name = d.pop("screen_name")

        state = AccountState(d.pop("state"))

        verification = []
        _verification = d.pop("verification")
        for verification_item_data in _verification:
            verification_item = Step.from_dict(verification_item_data)

            verification.append(verification_item)

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

        withdrawals = Permission.from_dict(d.pop("withdrawals"))

        profile = cls(
            birth_date=birth_date,
            country=country,
            created_at=created_at,
            display_currency=display_currency,
            document_until=document_until,
            email=email,
            email_confirmed=email_confirmed,
            full_name=full_name,
            language=language,
            real_money_play=real_money_play,
            restrictions=restrictions,
            screen_name=screen_name,
            state=state,
            verification=verification,
            verified_at=verified_at,
            withdrawals=withdrawals,
        )

        profile.additional_properties = d
        return profile

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
