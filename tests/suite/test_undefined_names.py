"""Undefined names in the project's templates fail the test."""

import pytest
from django.template import Context, Engine, Origin, Template

from tests.fixtures.undefined_names import UndefinedName
from tools.launch.layout import ROOT

OURS = ROOT / "templates" / "casino" / "some.txt"
NAMES: dict[str, object] = {"person": {"name": "Ana"}, "none": [], "nobody": None}


def render(source: str, path: object = OURS) -> str:
    origin = Origin(str(path), "some.txt")
    return Template(source, origin, "some.txt", Engine.get_default()).render(Context(NAMES))


@pytest.mark.parametrize(
    "source",
    [
        "{{ persn }}",
        "{{ person.nme }}",
        "{{ nobody.name }}",
        "{{ persn|upper }}",
        "{% for one in persns %}{% endfor %}",
        "{% regroup persns by name as groups %}",
        "{% with who=persn %}{% endwith %}",
        '{% include "_brand.html" with who=persn %}',
        "{% if person %}{{ persn }}{% endif %}",
        "{% load i18n %}{% blocktranslate %}Hello {{ persn }}{% endblocktranslate %}",
        "{% load i18n %}{% blocktranslate with who=persn %}Hello {{ who }}{% endblocktranslate %}",
        "{% load i18n %}{% blocktranslate count n=1 %}{{ n }}{% plural %}{{ m }}{% endblocktranslate %}",
    ],
)
def test_an_undefined_name_is_an_error(source: str) -> None:
    with pytest.raises(UndefinedName, match=r"some\.txt"):
        render(source)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{{ person.name|upper }}", "ANA"),
        ("{% for one in none %}{% empty %}empty{% endfor %}", "empty"),
        ("{% if persn.name %}yes{% else %}no{% endif %}", "no"),
        ('{{ persn|default:"no" }}', "no"),
        ('{{ persn|default_if_none:"no" }}', ""),
        ('{% firstof persn "no" %}', "no"),
        ("{{ nobody }}", "None"),
        (
            "{% load i18n %}{% blocktranslate count n=2 %}{{ n }}{% plural %}{{ n }}s{% endblocktranslate %}",
            "2s",
        ),
    ],
)
def test_a_name_that_is_there_or_may_lack_is_none(source: str, text: str) -> None:
    assert render(source) == text


def test_templates_of_other_packages_may_ask_for_anything() -> None:
    assert render("{{ persn }}", "/elsewhere/some.txt") == ""
