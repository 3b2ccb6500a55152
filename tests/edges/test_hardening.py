"""The site as it stands in the world: its settings, headers, cookies, letters and limits."""

import json
import os
import re
import subprocess
import sys
import time
from importlib import metadata

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import limits
from accounts.models import User
from accounts.rates import rates
from tests.edges.world import PASSWORD
from tests.files import ROOT

SITE, KEY = "https://cards.example.org", "7Qd-long-and-random-as-it-should-be-3kW_9xZ1pLm0Vc8T"
IN_THE_WORLD = {"SITE_URL": SITE, "SECRET_KEY": KEY}
HERE = ("PATH", "HOME", "VIRTUAL_ENV", "LANG")


def in_production(*command, **env):
    """What a command prints on a site with an address of its own."""
    kept = {name: value for name, value in os.environ.items() if name in HERE}
    env = kept | IN_THE_WORLD | env
    how = {"cwd": ROOT, "env": env, "text": True, "capture_output": True, "timeout": 120}
    return subprocess.run([sys.executable, *command], **how)


# --- settings ---------------------------------------------------------------------------------

HARD = {
    "DEBUG": False, "ALLOWED_HOSTS": ["cards.example.org"], "CSRF_TRUSTED_ORIGINS": [SITE],
    "SESSION_COOKIE_NAME": "__Host-sessionid", "CSRF_COOKIE_NAME": "__Host-csrftoken",
    "SESSION_COOKIE_SECURE": True, "CSRF_COOKIE_SECURE": True, "SESSION_COOKIE_HTTPONLY": True,
    "CSRF_COOKIE_HTTPONLY": True, "SESSION_COOKIE_SAMESITE": "Lax", "CSRF_COOKIE_SAMESITE": "Lax",
    "SECURE_SSL_REDIRECT": True, "SECURE_HSTS_SECONDS": 31536000, "SECURE_HSTS_INCLUDE_SUBDOMAINS": True,
    "X_FRAME_OPTIONS": "DENY", "SECURE_REFERRER_POLICY": "same-origin", "DATA_UPLOAD_MAX_MEMORY_SIZE": 65536,
    "DATA_UPLOAD_MAX_NUMBER_FIELDS": 100, "STAFF_NEED_SECOND_FACTOR": True,
    "ALLAUTH_TRUSTED_CLIENT_IP_HEADER": "X-Real-IP", "SESSION_COOKIE_AGE": 14 * 24 * 3600,
    "COOKIE_PREFIX": "__Host-", "LANGUAGE_COOKIE_NAME": "__Host-language",
}  # fmt: skip
ASKED = """
import json
from django.conf import settings
names = {}
print(json.dumps({{name: getattr(settings, name) for name in names}}, default=str))
"""


@pytest.mark.slow
def test_in_production_it_is_hard(tmp_path):
    """`check --deploy` has nothing to say, and these are as they should be."""
    data = str(tmp_path)
    checked = in_production("manage.py", "check", "--deploy", "--fail-level", "WARNING", DATA_DIR=data)
    assert checked.returncode == 0, checked.stderr
    assert "no issues" in checked.stdout
    asked = ASKED.format([*HARD, "CONTENT_SECURITY_POLICY"])
    told = in_production("manage.py", "shell", "-v", "0", "-c", asked, DATA_DIR=data)
    said = json.loads(told.stdout.strip().splitlines()[-1])
    policy = said.pop("CONTENT_SECURITY_POLICY")["DIRECTIVES"]
    assert said == HARD
    assert policy["script-src"] == policy["style-src"] == ["'self'"]
    assert policy["worker-src"] == policy["manifest-src"] == ["'self'"]
    assert policy["connect-src"] == ["'self'", "wss://cards.example.org"]
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == ["'none'"]


COOKIES = """
from django.contrib.messages.storage import default_storage
from django.http import HttpResponse
from django.test import Client, RequestFactory
browser = Client(headers={"host": "cards.example.org"})
how = {"language": "vi", "theme": "dark", "deck": "four", "next": "/"}
browser.post("/accounts/settings/quick/", how, secure=True)
request, answer = RequestFactory().get("/"), HttpResponse()
request.session = {}
said = default_storage(request)
said.add(20, "xin chào")
said.update(answer)
for one in (*browser.cookies.values(), *answer.cookies.values()):
    print(one.key, one["secure"], one["path"], one["domain"] == "", one["samesite"])
"""


@pytest.mark.slow
def test_every_cookie_of_a_site_is_its_own(tmp_path):
    """Beside those of the log-in and the forms: no other site below the same domain can plant one."""
    told = in_production("manage.py", "shell", "-v", "0", "-c", COOKIES, DATA_DIR=str(tmp_path))
    cookies = [line.split() for line in told.stdout.strip().splitlines()]
    names = {"language", "theme", "deck", "messages"}
    assert {name.removeprefix("__Host-") for name, *_how in cookies} == names, told.stderr
    assert all(name.startswith("__Host-") for name, *_how in cookies)
    assert all(how == ["True", "/", "True", "Lax"] for _name, *how in cookies)


WRONG = [
    ({"SITE_URL": "http://cards.example.org"}, "https://"),
    ({"SECRET_KEY": ""}, "SECRET_KEY"),
    ({"SECRET_KEY": "short"}, "SECRET_KEY"),
    ({"DEBUG": "1"}, "DEBUG"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("env", "named"), WRONG)
def test_a_site_that_is_set_up_wrongly_does_not_start(tmp_path, env, named):
    refused = in_production("manage.py", "check", DATA_DIR=str(tmp_path), **env)
    assert refused.returncode != 0 and named in refused.stderr


def test_the_proxy_speaks_tls_as_it_should():
    proxy = (ROOT / "deploy/nginx.conf").read_text()
    assert re.findall(r"ssl_protocols (.*);", proxy) == ["TLSv1.2 TLSv1.3"]
    assert "ssl_reject_handshake on" in proxy and "server_tokens off" in proxy
    assert not re.search(r"listen 80\b", proxy), "nothing is answered without TLS"
    assert proxy.count("proxy_set_header X-Real-IP $remote_addr;") == 2, "within the socket's location too"
    assert "$proxy_add_x_forwarded_for" not in proxy, "what a browser claims is not passed on"
    servers = len(re.findall(r"^server \{", proxy, re.MULTILINE))
    assert re.findall(r"access_log (.*?);", proxy) == ["off"] * servers == ["off"] * 2
    assert re.findall(r"error_log \S+ (\w+);", proxy) == ["emerg"] * servers, "crit tells who asked for what"


def test_what_is_installed_is_what_is_locked():
    """T45  Every line of the locks is pinned by hashes, and nothing else is there when the suite runs."""
    for name in ("requirements.lock", "requirements-dev.lock"):
        blocks = re.split(r"\n(?=\S)", (ROOT / name).read_text().strip())
        assert len(blocks) > 20
        assert [block for block in blocks if "--hash=sha256:" not in block or "==" not in block] == []
    pinned = dict(re.findall(r"^([\w.-]+)==([\w.]+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
    for name in ("django", "channels", "daphne", "django-allauth", "uvicorn"):
        assert metadata.version(name) == pinned[name]


# --- answers ----------------------------------------------------------------------------------


def test_no_file_of_ours_is_served_but_static_ones(client):
    for path in (
        "/.git/config", "/.env", "/manage.py", "/var/secret_key", "/var/chieubai.sqlite3",
        "/static/../manage.py", "/static/%2e%2e/manage.py", "/static/..%2f..%2fmanage.py", "/static/",
        "/static/css/", "/requirements.lock",
    ):  # fmt: skip
        assert client.get(path).status_code in (301, 302, 400, 404), path


OUT = [("account_logout", True), ("admin:logout", True), ("account_close", False)]


@pytest.mark.parametrize(("way", "of_staff"), OUT)
def test_logging_out_empties_the_browser(client, db, way, of_staff):
    """T8  By whichever door: the pages that the browser kept are gone with the log-in."""
    make = User.objects.create_superuser if of_staff else User.objects.create_user
    client.force_login(make("Chủ Nhà", password=PASSWORD))
    answer = client.post(reverse(way), {"password": PASSWORD})
    assert answer.headers["Clear-Site-Data"] == '"cache", "storage"'
    assert client.get(reverse("settings")).status_code == 302


@pytest.mark.slow
def test_every_page_that_knows_who_i_am_leads_out(client, db):
    client.force_login(User.objects.create_user("An"))
    for name in ("landing", "lobby", "leaderboard", "settings", "sessions", "room_new"):
        page = client.get(reverse(name)).content.decode()
        assert reverse("account_logout") in page or reverse("settings") in page, name
    assert reverse("account_logout") in client.get(reverse("settings")).content.decode()


# --- log-ins and passwords --------------------------------------------------------------------


@pytest.mark.slow
def test_the_key_of_a_log_in_cannot_be_guessed(db):
    keys = []
    for _ in range(50):
        browser = Client()
        browser.post(reverse("guest"))
        keys.append(browser.cookies["sessionid"].value)
    assert len(set(keys)) == 50
    assert all(re.fullmatch(r"[a-z0-9]{32}", key) for key in keys), "36**32 is more than 2**128"


@pytest.mark.slow
def test_the_log_in_is_in_no_address(client, db):
    answer = client.post(reverse("guest"), {"next": "/lobby/"}, follow=True)
    key = client.cookies["sessionid"].value
    pages = [answer, client.get("/lobby/"), client.get(reverse("sessions"))]
    assert not [page for page in pages if key in page.content.decode()]
    assert key not in str(answer.redirect_chain)
    assert client.get(f"/accounts/settings/?sessionid={key}&session_key={key}").status_code == 200
    stranger = Client()
    assert stranger.get(f"/accounts/settings/?sessionid={key}").status_code == 302


def test_a_new_site_has_no_account(db):
    """Migrations make groups, and nobody in them."""
    assert get_user_model().objects.count() == 0


SIGNUP, CHANGE = "/accounts/signup/", "/accounts/password/change/"
ANYTHING = [
    "xì dách tối thứ bảy", "  khoảng trắng  ", "🂡🂢🂣🂤🂥🂦🂧🂨", "a" * 64 + "b" * 36, "CHỮHOACẢMÀTHÔI",
    "<script>alert</script>",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("password", ANYTHING)
def test_a_password_may_be_of_anything(db, password):
    """Long, of any letters, and taken as it was typed."""
    assert Client().post(SIGNUP, {"username": "Bình Minh", "password1": password}).status_code == 302
    person = User.objects.get(username="Bình Minh")
    assert person.check_password(password)
    other = password.strip() if password != password.strip() else password.swapcase()
    assert other == password or not person.check_password(other)
    assert not person.check_password(password[:-1])


def test_a_new_password_wants_the_old_one(client, db):
    an = User.objects.create_user("An", password=PASSWORD)
    client.post(reverse("account_login"), {"login": "An", "password": PASSWORD})
    new = {"password1": "một mật khẩu khác", "password2": "một mật khẩu khác"}
    for old in ("", "sai rồi"):
        assert client.post(CHANGE, new | {"oldpassword": old}).status_code == 200
        an.refresh_from_db()
        assert an.check_password(PASSWORD)


def test_a_password_is_masked_and_may_be_pasted(client, db):
    for address in (SIGNUP, "/accounts/login/"):
        fields = re.findall(r"<input[^>]*password[^>]*>", client.get(address).content.decode())
        assert fields
        for field in fields:
            assert 'type="password"' in field and 'autocomplete="' in field
            assert 'autocomplete="off"' not in field and "onpaste" not in field and "readonly" not in field


def test_a_forged_confirmation_confirms_nothing(client, db):
    """It carries what it confirms, so it is signed; by another key, changed, or made up, it is no page's."""
    client.post(SIGNUP, {"username": "Bình Minh", "password1": PASSWORD, "email": "minh@example.com"})
    key = re.search(r"/confirm-email/([^/\s]+)/", mail.outbox[0].body)[1]
    other = "A" if key[-1] != "A" else "B"
    for forged in (key[:-1] + other, key.replace(":", "", 1), "x" + key, "a:b:c", key[::-1]):
        Client().post(f"/accounts/confirm-email/{forged}/")
        assert not User.objects.get().emailaddress_set.filter(verified=True).exists(), forged
    client.post(f"/accounts/confirm-email/{key}/")
    assert User.objects.get().emailaddress_set.filter(verified=True).exists()


@pytest.mark.parametrize(("days", "holds"), [(2.9, True), (3.1, False)])
def test_a_confirmation_by_mail_holds_for_three_days(client, db, monkeypatch, days, holds):
    client.post(SIGNUP, {"username": "Bình Minh", "password1": PASSWORD, "email": "minh@example.com"})
    key = re.search(r"/confirm-email/([^/\s]+)/", mail.outbox[0].body)[1]
    later = time.time() + days * 24 * 3600
    monkeypatch.setattr("django.core.signing.time.time", lambda: later)
    Client().post(f"/accounts/confirm-email/{key}/")
    assert User.objects.get().emailaddress_set.filter(verified=True).exists() == holds


SLIPPED = [
    "an@example.com\nBcc: binh@example.com", "an@example.com,binh@example.com", "an@example.com\r\n\r\nx",
    '"a\nb"@example.com',
]  # fmt: skip


@pytest.mark.parametrize("address", SLIPPED)
def test_a_letter_has_one_reader(client, db, address):
    client.post(SIGNUP, {"username": "Bình Minh", "password1": PASSWORD, "email": address})
    client.post(reverse("account_reset_password"), {"email": address})
    assert all(len(letter.recipients()) == 1 for letter in mail.outbox)
    assert not [letter for letter in mail.outbox if "binh@example.com" in letter.recipients()]


# --- how often --------------------------------------------------------------------------------


def test_a_key_of_the_cache_tells_nothing():
    name = limits._name("code:203.0.113.7\r\nset x", 60)
    assert re.fullmatch(r"limit:[0-9a-f]{32}:\d+", name)


@pytest.fixture
def strict(settings):
    """A site in the world, where everybody knocks as often as they may, and once more."""
    settings.ACCOUNT_RATE_LIMITS = {
        action: ",".join(re.sub(r"^\d+", "2", rate) for rate in rate.split(","))
        for action, rate in rates(by_address=True).items()
    }


KNOCKS = [
    (reverse_name, fields)
    for reverse_name, fields in (
        ("guest", {}),
        ("account_signup", {"username": "An", "password1": "?"}),
        ("account_login", {"login": "An", "password": "?"}),
        ("account_reset_password", {"email": "an@example.com"}),
    )
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "fields"), KNOCKS)
def test_who_asks_too_often_is_told_so(strict, db, name, fields):
    """By address, whoever asks: 429, with a sentence."""

    def knocks():
        browser = Client(REMOTE_ADDR="203.0.113.7", headers={"accept-language": "en"})
        return browser.post(reverse(name), fields)

    answers = [knocks() for _ in range(4)]
    assert answers[-1].status_code == 429
    assert "Wait a minute" in answers[-1].content.decode()
    elsewhere = Client(REMOTE_ADDR="198.51.100.4").post(reverse(name), fields | {"email": "binh@example.com"})
    assert elsewhere.status_code != 429


@pytest.mark.slow
def test_nobodys_letter_box_is_filled(db, monkeypatch):
    """One address gets few letters an hour, from wherever they are asked for."""
    User.objects.create_user("An", email="an@example.com").emailaddress_set.create(
        email="an@example.com", primary=True, verified=True
    )
    now = 1_800_000_000.0
    monkeypatch.setattr("allauth.core.internal.ratelimit.time.time", lambda: now)
    for minute in range(60):
        now = 1_800_000_000.0 + 60 * minute
        for _ in range(3):
            Client().post(reverse("account_reset_password"), {"email": "an@example.com"})
    assert 1 <= len(mail.outbox) <= 10
