"""Results: versions of a match's sheet, at most one of them official, and who confirmed which."""

from django.db import models

from tournaments.states import SheetState


class SheetSource(models.TextChoices):
    REFEREE = "referee"
    DESK = "desk"
    CHIEF = "chief"
    SAMPLE = "sample"


class SheetOutcome(models.TextChoices):
    """Whether it was played, or which side did not play (0 or 1 is the side's position)."""

    PLAYED = "played"
    FORFEIT_0 = "forfeit_0"
    FORFEIT_1 = "forfeit_1"
    FORFEIT_BOTH = "forfeit_both"
    VOID = "void"


class DecidedBy(models.TextChoices):
    """What decided the match, as `scoring.matches.Decision` has it; none for a match that was not played."""

    NONE = ""
    LEVELS = "levels"
    LADDER = "ladder"
    EARLY_LEAD = "early_lead"
    DEALER_SIDE = "dealer_side"
    LOTS = "lots"
    DRAW = "draw"
    NEXT_TO_LEAD = "next_to_lead"
    FIRST_TO_REACH = "first_to_reach"
    EXTRA_DEAL = "extra_deal"
    BETTER_RANK = "better_rank"


class ResultSheet(models.Model):
    """A version of a match's result: what the ruleset declares, in ladder positions (0 is the first level).

    `key` is the form's idempotency key, `fingerprint` a digest of its content; `observed_at` is the phone's time,
    `received_at` the server's. `late`: received after the round was closed. `deal_points` are pairs, the points of side
    0 and side 1 in each deal; `dealer_side` would deal next, where that decided. `deals_differ`: the deals that the
    table kept said something else.
    """

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="sheets")
    version = models.PositiveIntegerField()
    key = models.CharField(max_length=64, unique=True)
    fingerprint = models.CharField(max_length=64)
    state = models.CharField(
        max_length=10, choices=[(s.value, s.value) for s in SheetState], default=SheetState.SUBMITTED
    )
    source = models.CharField(max_length=8, choices=SheetSource.choices)
    outcome = models.CharField(max_length=12, choices=SheetOutcome.choices, default=SheetOutcome.PLAYED)
    level_0 = models.PositiveSmallIntegerField(null=True, blank=True)
    level_1 = models.PositiveSmallIntegerField(null=True, blank=True)
    deal_points = models.JSONField(default=list, blank=True)
    score_0 = models.IntegerField(null=True, blank=True)
    score_1 = models.IntegerField(null=True, blank=True)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    dealer_side = models.PositiveSmallIntegerField(null=True, blank=True)
    decided_by = models.CharField(max_length=16, choices=DecidedBy.choices, default=DecidedBy.NONE, blank=True)
    deals_differ = models.BooleanField(default=False)
    late = models.BooleanField(default=False)
    observed_at = models.DateTimeField()
    received_at = models.DateTimeField()
    official_at = models.DateTimeField(null=True, blank=True)
    membership = models.ForeignKey(
        "tournaments.Membership", on_delete=models.SET_NULL, null=True, blank=True, related_name="sheets"
    )
    user = models.ForeignKey("tournaments.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    link = models.ForeignKey(
        "tournaments.AccessLink", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["match", "version"], name="sheet_version_once"),
            models.UniqueConstraint(fields=["match"], condition=models.Q(state="official"), name="one_official_sheet"),
            models.CheckConstraint(
                condition=~models.Q(outcome="played")
                | models.Q(level_0__isnull=False, level_1__isnull=False)
                | models.Q(winner__isnull=False)
                | models.Q(score_0__isnull=False, score_1__isnull=False)
                | models.Q(decided_by="draw"),
                name="played_sheet_has_a_result",
            ),
        ]


class ConfirmationHow(models.TextChoices):
    REFEREE_PHONE = "referee_phone"
    OWN_PHONE = "own_phone"
    PAPER = "paper"


class Confirmation(models.Model):
    """One side's word that a sheet is right, and how it was given."""

    sheet = models.ForeignKey(ResultSheet, on_delete=models.CASCADE, related_name="confirmations")
    side = models.PositiveSmallIntegerField()
    how = models.CharField(max_length=14, choices=ConfirmationHow.choices)
    membership = models.ForeignKey("tournaments.Membership", on_delete=models.SET_NULL, null=True, related_name="+")
    link = models.ForeignKey("tournaments.AccessLink", on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["sheet", "side"], name="confirmation_once_a_side")]
