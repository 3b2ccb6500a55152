"""Who asks for something that only the owner may do shows anew that it is them."""

from time import time

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.core.exceptions import ReauthenticationRequired
from django.http import HttpRequest


def surely_them(request: HttpRequest) -> None:
    """Whoever logged in or confirmed a moment ago; others are led to allauth's page that asks for the
    password, which goes on from there."""
    if has_to_show(request):
        raise ReauthenticationRequired


def has_to_show(request: HttpRequest) -> bool:
    """Who has nothing to show, a guest, is not asked."""
    if not get_adapter().get_reauthentication_methods(request.user):
        return False
    shown = [record["at"] for record in get_authentication_records(request, request.user)]
    return not shown or time() - max(shown) > app_settings.REAUTHENTICATION_TIMEOUT
