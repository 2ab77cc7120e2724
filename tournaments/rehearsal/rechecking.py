"""Everything that an event's rows say of draws and standings, derived again."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tournaments.award_giving import draw_prizes, from_json
from tournaments.awards import Awards
from tournaments.models import AwardDraw, Draw, Publication, PublicationKind, Tournament
from tournaments.pairing import Outcome, verify
from tournaments.rehearsal.counted import counted_of
from tournaments.rehearsal.oracle.judge import judge
from tournaments.rehearsal.oracle.rows import read
from tournaments.selectors.draws import record_of
from tournaments.selectors.publications import differs
from tournaments.selectors.stages import stages_of
from tournaments.selectors.standings import count


@dataclass(slots=True)
class Differences:
    """How much was looked at, and a line for everything that is not as it should be."""

    draws: int = 0
    stages: int = 0
    releases: int = 0
    lines: list[str] = field(default_factory=list)


def differences(event: Tournament) -> Differences:
    """Draw again, count again by the oracle's own code, and compare every stage's newest release with the count."""
    found = Differences()
    for draw in Draw.objects.filter(stage__division__tournament=event).order_by("number"):
        found.draws += 1
        if not verify(record_of(draw), Outcome.from_json(draw.outcome)):
            found.lines.append(f"draw {draw.number}: what is stored is not what its seed draws")
    found.lines += _prizes(event)
    document = event.rules.document if event.rules is not None else {}
    stages = stages_of(event)
    found.stages = len(stages)
    found.lines += [
        str(each) for each in judge(read(event.pk), document, counted_of(event), (), full=False, over=False)
    ]
    for stage in stages:
        released = Publication.objects.filter(stage=stage, kind=PublicationKind.STANDINGS).order_by("-version").first()
        if released is None:
            continue
        found.releases += 1
        if differs(count(event, of=stage), released):
            found.lines.append(f"{stage.code}: release {released.version} says something else than is counted now")
    return found


def _prizes(event: Tournament) -> Iterator[str]:
    """Draw the prizes of the newest drawing again, from the rankings that are stored with it."""
    drawn = AwardDraw.objects.filter(tournament=event).order_by("-version").first()
    if drawn is None:
        return
    awards = Awards.model_validate(drawn.inputs["awards"])
    if draw_prizes(awards, from_json(drawn.inputs), drawn.seed) != drawn.outcome:
        yield f"prizes {drawn.version}: what is stored is not what their seed draws"
