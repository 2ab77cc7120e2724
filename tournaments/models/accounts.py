"""Accounts, roles in an event, and links that stand for a role without an account."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email__iexact=username)


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody with an account: e-mail and password. `is_staff` is the site's administrator."""

    email = models.EmailField(max_length=254)
    name = models.CharField(max_length=80, blank=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    joined_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="user_email_once")]

    def get_full_name(self) -> str:
        return self.name or self.email

    def get_short_name(self) -> str:
        return self.name or self.email


class Role(models.TextChoices):
    ORGANIZER = "organizer"
    CHIEF = "chief"
    REFEREE = "referee"
    DESK = "desk"
    AUDITOR = "auditor"


class Membership(models.Model):
    """A role in one event, of an account or of a person who comes by a personal link (user is null)."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, blank=True, related_name="memberships")
    role = models.CharField(max_length=16, choices=Role.choices)
    name = models.CharField(max_length=80, blank=True)
    email = models.EmailField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user", "role"],
                condition=models.Q(user__isnull=False, removed_at__isnull=True),
                name="membership_once",
            )
        ]


class TableAssignment(models.Model):
    """A referee's table, over all rounds; a take-over ends one row and begins another."""

    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="table_assignments")
    table = models.PositiveSmallIntegerField()
    assigned_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["membership", "table"], condition=models.Q(ended_at__isnull=True), name="assignment_once"
            )
        ]


class LinkScope(models.TextChoices):
    REFEREE = "referee"
    LIAISON = "liaison"
    TEAM = "team"
    SCREEN = "screen"


class AccessLink(models.Model):
    """A personal link: the hash of at least 128 random bits, what it is for, from when to when, revoked or not."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="links")
    scope = models.CharField(max_length=16, choices=LinkScope.choices)
    token_hash = models.CharField(max_length=64, unique=True)
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, null=True, blank=True, related_name="links")
    team = models.ForeignKey("tournaments.Team", on_delete=models.CASCADE, null=True, blank=True, related_name="links")
    unit = models.ForeignKey("tournaments.Unit", on_delete=models.CASCADE, null=True, blank=True, related_name="links")
    label = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField()
    valid_from = models.DateTimeField()
    valid_to = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(scope="referee", membership__isnull=False)
                | models.Q(scope="team", team__isnull=False)
                | models.Q(scope="liaison", unit__isnull=False)
                | models.Q(scope="screen"),
                name="link_names_its_bearer",
            )
        ]
