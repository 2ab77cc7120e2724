"""The report on vectors, line by line."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from tournaments.transfer.vectors.checking import Judgement, State
from tournaments.transfer.vectors.judges import JUDGES

SET_ASIDE: Final[Mapping[State, str]] = {"not_applicable": "not applicable", "not_expressible": "not expressible"}


class Report:
    """Counts pairs of vector and document; `lines` may be read once, and then `failed` is known."""

    def __init__(self, judgements: Iterable[Judgement], passed_over: Iterable[Path] = ()) -> None:
        self._judgements = judgements
        self._passed_over = passed_over
        self.count: Counter[State] = Counter()
        self._by_state: dict[State, list[Judgement]] = {state: [] for state in SET_ASIDE}
        self._unknown_kinds: Counter[str] = Counter()

    @property
    def failed(self) -> bool:
        return self.count["failed"] > 0

    def lines(self) -> Iterator[str]:
        yield from (f"{path}: holds no vectors" for path in self._passed_over)
        for judgement in self._judgements:
            self.count[judgement.state] += 1
            yield from self._line(judgement)
        if self._unknown_kinds:
            kinds = ", ".join(f"{kind} ({times})" for kind, times in sorted(self._unknown_kinds.items()))
            yield f"kinds not known: {kinds}"
        for judgement in self._by_state["not_expressible"]:
            yield f"not expressible: {judgement.pair.name} ({'; '.join(judgement.words)})"
        yield self._set_aside()
        passed, failed, unknown = (self.count[state] for state in ("passed", "failed", "unknown"))
        yield f"{passed} passed, {failed} failed, {unknown} unknown"

    def _line(self, judgement: Judgement) -> Iterator[str]:
        pair = judgement.pair
        if judgement.state in self._by_state:
            self._by_state[judgement.state].append(judgement)
        elif judgement.state == "unknown" and pair.vector.kind not in JUDGES:
            self._unknown_kinds[pair.vector.kind] += 1
        else:
            state = {"failed": "FAILED", "unknown": "unknown"}.get(judgement.state, "")
            for words in judgement.words:
                yield f"{state} {pair.name} {pair.vector.kind}: {words}"

    def _set_aside(self) -> str:
        """One line: the two numbers, then the ids of each."""
        line = ", ".join(f"{self.count[state]} {words}" for state, words in SET_ASIDE.items())
        for state, words in SET_ASIDE.items():
            named = _named(self._by_state[state])
            line += f"; {words}: {named}" if named else ""
        return line


def _named(judgements: Iterable[Judgement]) -> str:
    documents: dict[str, list[str]] = {}
    for judgement in judgements:
        documents.setdefault(judgement.pair.vector.id, []).append(judgement.pair.document)
    return ", ".join(f"{name} {'/'.join(named)}" for name, named in documents.items())
