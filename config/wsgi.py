"""The WSGI application."""

import os

from django.core.wsgi import get_wsgi_application

from config import traces
from config.owner import require_no_owner_url
from config.poolers import check_pooler
from config.releases import refuse_unknown_release

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
require_no_owner_url("the web")
check_pooler()
traces.instrument()  # before Django loads its middleware
application = get_wsgi_application()
refuse_unknown_release("the web")
