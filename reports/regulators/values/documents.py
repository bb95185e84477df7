"""Documents for regulators: their schemas, and building of elements.

The Spanish ones follow the public description of the DGOJ's monitoring model (resolution of 6 June 2024): which records
there are, how often, and the names of their figures. The schemas are ours, not the regulator's.
"""

from collections.abc import Mapping
from typing import Final
from xml.etree import ElementTree as ET

from reports.regulators.values.schema import SchemaElement

_HEAD: Final = SchemaElement(
    "Cabecera",
    children=(
        SchemaElement("OperadorId", "code"),
        SchemaElement("Desde", "day"),
        SchemaElement("Hasta", "day"),
        SchemaElement("FechaRegistro", "moment"),
    ),
)
ACCOUNTS: Final = SchemaElement(
    "RegistroCJ",
    attributes={"Version": "code", "Periodo": "code"},
    children=(
        _HEAD,
        SchemaElement(
            "Jugador",
            many=True,
            attributes={"JugadorId": "code", "Moneda": "currency", "Dia": "day"},
            children=tuple(
                SchemaElement(name, "amount")
                for name in (
                    *("SaldoInicial", "Depositos", "Retiradas", "Participacion"),
                    *("Premios", "Cambios", "Bonos", "Otros", "SaldoFinal"),
                )
            ),
        ),
    ),
)
"""Accounts of players: CJD by day, or of a month."""

USERS: Final = SchemaElement(
    "RegistroRU",
    attributes={"Version": "code", "Periodo": "code"},
    children=(
        _HEAD,
        SchemaElement("Altas", "count"),
        SchemaElement("Activos", "count"),
        SchemaElement("Autoexcluidos", "count"),
        SchemaElement("Suspendidos", "count"),
        SchemaElement("Cerrados", "count"),
        SchemaElement(
            "Jugador",
            many=True,
            attributes={"JugadorId": "code"},
            children=(
                SchemaElement("FechaAlta", "moment"),
                SchemaElement("Pais", "country"),
                SchemaElement("Estado", "code"),
            ),
        ),
    ),
)
"""Register of users: RUD by day, or of a month."""

SUMMARY: Final = SchemaElement(
    "DailySummary",
    attributes={"Version": "code"},
    children=(
        SchemaElement("Operator", "code"),
        SchemaElement("From", "day"),
        SchemaElement("To", "day"),
        SchemaElement("Made", "moment"),
        SchemaElement(
            "Game",
            many=True,
            attributes={"Currency": "currency", "Rules": "code"},
            children=(
                SchemaElement("Rounds", "count"),
                SchemaElement("Wagers", "amount"),
                SchemaElement("Payouts", "amount"),
                SchemaElement("CancelledRounds", "count"),
                SchemaElement("VoidedRounds", "count"),
                SchemaElement("ByVoids", "amount"),
                SchemaElement("Revenue", "amount"),
            ),
        ),
        SchemaElement(
            "Cash",
            many=True,
            attributes={"Currency": "currency", "Kind": "code"},
            children=(SchemaElement("Movements", "count"), SchemaElement("Amount", "amount")),
        ),
        SchemaElement(
            "Liability",
            many=True,
            attributes={"Currency": "currency"},
            children=(
                SchemaElement("Balances", "amount"),
                SchemaElement("OpenWagers", "amount"),
                SchemaElement("PendingWithdrawals", "amount"),
            ),
        ),
    ),
)
"""A daily summary as New Jersey asks for: revenue by game, cash, and what is owed to players."""


def add_element(
    parent: ET.Element, name: str, attributes: Mapping[str, str], **texts: object
) -> ET.Element:
    """Add an element with attributes and children of text, in the order given."""
    made = ET.SubElement(parent, name, dict(attributes))
    for child, text in texts.items():
        ET.SubElement(made, child).text = str(text)
    return made
