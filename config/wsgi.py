"""The WSGI application."""

import os

from django.core.wsgi import get_wsgi_application

from config.owner import see_no_owner

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
see_no_owner("the web")
application = get_wsgi_application()
