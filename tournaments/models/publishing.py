"""What is shown outside: publications (frozen ids and figures), papers (files), notices (the outbox)."""

from django.db import models

from tournaments.states import NoticeState, PaperState


class PublicationKind(models.TextChoices):
    STANDINGS = "standings"


class Publication(models.Model):
    """A frozen snapshot of ids and figures; names are resolved when it is shown, so a withdrawn consent masks it."""

    stage = models.ForeignKey("tournaments.Stage", on_delete=models.CASCADE, related_name="publications")
    kind = models.CharField(max_length=12, choices=PublicationKind.choices)
    version = models.PositiveIntegerField()
    snapshot = models.JSONField()
    released_at = models.DateTimeField()
    membership = models.ForeignKey("tournaments.Membership", on_delete=models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["version"]
        constraints = [models.UniqueConstraint(fields=["stage", "kind", "version"], name="publication_version_once")]


class AwardDraw(models.Model):
    """Prizes drawn by lot: from what, by which seed, and who was drawn; the newest version counts.

    `inputs`: the awards, the teams by division and place, the matches lost; `outcome`: teams by the award's code.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="award_draws")
    version = models.PositiveIntegerField()
    seed = models.CharField(max_length=128)
    method = models.CharField(max_length=20)
    method_version = models.CharField(max_length=8)
    inputs = models.JSONField()
    outcome = models.JSONField()
    drawn_at = models.DateTimeField()
    membership = models.ForeignKey("tournaments.Membership", on_delete=models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["version"]
        constraints = [models.UniqueConstraint(fields=["tournament", "version"], name="award_draw_version_once")]


class PaperKind(models.TextChoices):
    DRAW = "draw"
    SCORE_SHEETS = "score_sheets"
    BLANK_SHEETS = "blank_sheets"
    TABLE_CARDS = "table_cards"
    STANDINGS = "standings"
    REGULATIONS = "regulations"
    RULING_RECORD = "ruling_record"
    BRACKET = "bracket"
    GROUPS = "groups"
    ROUND = "round"
    AWARDS = "awards"


class Paper(models.Model):
    """A PDF and the work of making it.

    `live_version` is the state of the event that it shows, `content` a digest of what it says: two papers of the
    same content are the same bytes. `names_in_full` False is the variant for the public. `warnings` are
    [code, parameters]. The work is claimed by lease, and given up after some attempts.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="papers")
    kind = models.CharField(max_length=16, choices=PaperKind.choices)
    round = models.ForeignKey(
        "tournaments.Round", on_delete=models.CASCADE, null=True, blank=True, related_name="papers"
    )
    language = models.CharField(max_length=10)
    names_in_full = models.BooleanField(default=True)
    state = models.CharField(max_length=8, choices=[(s.value, s.value) for s in PaperState], default=PaperState.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    file = models.CharField(max_length=120, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    error = models.CharField(max_length=40, blank=True)
    warnings = models.JSONField(default=list, blank=True)
    live_version = models.PositiveBigIntegerField(default=0)
    content = models.CharField(max_length=64, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)
    claim_token = models.CharField(max_length=32, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    requested_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["state", "claimed_until"])]


class NoticeKind(models.TextChoices):
    MAIL = "mail"
    REMINDER = "reminder"
    TIME_UP = "time_up"


class Notice(models.Model):
    """The outbox: something to be said once. Claimed by compare-and-set, done once; `dedupe_key` is unique."""

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, null=True, blank=True, related_name="notices"
    )
    kind = models.CharField(max_length=12, choices=NoticeKind.choices)
    dedupe_key = models.CharField(max_length=120, unique=True)
    state = models.CharField(
        max_length=8, choices=[(s.value, s.value) for s in NoticeState], default=NoticeState.WAITING
    )
    clock = models.ForeignKey(
        "tournaments.Clock", on_delete=models.CASCADE, null=True, blank=True, related_name="notices"
    )
    entry = models.ForeignKey(
        "tournaments.Entry", on_delete=models.CASCADE, null=True, blank=True, related_name="notices"
    )
    recipient = models.EmailField(blank=True)
    subject = models.CharField(max_length=200, blank=True)
    body = models.TextField(blank=True)
    late = models.BooleanField(default=False)
    due_at = models.DateTimeField()
    claimed_until = models.DateTimeField(null=True, blank=True)
    claim_token = models.CharField(max_length=32, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    done_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=200, blank=True)

    class Meta:
        indexes = [models.Index(fields=["state", "due_at"])]
