import pytest
from django.core.exceptions import ImproperlyConfigured

from portal import network
from portal.network import Network


@pytest.fixture
def listen(monkeypatch):
    """Return the network of a server started with these variables alone."""

    def start(**variables):
        for name in ("HOST", "PORT", "PUBLIC_URL"):
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return Network.from_environment()

    return start


def test_without_an_environment_it_is_loopback_which_phones_cannot_reach(listen):
    here = listen()

    assert here.public_url == "http://127.0.0.1:8000"
    assert here.phones_can_reach is False
    assert here.allowed_hosts == ("127.0.0.1", "localhost", "[::1]")


def test_public_url_decides_wherever_the_server_listens(listen):
    here = listen(PUBLIC_URL="https://cards.example.org/", HOST="127.0.0.1", PORT="8123")

    assert here.public_url == "https://cards.example.org"
    assert here.secure is True
    assert here.phones_can_reach is True
    assert here.trusted_origins == ["https://cards.example.org"]
    assert here.allowed_hosts == ("cards.example.org", "127.0.0.1", "localhost", "[::1]")


def test_public_url_keeps_its_port_and_its_hosts_are_allowed_without_it(listen):
    here = listen(PUBLIC_URL="http://hall.example:8123")

    assert here.public_url == "http://hall.example:8123"
    assert here.allowed_hosts[0] == "hall.example"


@pytest.mark.parametrize("url", ["cards.example.org", "ftp://cards.example.org", "https://", "https://a.example/b"])
def test_public_url_that_is_no_site_stops_the_start(listen, url):
    with pytest.raises(ImproperlyConfigured, match="PUBLIC_URL must be like"):
        listen(PUBLIC_URL=url)


def test_open_to_the_hall_it_is_the_machines_address_and_never_loopback(listen, monkeypatch):
    monkeypatch.setattr(network, "machine_addresses", lambda: ["192.168.7.20", "10.0.0.3"])
    monkeypatch.setattr(network.socket, "gethostname", lambda: "Hall")

    here = listen(HOST="0.0.0.0", PORT="8123")

    assert here.public_url == "http://192.168.7.20:8123"
    assert here.phones_can_reach is True
    assert here.allowed_hosts == (
        "192.168.7.20", "10.0.0.3", "hall", "hall.local", "localhost", "127.0.0.1", "[::1]",
    )  # fmt: skip


def test_open_to_the_hall_without_any_network_says_that_phones_cannot_reach_it(listen, monkeypatch):
    monkeypatch.setattr(network, "machine_addresses", list)

    here = listen(HOST="0.0.0.0")

    assert here.public_url == "http://127.0.0.1:8000"
    assert here.phones_can_reach is False


def test_one_address_of_the_machine_is_shown_as_it_was_given(listen):
    assert listen(HOST="192.168.7.20").public_url == "http://192.168.7.20:8000"
    assert listen(HOST="fd00::7", PORT="80").public_url == "http://[fd00::7]"


def test_machine_addresses_are_all_other_than_loopback():
    assert [address for address in network.machine_addresses() if network.is_loopback(address)] == []


@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("localhost", True), ("x.localhost", True),
     ("192.168.1.1", False), ("cards.example.org", False)],
)  # fmt: skip
def test_loopback_is_told_from_the_rest(host, expected):
    assert network.is_loopback(host) is expected
