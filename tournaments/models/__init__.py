from tournaments.models.accounts import AccessLink, LinkScope, Membership, Role, TableAssignment, User
from tournaments.models.audit import AuditEntry, AuditNote
from tournaments.models.clock import Clock, ClockEvent, MatchFact, MatchFactKind
from tournaments.models.deals import Deal, DealMark
from tournaments.models.draws import Draw, SeedSource
from tournaments.models.entries import Contact, Entry, EntrySource, Member, MemberRole, Person, Team
from tournaments.models.publishing import AwardDraw, Notice, NoticeKind, Paper, PaperKind, Publication, PublicationKind
from tournaments.models.rehearsals import RehearsalRun, RunUntil
from tournaments.models.results import (
    Confirmation,
    ConfirmationHow,
    DecidedBy,
    ResultSheet,
    SheetOutcome,
    SheetSource,
)
from tournaments.models.rounds import Match, MatchSide, Round, SideSource
from tournaments.models.rulings import EffectUnit, Ruling
from tournaments.models.stages import Group, RulesetCopy, Stage, StageEntry
from tournaments.models.tournaments import Division, RegulationsVersion, Tournament, Unit

__all__ = [
    "AccessLink",
    "AuditEntry",
    "AuditNote",
    "AwardDraw",
    "Clock",
    "ClockEvent",
    "Confirmation",
    "ConfirmationHow",
    "Contact",
    "Deal",
    "DealMark",
    "DecidedBy",
    "Division",
    "Draw",
    "EffectUnit",
    "Entry",
    "EntrySource",
    "Group",
    "LinkScope",
    "Match",
    "MatchFact",
    "MatchFactKind",
    "MatchSide",
    "Member",
    "MemberRole",
    "Membership",
    "Notice",
    "NoticeKind",
    "Paper",
    "PaperKind",
    "Person",
    "Publication",
    "PublicationKind",
    "RegulationsVersion",
    "RehearsalRun",
    "ResultSheet",
    "Role",
    "Round",
    "RulesetCopy",
    "Ruling",
    "RunUntil",
    "SeedSource",
    "SheetOutcome",
    "SheetSource",
    "SideSource",
    "Stage",
    "StageEntry",
    "TableAssignment",
    "Team",
    "Tournament",
    "Unit",
    "User",
]
