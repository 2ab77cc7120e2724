"""What a division is called."""

from django.utils.translation import get_language

from tournaments.regulations import DivisionPlan


def division_name(plan: DivisionPlan | None) -> str:
    """Return the name of a division in the reader's language; nothing where an event has but one."""
    if plan is None:
        return ""
    chinese = (get_language() or "").startswith("zh")
    return plan.name if chinese or not plan.name_en else plan.name_en
