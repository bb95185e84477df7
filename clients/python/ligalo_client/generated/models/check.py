from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Check")


@_attrs_define
class Check:
    """
    Attributes:
        card (int | None): Number of the first different card, if any.
        detail (str):
        nonce (int | None): Number of the deal, if any.
        passed (bool):
        subject (str):
    """

    card: int | None
    detail: str
    nonce: int | None
    passed: bool
    subject: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        card: int | None
        card = self.card

        detail = self.detail

        nonce: int | None
        nonce = self.nonce

        passed = self.passed

        subject = self.subject

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "card": card,
                "detail": detail,
                "nonce": nonce,
                "passed": passed,
                "subject": subject,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_card(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        card = _parse_card(d.pop("card"))

        detail = d.pop("detail")

        def _parse_nonce(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        nonce = _parse_nonce(d.pop("nonce"))

        passed = d.pop("passed")

        subject = d.pop("subject")

        check = cls(
            card=card,
            detail=detail,
            nonce=nonce,
            passed=passed,
            subject=subject,
        )

        check.additional_properties = d
        return check

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
