"""The site's settings. Works with no environment at all: SQLite and a secret key in `var/`, on loopback."""

from pathlib import Path

from django.utils.translation import gettext_lazy as _
from whitenoise.compress import Compressor

from portal import env
from portal.network import Network

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("VAR_DIR", str(BASE_DIR / "var")))
VAR_DIR.mkdir(parents=True, exist_ok=True)

SECRET_KEY = env.secret_key(VAR_DIR)
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")
DEBUG = env.flag("DEBUG", default=False)
STYLEGUIDE = env.flag("STYLEGUIDE", default=DEBUG)

NETWORK = Network.from_environment()
PUBLIC_URL = NETWORK.public_url
ALLOWED_HOSTS = [*NETWORK.allowed_hosts, *env.words("ALLOWED_HOSTS")]
CSRF_TRUSTED_ORIGINS = NETWORK.trusted_origins

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "axes",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "tournaments",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "portal.writers.WritersQueue",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "tournaments.views.middleware.RefusalMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "portal.urls"
WSGI_APPLICATION = "portal.wsgi.application"
ASGI_APPLICATION = "portal.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "libraries": {"lucide": "tournaments.templatetags.icons"},
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.views.context.site",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

DATABASES = {"default": env.database("DATABASE_URL", VAR_DIR)}
# SQLite has one writer; on PostgreSQL half of the pool stays for those who read.
WRITERS_AT_ONCE = (
    1 if str(DATABASES["default"]["ENGINE"]).endswith("sqlite3") else max(1, env.integer("DATABASE_POOL", 8) // 2)
)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.text("REDIS_URL")
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            # One that hangs is as good as one that is down.
            "OPTIONS": {"socket_timeout": 2},
        }
    }
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

CELERY_BROKER_URL = (
    REDIS_URL.replace("unix://", "redis+socket://", 1) if REDIS_URL.startswith("unix://") else REDIS_URL
) or "memory://none"

SILENCED_SYSTEM_CHECKS = [
    "auth.W004",  # an e-mail is unique in lower case, by a constraint on the expression
    "security.W008",  # the proxy that holds the certificate redirects, see deploy/
    "security.W005",
    "security.W021",  # a hall's domain has other sites below it, and none of them asked us
]
AUTH_USER_MODEL = "tournaments.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "manage"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_RESET_TIMEOUT = 2 * 60 * 60
# By account and address together: a whole hall stands behind one address.
AXES_USERNAME_FORM_FIELD = "username"
AXES_USERNAME_CALLABLE = "portal.lockout.account_of"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_TEMPLATE = "accounts/locked_out.html"
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False

SESSION_COOKIE_AGE = 14 * 24 * 60 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = NETWORK.secure
CSRF_COOKIE_SECURE = NETWORK.secure
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "tournaments.views.errors.csrf_failure"
SECURE_SSL_REDIRECT = False
SECURE_HSTS_SECONDS = 31536000 if NETWORK.secure else 0
SECURE_CONTENT_TYPE_NOSNIFF = True
# Not "no-referrer": browsers then post forms with "Origin: null", which the CSRF check refuses.
SECURE_REFERRER_POLICY = "same-origin"
# Browsers ignore it over plain http, with a fault in the console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if NETWORK.secure else None
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.flag("BEHIND_PROXY", default=False) else None
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    },
}

LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", _("Chinese")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "tournaments" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Asia/Shanghai"

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "portal.static_files.HashedFiles"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = [*Compressor.SKIP_COMPRESS_EXTENSIONS, "map"]
MEDIA_ROOT = VAR_DIR / "media"
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000

SMTPS_PORT = 465  # TLS from the first byte
EMAIL_HOST = env.text("EMAIL_HOST")
EMAIL_PORT = env.integer("EMAIL_PORT", 587)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_SSL = env.flag("EMAIL_USE_SSL", default=EMAIL_PORT == SMTPS_PORT)
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", default=not EMAIL_USE_SSL)
EMAIL_TIMEOUT = 15
EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend" if EMAIL_HOST else "django.core.mail.backends.dummy.EmailBackend"
)
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", f"portal@{NETWORK.host}")
# Without a mail server nothing is sent: pages say so, and the message stays readable for the organizer.
MAIL_CONFIGURED = bool(EMAIL_HOST)

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.parsers.ShallowJSON"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "tournaments.api.errors.handle",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Tractor / Sheng Ji tournament portal",
    "DESCRIPTION": "Results from the tables, and the public state of an event.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    # A line for every tick of every second, or step of every paper, tells nothing; failures stay.
    "loggers": {
        name: {"level": "WARNING"}
        for name in ("celery.beat", "celery.worker.strategy", "celery.app.trace", "weasyprint", "fontTools")
    },
}
