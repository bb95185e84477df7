"""What the house's own people did: inputs of signals that judge no player."""

from dataclasses import dataclass, field

from signals.columns import Columns, Flags, Floats, Ints, Texts


@dataclass(frozen=True, slots=True)
class SeedReads(Columns):
    """Decryptions of shoes' seeds. `dealing` if dealing did it, `open` if cards could still be dealt from the shoe then."""

    at: Floats
    shoe: Ints
    reader: Texts  # who or which program
    dealing: Flags
    open: Flags


@dataclass(frozen=True, slots=True)
class ShoePlayers(Columns):
    """Players who bet on a shoe."""

    shoe: Ints
    player: Texts


@dataclass(frozen=True, slots=True)
class SeedAccess:
    """Reads of seeds, with the players of their shoes."""

    reads: SeedReads = field(default_factory=SeedReads.empty)
    players: ShoePlayers = field(default_factory=ShoePlayers.empty)
