"""All code that relies on private APIs of Django, psycopg, allauth, gunicorn and kombu.

Nothing else imports them (tests/internals/test_private_apis.py). Each module says why it is needed, what was measured and what
it relies on; the same test fails when a release of the library changes that code.
"""
