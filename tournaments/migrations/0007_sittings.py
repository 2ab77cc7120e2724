from django.db import migrations, models
from django.db.models.deletion import SET_NULL


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_draw_wanted")]

    operations = [
        migrations.AlterModelOptions(name="clock", options={"ordering": ["sitting", "id"]}),
        migrations.AddField(
            model_name="clock",
            name="round",
            field=models.ForeignKey(
                "tournaments.Round", blank=True, null=True, on_delete=SET_NULL, related_name="sitting_clocks"
            ),
        ),
        migrations.AddField(model_name="clock", name="sitting", field=models.PositiveSmallIntegerField(default=1)),
        migrations.AddField(model_name="clock", name="sittings", field=models.PositiveSmallIntegerField(default=1)),
        migrations.AddConstraint(
            model_name="clock",
            constraint=models.UniqueConstraint(
                condition=models.Q(round__isnull=False), fields=("round", "sitting"), name="sitting_once_a_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="clock",
            constraint=models.CheckConstraint(
                condition=models.Q(sitting__lte=models.F("sittings")), name="sitting_of_so_many"
            ),
        ),
    ]
