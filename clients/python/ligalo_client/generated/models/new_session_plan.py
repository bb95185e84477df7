from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.money_input import MoneyInput


T = TypeVar("T", bound="NewSessionPlan")


@_attrs_define
class NewSessionPlan:
    """
    Attributes:
        loss (MoneyInput):
        seconds (int):
        lockout_seconds (int | Unset):  Default: 0.
    """

    loss: MoneyInput
    seconds: int
    lockout_seconds: int | Unset = 0

    def to_dict(self) -> dict[str, Any]:
        loss = self.loss.to_dict()

        seconds = self.seconds

        lockout_seconds = self.lockout_seconds

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "loss": loss,
                "seconds": seconds,
            }
        )
        if lockout_seconds is not UNSET:
            field_dict["lockout_seconds"] = lockout_seconds

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money_input import MoneyInput  # noqa: PLC0415

        d = dict(src_dict)
        loss = MoneyInput.from_dict(d.pop("loss"))

        seconds = d.pop("seconds")

        lockout_seconds = d.pop("lockout_seconds", UNSET)

        new_session_plan = cls(
            loss=loss,
            seconds=seconds,
            lockout_seconds=lockout_seconds,
        )

        return new_session_plan
