"""An event in a file: the regulations that the screens edit, what it is a template of, and what its notice asserts."""

import json
import tomllib
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from tournaments import regulations
from tournaments.decisions import RuleFault, RulesetFaultyError, ruleset_of_plan
from tournaments.events import preset
from tournaments.events.facts import Fact
from tournaments.regulations import Fault, Regulations
from tournaments.stageplans import Part

TEMPLATE, FACTS = "template", "facts"
NOT_EVENTS = frozenset({"samples"})
USUAL = "s1"
USUAL_START = "09:00"
MOST_FACTS = 200
_facts: TypeAdapter[tuple[Fact, ...]] = TypeAdapter(Annotated[tuple[Fact, ...], Field(max_length=MOST_FACTS)])


class Template(Part):
    """What kind of event a file is, and the field that it was made for: so many pairs of so many units."""

    title: Annotated[str, Field(min_length=1, max_length=120)]
    title_en: Annotated[str, Field(min_length=1, max_length=120)]
    teams: Annotated[int, Field(ge=2, le=1000)]
    units: Annotated[int, Field(ge=1, le=1000)]
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """Something wrong in a file, at a dotted path: of the regulations, or of the rules of a stage."""

    place: str
    fault: Fault | RuleFault


@dataclass(frozen=True, slots=True)
class EventFile:
    """A file that was read; `document` may lack an identity, as templates do."""

    document: dict[str, Any]
    template: Template | None
    facts: tuple[Fact, ...]

    def dated(self, day: date, /, **identity: str) -> dict[str, Any]:
        """Return the whole document: where the file says nothing, the template's titles, this day, the usual notice."""
        names = {"name": self.template.title, "name_en": self.template.title_en} if self.template else {}
        usual = {**names, "day": day.isoformat(), "starts": USUAL_START}
        privacy = preset(USUAL)["registration"]["privacy_notice"]
        whole = {**usual, **self.document.get("identity", {}), **identity}
        return {
            **self.document,
            **self._moved_to(whole["day"]),
            "identity": whole,
            "registration": {"privacy_notice": privacy, **self.document.get("registration", {})},
        }

    def _moved_to(self, day: str | date) -> dict[str, Any]:
        """Return the stages with their starts as many days from the event's as in the template from the template's."""
        first = self.template.day if self.template is not None else None
        if first is None:
            return {}
        later = (date.fromisoformat(str(day)) - first).days
        return {"stages": [_later(stage, later) for stage in self.document.get("stages", ())]}

    def regulations(self, day: date) -> Regulations:
        return regulations.parse(self.dated(day))


class EventFileError(ValueError):
    """A file that is no event, with everything that is wrong in it."""

    def __init__(self, faults: list[Placed]) -> None:
        super().__init__([(each.place, each.fault.code) for each in faults])
        self.faults = faults


def read(text: str) -> EventFile:
    """Read an event from TOML or JSON and check every part of it, the rules of its stages too; EventFileError.

    `{}` among a stage's own values is none: TOML has no word for it.
    """
    data = _data(text)
    template, facts = data.pop(TEMPLATE, None), data.pop(FACTS, [])
    found: list[Placed] = []
    held = _template(template, found)
    known = _known_facts(facts, found)
    event = EventFile(data, held, known)
    try:
        whole = event.regulations(date.min)
    except ValidationError as error:
        found += [Placed(fault.place, fault) for fault in regulations.faults(error)]
    else:
        found += _of_rules(whole)
        found += _unknown_stages(known, {plan.code for plan in whole.stages})
    if found:
        raise EventFileError(found)
    return event


def codes() -> list[str]:
    """Return the codes of the events that come along, in order."""
    names = (entry.name for entry in files(__package__ or __name__).iterdir())
    return sorted(
        name.removesuffix(".toml")
        for name in names
        if name.endswith(".toml") and name.removesuffix(".toml") not in NOT_EVENTS
    )


@cache
def load(code: str) -> EventFile:
    """Return an event that comes along; KeyError for an unknown code."""
    path = files(__package__ or __name__) / f"{code}.toml"
    if code in NOT_EVENTS or not path.is_file():
        raise KeyError(code)
    return read(path.read_text(encoding="utf-8"))


def write(rules: Regulations) -> str:
    """Return the regulations as a file that `read` takes back unchanged (JSON)."""
    return json.dumps(regulations.dump(rules), ensure_ascii=False, indent=2) + "\n"


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a file: the regulations, with or without identity, template and facts."""
    schema = Regulations.model_json_schema()
    for name, own in ((TEMPLATE, Template.model_json_schema()), (FACTS, _facts.json_schema())):
        schema["$defs"] |= own.pop("$defs", {})
        schema["properties"][name] = own
    schema["required"] = [name for name in schema.get("required", []) if name != "identity"]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def _later(stage: dict[str, Any], days: int) -> dict[str, Any]:
    if stage.get("starts_at") is None:
        return stage
    at = datetime.fromisoformat(str(stage["starts_at"]))
    return {**stage, "starts_at": (at + timedelta(days=days)).isoformat()}


def _data(text: str) -> dict[str, Any]:
    if text.lstrip().startswith("{"):
        try:
            return dict(json.loads(text))
        except json.JSONDecodeError as error:
            raise _unread("file_is_no_json", f"{error.lineno}:{error.colno} {error.msg}") from error
    try:
        return _with_nothing(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise _unread("file_is_no_toml", str(error)) from error


def _unread(code: str, where: str) -> EventFileError:
    return EventFileError([Placed("", Fault(code, "", {"where": where}))])


def _with_nothing(data: dict[str, Any]) -> dict[str, Any]:
    stages = data.get("stages")
    for stage in stages if isinstance(stages, list) else ():
        own = stage.get("decisions") if isinstance(stage, dict) else None
        if isinstance(own, dict):
            stage["decisions"] = {path: None if value == {} else value for path, value in own.items()}
    return data


def _template(data: Any, found: list[Placed]) -> Template | None:
    try:
        return None if data is None else Template.model_validate(data)
    except ValidationError as error:
        found += _placed(TEMPLATE, error)
        return None


def _known_facts(data: Any, found: list[Placed]) -> tuple[Fact, ...]:
    try:
        return _facts.validate_python(data)
    except ValidationError as error:
        found += _placed(FACTS, error)
        return ()


def _placed(place: str, error: ValidationError) -> list[Placed]:
    return [Placed(".".join(filter(None, (place, fault.place))), fault) for fault in regulations.faults(error)]


def _of_rules(whole: Regulations) -> list[Placed]:
    """Return what the own values of each stage contradict in its ruleset."""
    found = []
    for number, plan in enumerate(whole.stages):
        try:
            ruleset_of_plan(plan, 0)
        except RulesetFaultyError as error:
            place = f"stages.{number}.decisions"
            found += [Placed(".".join(filter(None, (place, each.path))), each) for each in error.faults]
    return found


def _unknown_stages(facts: tuple[Fact, ...], known: set[str]) -> list[Placed]:
    named = {number: getattr(fact, "stage", None) or getattr(fact, "to", None) for number, fact in enumerate(facts)}
    return [
        Placed(f"{FACTS}.{number}", Fault("fact_of_unknown_stage", f"{FACTS}.{number}", {"stage": stage}))
        for number, stage in named.items()
        if stage is not None and stage not in known
    ]
