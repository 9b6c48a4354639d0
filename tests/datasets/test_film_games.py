"""Films of all five games: what is played is what is shown, illegal moves and fouls are put right, and perfect eyes read it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.film_camera import film_camera
from datasets.film_games import MOVES, film_game
from datasets.film_script import LEVELS, Lying, Moment, Script, write_script
from datasets.film_stage import Camera
from datasets.film_story import Story, story
from rules.cards import Card, parse_card
from rules.games import GAMES
from rules.record import RecordError, parse
from rules.referee import Referee
from tests.perfect_eyes import Eyes, watch

SIZE = (1280, 720)
ALL = list(GAMES)


def staged(text: str, seed: int = 0, level: str = "normal") -> tuple[Story, Camera, Script]:
    rng = np.random.default_rng(seed)
    camera = film_camera(SIZE, rng, level)  # type: ignore[arg-type]
    told = story(text)
    return told, camera, write_script(told, camera, rng, level)


def rests(script: Script) -> Iterator[tuple[float, Moment]]:
    """Every stretch without a hand: when it begins, and what lies there."""
    now = 0.0
    for before, clip in zip((None, *script.clips), script.clips, strict=False):
        if clip.moving is None and (before is None or before.moving is not None):
            yield now, script.at(now)
        now += clip.seconds


def up(moment: Moment, place: str) -> list[Card]:
    """The cards that lie face up in a place, lowest first."""
    return [c.card for c in moment.lying if c.place == place and c.card is not None]


@pytest.mark.parametrize("game", ALL)
def test_a_game_to_film_is_the_same_for_a_seed_and_the_referee_finds_the_marks_it_carries(game: str) -> None:
    one, same, other = film_game(game, 1), film_game(game, 1), film_game(game, 2)
    assert one == same != other
    for text in (one, other):
        referee = Referee(parse(text))
        assert referee.text() == text
        assert MOVES[0] <= len(referee.rulings) <= MOVES[1]


@pytest.mark.parametrize("game", ALL)
def test_many_films_hold_illegal_moves_and_some_hold_fouls_or_shown_hands(game: str) -> None:
    texts = [film_game(game, seed) for seed in range(12)]
    illegal = sum("; illegal" in text for text in texts)
    assert illegal >= 4
    if game != "cuckoo":  # there no hand can do anything wrong that would be seen
        assert sum("; foul" in text for text in texts) >= 2


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", ALL)
def test_at_the_end_the_table_shows_what_the_referee_says(game: str, level: str) -> None:
    for seed in (3, 4):
        text = film_game(game, seed)
        referee = Referee(parse(text))
        told, _camera, script = staged(text, seed, level)
        end = script.at(script.seconds)
        assert end.hand is None
        for place, ought in referee.game.lying(referee.position).items():
            shown = up(end, place)
            assert set(ought.cards) <= set(shown)
            assert all(ought.may >> card & 1 for card in shown if card not in ought.cards)
        assert all(card.place in {place.name for place in told.places} for card in end.lying)


@settings(max_examples=12, deadline=None)
@given(game=st.sampled_from(ALL), seed=st.integers(0, 200), level=st.sampled_from(sorted(LEVELS)))
def test_a_card_is_in_one_place_and_lies_in_its_own_place(game: str, seed: int, level: str) -> None:
    told, camera, script = staged(film_game(game, seed), seed, level)
    boxes = {place.name: place.box for place in told.places}
    for number in range(int(script.seconds * 3)):
        moment = script.at(number / 3)
        there = [c.card for c in (*moment.lying, *moment.carried) if c.card is not None]
        assert len(there) == len(set(there)), f"at {number / 3:.1f} s"
    for time, moment in rests(script):
        for card in moment.lying:
            (x, y), (x0, y0, x1, y1) = middle(card, camera), boxes[card.place]
            assert x0 - 0.01 < x < x1 + 0.01 and y0 - 0.01 < y < y1 + 0.01, f"{card} at {time:.1f} s"


def middle(card: Lying, camera: Camera) -> tuple[float, float]:
    """Of a card, in fractions of the picture."""
    x, y = camera.project(np.array([(card.pose.x, card.pose.y, 0.0)]))[0] / SIZE
    return float(x), float(y)


@pytest.mark.parametrize("game", ALL)
def test_a_card_just_laid_can_be_read(game: str) -> None:
    for seed in (5, 6):
        told, camera, script = staged(film_game(game, seed), seed)
        eyes = Eyes(script, camera, told.places)
        before: set[int] = set()
        for time, moment in rests(script):
            eyes.look(time)
            view = eyes.look(time + 0.01)
            seen = {c.card: c.hidden for cards in view.places.values() for c in cards if c.card is not None}
            laid = {c.card for c in moment.lying if c.card is not None}
            assert not [card for card in laid - before if seen.get(card, True)] or not before, f"at {time:.1f} s"
            before = laid


@pytest.mark.parametrize("level", ["calm", "normal"])
@pytest.mark.parametrize("game", ALL)
def test_perfect_eyes_write_down_what_was_played(game: str, level: str) -> None:
    for seed in range(3):
        assert watch(film_game(game, seed), seed, level).wrong == [], f"seed {seed}"


# ---------------------------------------------------------------- single moves

CERARIA = """[Game "ceraria"]
[Players "Ann, Ben"]
[Leader "Ann"]
[Hand:Ann "8H 8S ??x3"]
[Hand:Ben "9H 9S TC ??x2"]
[Stock "??x15"]
[Discard "??x10"]

"""
CRUSADERS = """[Game "crusaders"]
[Players "Ann, Ben"]
[Leader "Ann"]
[Hand:Ann "7C 7S ??x4"]
[Hand:Ben "8D 9C ??x4"]
[Deck:Ann "??x6"]
[Deck:Ben "??x6"]
[Discard "??x12"]

"""
COURTESAN = """[Game "courtesan"]
[Players "Ann, Ben"]
[Queens "Ann=H, Ben=S"]
[Leader "Ann"]
[Clients:Ann "8H"]
[Clients:Ben "9S KS"]
[Taxis:Ann "6S"]
[Stock "??x12"]

"""
CUCKOO = """[Game "cuckoo"]
[Players "Ann, Ben, Cid"]
[Dealer "Cid"]

"""


def cards(names: str) -> set[Card]:
    return set(map(parse_card, names.split()))


def shown(text: str, place: str = "middle", level: str = "calm") -> list[set[Card]]:
    """What lies face up in a place, rest by rest; without repetitions."""
    _told, _camera, script = staged(text, 1, level)
    found: list[set[Card]] = []
    for _time, moment in rests(script):
        there = set(up(moment, place))
        if not found or found[-1] != there:
            found.append(there)
    return found


def test_an_attack_of_ceraria_is_answered_and_cleared() -> None:
    found = shown(CERARIA + "Ann: 8H 8S\nBen: 9H / 9S\n")
    assert found[-1] == set() and cards("8H 8S 9H 9S") in found


def test_a_beaten_card_left_lying_is_cleared_at_last() -> None:
    found = shown(CERARIA + "Ann: 8H\nBen: 9H ; foul left\n")
    assert found[-2:] == [cards("8H"), set()]


def test_one_attacker_left_lying_after_take_is_taken_too() -> None:
    found = shown(CERARIA + "Ann: 8H 8S\nBen: take ; foul left\n")
    assert found[-3:] == [cards("8H 8S"), cards("8S"), set()]


def test_cards_of_an_illegal_move_go_back() -> None:
    found = shown(CRUSADERS + "Ann: attack 7C 7S\nBen: beat 7S 9C ; illegal CR-7\n")
    assert found[-3:] == [cards("7C 7S"), cards("7C 7S 9C"), cards("7C 7S")]


def test_a_mage_takes_the_place_of_the_card_that_goes_to_the_hand() -> None:
    text = CRUSADERS + "Ann: attack 7C\nBen: replace 7C 8D\n"
    _told, _camera, script = staged(text, 2, "calm")
    moments = [moment for _time, moment in rests(script)]
    before, after = (
        next(c for c in m.lying if c.card == parse_card(name)) for m, name in ((moments[1], "7C"), (moments[-1], "8D"))
    )
    assert up(moments[-1], "middle") == [parse_card("8D")]
    assert abs(before.pose.x - after.pose.x) + abs(before.pose.y - after.pose.y) < 15


def test_the_wrong_attacker_taken_for_a_mage_comes_back_and_the_right_one_goes() -> None:
    text = CRUSADERS + "Ann: attack 7C 7S\nBen: replace 7C 8D ; foul wrong\n"
    found = shown(text)
    assert found[-3:] == [cards("7C 8D"), cards("7C 7S 8D"), cards("7S 8D")] or found[-2:] == [
        cards("7C 8D"),
        cards("7S 8D"),
    ]
    assert ("Ben: replace 7C 8D") in [words for _second, words in staged(text)[2].said]


def test_a_client_laid_as_a_taxi_is_put_right() -> None:
    text = COURTESAN + "Ann: draw 9H ; foul taxi\n"
    assert cards("6S 9H") in shown(text, "Ann taxis")
    assert shown(text, "Ann")[-1] == cards("QH 8H 9H")


def test_a_drawn_card_comes_from_the_stock_and_goes_back_to_it_if_it_was_not_allowed() -> None:
    text = COURTESAN + "Ann: draw 9H TH ; illegal CO-4\nAnn: draw 9H\n"
    _told, _camera, script = staged(text, 1, "calm")
    heights = [next(c.under + 1 for c in moment.lying if c.place == "stock") for _time, moment in rests(script)]
    assert heights[0] == 12 and 10 in heights and heights[-1] == 11
    back = heights.index(10)
    assert 12 in heights[back:]


def test_traded_cards_change_places_face_down_and_a_king_that_blocks_stays_up() -> None:
    text = CUCKOO + "Ann: trade\nBen: give\nBen: trade\nCid: block\nAnn: show 3C\nBen: show 9H\nCid: show KS\n"
    _told, _camera, script = staged(text, 1)
    first, *_others, last = [moment for _time, moment in rests(script)]
    numbers = {c.place: c.number for c in first.lying}
    assert [c.place for c in last.lying if c.number == numbers["Ann"]] == ["Ben"]
    assert {place: up(last, place) for place in ("Ann", "Ben", "Cid")} == {
        "Ann": [parse_card("3C")],
        "Ben": [parse_card("9H")],
        "Cid": [parse_card("KS")],
    }
    told = [words for _second, words in script.said]
    assert told == ["Ann: trade", "Ben: give", "Ben: trade", "Cid: block"]


def test_a_foul_that_nobody_can_film_is_told_with_its_line() -> None:
    with pytest.raises(RecordError, match=r"line 9.*foul three"):
        story(CERARIA + "Ann: 8H ; foul three\n")


def test_what_cannot_be_shown_of_a_hand_is_an_input() -> None:
    text = CUCKOO + "Ann holds 3C\nAnn: stay\n"
    assert staged(text)[2].inputs()[0] | {"t": 0} == {"t": 0, "holds": "Ann", "cards": "3C"}


@pytest.mark.parametrize("game", ALL)
def test_every_game_is_filmed_with_as_many_players_as_find_room(game: str) -> None:
    rules = GAMES[game]
    names = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")
    for number in range(rules.seats[0], min(rules.seats[1], 6) + 1):
        headers = [f'[Game "{game}"]', f'[Players "{", ".join(names[:number])}"]', f'[Pack "{rules.packs[0]}"]']
        suits = ", ".join(f"{name}={suit}" for name, suit in zip(names[:number], "SHDC", strict=False))
        headers += [f'[{name} "{suits}"]' for name in rules.needed]
        told, _camera, script = staged("\n".join(headers) + "\n")
        assert script.seconds > 1 and len(told.places) > number - 1
