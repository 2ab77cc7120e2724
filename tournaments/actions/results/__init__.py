"""Results: submitted at the tables, typed from paper, decided and corrected. Every result is a version of a sheet.

What a second sheet for a match does, in one place:

- the same content from whoever: a confirmation of the first, never a conflict;
- other content: both stay and none counts, a conflict for the chief. An official sheet stays official meanwhile;
- other content from the same referee: a new version instead of the own one that both sides had not confirmed, or that
  it names as the one it corrects, with a reason. What the chief has decided is corrected by the chief only;
- after the round's close: late, for the chief; what stands stays.
"""

from tournaments.actions.results.corrections import correct, forfeit, forfeit_open_matches
from tournaments.actions.results.decisions import approve, decide, reject
from tournaments.actions.results.previews import (
    Preview,
    Way,
    preview_correction,
    preview_decision,
    preview_restoring,
)
from tournaments.actions.results.reading import Reported, reported
from tournaments.actions.results.receipts import Receipt
from tournaments.actions.results.restoring import restore
from tournaments.actions.results.submissions import submit, type_result

__all__ = [
    "Preview",
    "Receipt",
    "Reported",
    "Way",
    "approve",
    "correct",
    "decide",
    "forfeit",
    "forfeit_open_matches",
    "preview_correction",
    "preview_decision",
    "preview_restoring",
    "reject",
    "reported",
    "restore",
    "submit",
    "type_result",
]
