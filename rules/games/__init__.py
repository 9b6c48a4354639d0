"""The games Kibitz can referee, by id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.game import Game
from rules.games.ceraria import Ceraria
from rules.games.courtesan import Courtesan
from rules.games.crusaders import Crusaders
from rules.games.cuckoo import Cuckoo
from rules.games.svoi_kozyri import SvoiKozyri

GAMES: Mapping[str, Game[Any]] = {
    game.id: game for game in (SvoiKozyri(), Cuckoo(), Courtesan(), Ceraria(), Crusaders())
}
