"""`make run`: as production, but on loopback without TLS, with the demo provider and e-mail on the console."""

from config import env
from config.settings.base import *

SECRET_KEY = env.text("SECRET_KEY")
SEED_KEY_FILE = env.path("SEED_KEY_FILE")
IDENTITY_KEY_FILE = env.path("IDENTITY_KEY_FILE")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
SITE_ADDRESS = f"http://localhost:{env.whole('PORT', 8000, least=1, most=65535)}"
DATABASES["default"] = application_database(env.database("DATABASE_APP_URL"))
if env.text("DATABASE_URL", ""):
    DATABASES["owner"] = env.database("DATABASE_URL")
DEMO_PROVIDER_ENABLED = True
PROVIDER_SECRETS = {"demo": env.secret("DEMO_PROVIDER_SECRET")}
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
