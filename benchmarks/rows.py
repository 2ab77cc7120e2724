"""A row of the table: what was measured, beside its baseline of the same run, against its target."""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Row:
    """`ratio` and `target` are what is compared; `met` is None where there is nothing to be met."""

    work: str
    ours: str
    baseline: str
    ratio: str
    target: str
    met: bool | None

    @property
    def verdict(self) -> str:
        return {True: "yes", False: "NO", None: "–"}[self.met]


def at_most(work: str, ours: str, baseline: str, ratio: float, most: float) -> Row:
    """Compare a ratio with the greatest that is wanted."""
    return Row(work, ours, baseline, f"{ratio:.2f} ×", f"≤ {most:g} ×", ratio <= most)


def limit(work: str, ours: str, target: str, *, met: bool) -> Row:
    """State something that has a target of its own and no baseline."""
    return Row(work, ours, "", "", target, met)


def seconds(work: Callable[[], object], times: int) -> float:
    """Return the median processor time of some runs, without the collector of garbage in between."""
    taken = []
    for _ in range(times):
        gc.collect()
        gc.disable()
        started = time.process_time()
        work()
        taken.append(time.process_time() - started)
        gc.enable()
    return median(taken)


def ms(value: float) -> str:
    return f"{value * 1000:.1f} ms" if value < 1 else f"{value:.2f} s"
