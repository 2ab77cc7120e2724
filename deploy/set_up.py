"""Prepare this machine: the system's packages and `.venv` from a hashed lock file.

Run by `make`; needs nothing but Python's standard library. Does nothing when everything is there and up to date.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
RUNTIME_LOCK = "requirements.lock"
DEVELOPMENT_LOCK = "requirements-dev.lock"
OLDEST, BEFORE = (3, 11), (3, 14)

# What WeasyPrint opens at run time, and the package that has it.
LIBRARIES = {"libpangoft2-1.0.so.0": "libpangoft2-1.0-0", "libharfbuzz-subset.so.0": "libharfbuzz-subset0"}
# In Debian the server's binary is in redis-tools; the package redis-server adds nothing but a service.
BROKER_PACKAGE = "redis-tools"
BROKERS = ("redis-server", "valkey-server", "redis-check-rdb")


class SetUpError(Exception):
    """What went wrong, in a sentence for the person at the terminal."""


def say(text: str) -> None:
    print(f"[setup] {text}", flush=True)


def run(*command: str | Path, environment: Mapping[str, str] | None = None, seconds: int = 1200) -> bool:
    """Run a command with its output shown; say whether it succeeded in time."""
    try:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        say(f"{command[0]}: {error}")
        return False
    return done.returncode == 0


def check_interpreter() -> None:
    if not OLDEST <= sys.version_info[:2] < BEFORE:
        raise SetUpError(f"Python 3.11 to 3.13 is needed; {sys.executable} is {platform.python_version()}.")


def find_uv() -> str | None:
    """Return uv's path when it really starts: a version manager's shim may stand there with nothing behind it."""
    path = shutil.which("uv")
    if path is None:
        return None
    try:
        answers = subprocess.run([path, "--version"], capture_output=True, timeout=20, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return None
    return path if answers else None


def can_make_environments() -> bool:
    """Say whether `venv` can put pip into an environment; a removed package leaves a directory without the module."""
    specs = [importlib.util.find_spec(name) for name in ("venv", "ensurepip")]
    return all(spec is not None and spec.origin for spec in specs)


def can_open(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def broker_comes_with_the_environment(version: tuple[int, int], machine: str, system: str) -> bool:
    """Say whether the embedded broker's wheel fits, by the marker that stands in pyproject.toml."""
    return version < (3, 13) and machine == "x86_64" and system == "linux"


def missing_packages(*, uv: str | None) -> list[str]:
    """Name the Debian packages that this machine lacks."""
    packages = []
    if uv is None and not can_make_environments():
        packages.append("python3-venv")
    packages += [package for library, package in LIBRARIES.items() if not can_open(library)]
    embedded = broker_comes_with_the_environment(sys.version_info[:2], platform.machine(), sys.platform)
    if not embedded and not any(map(shutil.which, BROKERS)):
        packages.append(BROKER_PACKAGE)
    return packages


def install_packages(packages: list[str]) -> None:
    """Install with apt as root; anybody else is told the one command that does it."""
    if not packages:
        return
    names = " ".join(packages)
    if shutil.which("apt-get") is None:
        raise SetUpError(f"This machine lacks what Debian calls {names}. Install the like of it, then try again.")
    if os.geteuid() != 0:
        raise SetUpError(f"As root, first run: apt-get install --no-install-recommends {names}")
    say(f"Installing {names}.")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    patient = ("-q", "-y", "-o", "DPkg::Lock::Timeout=300")
    if not run("apt-get", *patient, "update", environment=quiet):
        say("The list of packages could not be renewed; trying with the one that is there.")
    if not run("apt-get", *patient, "install", "--no-install-recommends", *packages, environment=quiet):
        raise SetUpError(f"apt-get could not install {names}; its lines above say why.")


def fingerprint(lock: str) -> str:
    """Digest of a lock file, of the interpreter that installs it and of the place, which scripts in it name."""
    interpreter = f"{sys.version_info[:3]} {platform.machine()} {ENVIRONMENT}"
    return hashlib.sha256((ROOT / lock).read_bytes() + interpreter.encode()).hexdigest()


def read_stamp() -> dict[str, str]:
    try:
        stamp: dict[str, str] = json.loads((ENVIRONMENT / "stamp.json").read_text())
    except (OSError, ValueError):
        return {}
    return stamp


def is_current(*, development: bool) -> bool:
    stamp = read_stamp()
    locks = [RUNTIME_LOCK, DEVELOPMENT_LOCK] if development else [RUNTIME_LOCK]
    return all(stamp.get(lock) == fingerprint(lock) for lock in locks) and (ENVIRONMENT / "bin/python").exists()


def install_with_uv(uv: str, lock: str) -> bool:
    python = ENVIRONMENT / "bin/python"
    if not python.exists() and not run(uv, "venv", "--quiet", "--clear", "--python", sys.executable, ENVIRONMENT):
        return False
    # As pip does, believe the certificates that this machine believes; the older name is for older versions.
    certificates = {"UV_SYSTEM_CERTS": "1", "UV_NATIVE_TLS": "1"}
    sync = (uv, "pip", "sync", "--quiet", "--require-hashes", "--python", python, lock)
    if run(*sync, environment=certificates):
        return True
    say("uv could not install them; trying again with pip.")
    return False


def install_with_pip(lock: str) -> bool:
    python = ENVIRONMENT / "bin/python"
    if not list(ENVIRONMENT.glob("lib/python*/site-packages/pip/__main__.py")):
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        if not run(sys.executable, "-m", "venv", ENVIRONMENT):
            return False
    settings = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1"}
    return run(python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", lock, environment=settings)


def install_environment(*, uv: str | None, development: bool) -> None:
    """Bring `.venv` to what the lock file says, and stamp it."""
    if is_current(development=development):
        return
    # Who has tested here before keeps the tools for it.
    everything = development or DEVELOPMENT_LOCK in read_stamp()
    lock = DEVELOPMENT_LOCK if everything else RUNTIME_LOCK
    if not read_stamp():
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    say(f"Installing Python packages from {lock} into .venv with {'uv' if uv else 'pip'}; this takes up to a minute.")
    (ENVIRONMENT / "stamp.json").unlink(missing_ok=True)
    started = time.monotonic()
    if not ((uv and install_with_uv(uv, lock)) or install_with_pip(lock)):
        raise SetUpError(f"The packages in {lock} could not be installed; the lines above say why.")
    for packages in ENVIRONMENT.glob("lib/python*/site-packages"):
        (packages / "portal.pth").write_text(f"{ROOT}\n")
    locks = [RUNTIME_LOCK, DEVELOPMENT_LOCK] if everything else [RUNTIME_LOCK]
    (ENVIRONMENT / "stamp.json").write_text(json.dumps({lock: fingerprint(lock) for lock in locks}))
    say(f"Done in {time.monotonic() - started:.0f} s.")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--development", action="store_true", help="also what tests and checks need")
    development = parser.parse_args().development
    try:
        check_interpreter()
        uv = find_uv()
        install_packages(missing_packages(uv=uv))
        install_environment(uv=uv, development=development)
    except SetUpError as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        say("Interrupted; the next start goes on from here.")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
