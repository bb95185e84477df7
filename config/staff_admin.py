"""Django's admin app with our own site; separate from `config.apps`, which may have only one default."""

from django.contrib.admin.apps import AdminConfig


class StaffAdmin(AdminConfig):
    """Admin app with the back office's site."""

    default_site = "accounts.staff.admin.StaffSite"
