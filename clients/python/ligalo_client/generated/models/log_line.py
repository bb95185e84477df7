from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.log_line_kind import LogLineKind
from ..types import UNSET, Unset

T = TypeVar("T", bound="LogLine")


@_attrs_define
class LogLine:
    """
    Attributes:
        at (str): UTC, with microseconds.
        commitment (str): SHA-256 of the server seed, in hexadecimal.
        hash_ (str):
        kind (LogLineKind):
        n (int):
        previous (None | str):
        rules_hash (None | str): Only the opening of a shoe fixes its rules.
        shoe (UUID):
        nonce (int | Unset): The last one known of a shoe that a restore retired; other lines have none.
    """

    at: str
    commitment: str
    hash_: str
    kind: LogLineKind
    n: int
    previous: None | str
    rules_hash: None | str
    shoe: UUID
    nonce: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        at = self.at

        commitment = self.commitment

        hash_ = self.hash_

        kind = self.kind.value

        n = self.n

        previous: None | str
        previous = self.previous

        rules_hash: None | str
        rules_hash = self.rules_hash

        shoe = str(self.shoe)

        nonce = self.nonce

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "at": at,
                "commitment": commitment,
                "hash": hash_,
                "kind": kind,
                "n": n,
                "previous": previous,
                "rules_hash": rules_hash,
                "shoe": shoe,
            }
        )
        if nonce is not UNSET:
            field_dict["nonce"] = nonce

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        at = d.pop("at")

        commitment = d.pop("commitment")

        hash_ = d.pop("hash")

        kind = LogLineKind(d.pop("kind"))

        n = d.pop("n")

        def _parse_previous(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        previous = _parse_previous(d.pop("previous"))

        def _parse_rules_hash(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        rules_hash = _parse_rules_hash(d.pop("rules_hash"))

        shoe = UUID(d.pop("shoe"))

        nonce = d.pop("nonce", UNSET)

        log_line = cls(
            at=at,
            commitment=commitment,
            hash_=hash_,
            kind=kind,
            n=n,
            previous=previous,
            rules_hash=rules_hash,
            shoe=shoe,
            nonce=nonce,
        )

        log_line.additional_properties = d
        return log_line

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
