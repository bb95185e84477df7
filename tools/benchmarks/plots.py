"""The pictures of docs/mathematics.md: `make plots` draws them and prints their figures as tables.

Both are SVG and describe their figures in words as well. All figures are computed anew.
"""

from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from blackjack.analysis.play import BestByCards, Played
from blackjack.analysis.result import analyse
from blackjack.analysis.stock import VALUES, Stock
from blackjack.analysis.table import AnalysisTable
from blackjack.analysis.upcard import Upcard
from blackjack.presets import rules_from

FOLDER = Path(__file__).parents[2] / "docs" / "plots"
DECKS = (1, 2, 3, 4, 5, 6, 7, 8, "infinite")
EUROPEAN = {"hole_card": "not_dealt", "peek": "never"}
CHANGES: Mapping[str, Mapping[str, Any]] = {
    "Dealer stands on soft 17": {"soft_17": "stand"},
    "Early surrender": {"surrender": "early"},
    "Early surrender, not against an ace": {"surrender": "early_vs_non_ace"},
    "No surrender": {"surrender": "none"},
    "Surrender after a split too": {"surrender_after_split": True},
    "Double 9 to 11 only": {"double_on": "9-11"},
    "Double 10 and 11 only": {"double_on": "10-11"},
    "No doubling": {"double_on": "never"},
    "No doubling after a split": {"double_after_split": False},
    "Split once, aces too": {"max_splits": 1, "max_ace_splits": 1},
    "No splitting": {"max_splits": 0, "max_ace_splits": 0},
    "Aces split once": {"max_ace_splits": 1},
    "Split aces not doubled": {"double_split_aces": False},
    "One card on split aces": {"hit_split_aces": False},
    "One card on split aces, split once": {"hit_split_aces": False, "max_ace_splits": 1},
    "Split ten with an ace is a blackjack": {"split_tens_natural": True},
    "Pairs by rank": {"split_by": "rank"},
    "Blackjack pays 2:1": {"blackjack_pays": "2:1"},
    "Blackjack pays 7:5": {"blackjack_pays": "7:5"},
    "Blackjack pays 6:5": {"blackjack_pays": "6:5"},
    "Blackjack pays 1:1": {"blackjack_pays": "1:1"},
    "European, all bets lost": EUROPEAN,
    "European, all but doubles lost": {**EUROPEAN, "dealer_blackjack_takes": "all_but_doubles"},
    "European, original bet lost": {**EUROPEAN, "dealer_blackjack_takes": "original_bet"},
    "Peek on an ace only": {"peek": "ace"},
    "Peek on an ace only, doubles come back": {
        "peek": "ace",
        "dealer_blackjack_takes": "all_but_doubles",
    },
    "Charlie with 5 cards": {"charlie": 5},
    "Charlie with 6 cards": {"charlie": 6},
    "Charlie with 7 cards": {"charlie": 7},
    "21 may be played on": {"auto_stand_21": False},
    "1 deck": {"decks": 1},
    "2 decks": {"decks": 2},
    "4 decks": {"decks": 4},
    "8 decks": {"decks": 8},
    "Infinite decks": {"decks": "infinite"},
}
"""Single changes of the Lígalo rules."""

_NOTHING = 1e-10
_ZERO = 590.0
_INK, _PALE, _LINE, _PAPER = "#1f2933", "#52606d", "#d5dbe1", "#ffffff"
_BLUE, _RUST = "#1f5fa8", "#b3541e"
_STYLE = (
    f"text{{font:14px system-ui,-apple-system,'Segoe UI',sans-serif;fill:{_INK}}}"
    f".title{{font-size:20px;font-weight:600}}.small{{font-size:13px;fill:{_PALE}}}"
    ".mid{text-anchor:middle}.end{text-anchor:end}"
    ".figure{font-variant-numeric:tabular-nums}"
)


class Returned(NamedTuple):
    """RTP in percent, for the play that sees every card and for the chart."""

    by_cards: float
    by_chart: float


def rtp(changes: Mapping[str, Any]) -> float:
    """Return the `rtp` of the house's own game with these changes, in percent; skips the rest of the analysis."""
    rules = rules_from(changes)
    table = AnalysisTable(rules, Stock.from_rules(rules))
    upcards = [Upcard(table, place) for place in range(VALUES)]
    net = sum(one.chance * Played(one, BestByCards(one)).worth.net for one in upcards)
    return 100 * (1 + net)


def rtp_by_decks(decks: int | str) -> Returned:
    """Return both figures of the house's own game with this many decks."""
    found = analyse(rules_from({"decks": decks}))
    return Returned(100 * found.rtp, 100 * found.rtp_total_dependent)


def compute_effects() -> dict[str, float]:
    """Return the effect of each change in percentage points."""
    base = rtp({})
    return {name: rtp(changes) - base for name, changes in CHANGES.items()}


def format_signed(points: float, digits: int = 4) -> str:
    """Format points with their sign; zero has none, and values below the last digit are shown as "below"."""
    if abs(points) < _NOTHING:
        return "0"
    shown = f"{points:+.{digits}f}".replace("-", "\N{MINUS SIGN}")
    return (
        shown if abs(points) >= 0.5 * 10**-digits else f"below {shown[0]}{10**-digits:.{digits}f}"
    )


class Picture:
    """An SVG picture assembled element by element."""

    def __init__(self, size: tuple[int, int], title: str, described: str) -> None:
        """Begin with the background, the title and the description."""
        self.width, self.height = size
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" width="{size[0]}" height="{size[1]}" role="img" aria-labelledby="title desc">',
            f'<title id="title">{escape(title)}</title>',
            f'<desc id="desc">{escape(described)}</desc>',
            f"<style>{_STYLE}</style>",
            f'<rect width="{size[0]}" height="{size[1]}" fill="{_PAPER}"/>',
        ]
        self.text(24, 36, title, "title")

    def text(self, x: float, y: float, said: str, kind: str = "") -> None:
        """Write text at a position; `kind` names CSS classes of the style."""
        name = f' class="{kind}"' if kind else ""
        self._parts.append(f'<text x="{x:.1f}" y="{y:.1f}"{name}>{escape(said)}</text>')

    def line(self, start: tuple[float, float], end: tuple[float, float], colour: str) -> None:
        self._parts.append(
            f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}" stroke="{colour}"/>'
        )

    def bar(self, x: float, y: float, size: tuple[float, float], colour: str) -> None:
        """Draw a bar from its upper left corner."""
        self._parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{size[0]:.1f}" height="{size[1]:.1f}" fill="{colour}"/>'
        )

    def curve(self, points: list[tuple[float, float]], colour: str, dash: str = "") -> None:
        """Draw a line through points, with a dot at each."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self._parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>'
        )
        self._parts += [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{_PAPER if dash else colour}" stroke="{colour}" stroke-width="2"/>'
            for x, y in points
        ]

    def __str__(self) -> str:
        """Return the whole SVG document."""
        return "\n".join([*self._parts, "</svg>", ""])


def draw_decks(found: Mapping[int | str, Returned]) -> str:
    """Draw both returns by number of decks, and the loss by the chart below."""
    said = "; ".join(
        f"{decks} decks: {one.by_cards:.4f} by cards, {one.by_chart:.4f} by the chart"
        for decks, one in found.items()
    )
    title = "Return of the Lígalo rules by number of decks"
    picture = Picture((900, 640), title, f"In percent. {said}.")
    across = [130 + 90 * place for place in range(len(found))]
    _returns(picture, across, list(found.values()))
    _given_up(picture, across, list(found.values()))
    for x, decks in zip(across, found, strict=True):
        picture.text(x, 592, "∞" if decks == "infinite" else str(decks), "mid")
    picture.text(490, 620, "decks", "mid small")
    return str(picture)


def _returns(picture: Picture, across: list[int], found: list[Returned]) -> None:
    lowest, step, steps = 99.6, 0.1, 6

    def height(percent: float) -> float:
        return 410 - (percent - lowest) / (step * steps) * 310

    for tick in range(steps + 1):
        y = height(lowest + step * tick)
        picture.line((90, y), (880, y), _LINE)
        picture.text(82, y + 5, f"{lowest + step * tick:.1f}", "end figure")
    picture.text(24, 66, "return, percent of the original bet", "small")
    by_cards = [(float(x), height(one.by_cards)) for x, one in zip(across, found, strict=True)]
    by_chart = [(float(x), height(one.by_chart)) for x, one in zip(across, found, strict=True)]
    for points, colour, dash in ((by_chart, _RUST, "5 4"), (by_cards, _BLUE, "")):
        # Infinity is not the next step after eight: its dot is not connected.
        picture.curve(points[:-1], colour, dash)
        picture.curve(points[-1:], colour, dash)
    for (x, y), one in zip(by_cards, found, strict=True):
        picture.text(x - 6, y - 14, f"{one.by_cards:.3f}", "figure")
    picture.curve([(520, 122), (560, 122)], _BLUE)
    picture.text(574, 127, "best play that sees every card (rtp)")
    picture.curve([(520, 148), (560, 148)], _RUST, "5 4")
    picture.text(574, 153, "the printed chart (rtp_total_dependent)")


def _given_up(picture: Picture, across: list[int], found: list[Returned]) -> None:
    picture.text(24, 454, "what the chart gives up, percentage points", "small")
    most = max(one.by_cards - one.by_chart for one in found)
    picture.line((90, 570), (880, 570), _PALE)
    for x, one in zip(across, found, strict=True):
        lost = one.by_cards - one.by_chart
        tall = 80 * lost / most
        picture.bar(x - 17, 570 - tall, (34, tall), _RUST)
        picture.text(x, 564 - tall, format_signed(lost).removeprefix("+"), "mid figure")


def draw_effects(found: Mapping[str, float]) -> str:
    """Draw the effect of each change as bars, the best for the player on top."""
    ranked = sorted(found.items(), key=lambda one: -one[1])
    said = "; ".join(f"{name}: {format_signed(points)}" for name, points in ranked)
    title = "What each rule is worth, from the Lígalo rules"
    below = 104 + 24 * len(ranked)
    picture = Picture((900, below + 64), title, f"In percentage points of rtp. {said}.")
    picture.text(24, 62, "change of rtp in percentage points, one rule changed at a time", "small")
    scale = 97.0
    for tick in range(-2, 3):
        x = _ZERO + scale * tick
        picture.line((x, 84), (x, below), _PALE if tick == 0 else _LINE)
        picture.text(x, below + 22, format_signed(tick).split(".")[0], "mid figure")
    for place, (name, points) in enumerate(ranked):
        _worth(picture, 94 + 24 * place, scale * points, (name, format_signed(points)))
    picture.text(_ZERO, below + 48, "percentage points", "mid small")
    return str(picture)


def _worth(picture: Picture, y: float, long: float, said: tuple[str, str]) -> None:
    left, colour = (_ZERO, _BLUE) if long >= 0 else (_ZERO + long, _RUST)
    picture.bar(left, y, (abs(long), 14), colour)
    picture.text(24, y + 12, said[0])
    if long >= 0:
        picture.text(_ZERO + long + 8, y + 12, said[1], "figure")
    else:
        picture.text(left - 8, y + 12, said[1], "end figure")


def decks_rows(found: Mapping[int | str, Returned]) -> Iterator[str]:
    """Yield the rows of the table of returns by decks."""
    yield "| decks | `rtp` | `rtp_total_dependent` | the chart gives up |"
    yield "|--:|--:|--:|--:|"
    for decks, one in found.items():
        lost = one.by_cards - one.by_chart
        yield f"| {decks} | {one.by_cards:.6f} | {one.by_chart:.6f} | {lost:.6f} |"


def effect_rows(found: Mapping[str, float]) -> Iterator[str]:
    """Yield the rows of the table of effects, the best for the player first."""
    yield "| change | fields | points |"
    yield "|---|---|--:|"
    for name, points in sorted(found.items(), key=lambda one: -one[1]):
        fields = ", ".join(f"`{field}={_plain(value)}`" for field, value in CHANGES[name].items())
        yield f"| {name} | {fields} | {format_signed(points, 6)} |"


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def main() -> None:
    """Draw both pictures and print their figures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    returned = {decks: rtp_by_decks(decks) for decks in DECKS}
    (FOLDER / "return-by-decks.svg").write_text(draw_decks(returned), encoding="utf-8")
    print(*decks_rows(returned), "", sep="\n")
    found = compute_effects()
    (FOLDER / "worth-of-each-rule.svg").write_text(draw_effects(found), encoding="utf-8")
    print(*effect_rows(found), sep="\n")


if __name__ == "__main__":
    main()
