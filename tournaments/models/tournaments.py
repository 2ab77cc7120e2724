"""The event, its regulations and their versions, divisions and units."""

import json
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.db import models
from django.utils import timezone

from tournaments import regulations
from tournaments.states import EventState

if TYPE_CHECKING:
    from tournaments.regulations import Regulations


class Tournament(models.Model):
    """One event. `slug` is its address, `live_version` grows with every change that a page could show.

    `hidden_from`: the round from which on results and standings are kept for the ceremony; None where nothing is.
    `rehearsal_of`: it is a copy of that event, to be played before the day; nobody but its staff ever sees it.
    """

    slug = models.SlugField(max_length=40, unique=True)
    state = models.CharField(max_length=12, choices=[(s.value, s.value) for s in EventState], default=EventState.DRAFT)
    rules = models.ForeignKey("tournaments.RegulationsVersion", on_delete=models.PROTECT, null=True, related_name="+")
    entries_frozen_at = models.DateTimeField(null=True, blank=True)
    live_version = models.PositiveBigIntegerField(default=0)
    hidden_from = models.PositiveSmallIntegerField(null=True, blank=True)
    last_team_number = models.PositiveIntegerField(default=0)
    rehearsal_of = models.ForeignKey("self", on_delete=models.CASCADE, null=True, blank=True, related_name="rehearsals")
    created_at = models.DateTimeField(auto_now_add=True)

    @cached_property
    def regulations(self) -> "Regulations":
        """The regulations in force, parsed; an event always has some after its creation."""
        if self.rules is None:
            raise ValueError("An event without regulations.")
        return self.rules.regulations

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.regulations.identity.zone)

    def clock_time(self, at: datetime) -> str:
        """Return a moment as the clock on the wall shows it: hours and minutes in the event's zone."""
        return f"{timezone.localtime(at, self.zone):%H:%M}"


class RegulationsVersion(models.Model):
    """A version of the regulations (an amendment from the second on), with its reason and first round."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="regulation_versions")
    version = models.PositiveIntegerField()
    schema_version = models.PositiveIntegerField()
    document = models.JSONField()
    reason = models.CharField(max_length=500, blank=True)
    from_round = models.PositiveSmallIntegerField(null=True, blank=True)
    made_by = models.ForeignKey("tournaments.User", on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "version"], name="regulations_version_once")]

    @property
    def regulations(self) -> "Regulations":
        """The document, parsed."""
        return regulations.parse_stored(json.dumps(self.document))


class Division(models.Model):
    """Where a team is ranked; an event of one division does not show it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="divisions")
    code = models.SlugField(max_length=20)
    name = models.CharField(max_length=60, blank=True)
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["order", "id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "code"], name="division_code_once")]


class Unit(models.Model):
    """Who enters teams. `name_key` is the name folded for comparison; a merged unit points to the one it became.

    `quota`: pairs that the organizer gave it, before what any rule says; `members` is what rules of quotas count by.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="units")
    name = models.CharField(max_length=60)
    name_key = models.CharField(max_length=60)
    listed = models.BooleanField(default=True)
    quota = models.PositiveSmallIntegerField(null=True, blank=True)
    members = models.PositiveIntegerField(null=True, blank=True)
    order = models.PositiveSmallIntegerField(default=0)
    merged_into = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged")

    class Meta:
        ordering = ["order", "id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "name_key"], name="unit_name_once")]
