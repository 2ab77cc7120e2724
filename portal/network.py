"""The one address by which the portal is reached: it stands in every QR code, mail and paper."""

import contextlib
import fcntl
import ipaddress
import socket
import struct
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from portal import env

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
# Written for documentation (RFC 5737): a route to it tells our own address, and no packet is sent.
ELSEWHERE = ("192.0.2.1", 9)
SIOCGIFADDR = 0x8915
HTTP_PORT = 80
VIRTUAL_INTERFACES = ("docker", "br-", "veth", "virbr", "lo")


def is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    return False


def is_everywhere(host: str) -> bool:
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host.strip("[]")).is_unspecified
    return False


def routed_address() -> str | None:
    """Return the address this machine would use towards the outside, without sending anything."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(ELSEWHERE)
        address: str = probe.getsockname()[0]
        if not is_loopback(address) and not is_everywhere(address):
            return address
    return None


def interface_addresses() -> list[str]:
    """List the machine's addresses, real interfaces first: a hall's network may have no way out."""
    found: list[tuple[bool, str]] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                found.append((name.startswith(VIRTUAL_INTERFACES), socket.inet_ntoa(answer[20:24])))
    return [address for _virtual, address in sorted(found) if not is_loopback(address)]


def machine_addresses() -> list[str]:
    """List the machine's addresses, the one to print first; empty without a network."""
    routed = routed_address()
    return list(dict.fromkeys([*([routed] if routed else []), *interface_addresses()]))


def bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


@dataclass(frozen=True, slots=True)
class Network:
    """Where the server listens and how it is reached.

    `public_url` has a scheme, a host and perhaps a port, and no slash at its end.
    """

    public_url: str
    allowed_hosts: tuple[str, ...]

    @classmethod
    def from_environment(cls) -> Self:
        """Decide by PUBLIC_URL, else by HOST and PORT.

        Raises ImproperlyConfigured when PUBLIC_URL is not the address of a whole site.
        """
        host = env.text("HOST", "127.0.0.1").strip() or "127.0.0.1"
        port = env.integer("PORT", 8000)
        given = env.text("PUBLIC_URL").strip()
        everywhere = is_everywhere(host)
        addresses = machine_addresses() if everywhere else []
        if given:
            public_url = cls._checked(given)
        else:
            shown = (addresses or ["127.0.0.1"])[0] if everywhere else host
            public_url = f"http://{bracketed(shown)}" + ("" if port == HTTP_PORT else f":{port}")
        public_host = bracketed(urlsplit(public_url).hostname or "")
        name = socket.gethostname().lower()
        own = [*addresses, name, f"{name}.local"] if everywhere else [bracketed(host)]
        return cls(public_url, tuple(dict.fromkeys([public_host, *own, *LOOPBACK_NAMES])))

    @staticmethod
    def _checked(url: str) -> str:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path.strip("/") or parts.query:
            raise ImproperlyConfigured(f"PUBLIC_URL must be like https://cards.example.org, not {url!r}")
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def host(self) -> str:
        return urlsplit(self.public_url).hostname or ""

    @property
    def secure(self) -> bool:
        return self.public_url.startswith("https://")

    @property
    def trusted_origins(self) -> list[str]:
        return [self.public_url]

    @property
    def phones_can_reach(self) -> bool:
        return not is_loopback(self.host)
