from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.double_enum import DoubleEnum
from ..models.fallback_enum import FallbackEnum
from ..models.split_enum import SplitEnum
from ..types import UNSET, Unset

T = TypeVar("T", bound="Choices")


@_attrs_define
class Choices:
    """
    Attributes:
        double (DoubleEnum | Unset):  Default: DoubleEnum.FOLLOW.
        fallback (FallbackEnum | Unset):  Default: FallbackEnum.LEFT.
        split (SplitEnum | Unset):  Default: SplitEnum.FOLLOW.
    """

    double: DoubleEnum | Unset = DoubleEnum.FOLLOW
    fallback: FallbackEnum | Unset = FallbackEnum.LEFT
    split: SplitEnum | Unset = SplitEnum.FOLLOW

    def to_dict(self) -> dict[str, Any]:
        double: str | Unset = UNSET
        if not isinstance(self.double, Unset):
            double = self.double.value

        fallback: str | Unset = UNSET
        if not isinstance(self.fallback, Unset):
            fallback = self.fallback.value

        split: str | Unset = UNSET
        if not isinstance(self.split, Unset):
            split = self.split.value

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if double is not UNSET:
            field_dict["double"] = double
        if fallback is not UNSET:
            field_dict["fallback"] = fallback
        if split is not UNSET:
            field_dict["split"] = split

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        _double = d.pop("double", UNSET)
        double: DoubleEnum | Unset
        if isinstance(_double, Unset):
            double = UNSET
        else:
            double = DoubleEnum(_double)

        _fallback = d.pop("fallback", UNSET)
        fallback: FallbackEnum | Unset
        if isinstance(_fallback, Unset):
            fallback = UNSET
        else:
            fallback = FallbackEnum(_fallback)

        _split = d.pop("split", UNSET)
        split: SplitEnum | Unset
        if isinstance(_split, Unset):
            split = UNSET
        else:
            split = SplitEnum(_split)

        choices = cls(
            double=double,
            fallback=fallback,
            split=split,
        )

        return choices
