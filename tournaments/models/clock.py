"""The hall's clock: facts only. Phases, remaining time and what is due follow from them in `timing`."""

from django.db import models

from tournaments.timing import FactKind


class Clock(models.Model):
    """The time plan of a round (seconds), or of one of its sittings where its matches take turns at the tables.

    `round` is set where there are several sittings: which of them this is, of how many. Their plans are the same, and
    `Round.clock` is the clock of the one that is on.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="clocks")
    seconds = models.PositiveIntegerField()
    reminder_seconds = models.PositiveIntegerField()
    last_deals = models.PositiveSmallIntegerField()
    planned_start = models.DateTimeField(null=True, blank=True)
    round = models.ForeignKey(
        "tournaments.Round", on_delete=models.SET_NULL, null=True, blank=True, related_name="sitting_clocks"
    )
    sitting = models.PositiveSmallIntegerField(default=1)
    sittings = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["sitting", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "sitting"], condition=models.Q(round__isnull=False), name="sitting_once_a_round"
            ),
            models.CheckConstraint(condition=models.Q(sitting__lte=models.F("sittings")), name="sitting_of_so_many"),
        ]


class ClockEvent(models.Model):
    """A fact of the clock, in order. Two controllers at once make one: the order is unique.

    `again` belongs to an extension: the reminder comes anew and the last deals are counted anew.
    """

    clock = models.ForeignKey(Clock, on_delete=models.CASCADE, related_name="events")
    order = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=[(k.value, k.value) for k in FactKind])
    at = models.DateTimeField()
    seconds = models.IntegerField(default=0)
    again = models.BooleanField(default=False)

    class Meta:
        ordering = ["order"]
        constraints = [models.UniqueConstraint(fields=["clock", "order"], name="clock_event_order_once")]


class MatchFactKind(models.TextChoices):
    SEATED = "seated"
    ARRIVED = "arrived"
    EXTRA_SECONDS = "extra_seconds"
    DEAL_FINISHED = "deal_finished"
    LED_AT_BELL = "led_at_bell"


class MatchFact(models.Model):
    """What happened at a table: seated, an arrival, extra time, a deal of the last deals, a card led at the bell.

    The latest arrival of a side counts. `key` is the form's, where a phone sent the fact.
    """

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="facts")
    kind = models.CharField(max_length=16, choices=MatchFactKind.choices)
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    value = models.IntegerField(default=0)
    at = models.DateTimeField()
    key = models.CharField(max_length=64, unique=True, null=True, blank=True)
    fingerprint = models.CharField(max_length=64, blank=True)
    membership = models.ForeignKey("tournaments.Membership", on_delete=models.SET_NULL, null=True, related_name="+")
