"""A small load client on loopback: kept connections, blocking sockets, one thread a client."""

import socket
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

HEAD_END = b"\r\n\r\n"
LONGEST_WAIT = 60


@dataclass(slots=True)
class Load:
    """What came of a load: seconds in all and of each request, answers by status, bytes of one answer's body."""

    seconds: float = 0.0
    times: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    body_bytes: int = 0

    @property
    def a_second(self) -> float:
        return len(self.times) / self.seconds

    @property
    def typical(self) -> float:
        return median(self.times)


class Connection:
    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=LONGEST_WAIT)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, request: bytes) -> tuple[int, int]:
        """Send a request and read the whole answer; return its status and the length of its body."""
        self.socket.sendall(request)
        received = b""
        while HEAD_END not in received:
            received += self._more()
        head, _end, body = received.partition(HEAD_END)
        lines = head.lower().split(b"\r\n")
        length = next(int(line.split(b":")[1]) for line in lines if line.startswith(b"content-length:"))
        left = length - len(body)
        while left > 0:
            left -= len(self._more())
        return int(lines[0].split()[1]), length

    def _more(self) -> bytes:
        more = self.socket.recv(262_144)
        if not more:
            raise ConnectionError("The server closed the connection.")
        return more


def get(path: str) -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nAccept-Language: zh-CN\r\n\r\n"
    ).encode()


def post(path: str, body: bytes = b"", *, session: str = "") -> bytes:
    """Return a POST of JSON, signed in by the session and with a form's token."""
    token = "b" * 32
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    if session:
        head += f"Content-Type: application/json\r\nX-CSRFToken: {token}\r\n"
        head += f"Cookie: sessionid={session}; csrftoken={token}\r\n"
    return f"{head}\r\n".encode() + body


def load(port: int, requests: Sequence[bytes], clients: int, *, seconds: float | None = None) -> Load:
    """Send every request once, or all of them over and over for some seconds, by so many clients at once."""
    result, lock = Load(), threading.Lock()
    waiting = iter(requests)
    connections = [Connection(port) for _ in range(clients)]
    begin = threading.Barrier(clients + 1)
    end = 0.0

    def next_request() -> bytes | None:
        nonlocal waiting
        with lock:
            request = next(waiting, None)
            if request is None and seconds is not None:
                waiting = iter(requests)
                request = next(waiting)
        return request

    def work(connection: Connection) -> None:
        begin.wait()
        while (seconds is None or time.perf_counter() < end) and (request := next_request()) is not None:
            started = time.perf_counter()
            status, length = connection.send(request)
            took = time.perf_counter() - started
            with lock:
                result.times.append(took)
                result.statuses[status] += 1
                result.body_bytes = length

    threads = [threading.Thread(target=work, args=(each,), daemon=True) for each in connections]
    for thread in threads:
        thread.start()
    started = time.perf_counter()
    end = started + (seconds or 0)
    begin.wait()
    for thread in threads:
        thread.join(LONGEST_WAIT)
    result.seconds = time.perf_counter() - started
    for connection in connections:
        connection.socket.close()
    return result
