"""Who enters, and how many of a unit: two sections of the regulations."""

import re
from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.forms.events import Fact, SectionForm, digits
from tournaments.phrases.quotas import KINDS, NEEDED, PARTNERS, QUOTAS, ROUNDINGS, entry_words, quota_words
from tournaments.quotas import MembersQuota, PercentageQuota, TableQuota
from tournaments.regulations import Regulations

LINE = re.compile(r"(?P<what>.*?)\s*[:：\s]\s*(?P<pairs>\d+)\s*")
LARGER = frozenset({"*", ">", "其他", "其余", "以上", "larger", "more"})


def choices(words: Any) -> list[tuple[str, Any]]:
    return list(words.items())


class EntryForm(SectionForm):
    code, title, icon = "entry", _("Who enters"), "users"
    names = ("kind", "least", "most", "line_up", "substitutes", "leader", "coach", "partners")
    places = {f"registration.entry.{name}": name for name in names} | {"registration.entry": "kind"}
    to_know = _(
        "The registration page takes pairs of two players. Other kinds of entry stand in the regulations, on the page "
        "of the rules and in print; their further members and partners by lot are not entered there."
    )

    kind = forms.ChoiceField(label=_("An entry is"), choices=choices(KINDS), widget=forms.RadioSelect)
    least = forms.IntegerField(
        label=_("Players at least"), widget=digits(), help_text=_("2 for pairs, 1 for single players.")
    )
    most = forms.IntegerField(label=_("Players at most"), widget=digits())
    line_up = forms.IntegerField(
        label=_("Players who sit down in a match"), widget=digits(), help_text=_("2 at one table, 4 at two tables.")
    )
    substitutes = forms.IntegerField(label=_("Substitutes besides them at most"), widget=digits())
    leader = forms.ChoiceField(label=_("Leader"), choices=choices(NEEDED))
    coach = forms.ChoiceField(label=_("Coach"), choices=choices(NEEDED))
    partners = forms.ChoiceField(label=_("Partners"), choices=choices(PARTNERS))

    def read(self, current: Regulations) -> dict[str, Any]:
        return current.registration.entry.model_dump()

    def change(self, document: dict[str, Any], cleaned: dict[str, Any]) -> None:
        document["registration"]["entry"] = {name: cleaned[name] for name in self.names}

    def facts(self) -> Iterator[Fact]:
        """Yield the kind, and in sentences what is not that of every pair."""
        entry = self.current.registration.entry
        yield Fact(self.fields["kind"].label or "", KINDS[entry.kind])
        words = "\n".join(entry_words(entry))
        if words:
            yield Fact(_("In words"), words)
            yield Fact(_("To know"), self.to_know)


class QuotaForm(SectionForm):
    code, title, icon = "quota", _("Places of a unit"), "building-2"
    to_know = _("What you give a unit by hand in the list of units goes before every rule.")

    rule = forms.ChoiceField(
        label=_("How many pairs a unit may enter"), choices=choices(QUOTAS), widget=forms.RadioSelect
    )
    lines = forms.CharField(
        label=_("Lines of the table, or of the numbers of members"),
        widget=forms.Textarea(attrs={"rows": 6, "translate": "no"}),
        required=False,
        help_text=_(
            "One a line. A table: the unit's name, then its pairs. By members: up to how many members, then the pairs; "
            "the last line begins with * and holds for all larger units."
        ),
    )
    others = forms.IntegerField(
        label=_("Units that the table does not name"), widget=digits(), required=False, help_text=_("Empty: no limit.")
    )
    percent = forms.IntegerField(label=_("Share of the members who may play, percent"), widget=digits(), required=False)
    rounding = forms.ChoiceField(label=_("Rounded"), choices=choices(ROUNDINGS), required=False)
    at_least = forms.IntegerField(label=_("Pairs of every unit at least"), widget=digits(), required=False)
    over_capacity = forms.IntegerField(
        label=_("Share where the first would fill more than the room, percent"), widget=digits(), required=False
    )

    def read(self, current: Regulations) -> dict[str, Any]:
        rule = current.registration.quota
        values: dict[str, Any] = {"rule": rule.rule, "rounding": "even"}
        match rule:
            case TableQuota():
                lines = [f"{row.unit}: {row.pairs}" for row in rule.rows]
                values |= {"lines": "\n".join(lines), "others": rule.others}
            case MembersQuota():
                lines = [f"{'*' if row.members is None else row.members}: {row.pairs}" for row in rule.brackets]
                values |= {"lines": "\n".join(lines)}
            case PercentageQuota():
                values |= rule.model_dump()
        return values

    def clean_lines(self) -> list[tuple[str, int]]:
        """Return what stands before the number of pairs with that number, line by line."""
        found = []
        for number, line in enumerate(str(self.cleaned_data["lines"]).splitlines(), start=1):
            if not line.strip():
                continue
            read = LINE.fullmatch(line.strip())
            if read is None or not read["what"]:
                raise ValidationError(
                    _("Line %(number)s has no name or no number of pairs."), params={"number": number}
                )
            found.append((read["what"], int(read["pairs"])))
        if self.cleaned_data.get("rule") == "members" and any(
            not what.isdecimal() and what not in LARGER for what, _pairs in found
        ):
            raise ValidationError(_("By members each line begins with a number, the last with *."))
        return found

    def change(self, document: dict[str, Any], cleaned: dict[str, Any]) -> None:
        rule, lines = cleaned["rule"], cleaned["lines"]
        quota: dict[str, Any] = {"rule": rule}
        if rule == "table":
            rows = [{"unit": unit, "pairs": pairs} for unit, pairs in lines]
            quota |= {"rows": rows, "others": cleaned["others"]}
        elif rule == "members":
            quota["brackets"] = [
                {"members": int(what) if what.isdecimal() else None, "pairs": pairs} for what, pairs in lines
            ]
        elif rule == "percentage":
            quota |= {name: cleaned[name] for name in ("percent", "rounding", "over_capacity")}
            quota |= {"at_least": cleaned["at_least"] or 0, "rounding": cleaned["rounding"] or "even"}
        document["registration"]["quota"] = quota

    def field_at(self, place: str) -> str | None:
        """Return the field for a place: of tables and brackets their lines, of a share its own."""
        last = place.rpartition(".")[2]
        if place.startswith("registration.quota") and last not in self.fields:
            return "percent" if ".percentage" in place else "lines"
        return super().field_at(last if place.startswith("registration.quota") else place)

    def facts(self) -> Iterator[Fact]:
        quota = self.current.registration.quota
        yield Fact(self.fields["rule"].label or "", QUOTAS[quota.rule])
        words = quota_words(quota)
        if words:
            yield Fact(_("In words"), "\n".join(words))
