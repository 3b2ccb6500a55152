"""Logs: one JSON line an event, and no place in it for a card, a seed or a session key."""

import logging
import logging.config
import sys
from typing import Any

import structlog

SECRET_WORDS = ("card", "hand", "deck", "seed", "password", "session", "cookie", "csrf", "move", "state")


def hide_secrets(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
    """The last guard: a field with a telling name never reaches a sink."""
    for name in event:
        if any(word in name.lower() for word in SECRET_WORDS):
            event[name] = "[hidden]"
    return event


def configure(settings: dict[str, Any]) -> None:
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        hide_secrets,
    ]
    tail = (
        structlog.dev.ConsoleRenderer(colors=False)
        if sys.stderr.isatty()
        else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {
                "line": {
                    "()": structlog.stdlib.ProcessorFormatter,
                    "foreign_pre_chain": shared,
                    "processors": [
                        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                        # Tracebacks carry no local values, so no card can ride along in one.
                        structlog.processors.format_exc_info,
                        tail,
                    ],
                }
            },
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
            "root": {"handlers": ["stderr"], "level": settings["level"]},
            "loggers": {"daphne": {"level": "WARNING"}, "uvicorn.access": {"level": "WARNING"}},
        }
    )
