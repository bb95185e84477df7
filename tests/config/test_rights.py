import psycopg
import pytest
from django.conf import settings
from django.db import ProgrammingError, connection, transaction


def test_probe(db):
    with connection.cursor() as c:
        c.execute("select current_user, current_database()")
        print(c.fetchone())
