"""Names of the faults in their order, with the functions that cause them; these are imported when they run."""

FAULTS = {
    "50 equal requests": "together.equal_requests",
    "50 equal bets (site)": "together.equal_bets_at_the_site",
    "50 clients, one balance": "together.one_balance",
    "retry while the first runs": "again.early_retry",
    "settlement run twice": "again.settlement_twice",
    "deadlock storm": "locks.deadlocks",
    "exchanges both ways": "locks.exchanges",
    "connections cut": "server.cut_connections",
    "connections cut (site)": "server.cut_under_site",
    "kill -9 PostgreSQL": "killed.postgres",
    "kill -9 PostgreSQL (site)": "killed.postgres_under_site",
    "kill -9 web": "killed.web",
    "kill -9 worker": "killed.worker",
    "worker dies before follow-up": "killed.follow_up",
    "players away, worker dies": "absence.absent_players",
    "dealer killed in its transaction": "live.dealer_killed",
    "two dealers, one table": "live.two_dealers",
    "kill -9 web in an exchange": "live.web_in_exchange",
    "kill -9 streams": "live.streams_killed",
    "database restarted in a turn": "live.database_in_turn",
    "clock set back": "server.clock",
    "disk full": "server.disk_full",
}


def folder_name(name: str) -> str:
    """Return the fault's folder name, which `--only` also takes."""
    return FAULTS[name].rpartition(".")[2]
