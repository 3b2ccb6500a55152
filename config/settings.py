"""Settings. Everything that differs between places comes from the environment (see README).

Without SITE_URL the site is local: loopback hosts, plain cookies, a secret made once into DATA_DIR.
With SITE_URL=https://… it is in production, and everything that hardens it is on.
"""

import os
import secrets
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
import dj_email_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from accounts.rates import FROM_AN_ADDRESS, rates
from config.games import GAMES

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("DATA_DIR") or BASE_DIR / "var").resolve()
DATA_DIR.mkdir(parents=True, exist_ok=True)
DEBUG = os.environ.get("DEBUG") == "1"
PORT = int(os.environ.get("PORT") or 8000)

# --- where we are -----------------------------------------------------------------------------

SITE_URL = os.environ.get("SITE_URL", "").rstrip("/")
PRODUCTION = SITE_URL.startswith("https://")
if SITE_URL and not PRODUCTION:
    raise ImproperlyConfigured("SITE_URL must begin with https://; leave it out for a local site.")
if PRODUCTION and DEBUG:
    raise ImproperlyConfigured("DEBUG=1 is for developing only; it cannot go with SITE_URL.")
LOOPBACK = ["127.0.0.1", "localhost", "[::1]"]
ALLOWED_HOSTS = [urlsplit(SITE_URL).hostname or ""] if PRODUCTION else LOOPBACK
CSRF_TRUSTED_ORIGINS = [SITE_URL] if PRODUCTION else []


def _local_secret() -> str:
    """A local site makes its secret once and keeps it beside its database."""
    path = DATA_DIR / "secret_key"
    if not path.exists():
        path.write_text(secrets.token_urlsafe(64))
        path.chmod(0o600)
    return path.read_text().strip()


SECRET_KEY = os.environ.get("SECRET_KEY") or ("" if PRODUCTION else _local_secret())
if PRODUCTION and len(SECRET_KEY) < 40:
    raise ImproperlyConfigured("SECRET_KEY must be given in production, at least 40 characters long.")
SECRET_KEY_FALLBACKS = [key for key in os.environ.get("SECRET_KEY_FALLBACKS", "").split(",") if key]

# --- the house --------------------------------------------------------------------------------


def _in_each_game(folder: str) -> list[Path]:
    """The folders of this name that games bring along."""
    specs = [find_spec(game) for game in GAMES]
    homes = [Path(place) for spec in specs if spec for place in spec.submodule_search_locations or ()]
    return [home / folder for home in homes if (home / folder).is_dir()]


INSTALLED_APPS = [
    "config.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "template_partials",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "accounts",
    "lobby",
    "games",
]

MIDDLEWARE = [
    "config.files.Files",  # first: what is said of pages is not said of every file
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # pads at random, so that lengths do not tell what a page says
    "csp.middleware.CSPMiddleware",
    "accounts.idle.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.logins.AuthenticationMiddleware",
    "accounts.idle.IdleMiddleware",
    "accounts.middleware.LanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.private_pages",
    "accounts.whereabouts.middleware.WhereaboutsMiddleware",
    "accounts.middleware.PaceMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", *_in_each_game("templates")],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.look",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "template_partials.templatetags.partials",
                "games.templatetags.once",
            ],
        },
    }
]

# --- what is kept -----------------------------------------------------------------------------

_DATABASE_URL = os.environ.get("DATABASE_URL") or f"sqlite:///{DATA_DIR / 'chieubai.sqlite3'}"
DATABASES = {"default": dj_database_url.parse(_DATABASE_URL, conn_max_age=None)}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # FULL: what is acknowledged survives a power cut. Group commit makes it cheap.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
else:
    DATABASES["default"] |= {"CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}
    DATABASES["default"]["OPTIONS"] = {
        "connect_timeout": 3,
        "tcp_user_timeout": 8000,  # where the other machine is gone, and nobody says so
        "keepalives_idle": 5,
        "keepalives_interval": 1,
        "keepalives_count": 3,
    } | DATABASES["default"].get("OPTIONS", {})
# What PostgreSQL itself takes for too long in a server, where people wait. A command may take its time.
STATEMENT_LIMITS = {
    "lock_timeout": "3s",
    "statement_timeout": "5s",
    "idle_in_transaction_session_timeout": "10s",
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL", "")
REDIS_PATIENCE = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5}  # seconds: a frozen one keeps nobody
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            # The core layer goes deaf when Redis is flushed; pub/sub comes back by itself.
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [{"address": REDIS_URL} | REDIS_PATIENCE]},
        }
    }
    CACHES = {
        "default": {"BACKEND": "config.cache.OpenCache", "LOCATION": REDIS_URL, "OPTIONS": REDIS_PATIENCE}
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {"default": {"BACKEND": "config.cache.LocalCache"}}

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static", *_in_each_game("static")]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.static.GamesInOne",
]
_STATIC_STORAGE = (
    "django.contrib.staticfiles.storage.StaticFilesStorage" if DEBUG else "config.static.StaticFiles"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _STATIC_STORAGE},
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False  # nobody else's page needs our files


def _file_headers(headers: Any, path: str, url: str) -> None:
    """What a file needs of what pages get; as deploy/nginx.conf says it."""
    headers["X-Content-Type-Options"] = "nosniff"


WHITENOISE_ADD_HEADERS_FUNCTION = _file_headers

EMAIL_CONFIG = dj_email_url.parse(os.environ.get("EMAIL_URL") or "console:")
EMAIL_BACKEND = EMAIL_CONFIG["EMAIL_BACKEND"]
EMAIL_HOST, EMAIL_PORT = EMAIL_CONFIG["EMAIL_HOST"], EMAIL_CONFIG["EMAIL_PORT"]
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = EMAIL_CONFIG["EMAIL_HOST_USER"], EMAIL_CONFIG["EMAIL_HOST_PASSWORD"]
EMAIL_TIMEOUT = 10  # seconds: somebody waits for the page
DEFAULT_FROM_EMAIL = os.environ.get("EMAIL_FROM") or f"Chiếu Bài <no-reply@{ALLOWED_HOSTS[0]}>"
EMAIL_USE_TLS, EMAIL_USE_SSL = EMAIL_CONFIG["EMAIL_USE_TLS"], EMAIL_CONFIG["EMAIL_USE_SSL"]

# --- languages and time -----------------------------------------------------------------------

LANGUAGE_CODE = "vi"
LANGUAGES = [("vi", "Tiếng Việt"), ("en", "English"), ("zh-hans", "简体中文")]
LOCALE_PATHS = [BASE_DIR / "locale", *_in_each_game("locale")]
FORMAT_MODULE_PATH = "config.formats"
COOKIE_PREFIX = "__Host-" if PRODUCTION else ""
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}language"
USE_I18N = USE_TZ = USE_THOUSAND_SEPARATOR = True
TIME_ZONE = "Asia/Ho_Chi_Minh"

# --- people -----------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "accounts.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "accounts.passwords.DigitsValidator"},
    {"NAME": "accounts.passwords.HouseWordsValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby"
LOGOUT_REDIRECT_URL = "landing"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignupForm",
    "login": "accounts.forms.LoginForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "change_password": "accounts.forms.ChangePasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # before an address is given or taken away
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "accounts.tokens.Tokens"  # noqa: S105
PASSWORD_RESET_TIMEOUT = 24 * 3600
ACCOUNT_RATE_LIMITS = rates(by_address=PRODUCTION)
MFA_ADAPTER = "accounts.second_factor.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "add_webauthn": "accounts.passkeys.MakeForm",
    "edit_webauthn": "accounts.passkeys.RenameForm",
    "login_webauthn": "accounts.passkeys.EnterForm",
    "authenticate_webauthn": "accounts.passkeys.SecondStepForm",
    "reauthenticate_webauthn": "accounts.passkeys.ConfirmForm",
}
MFA_ALLOW_UNVERIFIED_EMAIL = True  # whose account it is, the name says, not the address
MFA_RATE_LIMITS = {"webauthn_login": FROM_AN_ADDRESS if PRODUCTION else ""}
STAFF_NEED_SECOND_FACTOR = PRODUCTION  # to enter the back office
USERSESSIONS_ADAPTER = "accounts.sessions.SessionsAdapter"

# --- safety -----------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "connect-src": [SELF] + ([SITE_URL.replace("https://", "wss://")] if PRODUCTION else []),
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 14 * 24 * 3600
MESSAGE_STORAGE = "accounts.toasts.Toasts"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
DATA_UPLOAD_MAX_MEMORY_SIZE = 65536
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]  # asked for beside us, without TLS
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
if METRICS_TOKEN and len(METRICS_TOKEN) < 20:
    raise ImproperlyConfigured("METRICS_TOKEN must be at least 20 characters long.")
if PRODUCTION:
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid", f"{COOKIE_PREFIX}csrftoken"
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
    ALLAUTH_TRUSTED_CLIENT_IP_HEADER = "X-Real-IP"

# --- the table, as it is being played ---------------------------------------------------------

TABLE: dict[str, Any] = {
    "BOT_PAUSE": (0.7, 1.6),  # seconds; never depends on the hand
    "SHOWING": 1.0,  # how much of the time that a page takes to show a move bots leave for it
    "AWAY_PAUSE": 3.0,  # before an away seat's time-out move
    "AWAY_AFTER_TIMEOUTS": 2,
    "AWAY_AFTER_GONE": 60,  # seconds without a socket
    "OWNER_GONE": 90,  # between rounds, before the room passes on
    "OWNER_UP": 5,  # the same once they have left their chair
    "EMPTY_ROOM": 600,  # a room with no human closes
    "GONE": 5.0,  # seconds after a seated person's last socket closed, until they count as gone
    "PRESENCE": 30,  # seen in the last … seconds counts as online
    "PING": 10.0,
    "LOOK": 3.0,  # hubs compare versions with the database this often
    "LOGINS": 15.0,  # so do sockets with the log-ins they came by
    "SEND_LIMIT": 10.0,  # seconds one send may take
    "ANSWER_LIMIT": 8.0,  # seconds the database may take, longer than it takes to give up by itself
    "AUTO_START": 3.0,
    "EMPTY_PRACTICE": 180,  # a practice table that nobody was at closes
    "PRACTICE_TABLES": 200,  # of the whole site at a time
}
for _name in TABLE:  # on a local site any of them can be tried out: TABLE_BOT_PAUSE=0.1 make run
    if (_value := os.environ.get(f"TABLE_{_name}")) and not PRODUCTION:
        TABLE[_name] = (float(_value),) * 2 if isinstance(TABLE[_name], tuple) else float(_value)

LOGGING_CONFIG = "config.logs.configure"
LOGGING = {"level": os.environ.get("LOG_LEVEL", "INFO")}
