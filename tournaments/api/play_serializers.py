"""What the API takes and gives of a match that a table keeps deal by deal."""

from typing import Any

from rest_framework import serializers

from tournaments.api.serializers import KeyedForm, KnownFields, ReportOfTable, SideView, TableForm


def _texts() -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField())


def _numbers() -> serializers.ListField:
    return serializers.ListField(child=serializers.IntegerField())


class LastTrick(KnownFields):
    """How the last trick was won. `components`: of the play that won it, each as [width, length]."""

    attackers = serializers.BooleanField()
    trump = serializers.BooleanField(default=False)
    components = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=40), min_length=2, max_length=2
        ),
        max_length=20,
        default=list,
    )
    jack = serializers.ChoiceField(("", "main", "off"), default="")


class DealForm(TableForm):
    """A deal: `dealer` is a seat (its side is the remainder by 2), `points` what the attackers took in tricks."""

    number = serializers.IntegerField(min_value=1, max_value=200)
    dealer = serializers.IntegerField(min_value=0, max_value=3)
    points = serializers.IntegerField(min_value=0, max_value=5000)
    kitty_points = serializers.IntegerField(min_value=0, max_value=5000, default=0)
    last_trick = LastTrick(allow_null=True, default=None)
    corrects = serializers.IntegerField(
        min_value=1, allow_null=True, default=None, help_text="The version that this one corrects, with a reason."
    )
    reason = serializers.CharField(max_length=500, allow_blank=True, default="")
    mark = serializers.ChoiceField(
        ("", "late", "mistake"),
        default="",
        help_text="Of a new deal: finished before the last deals and entered late; played by mistake after them.",
    )
    observed_at = serializers.DateTimeField(
        allow_null=True, default=None, help_text="The phone's time: by it the last deals are counted."
    )
    preview = serializers.BooleanField(default=False, help_text="Count it and store nothing.")


class RemovalForm(TableForm):
    number = serializers.IntegerField(min_value=1, max_value=200)
    reason = serializers.CharField(max_length=500, allow_blank=True)


class RulingForm(TableForm):
    """A ruling against a side; `offence` is a key of the catalogue, or "decision" with `effect` and `note`."""

    side = serializers.IntegerField(min_value=0, max_value=1)
    offence = serializers.CharField(max_length=40)
    cards = serializers.IntegerField(min_value=1, max_value=200, default=1)
    deal = serializers.IntegerField(min_value=1, max_value=200, allow_null=True, default=None)
    claimed = serializers.CharField(max_length=40, allow_blank=True, default="")
    amount = serializers.IntegerField(min_value=0, max_value=5000, allow_null=True, default=None)
    effect = serializers.CharField(max_length=20, allow_blank=True, default="")
    note = serializers.CharField(max_length=500, allow_blank=True, default="")


class ReversalForm(KeyedForm):
    ruling = serializers.IntegerField(min_value=1)
    reason = serializers.CharField(max_length=500, allow_blank=True)


class ArrivalForm(TableForm):
    side = serializers.IntegerField(min_value=0, max_value=1)
    at = serializers.DateTimeField(allow_null=True, default=None, help_text="Now, where it is left out.")


class LatenessForm(TableForm):
    side = serializers.IntegerField(min_value=0, max_value=1)


class PlaySide(SideView):
    words = serializers.CharField()


class Seat(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    side = serializers.IntegerField()
    words = serializers.CharField()
    known = serializers.BooleanField(help_text="The line-up says which player sits there.")


class Multiplier(serializers.Serializer[Any]):
    width = serializers.IntegerField()
    length = serializers.IntegerField()
    multiplier = serializers.IntegerField()
    shape = serializers.CharField()
    words = serializers.CharField()


class RulesOfPlay(serializers.Serializer[Any]):
    unit = serializers.IntegerField()
    card_points = serializers.IntegerField()
    turnover = serializers.IntegerField()
    most_in_kitty = serializers.IntegerField(help_text="The most points that its cards can have.")
    dig_with = serializers.CharField()
    jack_level = serializers.CharField(allow_null=True)
    multipliers = Multiplier(many=True)


class StepView(serializers.Serializer[Any]):
    code = serializers.CharField()
    words = serializers.CharField()
    clause = serializers.CharField()


class PenaltyView(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    words = serializers.CharField()


class VersionView(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    at_words = serializers.CharField()
    by = serializers.CharField()
    sentence = serializers.CharField()
    reason = serializers.CharField()
    removed = serializers.BooleanField()


class DealView(serializers.Serializer[Any]):
    """A deal that counts, with how it was counted; `p` are the attackers' final points."""

    number = serializers.IntegerField()
    version = serializers.IntegerField()
    dealer = serializers.IntegerField()
    dealer_side = serializers.IntegerField()
    points = serializers.IntegerField()
    kitty_points = serializers.IntegerField()
    last_trick = LastTrick(allow_null=True)
    mark = serializers.CharField(help_text='"late", "mistake" or "", as in the form.')
    mark_words = serializers.CharField()
    dealer_words = serializers.CharField()
    p = serializers.IntegerField(allow_null=True)
    multiplier = serializers.IntegerField()
    kitty_gain = serializers.IntegerField()
    held = serializers.BooleanField(allow_null=True)
    void = serializers.BooleanField()
    counted = serializers.BooleanField(help_text="false: by what is stored now the match was over before it.")
    out_of_turn = serializers.BooleanField(help_text="By what is stored now another seat was due.")
    sentence = serializers.CharField()
    row_words = serializers.CharField()
    deltas = _numbers()
    levels_after = _texts()
    next_dealer = serializers.IntegerField(allow_null=True)
    next_dealer_words = serializers.CharField()
    steps = StepView(many=True)
    penalties = PenaltyView(many=True)
    versions = VersionView(many=True)
    removable = serializers.BooleanField()


class Reversed(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    reason = serializers.CharField()
    by = serializers.CharField()
    at_words = serializers.CharField()


class RulingView(serializers.Serializer[Any]):
    """A line of the ledger; the effect is what it was when it was ruled."""

    id = serializers.IntegerField()
    side = serializers.IntegerField()
    offence = serializers.CharField()
    claimed = serializers.CharField()
    words = serializers.CharField()
    effect_words = serializers.CharField()
    clause = serializers.CharField()
    cards = serializers.IntegerField()
    occurrence = serializers.IntegerField()
    deal = serializers.IntegerField(allow_null=True)
    unit = serializers.CharField()
    value = serializers.IntegerField()
    note = serializers.CharField()
    by = serializers.CharField()
    at = serializers.DateTimeField()
    at_words = serializers.CharField()
    waits = serializers.BooleanField(help_text="The deal that it belongs to is not stored: it costs nothing yet.")
    escalation_moved = serializers.BooleanField(help_text="An earlier one that it counted was taken back since.")
    reversed = Reversed(allow_null=True)
    reversible = serializers.BooleanField()


class NextEffect(serializers.Serializer[Any]):
    occurrence = serializers.IntegerField()
    words = serializers.CharField()
    clause = serializers.CharField()
    in_deal = serializers.BooleanField()
    amount = serializers.IntegerField(allow_null=True, help_text="Of points or levels, for one card; null without any.")
    unit = serializers.IntegerField(help_text="What an amount is a multiple of.")


class OffenceView(serializers.Serializer[Any]):
    key = serializers.CharField()
    kind = serializers.CharField()
    moment = serializers.CharField()
    words = serializers.CharField()
    effect_words = serializers.CharField()
    clause = serializers.CharField()
    per = serializers.CharField()
    effect = serializers.CharField()
    discretion = serializers.BooleanField()
    in_deal = serializers.BooleanField()
    claims = serializers.BooleanField(help_text="Send the offence that was claimed, too.")
    next = NextEffect(many=True, help_text="What it would cost side 0 and side 1 now.")


class OwnDecision(serializers.Serializer[Any]):
    effect = serializers.CharField()
    words = serializers.CharField()
    amount = serializers.BooleanField()


class LateStepView(serializers.Serializer[Any]):
    minutes = serializers.IntegerField()
    words = serializers.CharField()
    clause = serializers.CharField()
    scope = serializers.CharField()


class LateBandView(serializers.Serializer[Any]):
    minutes = serializers.IntegerField(allow_null=True)
    words = serializers.CharField()
    clause = serializers.CharField()


class LateSideView(serializers.Serializer[Any]):
    arrived_at = serializers.DateTimeField(allow_null=True)
    arrived_words = serializers.CharField()
    seconds = serializers.IntegerField(allow_null=True)
    step = LateStepView(allow_null=True)
    confirmed = serializers.BooleanField()
    ruling = serializers.IntegerField(allow_null=True)


class LateView(serializers.Serializer[Any]):
    asked = serializers.BooleanField(help_text="The rules have steps for coming late.")
    starts_at = serializers.DateTimeField(allow_null=True)
    server_now = serializers.DateTimeField()
    bands = LateBandView(many=True)
    sides = LateSideView(many=True)


class LastDealsView(serializers.Serializer[Any]):
    total = serializers.IntegerField()
    played = serializers.IntegerField()
    left = serializers.IntegerField()
    words = serializers.CharField()
    clause = serializers.CharField()


class Verdict(serializers.Serializer[Any]):
    verdict = serializers.ChoiceField(("finish", "stop"))
    words = serializers.CharField()
    clause = serializers.CharField()


class StagesView(serializers.Serializer[Any]):
    between = Verdict()
    drawing = Verdict()
    burying = Verdict()
    led = Verdict()


class TimeUpView(serializers.Serializer[Any]):
    reached = serializers.BooleanField()
    asks_stage = serializers.BooleanField()
    stages = StagesView()


class DecisionView(serializers.Serializer[Any]):
    winner = serializers.IntegerField(allow_null=True)
    decided_by = serializers.CharField()
    words = serializers.CharField()
    clause = serializers.CharField()


class ReportedView(serializers.Serializer[Any]):
    levels = serializers.ListField(child=serializers.CharField(allow_null=True))
    version = serializers.IntegerField()
    differs = serializers.BooleanField()
    words = serializers.CharField()


class Play(serializers.Serializer[Any]):
    """A match deal by deal, with everything that its table's page shows or asks."""

    match = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    sitting = serializers.IntegerField(allow_null=True, help_text="The turn at the table, where the round has several.")
    begun = serializers.BooleanField()
    closed = serializers.BooleanField()
    open = serializers.BooleanField(help_text="You may write deals and rulings here now.")
    may_decide = serializers.BooleanField()
    sides = PlaySide(many=True)
    roster = Seat(many=True)
    number = serializers.IntegerField(help_text="Of the next deal.")
    levels = _texts()
    labels = _texts()
    start = serializers.CharField()
    dealer = serializers.IntegerField(allow_null=True, help_text="The seat that is due; null before deal 1.")
    dealer_side = serializers.IntegerField(allow_null=True)
    dealer_words = serializers.CharField()
    last_deals = LastDealsView(allow_null=True)
    scores = _numbers()
    finished = serializers.BooleanField()
    ended_by = serializers.CharField()
    ended_words = serializers.CharField()
    winner = serializers.IntegerField(allow_null=True)
    forfeit = serializers.CharField(help_text="The outcome to hand in where a ruling lost the match, else empty.")
    decision = DecisionView()
    rules = RulesOfPlay()
    deals = DealView(many=True)
    rulings = RulingView(many=True)
    offences = OffenceView(many=True)
    decisions = OwnDecision(many=True)
    late = LateView()
    time_up = TimeUpView()
    reported = ReportedView(allow_null=True)
    report = ReportOfTable()


class StoredDeal(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    version = serializers.IntegerField()
    removed = serializers.BooleanField()
    sentence = serializers.CharField()
    received_at = serializers.DateTimeField(allow_null=True)
    received_time = serializers.CharField(help_text="In the event's zone.")


class DealAnswer(serializers.Serializer[Any]):
    """What is stored. It echoes the key: an answer without it is no receipt; with `preview` nothing is stored."""

    key = serializers.CharField()
    preview = serializers.BooleanField()
    deal = StoredDeal()
    play = Play()


class RulingAnswer(serializers.Serializer[Any]):
    key = serializers.CharField()
    ruling = RulingView()
    play = Play()


class ArrivalView(serializers.Serializer[Any]):
    side = serializers.IntegerField()
    at = serializers.DateTimeField()
    seconds = serializers.IntegerField()


class ArrivalAnswer(serializers.Serializer[Any]):
    key = serializers.CharField()
    arrival = ArrivalView()
    play = Play()
