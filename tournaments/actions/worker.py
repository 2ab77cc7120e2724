"""Asking the worker to do something after the commit. It is only a hint: what is due stands in the database."""

import logging
import time

from celery import current_app
from kombu.exceptions import OperationalError

# The client tries for some seconds to reach a broker that is down. One request bears that, those after it do not.
SILENCE_SECONDS = 30.0

logger = logging.getLogger(__name__)
_silent = {"until": 0.0}


def ask(task: str, *args: int) -> None:
    """Send a task by name. A broker that is down loses nothing: the next tick finds the row."""
    if time.monotonic() < _silent["until"]:
        return
    try:
        current_app.send_task(task, args=list(args), retry=False, ignore_result=True)
    except OperationalError as error:
        _silent["until"] = time.monotonic() + SILENCE_SECONDS
        logger.warning("The broker cannot be reached, %s waits for the next tick: %s", task, error)


def forget_silence() -> None:
    """Let the next task be sent at once again."""
    _silent["until"] = 0.0
