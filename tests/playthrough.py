"""One game of each kind, written out in full: what lies where, what is legal, why not, who has won.

``python -m tests.playthrough`` writes the files in tests/playthroughs; a test compares. Any change of behaviour shows up
there, to be read in review.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from rules.game import Game
from rules.games import GAMES
from rules.record import Record
from rules.referee import Referee
from rules.setup import write_cards
from tests.rules.any_game import near, read

FOLDER = Path(__file__).parent / "playthroughs"

HEADERS = {
    "svoi-kozyri": {"Pack": "24", "Trumps": "Ann=S, Ben=H, Cid=D", "Seed": "7", "Option:take": "forced"},
    "cuckoo": {"Dealer": "Ann", "Lives": "Ann=1, Ben=3, Cid=2, Dan=0, Eve=1", "Seed": "20"},
    "courtesan": {"Queens": "Ann=H, Ben=S, Cid=D", "Seed": "3", "Option:last_taxis": "on"},
    "ceraria": {"Pack": "32", "Seed": "5"},
    "crusaders": {
        "Option:characters": "random",
        "Characters": "Ann=Marshal, Ben=Archmage, Cid=Herald",
        "Pack": "54",
        "Seed": "4",
    },
}
PLAYERS = {"cuckoo": ("Ann", "Ben", "Cid", "Dan", "Eve")}


def playthrough(game: Game[Any]) -> str:
    """The text for one game."""
    record = Record.new(game.id, PLAYERS.get(game.id, ("Ann", "Ben", "Cid")), HEADERS.get(game.id, {"Seed": "1"}))
    return "\n".join(_lines(game, Referee(record), Random(1))) + "\n"


def _lines(game: Game[Any], referee: Referee, random: Random) -> Iterator[str]:
    yield referee.text()
    while referee.to_move is not None and len(referee.rulings) < 120:
        position = referee.position
        for heap in game.heaps(position):
            owner = "" if heap.owner is None else f"{referee.players[heap.owner]}'s "
            yield f"  {owner}{heap.kind}: {write_cards(heap.cards) or '-'}" + (f" ({heap.note})" if heap.note else "")
        legal = referee.legal()
        yield f"  legal: {' | '.join(legal or [])}"
        moves = game.legal_moves(position) or []
        texts = [game.write_move(random.choice(moves))]
        wrong = [
            text
            for text in near(game, position, texts, random)
            if (m := read(game, position, text)) is not None and game.judge(position, m)
        ]
        for text in random.sample(wrong, min(2, len(wrong))):
            ruling = referee.judge(referee.to_move, text)
            yield f"  not {ruling.move}: {', '.join(ruling.rules)}. {ruling.why} Instead: {ruling.remedy}"
        move = game.rollout(position, moves, random)
        ruling = referee.play(referee.to_move, game.write_move(move))
        yield f"{ruling.n}. {ruling.player}: {ruling.move}"
    for heap in game.heaps(referee.position):
        owner = "" if heap.owner is None else f"{referee.players[heap.owner]}'s "
        yield f"  {owner}{heap.kind}: {write_cards(heap.cards) or '-'}"
    yield f"outcome: {referee.outcome}; score: {', '.join(f'{name} {points}' for name, points in referee.points.items())}"
    yield game.why_ended(referee.position)
    if referee.outcome is not None:
        yield f"next deal: {game.next_deal(referee.position, referee.setup)}: {game.why_next(referee.position, referee.setup)}"


def main() -> int:
    """Writes the files anew."""
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES.values():
        (FOLDER / f"{game.id}.txt").write_text(playthrough(game), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
