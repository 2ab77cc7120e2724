"""How the entries of a log are chained: each holds the hash of the one before it."""

import hashlib
import json

from tournaments.models import AuditEntry

GENESIS = "0" * 64


def digest(previous: str, entry: AuditEntry) -> str:
    """Return the hash of an entry: of what stands before it and of everything in it but its own hash."""
    content = {
        "tournament": entry.tournament_id,
        "sequence": entry.sequence,
        "at": entry.at.isoformat(),
        "role": entry.role,
        "user": entry.user_id,
        "membership": entry.membership_id,
        "link": entry.link_id,
        "action": entry.action,
        "subject": entry.subject,
        "subject_id": entry.subject_id,
        "data": entry.data,
        "note": entry.note_digest,
    }
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(f"{previous}\n{text}".encode()).hexdigest()


def note_digest(text: str, address: str | None) -> str:
    """Return what an entry keeps of its purgeable note."""
    return hashlib.sha256(f"{text}\n{address or ''}".encode()).hexdigest()
