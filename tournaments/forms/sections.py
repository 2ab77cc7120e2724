"""The sections of an event's regulations in the order in which its settings show them."""

from collections.abc import Mapping

from tournaments.forms.areas import AreasForm
from tournaments.forms.awards import AwardsForm
from tournaments.forms.divisions import DivisionsForm
from tournaments.forms.entry_rules import EntryForm, QuotaForm
from tournaments.forms.events import IdentityForm, PlayForm, RegistrationForm, ScoringForm, SectionForm

SECTIONS: Mapping[str, type[SectionForm]] = {
    form.code: form
    for form in (
        IdentityForm,
        RegistrationForm,
        EntryForm,
        QuotaForm,
        DivisionsForm,
        PlayForm,
        AreasForm,
        ScoringForm,
        AwardsForm,
    )
}
