from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.document_kind_enum import DocumentKindEnum
from ..types import UNSET, Unset

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
        city (str | Unset): If the profile of the country asks for it before an account exists.
        document_country (str | Unset): If the profile of the country asks for it before an account exists.
        document_kind (DocumentKindEnum | Unset):
        document_number (str | Unset): If the profile of the country asks for it before an account exists.
        full_name (str | Unset): If the profile of the country asks for it before an account exists.
        phone (str | Unset): If the profile of the country asks for it before an account exists.
        postal_code (str | Unset): If the profile of the country asks for it before an account exists.
        region (str | Unset): If the profile of the country asks for it before an account exists.
        street (str | Unset): If the profile of the country asks for it before an account exists.
    """

    accepts_documents: bool
    birth_date: str
    confirms_statements: bool
    country: str
    email: str
    password: str
    city: str | Unset = UNSET
    document_country: str | Unset = UNSET
    document_kind: DocumentKindEnum | Unset = UNSET
    document_number: str | Unset = UNSET
    full_name: str | Unset = UNSET
    phone: str | Unset = UNSET
    postal_code: str | Unset = UNSET
    region: str | Unset = UNSET
    street: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        accepts_documents = self.accepts_documents

        birth_date = self.birth_date

        confirms_statements = self.confirms_statements

        country = self.country

        email = self.email

        password = self.password

        city = self.city

        document_country = self.document_country

        document_kind: str | Unset = UNSET
        if not isinstance(self.document_kind, Unset):
            document_kind = self.document_kind.value

        document_number = self.document_number

        full_name = self.full_name

        phone = self.phone

        postal_code = self.postal_code

        region = self.region

        street = self.street

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
        if city is not UNSET:
            field_dict["city"] = city
        if document_country is not UNSET:
            field_dict["document_country"] = document_country
        if document_kind is not UNSET:
            field_dict["document_kind"] = document_kind
        if document_number is not UNSET:
            field_dict["document_number"] = document_number
        if full_name is not UNSET:
            field_dict["full_name"] = full_name
        if phone is not UNSET:
            field_dict["phone"] = phone
        if postal_code is not UNSET:
            field_dict["postal_code"] = postal_code
        if region is not UNSET:
            field_dict["region"] = region
        if street is not UNSET:
            field_dict["street"] = street

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

        city = d.pop("city", UNSET)

        document_country = d.pop("document_country", UNSET)

        _document_kind = d.pop("document_kind", UNSET)
        document_kind: DocumentKindEnum | Unset
        if isinstance(_document_kind, Unset):
            document_kind = UNSET
        else:
            document_kind = DocumentKindEnum(_document_kind)

        document_number = d.pop("document_number", UNSET)

        full_name = d.pop("full_name", UNSET)

        phone = d.pop("phone", UNSET)

        postal_code = d.pop("postal_code", UNSET)

        region = d.pop("region", UNSET)

        street = d.pop("street", UNSET)

        signup = cls(
            accepts_documents=accepts_documents,
            birth_date=birth_date,
            confirms_statements=confirms_statements,
            country=country,
            email=email,
            password=password,
            city=city,
            document_country=document_country,
            document_kind=document_kind,
            document_number=document_number,
            full_name=full_name,
            phone=phone,
            postal_code=postal_code,
            region=region,
            street=street,
        )

        return signup
