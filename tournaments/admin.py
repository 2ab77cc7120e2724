"""The administrator's site: accounts can be made and changed here; everything that has an action is read only."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db.models import Model
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments import models

if TYPE_CHECKING:  # Django's classes take no parameter at run time
    AccountBase = UserAdmin[models.User]
    RowsBase = admin.ModelAdmin[Model]
else:
    AccountBase, RowsBase = UserAdmin, admin.ModelAdmin


@admin.register(models.User)
class AccountAdmin(AccountBase):
    """Accounts by e-mail and password. None is deleted: the log names it; it is made inactive instead."""

    ordering = ("email",)
    list_display = ("email", "name", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email", "name")
    readonly_fields = ("last_login", "joined_at")
    filter_horizontal = ()
    fieldsets = (
        (None, {"fields": ("email", "password", "name")}),
        (_("May do"), {"fields": ("is_active", "is_staff", "is_superuser")}),
        (_("Times"), {"fields": ("last_login", "joined_at")}),
    )
    add_fieldsets = ((None, {"classes": ("wide",), "fields": ("email", "name", "password1", "password2")}),)

    def has_delete_permission(self, request: HttpRequest, obj: models.User | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: models.User, form: "ModelForm[models.User]", change: bool) -> None:  # noqa: FBT001 Django's signature
        obj.email = obj.email.lower()
        super().save_model(request, obj, form, change)


class ReadOnlyAdmin(RowsBase):
    """Rows to look at: they are changed by the actions of the site alone, which permit, check and record."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(models.Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    list_display = ("slug", "state", "created_at")
    list_filter = ("state",)
    search_fields = ("slug",)


@admin.register(models.Membership)
class MembershipAdmin(ReadOnlyAdmin):
    list_display = ("tournament_id", "role", "name", "email", "removed_at")
    list_filter = ("role",)


@admin.register(models.AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    list_display = ("tournament_id", "sequence", "at", "role", "action", "subject", "subject_id")
    list_filter = ("action",)


@admin.register(models.Notice)
class NoticeAdmin(ReadOnlyAdmin):
    """Messages without their text, which may hold a personal link."""

    list_display = ("kind", "state", "recipient", "due_at", "done_at", "attempts", "error")
    list_filter = ("kind", "state")
    exclude = ("body",)


admin.site.unregister(Group)
