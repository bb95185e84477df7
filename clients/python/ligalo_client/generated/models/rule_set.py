from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.rule_set_rules import RuleSetRules


T = TypeVar("T", bound="RuleSet")


@_attrs_define
class RuleSet:
    """
    Attributes:
        hash_ (str): SHA-256 of the canonical JSON of `rules`.
        rules (RuleSetRules):
        summary (str): The rules in one line.
    """

    hash_: str
    rules: RuleSetRules
    summary: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        hash_ = self.hash_

        rules = self.rules.to_dict()

        summary = self.summary

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "hash": hash_,
                "rules": rules,
                "summary": summary,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.rule_set_rules import RuleSetRules  # noqa: PLC0415

        d = dict(src_dict)
        hash_ = d.pop("hash")

        rules = RuleSetRules.from_dict(d.pop("rules"))

        summary = d.pop("summary")

        rule_set = cls(
            hash_=hash_,
            rules=rules,
            summary=summary,
        )

        rule_set.additional_properties = d
        return rule_set

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
