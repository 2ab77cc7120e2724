"""The log: append-only and hash-chained per event, with ids, codes, levels and digests only."""

from django.db import models


class AuditNote(models.Model):
    """Words and addresses that belong to log entries. Purgeable: an entry holds only a digest of them."""

    text = models.CharField(max_length=1000, blank=True)
    address = models.GenericIPAddressField(null=True, blank=True)


class AuditEntry(models.Model):
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="log")
    sequence = models.PositiveIntegerField()
    at = models.DateTimeField()
    role = models.CharField(max_length=16)
    user = models.ForeignKey("tournaments.User", on_delete=models.SET_NULL, null=True, related_name="+")
    membership = models.ForeignKey("tournaments.Membership", on_delete=models.SET_NULL, null=True, related_name="+")
    link = models.ForeignKey("tournaments.AccessLink", on_delete=models.SET_NULL, null=True, related_name="+")
    action = models.CharField(max_length=40)
    subject = models.CharField(max_length=30)
    subject_id = models.PositiveBigIntegerField(null=True)
    data = models.JSONField(default=dict)
    note = models.ForeignKey(AuditNote, on_delete=models.SET_NULL, null=True, related_name="entries")
    note_digest = models.CharField(max_length=64, blank=True)
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["sequence"]
        constraints = [models.UniqueConstraint(fields=["tournament", "sequence"], name="log_sequence_once")]
