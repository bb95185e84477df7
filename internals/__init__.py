"""All code that relies on private APIs of Django, psycopg, allauth, gunicorn, uvicorn and kombu.

Nothing else imports them (tests/internals/test_private_apis.py). Each module states why it is
needed, what was measured and what it relies on; the same test fails when a release of the library
changes that code.
"""
