"""What a vector gives, read by name with the type wanted; what is missing or another type is not understood."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.penalties import Role
from tournaments.transfer.vectors.errors import Unread
from tournaments.transfer.vectors.words import read_role

# Keys that only describe what the others say.
DESCRIBING = frozenset({"what", "note", "note_en", "note_zh", "why", "limit_minutes", "type", "jokers", "section"})

MOST = 1000


class Given:
    """The input of a vector, or a part of it; remembers which keys were asked for.

    `expected` is what the vector expects: only how much of it there is may be looked at, never what it says.
    """

    def __init__(self, data: Mapping[str, Any], expected: Mapping[str, Any] | None = None) -> None:
        self.data = data
        self.expected = expected or {}
        self.asked: set[str] = set()

    def has(self, *keys: str) -> bool:
        self.asked.update(keys)
        return any(self.data.get(key) is not None for key in keys)

    def raw(self, *keys: str) -> Any:
        """Return the value of the first of these keys that is given."""
        self.asked.update(keys)
        for key in keys:
            if self.data.get(key) is not None:
                return self.data[key]
        raise Unread(f'what "{keys[0]}" is: it is not given')

    def number(self, *keys: str, default: int | None = None) -> int:
        if default is not None and not self.has(*keys):
            return default
        value = self.raw(*keys)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if type(value) is not int:
            raise Unread(f'which number "{keys[0]}" is: {value!r}')
        return value

    def count(self, *keys: str, default: int | None = None) -> int:
        """Return a number of things that there may be of them."""
        value = self.number(*keys, default=default)
        if not 0 <= value <= MOST:
            raise Unread(f'how many "{keys[0]}" are: {value}')
        return value

    def text(self, *keys: str, default: str | None = None) -> str:
        if default is not None and not self.has(*keys):
            return default
        value = self.raw(*keys)
        if not isinstance(value, str):
            raise Unread(f'which word "{keys[0]}" is: {value!r}')
        return value

    def truth(self, *keys: str, default: bool | None = None) -> bool:
        if default is not None and not self.has(*keys):
            return default
        value = self.raw(*keys)
        if not isinstance(value, bool):
            raise Unread(f'whether "{keys[0]}": {value!r}')
        return value

    def part(self, *keys: str) -> "Given":
        value = self.raw(*keys)
        if not isinstance(value, dict):
            raise Unread(f'what "{keys[0]}" is: {value!r}')
        return Given(value, self.expected)

    def items(self, *keys: str) -> Sequence[Any]:
        value = self.raw(*keys)
        if not isinstance(value, list):
            raise Unread(f'which list "{keys[0]}" is: {value!r}')
        return value

    def role(self, *keys: str, default: Role | None = None) -> Role:
        if default is not None and not self.has(*keys):
            return default
        return read_role(self.text(*keys))

    def roles(self, *keys: str) -> frozenset[Role]:
        """Return the sides named, one word or several; "both" are both."""
        value = self.raw(*keys)
        if value in ("both", ["both"]):
            return frozenset({"dealer_side", "attackers"})
        named = value if isinstance(value, list) else [value]
        if not named or not all(isinstance(each, str) for each in named):
            raise Unread(f"which sides are {value!r}")
        return frozenset(map(read_role, named))

    @property
    def not_asked(self) -> list[str]:
        return sorted(self.data.keys() - self.asked - DESCRIBING)
