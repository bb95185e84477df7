"""A small schema language for exports: written as XSD, and checked here, since no XSD validator is installed.

An element has either text of a type or children in order. Attributes are required. That is a subset of XSD 1.0.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final
from xml.etree import ElementTree as ET

_NUMBER: Final = r"-?\d{1,18}\.\d{2,4}"
TYPES: Final = {
    "amount": ("xs:decimal", _NUMBER),
    "count": ("xs:nonNegativeInteger", r"\d{1,18}"),
    "day": ("xs:date", r"\d{4}-\d{2}-\d{2}"),
    "moment": ("xs:dateTime", r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z"),
    "code": ("xs:token", r"[A-Za-z0-9_.-]{1,64}"),
    "currency": ("xs:token", r"[A-Z]{3}"),
    "country": ("xs:token", r"[A-Z]{2}"),
}
"""Types of text by name: their XSD base, and the pattern of the whole text."""


@dataclass(frozen=True, slots=True)
class SchemaElement:
    """An element: `text` names its type, or `children` follow each other. `many`: it may be repeated or missing."""

    name: str
    text: str = ""
    children: tuple["SchemaElement", ...] = ()
    attributes: dict[str, str] = field(default_factory=dict)
    many: bool = False


def write_xsd(root: SchemaElement) -> str:
    """Return the schema of a document with this root as XSD."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">',
        *_write_types(),
        *_write_element(root, 1),
        "</xs:schema>",
    ]
    return "\n".join(lines) + "\n"


def _write_types() -> Iterator[str]:
    for name, (base, pattern) in TYPES.items():
        yield f'  <xs:simpleType name="{name}">'
        yield f'    <xs:restriction base="{base}"><xs:pattern value="{pattern}"/></xs:restriction>'
        yield "  </xs:simpleType>"


def _write_element(element: SchemaElement, depth: int) -> Iterator[str]:
    space = "  " * depth
    often = ' minOccurs="0" maxOccurs="unbounded"' if element.many else ""
    if element.text:
        yield f'{space}<xs:element name="{element.name}" type="{element.text}"{often}/>'
        return
    yield f'{space}<xs:element name="{element.name}"{often}>'
    yield f"{space}  <xs:complexType>"
    yield f"{space}    <xs:sequence>"
    for child in element.children:
        yield from _write_element(child, depth + 3)
    yield f"{space}    </xs:sequence>"
    for name, kind in element.attributes.items():
        yield f'{space}    <xs:attribute name="{name}" type="{kind}" use="required"/>'
    yield f"{space}  </xs:complexType>"
    yield f"{space}</xs:element>"


def find_faults(root: SchemaElement, document: ET.Element) -> list[str]:
    """Return what in a document is not as the schema says, each with its place; empty if it is valid."""
    return list(_check(root, document, root.name))


def _check(element: SchemaElement, found: ET.Element, place: str) -> Iterator[str]:
    if found.tag != element.name:
        yield f"{place}: {found.tag} instead of {element.name}"
        return
    yield from _check_attributes(element, found, place)
    if element.text:
        if len(found) or not _fits(element.text, found.text or ""):
            yield f"{place}: not of type {element.text}"
        return
    if (found.text or "").strip():
        yield f"{place}: text where elements belong"
    yield from _check_children(element.children, list(found), place)


def _check_attributes(element: SchemaElement, found: ET.Element, place: str) -> Iterator[str]:
    for name in sorted(element.attributes.keys() ^ found.attrib.keys()):
        yield f"{place}/@{name}: {'missing' if name in element.attributes else 'unknown'}"
    for name in element.attributes.keys() & found.attrib.keys():
        if not _fits(element.attributes[name], found.attrib[name]):
            yield f"{place}/@{name}: not of type {element.attributes[name]}"


def _check_children(
    wanted: Sequence[SchemaElement], children: list[ET.Element], place: str
) -> Iterator[str]:
    at = 0
    for element in wanted:
        number = 0
        while at < len(children) and children[at].tag == element.name:
            number += 1
            yield from _check(element, children[at], f"{place}/{element.name}[{number}]")
            at += 1
        if not element.many and number != 1:
            yield f"{place}/{element.name}: {number} times instead of once"
    if at < len(children):
        yield f"{place}: {children[at].tag} is unknown or in the wrong place"


def _fits(kind: str, text: str) -> bool:
    return re.fullmatch(TYPES[kind][1], text, re.ASCII) is not None
