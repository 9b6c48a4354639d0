"""The games Kibitz can referee, by id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.game import Game
from rules.games.ceraria.play import Ceraria
from rules.games.courtesan.play import Courtesan
from rules.games.crusaders.play import Crusaders
from rules.games.cuckoo.play import Cuckoo
from rules.games.svoi_kozyri.play import SvoiKozyri

GAMES: Mapping[str, Game[Any]] = {
    game.id: game for game in (SvoiKozyri(), Cuckoo(), Courtesan(), Ceraria(), Crusaders())
}
