from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="OpenedSeal")


@_attrs_define
class OpenedSeal:
    """
    Attributes:
        seals_hash (str): Hash of the list that the table shows.
        seat_seed (str): The seed that was sealed.
    """

    seals_hash: str
    seat_seed: str

    def to_dict(self) -> dict[str, Any]:
        seals_hash = self.seals_hash

        seat_seed = self.seat_seed

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "seals_hash": seals_hash,
                "seat_seed": seat_seed,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        seals_hash = d.pop("seals_hash")

        seat_seed = d.pop("seat_seed")

        opened_seal = cls(
            seals_hash=seals_hash,
            seat_seed=seat_seed,
        )

        return opened_seal
