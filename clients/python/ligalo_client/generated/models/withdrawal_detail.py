from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.withdrawal_state import WithdrawalState

if TYPE_CHECKING:
    from ..models.money import Money
    from ..models.payment_step import PaymentStep


T = TypeVar("T", bound="WithdrawalDetail")


@_attrs_define
class WithdrawalDetail:
    """
    Attributes:
        amount (Money):
        created_at (datetime.datetime):
        id (UUID):
        number (str): Number of the receipt.
        provider (str):
        review (None | str): What a review of the withdrawal was about and its outcome; null unless told.
        state (WithdrawalState):
        steps (list[PaymentStep]):
    """

    amount: Money
    created_at: datetime.datetime
    id: UUID
    number: str
    provider: str
    review: None | str
    state: WithdrawalState
    steps: list[PaymentStep]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        amount = self.amount.to_dict()

        created_at = self.created_at.isoformat()

        id = str(self.id)

        number = self.number

        provider = self.provider

        review: None | str
        review = self.review

        state = self.state.value

        steps = []
        for steps_item_data in self.steps:
            steps_item = steps_item_data.to_dict()
            steps.append(steps_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "amount": amount,
                "created_at": created_at,
                "id": id,
                "number": number,
                "provider": provider,
                "review": review,
                "state": state,
                "steps": steps,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415
        from ..models.payment_step import PaymentStep  # noqa: PLC0415

        d = dict(src_dict)
        amount = Money.from_dict(d.pop("amount"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        id = UUID(d.pop("id"))

        number = d.pop("number")

        provider = d.pop("provider")

        def _parse_review(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        review = _parse_review(d.pop("review"))

        state = WithdrawalState(d.pop("state"))

        steps = []
        _steps = d.pop("steps")
        for steps_item_data in _steps:
            steps_item = PaymentStep.from_dict(steps_item_data)

            steps.append(steps_item)

        withdrawal_detail = cls(
            amount=amount,
            created_at=created_at,
            id=id,
            number=number,
            provider=provider,
            review=review,
            state=state,
            steps=steps,
        )

        withdrawal_detail.additional_properties = d
        return withdrawal_detail

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
