"""Instructions for each kind of alarm. A test checks that all kinds have one."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from internals.texts import LazyText
from journal.models import EventKind

REMEDIES: Final[Mapping[EventKind, LazyText]] = {
    EventKind.DEPOSIT_CHARGED_BACK: _(
        "Open the deposit and ask the provider whether the charge-back is real, then propose its reversal. The player's withdrawals are held until then."
    ),
    EventKind.DEPOSITS_BLOCKED_FOR_REVIEW: _(
        "Open the player's account and look at the refused deposits. Allow deposits again when they are explained."
    ),
    EventKind.DOCUMENT_UNREADABLE: _(
        "Restore the file from the backup of the documents folder. If it is lost, refuse the document and ask the player for it again."
    ),
    EventKind.SEED_MISMATCH: _(
        "Do not reopen the place. Compare the shoe's row with a backup and find out who wrote to the database, then void its rounds if need be."
    ),
    EventKind.SEED_UNREADABLE: _(
        "Put the missing key back into the key file and restart web and workers, then reopen the place. Give the shoe up only if the key is lost for good."
    ),
    EventKind.ROUND_FROZEN: _(
        "Open the round and compare its record with its cards. The program cancels it and returns its stakes; report the difference to the developers."
    ),
    EventKind.ROUND_FAILED: _(
        "Look for the error in the worker's log at this time. The round is tried again; cancel it for a malfunction if it keeps failing."
    ),
    EventKind.SHOE_FAILED: _(
        "Look for the error in the worker's log at this time. Closing is tried again; check the key file if the seed cannot be opened."
    ),
    EventKind.LEDGER_BROKEN: _(
        "Open the ledger's check: it names the rows, and withdrawals of their players stay closed. Find the cause before anything is corrected or accepted."
    ),
    EventKind.REPORTS_BROKEN: _(
        "Do not send reports of these days. Compare the closed day with the ledger, and find out who changed either of them."
    ),
    EventKind.RETURN_UNLIKELY: _(
        "See whether a round was found not to be paid by its rules, and who won or lost most under these rules. Stop the tables that play them if nothing explains it, and check the proofs of their shoes."
    ),
    EventKind.DRAWS_UNLIKELY: _(
        "Stop play where the alarm says. Run the battery of random number tests on this version of the software, compare its files with the accepted ones, and keep the seeds of these shoes for an examiner."
    ),
    EventKind.REPORT_ALTERED: _(
        "Do not send this report. Restore its file from a backup, whose SHA-256 must be that of the event of its day, and find out who changed it."
    ),
    EventKind.REGULATOR_EXPORT_FAILED: _(
        "Read the cause in the event: an export or target of the profile that this installation does not have, or a document that is not as its schema says. Correct the profile or report it to the developers; it is tried again."
    ),
    EventKind.PAYOUT_DIFFERS: _(
        "Stop all tables with these rules. Open the round, compare its cards and payout with the rules and report it to the developers; void or correct the rounds that are affected from this one on."
    ),
    EventKind.LEDGER_FINDING_PROPOSED: _(
        "A second person reads the finding and its reason in the ledger's check, and accepts or refuses it there."
    ),
    EventKind.LEDGER_FINDING_DECIDED: _(
        "Compare the decision with what was found. The finding stays named in every check."
    ),
    EventKind.SEALS_REFILLED: _(
        "Compare the new files with the copy of the seals that is kept elsewhere, and find out why they were lost."
    ),
    EventKind.CALLBACK_MISMATCH: _(
        "Compare the deposit or withdrawal with the provider's own records before anything is credited or paid by hand."
    ),
    EventKind.PROVIDER_DIFFERS: _(
        "Open each payment that the event names, ask the provider about it, and correct it by its normal steps. Then compare a new statement."
    ),
    EventKind.TABLE_RULES_UNUSUAL: _(
        "Read the rules and their return again with the person who approved them. Stop the table if they are not intended."
    ),
    EventKind.TABLE_RULES_UNCOMPUTED: _(
        "See that the worker of the long queue runs, and look for the error in its log. The table opens once the return is computed."
    ),
    EventKind.CONFIGURATION_ALTERED: _(
        "Find out which program or person used this role of the database at this time. If nobody can explain it, change the passwords of the database and put the old values back."
    ),
    EventKind.JOURNAL_BROKEN: _(
        "Keep a copy of the database as it is. Compare the records that are named with a backup and with the copied heads of the chain."
    ),
    EventKind.ROWS_DIFFER: _(
        "Compare the rows that are named with a backup. Somebody who owns the tables changed them: find out who, and correct them through the application."
    ),
    EventKind.JOURNAL_HEADS_REFILLED: _(
        "Compare the new files with the copy of the heads that is kept elsewhere, and find out why they were lost."
    ),
    EventKind.BUILD_DIFFERS: _(
        "If a new version was installed, two people accept it under Builds. Otherwise find out who changed what is named, and install the accepted build again."
    ),
    EventKind.WATCH_FAILED: _(
        "Look under Watched what is missing or beyond its limit, and follow the guide to watching."
    ),
    EventKind.CLOCK_JUMPED: _(
        "See that the machine's clock is synchronised, and compare the times of what happened around the jump."
    ),
    EventKind.CLOCKS_DIFFER: _(
        "Synchronise the clocks of the machines. Limits by time and the order of events depend on them."
    ),
    EventKind.PLATFORM_WAS_DOWN: _(
        "Find out why web, worker or database did not run in this time, and write down what you told players."
    ),
    EventKind.RESTORE_FOUND: _(
        "Follow the guide to a restore: check the ledger and the chain of events, run after_restore on the server, compare the payments, and release the site by two people."
    ),
    EventKind.WORKERS_SILENT: _(
        "Start the worker of this queue, or beat, again and look into its log. Until then the tasks of the queue wait: without beat or the queue celery nobody plays for absent players and nothing is mailed, without the queue long the ledger is not checked."
    ),
    EventKind.PROGRAM_ERROR: _(
        "Look for the error in the log at this time; its place is named here. Report it to the developers: what was being done did not happen."
    ),
    EventKind.PARTITION_MISSING: _(
        "See that the worker runs, and look for the error of the task that creates partitions in its log. Rows of a month without a partition go to the default partition."
    ),
    EventKind.PARTITION_OVERFLOWS: _(
        "Move these rows into a partition of their month, as the guide of operations describes under growth. Play goes on meanwhile."
    ),
    EventKind.ARCHIVE_BROKEN: _(
        "Bring the file back from its copy if one is missing or altered, and run verify_archive. If a month differs from its archive, detach nothing: find out who changed rows, and check the ledger."
    ),
    EventKind.ROUND_WAITS: _(
        "See why the round cannot be played: an error in the log, or a key that is missing. Cancel it for a malfunction if it cannot be repaired."
    ),
    EventKind.ROUND_CANCELLED: _(
        "Read the reason, and look at the same player's and person's other cancelled rounds."
    ),
    EventKind.SEED_READ_OUTSIDE_DEALING: _(
        "Ask who ran the program at the server and why. Close the shoe, look at what its players won since, and look for who has access to the key of the seeds."
    ),
    EventKind.PROOF_FAILED: _(
        "The shoe's cards do not follow from its seed. Stop its table, keep the transcript and report it to the developers."
    ),
    EventKind.ADMINISTRATOR_BY_COMMAND: _(
        "Ask who ran the command at the server and why. If nobody can say, lock the account and look for who has access to the server."
    ),
    EventKind.INVITED_BY_COMMAND: _(
        "Ask who ran the command at the server and who got the link. If nobody can say, lock the account: the link stops working."
    ),
    EventKind.CASE_HOLD_LATE: _(
        "Open the case and decide: propose the release, or write down why the money stays held. The page shows by when it must be paid."
    ),
    EventKind.JUDGEMENTS_LATE: _(
        "Look at the task that judges players: at the worker of its queue, and at errors in the log. Withdrawals requested since cannot be approved before it has run."
    ),
    EventKind.VOID_FAILED: _(
        "Open the case: the line says why. It is tried again; settle it with a correction of two people if it cannot be done."
    ),
    EventKind.LIST_REFUSED: _(
        "Read why at the gate's page and ask the authority for a new list. The list before stays in force until it is too old; then real money is closed."
    ),
    EventKind.LIST_OUT_OF_DATE: _(
        "Find out why no new list came, and load one. Once the list is too old, nobody can deposit or bet real money."
    ),
    EventKind.SANCTIONS_MATCHED: _(
        "Compare the player's document with the list and decide the match. Until then the player can use no real money."
    ),
    EventKind.GATE_UNANSWERED: _(
        "Ask the provider why its answers are missing or invalid. Until it answers, players who need the check can use no real money."
    ),
    EventKind.WEBHOOK_FAILED: _(
        "Read the answers on the page of the endpoint, have the receiver repaired, and switch the endpoint on again. Then send the events of that time again."
    ),
}
