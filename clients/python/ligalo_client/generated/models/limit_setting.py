from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.limit_kind import LimitKind
from ..models.period_enum import PeriodEnum

if TYPE_CHECKING:
    from ..models.limit_amount import LimitAmount
    from ..models.pending_limit import PendingLimit


T = TypeVar("T", bound="LimitSetting")


@_attrs_define
class LimitSetting:
    """
    Attributes:
        default (LimitAmount | None): The profile's for everybody, until the player has raised it.
        house (LimitAmount | None): Set by the house.
        kind (LimitKind):
        own (LimitAmount | None): Set by the player.
        pending (None | PendingLimit):
        period (PeriodEnum):
        version (str): Send it in quotes as `If-Match` to change only what you have seen.
    """

    default: LimitAmount | None
    house: LimitAmount | None
    kind: LimitKind
    own: LimitAmount | None
    pending: None | PendingLimit
    period: PeriodEnum
    version: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.limit_amount import LimitAmount  # noqa: PLC0415
        from ..models.pending_limit import PendingLimit  # noqa: PLC0415

        default: dict[str, Any] | None
        if isinstance(self.default, LimitAmount):
            default = self.default.to_dict()
        else:
            default = self.default

        house: dict[str, Any] | None
        if isinstance(self.house, LimitAmount):
            house = self.house.to_dict()
        else:
            house = self.house

        kind = self.kind.value

        own: dict[str, Any] | None
        if isinstance(self.own, LimitAmount):
            own = self.own.to_dict()
        else:
            own = self.own

        pending: dict[str, Any] | None
        if isinstance(self.pending, PendingLimit):
            pending = self.pending.to_dict()
        else:
            pending = self.pending

        period = self.period.value

        version = self.version

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "default": default,
                "house": house,
                "kind": kind,
                "own": own,
                "pending": pending,
                "period": period,
                "version": version,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.limit_amount import LimitAmount  # noqa: PLC0415
        from ..models.pending_limit import PendingLimit  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_default(data: object) -> LimitAmount | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                default_type_0 = LimitAmount.from_dict(data)

                return default_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(LimitAmount | None, data)

        default = _parse_default(d.pop("default"))

        def _parse_house(data: object) -> LimitAmount | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                house_type_0 = LimitAmount.from_dict(data)

                return house_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(LimitAmount | None, data)

        house = _parse_house(d.pop("house"))

        kind = LimitKind(d.pop("kind"))

        def _parse_own(data: object) -> LimitAmount | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                own_type_0 = LimitAmount.from_dict(data)

                return own_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(LimitAmount | None, data)

        own = _parse_own(d.pop("own"))

        def _parse_pending(data: object) -> None | PendingLimit:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                pending_type_0 = PendingLimit.from_dict(data)

                return pending_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PendingLimit, data)

        pending = _parse_pending(d.pop("pending"))

        period = PeriodEnum(d.pop("period"))

        version = d.pop("version")

        limit_setting = cls(
            default=default,
            house=house,
            kind=kind,
            own=own,
            pending=pending,
            period=period,
            version=version,
        )

        limit_setting.additional_properties = d
        return limit_setting

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
