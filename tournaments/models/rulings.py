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
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="rulings")
    match = models.ForeignKey(
        "tournaments.Match", on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    team = models.ForeignKey(
        "tournaments.Team", on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    offence = models.CharField(max_length=40)
    clause = models.CharField(max_length=20, blank=True)
    unit = models.CharField(max_length=16, choices=EffectUnit.choices)
    value = models.IntegerField(default=0)
    note = models.CharField(max_length=300, blank=True)
    membership = models.ForeignKey("tournaments.Membership", on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, null=True, blank=True, related_name="reversed_by")
