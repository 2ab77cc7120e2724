"""Rounds, matches at tables, and their two sides."""

from django.db import models

from tournaments.states import RoundState


class Round(models.Model):
    """A timed round of a stage. Its clock may serve rounds of other divisions too."""

    stage = models.ForeignKey("tournaments.Stage", on_delete=models.CASCADE, related_name="rounds")
    group = models.ForeignKey(
        "tournaments.Group", on_delete=models.CASCADE, null=True, blank=True, related_name="rounds"
    )
    draw = models.ForeignKey("tournaments.Draw", on_delete=models.PROTECT, null=True, blank=True, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(
        max_length=10, choices=[(s.value, s.value) for s in RoundState], default=RoundState.PLANNED
    )
    clock = models.ForeignKey(
        "tournaments.Clock", on_delete=models.PROTECT, null=True, blank=True, related_name="rounds"
    )
    released_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "number"], condition=models.Q(group__isnull=True), name="round_number_once"
            ),
            models.UniqueConstraint(
                fields=["stage", "group", "number"],
                condition=models.Q(group__isnull=False),
                name="group_round_number_once",
            ),
        ]


class Match(models.Model):
    """Two sides in a round at a table; a bye has no table and one side that is a bye."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    sitting = models.PositiveSmallIntegerField(default=1)
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="match_number_once"),
            models.UniqueConstraint(
                fields=["round", "sitting", "table"],
                condition=models.Q(table__isnull=False),
                name="table_once_a_sitting",
            ),
        ]


class SideSource(models.TextChoices):
    TEAM = "team"
    WINNER = "winner"
    LOSER = "loser"
    STAGE_PLACE = "stage_place"
    GROUP_PLACE = "group_place"
    LOT = "lot"
    BYE = "bye"


class MatchSide(models.Model):
    """A side of a match (0 or 1): a team, or where one comes from. `round` repeats the match's, for uniqueness."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sides")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sides")
    position = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=12, choices=SideSource.choices, default=SideSource.TEAM)
    team = models.ForeignKey("tournaments.Team", on_delete=models.PROTECT, null=True, blank=True, related_name="sides")
    from_match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    from_group = models.ForeignKey(
        "tournaments.Group", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    lot = models.CharField(max_length=8, blank=True)
    line_up = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["match", "position"], name="side_position_once"),
            models.UniqueConstraint(
                fields=["round", "team"], condition=models.Q(team__isnull=False), name="team_once_a_round"
            ),
            models.CheckConstraint(condition=models.Q(position__in=[0, 1]), name="two_sides"),
            models.CheckConstraint(
                condition=models.Q(source="bye", team__isnull=True) | ~models.Q(source="bye"), name="bye_is_no_team"
            ),
        ]
