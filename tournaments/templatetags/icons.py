"""The tag `lucide` of django-lucide with a memory: a page has a dozen icons, each copied and written out anew."""

from functools import lru_cache

from django import template
from django.utils.safestring import SafeString
from lucide.templatetags import lucide as icons

register = template.Library()


@register.simple_tag
def lucide(name: str, *, size: int | None = 24, **attributes: object) -> SafeString:
    return _drawn(name, size, tuple((key, str(value)) for key, value in attributes.items()))


@lru_cache(maxsize=512)
def _drawn(name: str, size: int | None, attributes: tuple[tuple[str, str], ...]) -> SafeString:
    return SafeString(icons.lucide(name, size=size, **dict(attributes)))
