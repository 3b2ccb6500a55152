from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("people")

    def ready(self) -> None:
        from accounts import logins, signals  # noqa: F401  registers the check, connects the receivers
