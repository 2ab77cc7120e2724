"""Which of two names a reader gets: organizers write names in Chinese, and in English as well where they like."""

from django.utils.translation import get_language


def in_chinese() -> bool:
    return (get_language() or "").startswith("zh")


def name_for_reader(name: str, english: str) -> str:
    """Return the English name for who reads no Chinese, where there is one."""
    return name if in_chinese() or not english else english
