from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="OptionalSeed")


@_attrs_define
class OptionalSeed:
    """
    Attributes:
        client_seed (str | Unset): Without it, a random seed is made.
    """

    client_seed: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        client_seed = self.client_seed

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if client_seed is not UNSET:
            field_dict["client_seed"] = client_seed

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        client_seed = d.pop("client_seed", UNSET)

        optional_seed = cls(
            client_seed=client_seed,
        )

        return optional_seed
