from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="SelfExclusion")


@_attrs_define
class SelfExclusion:
    """
    Attributes:
        understood (bool):
        until (datetime.datetime | None): At least the profile's months from now, and more than 30 days; null: without
            an end.
        password (str | Unset):
    """

    understood: bool
    until: datetime.datetime | None
    password: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        understood = self.understood

        until: None | str
        if isinstance(self.until, datetime.datetime):
            until = self.until.isoformat()
        else:
            until = self.until

        password = self.password

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "understood": understood,
                "until": until,
            }
        )
        if password is not UNSET:
            field_dict["password"] = password

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        understood = d.pop("understood")

        def _parse_until(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                until_type_0 = datetime.datetime.fromisoformat(data)

                return until_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        until = _parse_until(d.pop("until"))

        password = d.pop("password", UNSET)

        self_exclusion = cls(
            understood=understood,
            until=until,
            password=password,
        )

        return self_exclusion
