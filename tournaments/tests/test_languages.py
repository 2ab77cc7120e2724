import pytest
from django.utils.translation import override

from tournaments.phrases.languages import name_for_reader


@pytest.mark.parametrize(("language", "expected"), [("zh-hans", "东校区"), ("en", "East campus")])
def test_a_reader_gets_the_name_in_the_own_language(language, expected):
    with override(language):
        name = name_for_reader("东校区", "East campus")

    assert name == expected


def test_who_reads_no_chinese_gets_the_chinese_name_where_there_is_no_other():
    with override("en"):
        name = name_for_reader("东校区", "")

    assert name == "东校区"
