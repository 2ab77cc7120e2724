"""How values look on pages: signs, times in the event's zone, QR codes, icons of a state."""

import datetime as dt
from zoneinfo import ZoneInfo

import segno
from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext

from tournaments.phrases.draws import Note, note_words
from tournaments.phrases.languages import in_chinese

register = template.Library()

Zone = dt.tzinfo | str | None

KIND_ICONS = {
    "official": "badge-check",
    "done": "check",
    "waiting": "hourglass",
    "attention": "triangle-alert",
    "error": "circle-alert",
    "draft": "pencil",
    "info": "info",
    "neutral": "circle",
}


@register.filter
def signed(value: float | None) -> SafeString:
    """Show a difference with its sign, with the real minus sign: +3, −3, 0; nothing where there is none."""
    if value is None:
        return SafeString("")
    kind = "plus" if value > 0 else "minus" if value < 0 else "even"
    return format_html('<span class="signed signed--{}" translate="no">{}</span>', kind, plain_signed(value))


@register.filter
def plain_signed(value: float | None) -> str:
    """Like `signed`, as text alone, for attributes and sentences."""
    if value is None:
        return ""
    return f"{value:+}".removesuffix(".0").replace("-", "−") if value else "0"


@register.filter
def level_label(value: str) -> SafeString:
    return format_html('<span class="level" translate="no">{}</span>', value)


@register.filter
def draw_note(note: Note) -> str:
    """Say why a pair or a bye of a draw is flagged."""
    return note_words(note)


@register.filter
def local_time(value: dt.datetime | None, zone: Zone = None) -> str:
    """Hours and minutes in the given zone, else in the zone of the page."""
    return "" if value is None else _shown(value, zone, "H:i")


@register.filter
def local_date(value: dt.datetime | dt.date | None, zone: Zone = None) -> str:
    if value is None:
        return ""
    return _shown(value, zone, pgettext("date format", "j M Y"))


@register.filter
def local_datetime(value: dt.datetime | None, zone: Zone = None) -> str:
    return "" if value is None else _shown(value, zone, pgettext("date format", "j M Y, H:i"))


@register.filter
def iso(value: dt.datetime | None) -> str:
    """A moment for scripts, in UTC with milliseconds; empty where there is none."""
    return "" if value is None else value.astimezone(dt.UTC).isoformat(timespec="milliseconds")


@register.filter
def minutes(seconds: float | None) -> str:
    """Seconds as m:ss, for a clock without script."""
    if seconds is None:
        return ""
    whole = abs(int(seconds))
    return f"{'−' if seconds < 0 else ''}{whole // 60}:{whole % 60:02d}"


@register.simple_tag
def qr_svg(url: str) -> SafeString:
    """An address as a QR code in SVG: dark on white in every theme, with its quiet zone."""
    code = segno.make(url, micro=False, error="m").svg_inline(
        svgclass="qr__code", lineclass=None, omitsize=True, border=3, dark="#000", light="#fff"
    )
    label = format_html(' role="img" aria-label="{}"', gettext("QR code for %(url)s") % {"url": url})
    return mark_safe(code.replace("<svg", f"<svg{label}", 1))


@register.simple_tag
def html_lang() -> str:
    """The page's language as `lang` wants it: zh-Hans, en."""
    return "zh-Hans" if in_chinese() else "en"


@register.simple_tag
def kind_icon(kind: str, icon: str = "") -> str:
    return icon or KIND_ICONS.get(kind, "info")


def _shown(value: dt.datetime | dt.date, zone: Zone, pattern: str) -> str:
    if isinstance(value, dt.datetime):
        value = timezone.localtime(value, ZoneInfo(zone) if isinstance(zone, str) and zone else zone or None)
    return date_format(value, pattern)
