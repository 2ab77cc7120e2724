"""Deals as the table's referee kept them: versions that are never edited; what they count is derived."""

from django.db import models


class DealMark(models.TextChoices):
    """What a deal is that comes after the last of a round's last deals: finished before them, or no deal at all."""

    NONE = ""
    LATE = "late"
    MISTAKE = "mistake"


class Deal(models.Model):
    """One version of a deal of a match: what was played, never what it counts.

    `number` is its place in the match, void deals too; the highest version counts. `dealer` is a seat (0 … 3, the
    side is its remainder by 2), `points` what the attackers took in tricks. `last_trick` is None where nobody asked
    how the kitty was dug, else {"attackers", "trump", "components": [[width, length], …], "jack"}. `removed`: the
    deal is taken out again. `mark`: finished before the last deals and typed after them; or played by mistake after
    the last of them, so that it counts nothing. `key`, `fingerprint`, `observed_at` and `received_at` are as on a
    result sheet.
    """

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=64, unique=True)
    fingerprint = models.CharField(max_length=64)
    dealer = models.PositiveSmallIntegerField()
    points = models.PositiveSmallIntegerField()
    kitty_points = models.PositiveSmallIntegerField(default=0)
    last_trick = models.JSONField(null=True, blank=True)
    removed = models.BooleanField(default=False)
    mark = models.CharField(max_length=8, choices=DealMark.choices, blank=True, default=DealMark.NONE)
    reason = models.CharField(max_length=500, blank=True)
    observed_at = models.DateTimeField()
    received_at = models.DateTimeField()
    membership = models.ForeignKey(
        "tournaments.Membership", on_delete=models.SET_NULL, null=True, blank=True, related_name="deals"
    )
    user = models.ForeignKey("tournaments.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    link = models.ForeignKey(
        "tournaments.AccessLink", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["number", "version"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number", "version"], name="deal_version_once"),
            models.CheckConstraint(condition=models.Q(dealer__lte=3), name="deal_has_a_seat"),
            models.CheckConstraint(condition=models.Q(number__gte=1, version__gte=1), name="deal_counts_from_one"),
        ]
