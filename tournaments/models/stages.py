"""Stages, groups, and which team plays in them under which lot."""

from django.db import models


class RulesetCopy(models.Model):
    """A preset whole, as it was when a stage was drawn by it; its key is the digest of what it says."""

    digest = models.CharField(max_length=64, primary_key=True)
    document = models.JSONField()


class Stage(models.Model):
    """A format with its own ruleset and timing, frozen with its first draw to a version of the regulations.

    `preset`: what the ruleset that it names said then. A later release of the software may say otherwise.
    """

    division = models.ForeignKey("tournaments.Division", on_delete=models.CASCADE, related_name="stages")
    code = models.SlugField(max_length=30)
    order = models.PositiveSmallIntegerField(default=0)
    format = models.CharField(max_length=30)
    ruleset = models.CharField(max_length=40)
    rules = models.ForeignKey(
        "tournaments.RegulationsVersion", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    preset = models.ForeignKey(RulesetCopy, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["order", "id"]
        constraints = [models.UniqueConstraint(fields=["division", "code"], name="stage_code_once")]


class Group(models.Model):
    """Teams that are drawn and ranked apart: a group, or a division where its teams are one. `order` is the stage's.

    `division` is set where several play in the stage.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="groups")
    division = models.ForeignKey(
        "tournaments.Division", on_delete=models.SET_NULL, null=True, blank=True, related_name="groups"
    )
    name = models.CharField(max_length=30, blank=True)
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["order", "id"]
        constraints = [models.UniqueConstraint(fields=["stage", "order"], name="group_order_once")]


class StageEntry(models.Model):
    """A team in a stage. `drawn_lot` parts teams that are still equal at the end: a lot recorded by hand.

    `recorded` holds what an extra deal or a cut of the cards among equal teams gave, by criterion: its number as of a
    lot, among how many teams, and what was typed.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="stage_entries")
    team = models.ForeignKey("tournaments.Team", on_delete=models.PROTECT, related_name="stage_entries")
    group = models.ForeignKey(Group, on_delete=models.SET_NULL, null=True, blank=True, related_name="stage_entries")
    lot = models.CharField(max_length=8, blank=True)
    seed = models.PositiveIntegerField(null=True, blank=True)
    drawn_lot = models.PositiveIntegerField(null=True, blank=True)
    recorded = models.JSONField(null=True, blank=True)
    carried_points = models.JSONField(default=dict, blank=True)
    from_round = models.PositiveSmallIntegerField(default=1)
    to_round = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "team"], name="stage_team_once"),
            models.UniqueConstraint(fields=["stage", "lot"], condition=~models.Q(lot=""), name="stage_lot_once"),
        ]
