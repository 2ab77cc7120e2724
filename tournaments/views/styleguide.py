"""All components in each state on one page, for development."""

import datetime as dt
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

FRAMES = ("components", "event", "manage", "referee", "screen", "screen-list", "account")
LEVELS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SIDES = ({"lot": "A1", "players": ("王伟", "李强")}, {"lot": "B1", "players": ("赵磊", "阿卜杜拉·买买提")})
ROWS: list[dict[str, Any]] = [
    {"rank": 1, "lot": "A1", "names": ("王伟", "李强"), "unit": "第一机械厂", "rounds": (5, 3), "total": 8},
    {
        "rank": 2,
        "lot": "C2",
        "names": ("欧阳娜娜", "张敏"),
        "unit": "大学后勤处",
        "rounds": (4, 2),
        "total": 6,
        "own": True,
    },
    {
        "rank": 2,
        "lot": "B1",
        "names": ("赵磊", "阿卜杜拉·买买提"),
        "unit": "第二人民医院",
        "rounds": (-2, 8),
        "total": 6,
    },
    {
        "rank": 4,
        "lot": "I2",
        "names": ("Christopher Montgomery", "䶮喆"),
        "unit": "外国语学院",
        "rounds": (0, 0),
        "total": 0,
    },
    {
        "rank": 5,
        "lot": "D1",
        "names": ("孙丽", "周杰"),
        "unit": "图书馆",
        "rounds": (-5, -3),
        "total": -8,
        "void": True,
    },
]


class SampleForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name"), help_text=gettext_lazy("As it stands on the identity card."))
    email = forms.EmailField(label=gettext_lazy("E-mail"), required=False)
    unit = forms.ChoiceField(label=gettext_lazy("Unit"), choices=[("1", "第一机械厂"), ("2", "大学后勤处")])
    how = forms.ChoiceField(
        label=gettext_lazy("Confirmation"),
        choices=[("a", gettext_lazy("Both sides on the referee's phone")), ("b", gettext_lazy("Signed on paper"))],
        widget=forms.RadioSelect,
    )
    day = forms.DateField(label=gettext_lazy("Day"), widget=forms.DateInput(attrs={"type": "date"}))
    note = forms.CharField(label=gettext_lazy("Note"), required=False, widget=forms.Textarea(attrs={"rows": 3}))
    agreed = forms.BooleanField(
        label=gettext_lazy("Both players agree to be named publicly"),
        help_text=gettext_lazy("Each can withdraw that at any time."),
    )


@require_safe
def styleguide(request: HttpRequest, frame: str = "components") -> HttpResponse:
    context = frame_context(request, frame) | component_context()
    return render(request, f"styleguide/{frame}.html" if frame in FRAMES else "styleguide/components.html", context)


def frame_context(request: HttpRequest, frame: str) -> dict[str, Any]:
    items = [
        {"url": reverse("styleguide_frame", args=[name]), "label": name, "icon": "frame", "current": name == frame}
        for name in FRAMES
    ]
    return {
        "frame": frame,
        "event_name": "第十二届职工拖拉机团体赛",
        "event_url": request.path,
        "event_meta": "职工之家三楼大厅 · 2026-12-05",
        "event_zone": "Asia/Shanghai",
        "nav_items": items,
        "nav_groups": [
            {"label": _("Before"), "items": [{**items[0], "done": True}, {**items[1], "count": 3}]},
            {"label": _("On the day"), "items": items[2:]},
        ],
        "event_public_url": request.path,
        "phone_url": "https://portal.example/s1/me/",
        "back_url": request.path,
        "updated_at": timezone.now(),
    }


def component_context() -> dict[str, Any]:
    now = timezone.now()
    running = {
        "key": "sample-1",
        "phase": "running",
        "starts_at": now - dt.timedelta(minutes=60),
        "reminder_at": now + dt.timedelta(minutes=30),
        "ends_at": now + dt.timedelta(minutes=60),
        "paused_seconds": None,
    }
    last = running | {
        "key": "sample-2",
        "reminder_at": now - dt.timedelta(hours=1),
        "ends_at": now + dt.timedelta(minutes=17),
    }
    over = last | {
        "key": "sample-3",
        "reminder_at": now - dt.timedelta(hours=2),
        "ends_at": now - dt.timedelta(hours=1),
    }
    paused = running | {"key": "sample-4", "phase": "paused", "paused_seconds": 2712}
    bound = SampleForm({"name": "", "email": "not-an-address", "unit": "1"})
    return {
        "rows": ROWS,
        "named": LEVELS,
        "beyond": ("A+1",),
        "sides": SIDES,
        "pad": {"hundreds": (0, 100, 200, 300), "tens": range(0, 100, 10), "ones": (0, 5)},
        "clocks": [running, last, over, paused],
        "clock": running,
        "free_form": SampleForm(),
        "bound_form": bound,
        "page": Paginator(range(90), 10).get_page(2),
        "steps": [
            {"state": "done", "title": _("List frozen"), "text": _("18 pairs of nine units")},
            {"state": "now", "title": _("Draw"), "text": _("Lots for 18 pairs, two rounds at nine tables")},
            {"state": "later", "title": _("Start the first round")},
        ],
        "kinds": ["neutral", "draft", "waiting", "attention", "official"],
    }


urlpatterns = [
    path("", styleguide, name="styleguide"),
    path("<slug:frame>/", styleguide, name="styleguide_frame"),
]
