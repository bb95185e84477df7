from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.limit_amount import LimitAmount


T = TypeVar("T", bound="PendingLimit")


@_attrs_define
class PendingLimit:
    """
    Attributes:
        confirm_from (datetime.datetime):
        confirm_until (datetime.datetime):
        due (bool): True: it can be confirmed now.
        limit (LimitAmount | None): Null: the limit would end.
    """

    confirm_from: datetime.datetime
    confirm_until: datetime.datetime
    due: bool
    limit: LimitAmount | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.limit_amount import LimitAmount  # noqa: PLC0415

        confirm_from = self.confirm_from.isoformat()

        confirm_until = self.confirm_until.isoformat()

        due = self.due

        limit: dict[str, Any] | None
        if isinstance(self.limit, LimitAmount):
            limit = self.limit.to_dict()
        else:
            limit = self.limit

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "confirm_from": confirm_from,
                "confirm_until": confirm_until,
                "due": due,
                "limit": limit,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.limit_amount import LimitAmount  # noqa: PLC0415

        d = dict(src_dict)
        confirm_from = datetime.datetime.fromisoformat(d.pop("confirm_from"))

        confirm_until = datetime.datetime.fromisoformat(d.pop("confirm_until"))

        due = d.pop("due")

        def _parse_limit(data: object) -> LimitAmount | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                limit_type_0 = LimitAmount.from_dict(data)

                return limit_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(LimitAmount | None, data)

        limit = _parse_limit(d.pop("limit"))

        pending_limit = cls(
            confirm_from=confirm_from,
            confirm_until=confirm_until,
            due=due,
            limit=limit,
        )

        pending_limit.additional_properties = d
        return pending_limit

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
