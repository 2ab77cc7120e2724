import json

import pytest
from django.test import Client
from drf_spectacular.validation import validate_schema


@pytest.fixture
def schema(db) -> dict:
    return json.loads(Client().get("/api/schema/?format=json").content)


def test_the_schema_is_valid_openapi(schema):
    validate_schema(schema)

    assert schema["openapi"].startswith("3.")


def test_the_schema_describes_the_submission_with_its_errors(schema):
    post = schema["paths"]["/api/v1/events/{slug}/results/"]["post"]

    assert sorted(post["responses"]) == ["200", "400", "403", "404", "409", "415", "422"]


def test_the_page_of_the_api_has_no_inline_script_or_style(db):
    page = Client().get("/api/docs/")

    text = page.content.decode()
    assert page.status_code == 200
    assert ("<style" in text, "style=" in text, text.count("<script"), text.count("<script src=")) == (
        False, False, 3, 3,
    )  # fmt: skip


def test_the_script_of_that_page_is_served_apart(db):
    text = Client().get("/api/docs/").content.decode()
    address = text.rsplit('<script src="', 1)[1].split('"')[0].replace("&amp;", "&")

    script = Client().get(address)

    assert (script.status_code, script["Content-Type"].split(";")[0]) == (200, "application/javascript")
