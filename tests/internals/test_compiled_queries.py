"""Compiled queries and writes give the same results as the ORM."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from casino.models import Decision, LogLine, Participant, Place, Round, Shoe
from casino.selectors.places import shoes_ahead
from internals.compiled_queries import (
    ModelQuery,
    SmallInt,
    ValuesQuery,
    attach_rows,
    prepare_insert,
    prepare_update,
    write_rows,
)
from internals.prepared_statements import run_statement
from tests.casino import scenes

pytestmark = pytest.mark.database

OF_A_SHOE = ModelQuery[Round](
    lambda shoe, nonce: (
        Round.objects.filter(deal__shoe=shoe, deal__nonce__lte=nonce)
        .exclude(status=Round.Status.CANCELLED)
        .select_related("deal__shoe__version", "player")
        .order_by("deal__nonce")
    ),
    int,
    int,
)
STAKES = ValuesQuery(
    lambda round_: Round.objects.filter(public_id=round_).values("amount", "result", "tasa_cambio"),
    UUID,
)


def line(shoe: UUID | None = None, commitment: str = "c" * 64) -> LogLine:
    """Return an unsaved log line of this shoe; by default of a shoe that does not exist."""
    return LogLine(
        at=datetime.now(UTC), kind="announced", shoe=shoe or uuid4(), commitment=commitment
    )


def line_of_shoe(place: Place, number: int) -> LogLine:
    """Create a shoe without a log line and return the unsaved line that announces it."""
    shoe = Shoe.objects.create(
        place=place,
        number=number,
        version=place.table.version,
        commitment=f"{number:064}",
        sealed_seed=b"sealed",
        announced_at=datetime.now(UTC),
    )
    return line(shoe.public_id, shoe.commitment)


def test_a_query_finds_what_the_orm_finds() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    expected = Round.objects.select_related("deal__shoe__version", "player").get(pk=round_.pk)

    (found,) = OF_A_SHOE.all(round_.deal.shoe_id, 1)

    for one, other in ((found, expected), (found.deal.shoe, expected.deal.shoe)):
        assert type(one) is type(other)
        fields = [field.attname for field in one._meta.concrete_fields]
        assert [getattr(one, name) for name in fields] == [getattr(other, name) for name in fields]
    with CaptureQueriesContext(connection) as captured:
        assert found.deal.shoe.version.rules == expected.deal.shoe.version.rules
        assert found.player == expected.player
    assert len(captured) == 0
    assert OF_A_SHOE.all(round_.deal.shoe_id, 0) == []


def test_values_are_read_as_their_fields_read_them() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))

    expected = Round.objects.values("amount", "result", "tasa_cambio").get(pk=round_.pk)

    assert STAKES.first(round_.public_id) == expected
    assert STAKES.first(uuid4()) is None


def test_an_argument_that_is_nowhere_in_the_query_is_a_mistake() -> None:
    with pytest.raises(TypeError):
        ModelQuery[Shoe](lambda _: Shoe.objects.all(), int).all(1)


def test_a_question_is_counted_and_planned_once_for_numbers_of_any_size() -> None:
    with transaction.atomic(), CaptureQueriesContext(connection) as captured:
        for number in (1, 10**6, 10**12):
            assert OF_A_SHOE.all(number, number % 1000) == []
        planned = run_statement(
            "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE $1",
            ['%"casino_deal"."nonce" <= %'],
        )

    assert len(captured) == 4
    assert planned == [(1,)]


def test_rows_are_written_together_and_know_their_keys() -> None:
    round_ = scenes.deal(scenes.ordinary)
    round_.deal.shoe.rounds_dealt, round_.participant.client_seed = 7, "other"
    first, second = (line_of_shoe(round_.place, number) for number in (8, 9))

    with CaptureQueriesContext(connection) as captured:
        write_rows(
            prepare_insert(first),
            prepare_update(round_.deal.shoe, "rounds_dealt"),
            prepare_update(round_.participant, "client_seed"),
            prepare_insert(second),
        )

    assert len(captured) == 1
    assert LogLine.objects.get(pk=first.pk).shoe == first.shoe
    assert first.pk < second.pk
    assert not second._state.adding
    assert Shoe.objects.get(pk=round_.deal.shoe_id).rounds_dealt == 7
    assert Participant.objects.get(pk=round_.participant_id).client_seed == "other"


def test_database_defaults_are_not_written() -> None:
    participant = scenes.sit(scenes.new_player(), scenes.ligalo())
    known = shoes_ahead(participant.place)[1]
    shoe = Shoe(
        place=participant.place,
        number=9,
        version=known.version,
        commitment="d" * 64,
        sealed_seed=b"sealed",
        announced_at=known.announced_at + timedelta(seconds=1),
    )

    with transaction.atomic():
        write_rows(prepare_insert(shoe))
        (present,) = run_statement("SELECT pg_current_xact_id()::text::bigint", [])

    assert (Shoe.objects.get(pk=shoe.pk).announced_in,) == present


def test_a_missing_row_is_reported_and_nothing_written() -> None:
    round_ = scenes.deal(scenes.ordinary)
    round_.participant.pk = 10**9
    written = line()

    with pytest.raises(LookupError), transaction.atomic():
        write_rows(prepare_insert(written), prepare_update(round_.participant, "client_seed"))

    assert not LogLine.objects.filter(shoe=written.shoe).exists()


@pytest.mark.committed
def test_database_refusals_raise_django_errors() -> None:
    written = line_of_shoe(scenes.sit(scenes.new_player(), scenes.ligalo()).place, 9)
    write_rows(prepare_insert(written))

    with pytest.raises(IntegrityError):
        write_rows(prepare_insert(line(written.shoe, written.commitment)))


def test_attached_rows_are_those_of_the_related_manager() -> None:
    place = scenes.deal(scenes.ordinary).place
    shoes = list(Shoe.objects.filter(place=place))
    attach_rows(place, "shoes", shoes[:1])

    with CaptureQueriesContext(connection) as captured:
        assert list(place.shoes.all()) == shoes[:1]
    assert len(captured) == 0
    assert set(place.shoes.filter(number__gt=0)) == set(
        shoes
    )  # a filter asks the database, for this place


def test_a_small_integer_is_compared() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    of_step = ModelQuery[Decision](lambda step: Decision.objects.filter(step=step), SmallInt)

    assert of_step.all(0) == list(Decision.objects.filter(deal=round_.deal, step=0))
    assert of_step.all(99) == []
