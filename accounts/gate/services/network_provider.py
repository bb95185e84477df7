"""Location by the operator's table of networks and countries."""

from accounts.gate.values.facts import GateOutcome
from accounts.gate.values.questions import GateQuestion, GateReply
from accounts.visits.selectors import find_network_country


class NetworkProvider:
    """The country of the network; in doubt without one."""

    name = "network"

    def ask(self, question: GateQuestion) -> GateReply:
        country = find_network_country(question.address or None)
        return GateReply(GateOutcome.PASSED if country else GateOutcome.DOUBT, country)
