"""The way into the back office and what is done there: as a person takes it, past the login page."""

from http.client import HTTPConnection
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from django.urls import reverse

PASSWORD = "xì dách tối thứ bảy"
CSRF = "c" * 32
MAKE = "from accounts.models import User; User.objects.create_user({!r}, password={!r})"


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


def page_of(row):
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def filled_in(client, row):
    """The form on the page of this row as a browser would send it back."""
    return said_by(client.get(page_of(row)).context["adminform"].form)


def said_by(form):
    fields = {bound.html_name: bound.value() for bound in form if not bound.field.disabled}
    fields = {name: "on" if value is True else value for name, value in fields.items()}
    return {name: value for name, value in fields.items() if value not in (None, False)}


def send(client, row, **said):
    """What is None is left out: not ticked."""
    fields = {name: value for name, value in (filled_in(client, row) | said).items() if value is not None}
    answer = client.post(page_of(row), fields)
    assert answer.status_code == 302, answer.context["adminform"].form.errors


class Office:
    """A member of staff at a real server: made on the machine, come in by the front door."""

    def __init__(self, server, name):
        self.server, self.cookies = server, SimpleCookie(f"csrftoken={CSRF}")
        server.manage("shell", "-c", MAKE.format(name, PASSWORD))
        server.manage("make_moderator", name)
        status, address = self.post("/accounts/login/", login=name, password=PASSWORD, next="/admin/")
        assert (status, address) == (302, "/admin/")

    def post(self, path, **fields):
        connection = HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        cookies = "; ".join(f"{name}={cookie.coded_value}" for name, cookie in self.cookies.items())
        headers = {
            "Cookie": cookies,
            "X-CSRFToken": self.cookies["csrftoken"].value,  # another after the log-in
            "Content-Type": "application/x-www-form-urlencoded",
        }
        connection.request("POST", path, urlencode(fields, doseq=True), headers)
        answer = connection.getresponse()
        for line in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(line)
        self.page = answer.read().decode()
        connection.close()
        return answer.status, answer.headers.get("Location", "")

    def act(self, action, who, /, **said):
        """Upon the person of this name. Where it asks, the page of questions is filled in and sent."""
        ((key,),) = self.server.rows("SELECT id FROM accounts_user WHERE username = ?", who)
        self.act_on("accounts/user", key, action, **said)

    def act_on(self, things, key, action, /, **said):
        """Upon the row of this key in a list of the back office."""
        page, fields = f"/admin/{things}/", {"action": action, "_selected_action": key}
        status, _address = self.post(page, **fields)
        if status == 200:
            said = {"reason": "vì thế", "apply": "1"} | said
            status, _address = self.post(page, **fields, **said)
        assert status == 302, (action, status, self.page)
