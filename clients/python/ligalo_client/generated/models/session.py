from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.next_enum import NextEnum

T = TypeVar("T", bound="Session")


@_attrs_define
class Session:
    """
    Attributes:
        next_ (NextEnum | None): What is missing before the player is signed in: the second factor, or opening the link
            in our email and signing in afterwards.
        session_token (None | str): Send it as X-Session-Token from now on: a sign-in changes it. Null without a
            session.
        signed_in (bool):
    """

    next_: NextEnum | None
    session_token: None | str
    signed_in: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        next_: None | str
        if isinstance(self.next_, NextEnum):
            next_ = self.next_.value
        else:
            next_ = self.next_

        session_token: None | str
        session_token = self.session_token

        signed_in = self.signed_in

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "next": next_,
                "session_token": session_token,
                "signed_in": signed_in,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_next_(data: object) -> NextEnum | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                next_type_0 = NextEnum(data)

                return next_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(NextEnum | None, data)

        next_ = _parse_next_(d.pop("next"))

        def _parse_session_token(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        session_token = _parse_session_token(d.pop("session_token"))

        signed_in = d.pop("signed_in")

        session = cls(
            next_=next_,
            session_token=session_token,
            signed_in=signed_in,
        )

        session.additional_properties = d
        return session

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
