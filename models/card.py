"""The measured part of the model card: writes it between its two marks, and draws the reliability diagram beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

BEGIN, END = "<!-- measured -->", "<!-- /measured -->"
_SIDE, _EDGE = 240, 34  # of the diagram, pixels


class CardError(ValueError):
    """A model card that the figures cannot be written into."""


def write_measured(card: Path, text: str) -> None:
    """Puts ``text`` between the marks in ``card`` in place of what was there; nothing else changes. Raises CardError."""
    try:
        old = card.read_text(encoding="utf-8")
    except OSError as error:
        raise CardError(f"{card}: cannot be read ({error.strerror})") from None
    before, begin, rest = old.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise CardError(f"{card}: no {BEGIN} with {END} after it; put both where the figures shall stand")
    new = f"{before}{BEGIN}\n{text.strip()}\n{END}{after}"
    part = card.with_name(card.name + ".part")
    part.write_text(new, encoding="utf-8")
    part.replace(card)


def measured_text(command: str, day: str, commit: str, sections: Iterable[tuple[str, Sequence[str]]]) -> str:
    """The measured part as Markdown: when and how, then each (title, lines) as a table in a fixed pitch."""
    parts = [f"Measured {day}, commit {commit}, with `{command}`."]
    for title, lines in sections:
        parts.append(f"**{title}**\n\n```\n" + "\n".join(line.rstrip() for line in lines) + "\n```")
    return "\n\n".join(parts)


def reliability_svg(rows: Sequence[tuple[float, float, int]], error: float) -> str:
    """A reliability diagram: how sure readings were (across) and how many of them were right (up); the larger a dot, the more readings.

    ``rows``: (how sure, share right, how many) of each range of confidence; ``error``: the expected calibration error."""
    most = max((count for _, _, count in rows), default=1)

    def x(value: float) -> float:
        return _EDGE + value * _SIDE

    def y(value: float) -> float:
        return _EDGE + (1 - value) * _SIDE

    dots = [
        f'<circle cx="{x(said):.1f}" cy="{y(true):.1f}" r="{2 + 7 * (count / most) ** 0.5:.1f}" fill="#1f6f8b" fill-opacity="0.75"/>'
        for said, true, count in rows
    ]
    ticks = [
        f'<text x="{x(v):.0f}" y="{y(0) + 15:.0f}" text-anchor="middle">{v:g}</text>'
        f'<text x="{_EDGE - 6}" y="{y(v) + 4:.0f}" text-anchor="end">{v:g}</text>'
        for v in (0, 0.5, 1)
    ]
    whole = _SIDE + 2 * _EDGE
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{whole}" font-family="sans-serif" font-size="11">',
            f'<rect width="{whole}" height="{whole}" fill="#fff"/>',
            f'<rect x="{_EDGE}" y="{_EDGE}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#999"/>',
            f'<line x1="{x(0)}" y1="{y(0)}" x2="{x(1)}" y2="{y(1)}" stroke="#bbb" stroke-dasharray="4 3"/>',
            *ticks,
            *dots,
            f'<text x="{x(0.5):.0f}" y="{y(0) + 28:.0f}" text-anchor="middle">how sure</text>',
            f'<text x="{_EDGE}" y="{_EDGE - 10}">how many were right; calibration error {error:.3f}</text>',
            "</svg>\n",
        ]
    )
