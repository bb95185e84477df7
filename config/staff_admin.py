"""Django's admin as an app, with our own site; apart from `config.apps`, which has one default."""

from django.contrib.admin.apps import AdminConfig


class StaffAdmin(AdminConfig):
    """The back office's frame."""

    default_site = "accounts.staff.admin.StaffSite"
