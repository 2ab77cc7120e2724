"""Draws: everything that is needed to replay one."""

from django.db import models

from tournaments.states import DrawState


class SeedSource(models.TextChoices):
    SYSTEM = "system"
    CALLED = "called"


class Draw(models.Model):
    """A draw of a stage. Its outcome stays here, invisible to the public, until release makes rounds of it.

    `inputs` are the ordered entrants, `constraints` what was declared before the seed, `outcome` lots, pairings,
    byes and the way they were found; a redraw is another row with a reason, and both stay. `discard_reason` says
    why this one does not hold. `wanted` is what the organizer asked for by hand (`selectors.draw_wishes`), and which
    constraints this draw alone was allowed to break, with the reason.
    """

    stage = models.ForeignKey("tournaments.Stage", on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=[(s.value, s.value) for s in DrawState], default=DrawState.DRAFT)
    method = models.CharField(max_length=40)
    method_version = models.PositiveSmallIntegerField()
    inputs = models.JSONField()
    constraints = models.JSONField()
    seed = models.CharField(max_length=100)
    seed_source = models.CharField(max_length=10, choices=SeedSource.choices)
    outcome = models.JSONField()
    wanted = models.JSONField(default=dict, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    discard_reason = models.CharField(max_length=500, blank=True)
    made_at = models.DateTimeField()
    checked_at = models.DateTimeField(null=True, blank=True)
    released_at = models.DateTimeField(null=True, blank=True)
    discarded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="draw_number_once"),
            models.UniqueConstraint(
                fields=["stage"], condition=models.Q(state__in=["draft", "checked"]), name="one_open_draw"
            ),
        ]
