"""Models of accounts, collected for Django."""

from accounts.models.addresses import AddressVerification, ResidentialAddress
from accounts.models.audit_views import DataSeen, Look
from accounts.models.gate import (
    GateAnswer,
    ListLoad,
    RegisterEntry,
    RegisterListing,
    RegisterNumber,
    RegisterRemoval,
    SanctionsDecision,
    SanctionsEntry,
    SanctionsMatch,
    SanctionsProposal,
    SanctionsVerdict,
)
from accounts.models.identity import Double, DoubleDecision, IdentityNumber, Upload
from accounts.models.inactivity import InactiveSpell
from accounts.models.letters import Letter
from accounts.models.mail import Mail
from accounts.models.networks import NetworkCountry
from accounts.models.notes import Note
from accounts.models.phones import PhoneNumber
from accounts.models.policies import PolicyDecision, PolicyVersion
from accounts.models.recovery import FactorReset, FactorResetDecision, FactorResetEnd
from accounts.models.restrictions import Lifting, LiftingDecision, Restriction
from accounts.models.sign_in import SignInLock
from accounts.models.staff import RightsReview, StaffAccess, StaffChange, StaffChangeDecision
from accounts.models.users import Consent, StateChange, User
from accounts.models.visits import Visit

__all__ = [
    "AddressVerification",
    "Consent",
    "DataSeen",
    "Double",
    "DoubleDecision",
    "FactorReset",
    "FactorResetDecision",
    "FactorResetEnd",
    "GateAnswer",
    "IdentityNumber",
    "InactiveSpell",
    "Letter",
    "Lifting",
    "LiftingDecision",
    "ListLoad",
    "Look",
    "Mail",
    "NetworkCountry",
    "Note",
    "PhoneNumber",
    "PolicyDecision",
    "PolicyVersion",
    "RegisterEntry",
    "RegisterListing",
    "RegisterNumber",
    "RegisterRemoval",
    "ResidentialAddress",
    "Restriction",
    "RightsReview",
    "SanctionsDecision",
    "SanctionsEntry",
    "SanctionsMatch",
    "SanctionsProposal",
    "SanctionsVerdict",
    "SignInLock",
    "StaffAccess",
    "StaffChange",
    "StaffChangeDecision",
    "StateChange",
    "Upload",
    "User",
    "Visit",
]
