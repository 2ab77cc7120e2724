import pytest
from django.db import DataError, OperationalError
from django.test import RequestFactory

from tournaments.views.errors import server_error


def answer_to(error):
    try:
        raise error
    except type(error):
        return server_error(RequestFactory().get("/"))


def test_a_database_that_is_away_is_told_as_such_so_that_phones_try_again():
    response = answer_to(OperationalError("the connection is closed"))

    assert (response.status_code, response.headers["Retry-After"]) == (503, "5")
    assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("error", [DataError("x"), ValueError("x")])
def test_any_other_fault_is_the_servers_and_not_tried_again(error):
    response = answer_to(error)

    assert (response.status_code, "Retry-After" in response.headers) == (500, False)
