"""One run on one database: python -m benchmarks.run, with VAR_DIR and DATABASE_URL set. Prints rows as JSON lines."""

import json
import logging
import os
import signal
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command
from django.db import connections

from benchmarks.rows import Row


def main(wanted: list[str]) -> None:
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(1))  # so that the web server ends with it
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    django.setup()
    logging.disable(logging.INFO)
    call_command("migrate", interactive=False, verbosity=0, skip_checks=True)
    if not Path(settings.STATIC_ROOT).exists():
        call_command("collectstatic", interactive=False, verbosity=0)
    from benchmarks import draws, pages, papers, results, servers  # they need Django to be set up

    if "pure" in wanted:
        tell(draws.pure_rows())
    if "draws" in wanted:
        tell(draws.stored_rows())
    if "results" in wanted:
        with servers.web_server() as (port, _pid):
            tell(results.rows(port))
    if "pages" in wanted:
        with servers.web_server() as (port, pid):
            tell(pages.rows(port, pid))
    if "papers" in wanted:
        tell(papers.rows())
    connections.close_all()


def tell(rows: Iterable[Row]) -> None:
    for row in rows:
        print(json.dumps(asdict(row), ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
