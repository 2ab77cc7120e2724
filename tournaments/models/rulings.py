"""Rulings (判罚): an effect in its own unit; a reversal is a new row."""

from django.db import models


class EffectUnit(models.TextChoices):
    WARNING = "warning"
    DEAL_POINTS = "deal_points"
    LEVELS = "levels"
    DEAL = "deal"
    MATCH = "match"
    OUT = "out"
    STANDING_POINTS = "standing_points"


class Ruling(models.Model):
    """What was ruled against a team, as it was ruled: a later change of the ruleset or of other rulings stays outside.

    `offence` is a key of the ruleset's catalogue, "lateness", or "decision" (the referee's own, with a note); `claimed`
    the offence that a false accusation named. `deal` is the number of the deal that it belongs to, None for the match
    as a whole. `unit` and `value` say the effect in its own unit, `effect` exactly, as `scoring.penalties.Effect` has
    it, points of the standings as they are added to the total. `stage`: of a ruling in such points that is of no match.
    `occurrence`: the how-manieth of its kind it was for the team. A reversal (`reverses`) has a note and no effect.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="rulings")
    match = models.ForeignKey(
        "tournaments.Match", on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    team = models.ForeignKey(
        "tournaments.Team", on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    stage = models.ForeignKey(
        "tournaments.Stage", on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    key = models.CharField(max_length=64, unique=True, null=True, blank=True)
    fingerprint = models.CharField(max_length=64, blank=True)
    deal = models.PositiveSmallIntegerField(null=True, blank=True)
    offence = models.CharField(max_length=40)
    claimed = models.CharField(max_length=40, blank=True)
    cards = models.PositiveSmallIntegerField(default=1)
    occurrence = models.PositiveSmallIntegerField(default=1)
    clause = models.CharField(max_length=20, blank=True)
    unit = models.CharField(max_length=16, choices=EffectUnit.choices)
    value = models.IntegerField(default=0)
    effect = models.JSONField(default=dict, blank=True)
    note = models.CharField(max_length=500, blank=True)
    membership = models.ForeignKey("tournaments.Membership", on_delete=models.SET_NULL, null=True, related_name="+")
    user = models.ForeignKey("tournaments.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, null=True, blank=True, related_name="reversed_by")
