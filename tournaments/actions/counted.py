"""What `scoring` refuses, as a refusal at the field that it belongs to."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from scoring.ladder import ScoringError
from tournaments.errors import Invalid, Refusal

FIELDS: Mapping[str, str] = {
    "points_not_in_unit": "points",
    "points_beyond_cards": "points",
    "kitty_beyond_cards": "kitty_points",
    "kitty_without_last_trick": "last_trick",
    "no_components": "last_trick",
    "bad_component": "last_trick",
    "component_beyond_decks": "last_trick",
    "play_beyond_hand": "last_trick",
    "no_multiplier": "last_trick",
    "bad_seat": "dealer",
    "dealer_not_due": "dealer",
    "bad_count": "cards",
    "bad_amount": "amount",
    "accusation_without_offence": "claimed",
    "unknown_offence": "offence",
    "arrival_before_start": "at",
    "points_of_no_deal": "deal_points",
}


def refusal_of(error: ScoringError, **more: object) -> Refusal:
    """Return the refusal for what `scoring` will not count; `more` are parameters of its words."""
    params: dict[str, Any] = {**error.params, **more}
    params.pop("field", None)
    if error.code == "match_is_over":
        return Refusal(error.code, **params)
    return Invalid(error.code, field=FIELDS.get(error.code, ""), **params)


@contextmanager
def counting(**more: object) -> Iterator[None]:
    """Turn what `scoring` refuses into a refusal."""
    try:
        yield
    except ScoringError as error:
        raise refusal_of(error, **more) from error
