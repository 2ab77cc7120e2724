import re

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import mail
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

ADDRESS = "chief@union.example"
PASSWORD = "eight-of-spades-9"

pytestmark = pytest.mark.django_db


@pytest.fixture
def chief():
    return get_user_model().objects.create_user(email=ADDRESS, password=PASSWORD)


@pytest.mark.parametrize("name", ["login", "password_reset", "password_reset_done", "password_reset_complete"])
@pytest.mark.parametrize(("language", "tag"), [("zh-Hans", "zh-Hans"), ("en", "en")])
def test_account_pages_open_without_an_account_in_both_languages(client: Client, name: str, language: str, tag: str):
    response = client.get(reverse(name), headers={"accept-language": language})

    assert response.status_code == 200
    assert re.findall(r'<html lang="([^"]+)"', response.text) == [tag]


def test_a_wrong_password_is_said_in_words_and_the_address_is_kept(client: Client, chief):
    response = client.post(reverse("login"), {"username": ADDRESS, "password": "wrong"})

    assert response.status_code == 200
    assert response.context["form"]["username"].value() == ADDRESS
    assert len(response.context["form"].non_field_errors()) == 1


def test_signing_out_needs_a_post(client: Client, chief):
    client.force_login(chief)

    statuses = [client.get(reverse("logout")).status_code, client.post(reverse("logout")).status_code]

    assert statuses == [405, 302]


def test_the_reset_link_leads_to_the_public_address_and_sets_the_password(client: Client, chief):
    client.post(reverse("password_reset"), {"email": ADDRESS}, headers={"host": "localhost"})
    links = re.findall(r"https?://\S+", mail.outbox[0].body)

    form = client.get(links[0].removeprefix(settings.PUBLIC_URL), follow=True)
    client.post(
        form.redirect_chain[-1][0], {"new_password1": "nine-of-hearts-10", "new_password2": "nine-of-hearts-10"}
    )
    chief.refresh_from_db()

    assert [link.startswith(f"{settings.PUBLIC_URL}/accounts/reset/") for link in links] == [True]
    assert chief.check_password("nine-of-hearts-10")


def test_a_used_reset_link_offers_a_new_one(client: Client):
    response = client.get(reverse("password_reset_confirm", args=["MQ", "abc-def"]))

    assert response.context["validlink"] is False
    assert f'href="{reverse("password_reset")}"' in response.text


def test_an_unknown_address_gets_no_mail_and_the_same_answer(client: Client, chief):
    known = client.post(reverse("password_reset"), {"email": ADDRESS})
    unknown = client.post(reverse("password_reset"), {"email": "nobody@union.example"})

    assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
    assert len(mail.outbox) == 1


def test_the_server_error_page_speaks_both_languages_and_needs_nothing():
    page = render_to_string("500.html")

    assert re.findall(r'lang="([^"]+)"', page) == ["zh-Hans", "en", "en"]


def sign_in(address: str, password: str, **headers) -> int:
    return Client().post(reverse("login"), {"username": address, "password": password}, **headers).status_code


@pytest.mark.parametrize("spelling", [ADDRESS, ADDRESS.upper(), f" {ADDRESS} "])
def test_guessing_locks_the_account_for_that_address_however_it_is_spelt(chief, spelling):
    guesses = [sign_in(ADDRESS, f"guess-{number}") for number in range(settings.AXES_FAILURE_LIMIT)]

    assert guesses == [200] * (settings.AXES_FAILURE_LIMIT - 1) + [429]
    assert sign_in(spelling, PASSWORD) == 429
    assert sign_in(ADDRESS, PASSWORD, REMOTE_ADDR="10.0.0.9") == 302


def test_a_hall_behind_one_address_is_not_locked_by_the_faults_of_many(chief):
    faults = [sign_in(f"organizer{number}@union.example", "wrong") for number in range(60)]

    assert set(faults) == {200}
    assert sign_in(ADDRESS, PASSWORD) == 302


def test_a_sign_in_forgets_the_faults_before_it(chief):
    for _ in range(2):
        for number in range(settings.AXES_FAILURE_LIMIT - 1):
            sign_in(ADDRESS, f"guess-{number}")

        assert sign_in(ADDRESS, PASSWORD) == 302


def test_without_a_mail_server_no_page_says_that_a_link_is_on_its_way(client: Client, chief, settings):
    settings.MAIL_CONFIGURED = False

    pages = [
        client.get(reverse("password_reset"), headers={"accept-language": "en"}),
        client.post(reverse("password_reset"), {"email": ADDRESS}, headers={"accept-language": "en"}, follow=True),
    ]

    assert ["This server sends no mail" in page.text for page in pages] == [True, True]
    assert ["on its way" in page.text for page in pages] == [False, False]
