"""The values that operations take and return, as the API's document describes them."""

from ligalo_client.generated.models import *  # noqa: F403  # whatever the document has
