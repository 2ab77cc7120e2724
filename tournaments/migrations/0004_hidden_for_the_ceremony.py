from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_paper_kinds")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="hidden_from",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ]
