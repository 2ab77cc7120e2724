"""People, teams and who applied. Contacts stand apart so that they can be purged alone."""

from django.db import models

from tournaments.states import EntryState, TeamState


class Person(models.Model):
    """A player or applicant of one event. `name_key` is the name folded for comparison."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="people")
    unit = models.ForeignKey(
        "tournaments.Unit", on_delete=models.SET_NULL, null=True, blank=True, related_name="people"
    )
    name = models.CharField(max_length=80)
    name_key = models.CharField(max_length=80, db_index=True)
    public_consent_at = models.DateTimeField(null=True, blank=True)
    public_consent_withdrawn_at = models.DateTimeField(null=True, blank=True)

    @property
    def may_be_named(self) -> bool:
        return self.public_consent_at is not None and self.public_consent_withdrawn_at is None


class Contact(models.Model):
    """How to reach a person. Isolated: purging deletes rows here and nothing else."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="contact")
    phone = models.CharField(max_length=40, blank=True)
    email = models.EmailField(blank=True)
    language = models.CharField(max_length=10, default="zh-hans")


class Team(models.Model):
    """Who plays as one. The number is given at entry and never used again."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="teams")
    division = models.ForeignKey("tournaments.Division", on_delete=models.PROTECT, related_name="teams")
    unit = models.ForeignKey("tournaments.Unit", on_delete=models.PROTECT, null=True, blank=True, related_name="teams")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=80, blank=True)
    state = models.CharField(max_length=14, choices=[(s.value, s.value) for s in TeamState], default=TeamState.ACTIVE)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="team_number_once")]


class MemberRole(models.TextChoices):
    PLAYER = "player"
    SUBSTITUTE = "substitute"
    LEADER = "leader"
    COACH = "coach"


class Member(models.Model):
    """A person's part in a team; a replaced player's row is ended, not deleted."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=12, choices=MemberRole.choices, default=MemberRole.PLAYER)
    order = models.PositiveSmallIntegerField(default=0)
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["order", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["team", "person"], condition=models.Q(left_at__isnull=True), name="member_once"
            ),
            models.UniqueConstraint(
                fields=["team", "role", "order"], condition=models.Q(left_at__isnull=True), name="member_place_once"
            ),
        ]


class EntrySource(models.TextChoices):
    ONLINE = "online"
    HAND = "hand"
    LIST = "list"
    SAMPLE = "sample"


class Entry(models.Model):
    """Who applied, with what, and what became of it. The place on the waiting list follows from `queued_at`."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="entries")
    division = models.ForeignKey("tournaments.Division", on_delete=models.PROTECT, related_name="entries")
    team = models.OneToOneField(Team, on_delete=models.CASCADE, null=True, blank=True, related_name="entry")
    applicant = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="applications")
    state = models.CharField(max_length=12, choices=[(s.value, s.value) for s in EntryState])
    source = models.CharField(max_length=8, choices=EntrySource.choices, default=EntrySource.ONLINE)
    key = models.CharField(max_length=64, unique=True)
    fingerprint = models.CharField(max_length=64)
    queued_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    privacy_accepted_at = models.DateTimeField(null=True, blank=True)
    consent_declared_at = models.DateTimeField(null=True, blank=True)
    note = models.CharField(max_length=300, blank=True)

    class Meta:
        indexes = [models.Index(fields=["tournament", "state", "queued_at"])]
