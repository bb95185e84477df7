from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="Signup")


@_attrs_define
class Signup:
    """
    Attributes:
        accepts_documents (bool): Terms and conditions, and privacy notice: show them with their pages.
        birth_date (str): Year-month-day, like 1990-12-31.
        confirms_statements (bool): The player's statements on the site's sign-up page: show them all.
        country (str): ISO 3166-1 code of two letters.
        email (str):
        password (str):
    """

    accepts_documents: bool
    birth_date: str
    confirms_statements: bool
    country: str
    email: str
    password: str

    def to_dict(self) -> dict[str, Any]:
        accepts_documents = self.accepts_documents

        birth_date = self.birth_date

        confirms_statements = self.confirms_statements

        country = self.country

        email = self.email

        password = self.password

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "accepts_documents": accepts_documents,
                "birth_date": birth_date,
                "confirms_statements": confirms_statements,
                "country": country,
                "email": email,
                "password": password,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        accepts_documents = d.pop("accepts_documents")

        birth_date = d.pop("birth_date")

        confirms_statements = d.pop("confirms_statements")

        country = d.pop("country")

        email = d.pop("email")

        password = d.pop("password")

        signup = cls(
            accepts_documents=accepts_documents,
            birth_date=birth_date,
            confirms_statements=confirms_statements,
            country=country,
            email=email,
            password=password,
        )

        return signup
