"""The way into the back office: as a person takes it, past the login page."""

from django.urls import reverse

PASSWORD = "xì dách tối thứ bảy"


def come_in(client, name, password=PASSWORD):
    """Asks for the back office as a stranger, is sent to log in, and is sent back from there."""
    office = reverse("admin:index")
    door = client.get(office, follow=True)
    assert door.status_code == 200
    login, wanted = door.request["PATH_INFO"], door.context["redirect_field_value"]
    assert (login, wanted) == (reverse("account_login"), office)
    return client.post(login, {"login": name, "password": password, "next": wanted}, follow=True)
