"""Template filters that are available everywhere."""

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.safestring import mark_safe


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("R-7K4QX-2M9TB", '<span class="unbroken">R-7K4QX-2M9TB</span>'),
        ("Deposit D-000003: done", 'Deposit <span class="unbroken">D-000003</span>: done'),
        ("A <b> W-1234567", 'A &lt;b&gt; <span class="unbroken">W-1234567</span>'),
        (mark_safe("<b>V-000001</b>"), '<b><span class="unbroken">V-000001</span></b>'),
        ("10-000003 and USR-000003", "10-000003 and USR-000003"),
        (7, "7"),
    ],
)
def test_a_number_is_kept_together_and_the_rest_is_escaped(text: object, shown: str) -> None:
    assert Template("{{ text|unbroken }}").render(Context({"text": text})) == shown


def test_a_number_within_a_sentence_to_translate_is_kept_together() -> None:
    sentence = (
        "{% load i18n %}{% blocktranslate with n=n|unbroken %}Round {{ n }}{% endblocktranslate %}"
    )
    with translation.override("en"):
        shown = Template(sentence).render(Context({"n": "R-7K4QX-2M9TB"}))
    assert shown == 'Round <span class="unbroken">R-7K4QX-2M9TB</span>'


@pytest.mark.parametrize(("language", "shown"), [("en", "99.67%"), ("es", "99.67\xa0%")])
def test_percent_signs_follow_the_language(language: str, shown: str) -> None:
    with translation.override(language):
        assert Template("{{ share|with_percent }}").render(Context({"share": "99.67"})) == shown
