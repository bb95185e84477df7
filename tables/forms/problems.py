"""Base of forms whose settings a service may refuse one by one."""

from django import forms

from tables.refusals import Misconfigured


class SettingsForm(forms.Form):
    """Form that shows each refused setting at its field."""

    def add_problems(self, refusal: Misconfigured) -> None:
        """Add each problem to its field, or to the form if it has none."""
        for problem in refusal.problems:
            name = self.field_of_setting(problem.field)
            self.add_error(name if name in self.fields else None, str(problem.message))

    def field_of_setting(self, name: str) -> str:
        """Return the name of the field in which a setting is entered."""
        return name
