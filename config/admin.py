from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.utils.translation import gettext_lazy as _


class AdminSite(admin.AdminSite):
    """The back office. Logging in goes through the front door, with its limits."""

    site_header = site_title = "Chiếu Bài"
    index_title = _("Back office")


AdminSite.login = secure_admin_login(AdminSite.login)  # type: ignore[method-assign]
