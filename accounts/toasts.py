"""What is said once on the next page: kept in a cookie that is named like our others, or in the log-in."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class InACookie(CookieStorage):
    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class Toasts(FallbackStorage):
    storage_classes = (InACookie, SessionStorage)
