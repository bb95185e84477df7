from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.rule_set import RuleSet


def get_rule_set(
    caller: Caller,
    hash_: str,
) -> RuleSet:
    """Get rules.

    The rules with this hash, if a table plays, has played or is announced to play them.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/rule-sets/{hash_}".format(
            hash_=quote(str(hash_), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = RuleSet.from_dict(response.json())

        return response_200
