"""Playing a copy of an event for rehearsal."""

from django.db import models

from tournaments.states import RunState


class RunUntil(models.TextChoices):
    ROUND = "round"
    END = "end"


class RehearsalRun(models.Model):
    """A copy of an event being played by the portal, for a round or to its end, and what was found.

    `violations` are {code, stage, round, words}, the words for whoever looks closer. `error` is a refusal's code with
    its parameters. The work is claimed by lease and goes on where it was left.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="runs")
    until = models.CharField(max_length=8, choices=RunUntil.choices)
    mishaps = models.BooleanField(default=False)
    state = models.CharField(max_length=8, choices=[(s.value, s.value) for s in RunState], default=RunState.QUEUED)
    rounds = models.PositiveIntegerField(default=0)
    matches = models.PositiveIntegerField(default=0)
    violations = models.JSONField(default=list, blank=True)
    error = models.CharField(max_length=60, blank=True)
    error_params = models.JSONField(default=dict, blank=True)
    requested_at = models.DateTimeField()
    claimed_until = models.DateTimeField(null=True, blank=True)
    claim_token = models.CharField(max_length=32, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"],
                condition=models.Q(state__in=["queued", "running"]),
                name="one_run_at_a_time",
            )
        ]
