"""The way into the back office and what is done there: as a person takes it, past the login page."""

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


def act(client, action, *rows, **said):
    """Ticks these rows in their list and chooses the action. A page of questions that comes is filled in and
    sent, with all that it sends along itself."""
    opts = rows[0]._meta
    listing = reverse(f"admin:{opts.app_label}_{opts.model_name}_changelist")
    ticked = {"action": action, "_selected_action": [row.pk for row in rows]}
    answer = client.post(listing, ticked, follow=True)
    if "form" not in (answer.context or {}) or answer.redirect_chain:
        return answer
    page = answer.context
    kept = {"action": page["action"], page["checkbox"]: [row.pk for row in page["rows"]]}
    return client.post(listing, kept | {"reason": "vì thế", "apply": "1"} | said, follow=True)
