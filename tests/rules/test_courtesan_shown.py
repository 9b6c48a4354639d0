"""The Courtesan: where things lie on the table, and what it means when that changes."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.cards import card_name, cards_in, parse_card, suit_of
from rules.games.courtesan.position import PASS, QUEEN, drawn, pairs_of
from rules.record import Record, parse
from rules.referee import Referee
from rules.table import DISCARD, STOCK, Change, Meaning, SeenCard, compare, taxis_of
from tests.rules.any_game import any_record, near, read
from tests.rules.laid import change, meanings
from tests.rules.test_courtesan import GAME, QUEENS, deal, rules

# The places


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_player_has_a_place_for_the_queen_and_one_for_the_taxis(players: int) -> None:
    names = list(QUEENS)[:players]
    places = GAME.layout(names)
    own = [name for player in names for name in (player, taxis_of(player))]
    assert [place.name for place in places] == [STOCK, DISCARD, *own]
    for place in places:
        x0, y0, x1, y1 = place.box
        assert 0 <= x0 < x1 <= 1
        assert 0 <= y0 < y1 <= 1
        for other in places:
            if other is not place:
                a0, b0, a1, b1 = other.box
                assert x1 <= a0 or a1 <= x0 or y1 <= b0 or b1 <= y0
    assert places[2].box[3] == 1  # the first player sits at the bottom edge


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ten_cards_fit_in_a_fan_in_front_of_every_player(players: int) -> None:
    width = 710 if players == 4 else 650  # mm that the picture shows
    for name in list(QUEENS)[:players]:
        x0, y0, x1, y1 = next(place.box for place in GAME.layout(list(QUEENS)[:players]) if place.name == name)
        sides = sorted([(x1 - x0) * width, (y1 - y0) * width * 9 / 16])
        assert sides[0] > 88 + 10
        assert sides[1] > 63 + 9 * 16


# What ought to lie there


def test_queens_clients_and_taxis_lie_open_and_the_discard_says_nothing() -> None:
    referee = deal(Clients_Ann="8H KH", Taxis_Ann="9S", Stock="6D 7D", Discard="??x29")
    ought = GAME.lying(referee.position)
    names = {place: " ".join(map(card_name, lying.cards)) for place, lying in ought.items()}
    assert names == {DISCARD: "", "Ann": "QH 8H KH", "Ann taxis": "9S", "Ben": "QS", "Ben taxis": ""}
    assert not any(lying.pile for lying in ought.values())
    assert not ought[DISCARD].may >> parse_card("6D") & 1  # known to be in the stock
    assert ought[DISCARD].may >> parse_card("AC") & 1  # may be in the discard, for all that is known


# What a change means: draws. Ann (hearts) is on turn, Ben has spades.


def shows(referee: Referee, **places: str) -> tuple[str, ...]:
    """What it means that these places have changed, ``Ann_taxis`` for Ann's taxis; the others are as they ought to be."""
    return tuple(meaning.move for meaning in meant(referee, **places))


def meant(referee: Referee, came: str = "", **places: str) -> tuple[Meaning, ...]:
    """``came``: new cards in the order they came."""
    ought = {place: " ".join(map(card_name, lying.cards)) for place, lying in GAME.lying(referee.position).items()}
    given = {place.replace("_", " "): cards for place, cards in places.items()}
    found = change(referee, **(ought | given))
    tracks = {parse_card(card): n for n, card in enumerate(came.split(), 100)}
    new = {
        place: tuple(replace(seen, track=tracks.get(seen.card or 0, seen.track)) for seen in cards)
        for place, cards in found.new.items()
    }
    return GAME.shown(referee.position, Change(found.seen, new, found.gone)) if found else ()


def some_table(players: int = 2, moves: str = "", **headers: str) -> Referee:
    """Everybody has a client and a taxi of each other player; the rest is in the stock, unknown."""
    laid = {
        "Clients_Ann": "6H AH",
        "Taxis_Ann": "8S 9S",
        "Clients_Ben": "6S AS",
        "Taxis_Ben": "8H 9H",
        **({} if players < 3 else {"Clients_Cid": "6D AD", "Taxis_Cid": "TH TS"}),
    }
    if players > 2:
        laid |= {"Taxis_Ann": "8S 9S 8D", "Taxis_Ben": "8H 9H 9D"}
    used = sum(len(cards.split()) for cards in laid.values())
    return deal(players, moves, **({"Stock": f"??x{36 - players - used}"} | laid | headers))


def test_nothing_changed_is_no_move() -> None:
    assert shows(some_table()) == ()


@pytest.mark.parametrize(
    "places",
    [
        {"Ann": "QH 6H 7H AH"},  # a client on her queen
        {"Ann_taxis": "8S 9S 7H"},  # among the taxis
        {"Ben_taxis": "8H 9H 7H"},  # with the other player
        {"discard": "7H"},
    ],
)
def test_CO_4_a_new_card_is_a_draw_wherever_it_lies(places: dict[str, str]) -> None:
    referee = some_table()
    assert shows(referee, **places) == ("draw 7H",)
    assert rules(referee, "draw 7H") == ()
    assert GAME.mishandled(referee.position, GAME.read_move(referee.position, "draw 7H")) == "CO-4"


def test_CO_4_a_passer_by_that_is_kept_is_drawn() -> None:
    assert shows(some_table(), Ann="QH 6H AH 7C") == ("draw 7C",)


def test_CO_4_an_ace_waits_for_its_card() -> None:
    referee = some_table(Clients_Ann="6H", Stock="??x27")
    waits = meant(referee, Ann="QH 6H AH")[0]
    assert (waits.move, waits.part) == ("draw AH", "CO-4")
    assert "AH" in waits.todo
    assert waits.more
    (kept,) = meant(referee, Ann="QH 6H", Ann_taxis="8S 9S AH")
    assert (kept.part, kept.more) == ("CO-4", False)  # that is wrong already
    assert kept.todo == "the AH belongs to: Ann"
    whole = meant(referee, "AH 7C", Ann="QH 6H AH", discard="7C")[0]
    assert (whole.move, whole.part) == ("draw AH 7C", "")
    assert rules(referee, whole.move) == ()


def test_CO_4_a_queen_waits_for_two_cards() -> None:
    referee = some_table()
    assert [m.part for m in meant(referee, discard="QD")] == ["CO-4"]
    assert "two" in meant(referee, discard="QD")[0].todo
    assert meant(referee, Ann="QH 6H AH QD")[0].todo == "the QD belongs to: discard"
    assert [m.part for m in meant(referee, "QD 7H", discard="QD", Ann="QH 6H AH 7H")] == ["CO-4"]
    (whole,) = meant(referee, "QD 9C 7H", discard="QD 9C", Ann="QH 6H AH 7H")
    assert not whole.part
    assert rules(referee, whole.move) == ()


def test_CO_4_the_cards_of_a_chain_come_in_the_order_of_their_tracks() -> None:
    for came in ("QD 7H 6C", "QD 6C 7H"):
        (whole,) = meant(some_table(), came, Ann="QH 6H AH 7H", discard="QD 6C")
        assert whole.move == f"draw {came}"


def test_CO_4_the_last_card_of_the_stock_brings_none() -> None:
    referee = some_table(Stock="QD", Discard="??x25")
    (whole,) = meant(referee, Ann="QH 6H AH QD")
    assert not whole.part


def test_CO_4_one_card_too_many() -> None:
    referee = some_table()
    for places in ({"Ann": "QH 6H 7H AH TH"}, {"Ann": "QH 6H AH 7H", "Ann_taxis": "8S 9S TS"}):
        (move,) = shows(referee, **places)
        assert rules(referee, move) == ("CO-4",)
    referee.play("Ann", "draw 7C")
    (meaning,) = meant(referee, Ann="QH 6H AH 7H")  # that is where Ann's next card would lie
    assert (meaning.move, meaning.instead) == ("draw 7C 7H", True)
    assert meant(referee, Ben_taxis="8H 9H 7H")[0].move == "draw 7H"


def test_who_laid_a_card_tells_whose_draw_it_is() -> None:
    referee = some_table(moves="draw 7C")

    def laid(by: str, place: str) -> list[tuple[str, bool]]:
        found = change(
            referee, discard="6C", **{"Ben taxis": "8H 9H", "Ann": "QH 6H AH", "Ann taxis": "8S 9S", "Ben": "QS 6S AS"}
        )
        assert place == DISCARD
        new = {place: tuple(replace(seen, by=by) for seen in found.new[place])}
        found = Change(found.seen, new, found.gone)
        return [(meaning.move, meaning.instead) for meaning in GAME.shown(referee.position, found)]

    assert laid("", DISCARD) == laid("Ben", DISCARD) == [("draw 6C", False)]
    assert laid("Ann", DISCARD) == [("draw 7C 6C", True)]


def test_CO_4_a_card_that_is_read_late_was_not_drawn_late() -> None:
    referee = some_table(moves="draw TS")
    found = change(
        referee, discard="QC", **{"Ben taxis": "8H 9H", "Ann": "QH 6H AH", "Ann taxis": "8S 9S TS", "Ben": "QS 6S AS"}
    )
    tracks = {parse_card("QC"): 100, parse_card("TS"): 101}
    seen = {
        place: tuple(replace(card, by="Ann", track=tracks.get(card.card or 0, card.track)) for card in cards)
        for place, cards in found.seen.items()
    }
    new = {DISCARD: seen[DISCARD]}
    (meaning,) = GAME.shown(referee.position, Change(seen, new, {}))
    assert (meaning.move, meaning.instead) == ("draw QC TS", True)


def test_CO_4_which_of_the_cards_in_several_places_came_first_is_read_in_favour_of_the_player() -> None:
    referee = deal(2, Clients_Ann="6H", Stock="??x33")
    places = {"Ann": "QH 6H AH 8H", "Ann_taxis": "TS", "discard": "QC"}
    assert meant(referee, came="AH QC 8H TS", **places)[0] == Meaning("draw AH QC 8H TS", more=True)
    assert meant(referee, came="AH 8H TS QC", **places)[0].move == "draw AH QC 8H TS"  # the QC has a new track


def test_two_quick_draws_are_two_moves() -> None:
    referee = some_table()
    both = {"Ben": "QS 6S AS 7S"}
    assert shows(referee, Ann="QH 6H AH 7H", **both) == ("draw 7H",)
    referee.play("Ann", "draw 7H")
    assert shows(referee, **both) == ("draw 7S",)


def test_CO_4_who_draws_after_using_taxis_makes_no_move() -> None:
    assert shows(some_table(moves="ride 8S>AS"), Ann="QH 6H AH 7H") == ()


def test_a_card_of_the_discard_is_no_new_card() -> None:
    referee = some_table(moves="draw 7C")
    assert shows(referee, Ben="QS 6S AS 7C") == ()
    assert shows(referee, discard="7C") == ()


def test_a_card_that_comes_to_light_below_others_of_the_discard_has_not_been_drawn() -> None:
    referee = some_table(moves="draw 7C")
    assert shows(referee, discard="7C 7S") == ("draw 7S",)
    assert shows(referee, discard="7S 7C") == ()


def test_a_card_of_another_pack_is_no_move() -> None:
    assert shows(some_table(), Ann="QH 6H AH 2H") == ()


def test_CO_2_draws_of_the_start_are_read_as_any_other() -> None:
    referee = deal(3)
    assert shows(referee, Ann="QH 7H") == ("draw 7H",)


# What a change means: taxis


def test_CO_5_a_ride_and_a_crash() -> None:
    referee = some_table()
    assert shows(referee, Ann_taxis="9S", Ben="QS 6S", discard="8S AS") == ("ride 8S>AS",)
    assert shows(referee, Ann_taxis="9S", Ben="QS 6S", discard="AS/8S") == ("ride 8S>AS",)
    assert shows(referee, Ann_taxis="8S", Ben_taxis="8H", discard="9H 9S") == ("crash 9S>9H",)


def test_CO_5_one_of_the_two_may_cover_the_other() -> None:
    referee = some_table()
    assert shows(referee, Ann_taxis="9S", Ben="QS 6S", discard="AS") == ("ride 8S>AS",)
    assert shows(referee, Ann_taxis="9S", Ben="QS 6S", discard="8S") == ("ride 8S>AS",)
    assert shows(referee, Ann_taxis="9S", Ben="QS 6S", discard="AS (8S)") == ("ride 8S>AS",)


def test_CO_5_a_taxi_waits_for_its_target_and_a_target_for_its_taxi() -> None:
    referee = some_table()
    (taxi,) = meant(referee, Ann_taxis="9S", discard="8S")
    assert taxi.part == "CO-5"
    assert "8S" in taxi.todo
    (target,) = meant(referee, Ben="QS 6S", discard="AS")
    assert target.part == "CO-5"
    assert "AS" in target.todo
    (more,) = meant(referee, Ann_taxis="9S", Ben="QS", discard="8S AS 6S")
    assert more.part == "CO-5"


def test_CO_5_a_target_that_went_elsewhere_was_hit_all_the_same() -> None:
    referee = some_table()
    assert shows(referee, Ann_taxis="9S", Ben="QS 6S", Ann="QH 6H AH AS", discard="8S") == ("ride 8S>AS",)
    assert GAME.mishandled(referee.position, GAME.read_move(referee.position, "ride 8S>AS")) == "CO-5"


@pytest.mark.parametrize(
    "places",
    [
        {"Ann_taxis": "9S", "Ann": "QH 6H AH 8S"},  # a taxi laid on the queen
        {"Ann_taxis": "9S", "Ben_taxis": "8H 9H 8S"},
        {"Ann_taxis": "9S"},  # in a hand, perhaps
        {"Ann_taxis": "9S", "Ben": "QS 6S"},
        {"Ben": "QS 6S", "Ben_taxis": "8H 9H AS"},
        {"Ben": "6S AS"},  # a queen out of sight
        {"Ann": "QH AH", "discard": "6H"},  # an own client put away
    ],
)
def test_old_cards_that_do_not_go_to_the_discard_are_no_move(places: dict[str, str]) -> None:
    assert shows(some_table(), **places) == ()


def test_CO_5_illegal_rides_are_seen() -> None:
    two, three = some_table(), some_table(3)
    for referee, move, places in (
        (two, "ride 8S>8H", {"Ann_taxis": "9S", "Ben_taxis": "9H", "discard": "8S 8H"}),
        (two, "ride 6H>AS", {"Ann": "QH AH", "Ben": "QS 6S", "discard": "6H AS"}),
        (two, "ride 8S>QS", {"Ann_taxis": "9S", "Ben": "6S AS", "discard": "8S QS"}),
        (three, "ride 8S>6D", {"Ann_taxis": "9S 8D", "Cid": "QD AD", "discard": "8S 6D"}),
        (three, "ride TS>6S", {"Cid_taxis": "TH", "Ben": "QS AS", "discard": "TS 6S"}),
    ):
        (found,) = shows(referee, **places)
        if move == "ride 8S>8H":
            move = "crash 8S>8H"  # of Ann's suit: that is legal
            assert rules(referee, found) == ()
        else:
            assert "CO-5" in rules(referee, found)
        assert found == move


def test_CO_5_nobody_is_told_to_have_used_the_taxi_of_a_player_out_of_turn() -> None:
    assert meant(some_table(), Ben_taxis="9H", Ann="QH 6H", discard="8H AH") == ()


def test_CO_6_taxis_against_several_rivals() -> None:
    referee = some_table(3)
    places = {"Ann_taxis": "9S", "Ben": "QS AS", "Cid": "QD AD", "discard": "8D 6D 8S 6S"}
    assert shows(referee, **places) == ("ride 8S>6S 8D>6D",)
    referee.play("Ann", "ride 8S>6S")
    places = {"Ann_taxis": "9S", "Cid": "QD AD", "discard": "8D 6D"}
    (meaning,) = meant(referee, **places)
    assert (meaning.move, meaning.instead) == ("ride 8S>6S 8D>6D", True)
    waits = meant(referee, Ann_taxis="9S", discard="8D")[0]
    assert (waits.part, waits.instead) == ("CO-5", True)


def test_CO_6_a_taxi_and_a_target_that_were_another_players_taxis_are_told_by_the_hand() -> None:
    referee = some_table(moves="ride 8S>6S")
    found = change(
        referee, **{"Ann taxis": "", "Ben taxis": "8H", "discard": "9S 9H", "Ben": "QS AS", "Ann": "QH 6H AH"}
    )

    def by(taxi: str, target: str) -> str:
        hands = {parse_card("9H"): taxi, parse_card("9S"): target}
        seen = {
            place: tuple(replace(card, by=hands.get(card.card or 0, "")) for card in cards)
            for place, cards in found.seen.items()
        }
        return GAME.shown(referee.position, Change(seen, found.new, found.gone))[0].move

    assert by("Ben", "Ben") == by("", "") == by("", "Ben") == "crash 9H>9S"
    assert by("Ann", "Ann") == by("Ann", "") == by("", "Ann") == "ride 8S>6S crash 9S>9H"


def test_CO_5_whose_hand_is_not_known_or_who_is_not_on_turn_is_not_accused() -> None:
    referee = some_table(3, moves="ride 8S>6S")  # Ben is on turn: 8H 9H drive to Ann, 9D to Cid
    places = {"Ann taxis": "9S", "Ben taxis": "8H 9H", "discard": "8D 9D", "Ben": "QS AS", "Ann": "QH 6H AH"}
    rest = {"Cid": "QD 6D AD", "Cid taxis": "TH TS"}
    found = change(referee, **(places | rest))

    def by(hand: str) -> list[str]:
        seen = {place: tuple(replace(card, by=hand) for card in cards) for place, cards in found.seen.items()}
        return [meaning.move for meaning in GAME.shown(referee.position, Change(seen, found.new, found.gone))]

    assert by("Ben") == ["crash 9D>8D"]
    assert rules(referee, "crash 9D>8D") == ("CO-5",)
    assert by("") == by("Cid") == []
    assert by("Ann") != by("Ben")


def test_CO_6_two_taxis_at_one_rival() -> None:
    referee = some_table()
    places = {"Ann_taxis": "", "Ben": "QS", "discard": "8S 6S 9S AS"}
    assert shows(referee, **places) == ("ride 8S>6S 9S>AS",)
    assert rules(referee, "ride 8S>6S 9S>AS") == ("CO-6",)
    referee.play("Ann", "ride 8S>6S")
    (meaning,) = meant(referee, Ann_taxis="", Ben="QS", discard="9S AS")
    assert (meaning.move, meaning.instead) == ("ride 8S>6S 9S>AS", True)


def test_taxis_and_a_draw_are_two_moves_the_taxis_first() -> None:
    referee = some_table()
    places = {"Ann_taxis": "9S", "Ben": "QS 6S 7S", "discard": "8S AS"}
    assert shows(referee, **places)[0] == "ride 8S>AS"


def test_CO_4_a_taxi_too_many_and_another_one_put_away_is_a_draw() -> None:
    referee = some_table(Option_max_taxis="3", Taxis_Ann="8S 9S TS", Stock="??x25")
    assert shows(referee, Ann_taxis="9S TS JS", discard="8S")[0] == "draw JS"


def test_while_a_hand_is_in_the_way_nothing_is_read() -> None:
    referee = some_table()
    assert shows(referee, Ann="QH 6H AH 7H") == ("draw 7H",)
    for place in ("Ann", "Ann taxis", DISCARD):
        rest = {"Ann": "QH 6H AH", "Ann taxis": "8S 9S", "Ben": "QS 6S AS 7H", "Ben taxis": "8H 9H", DISCARD: ""}
        del rest[place]
        assert meanings(referee, **rest) == ()
    assert meanings(referee, **{"Ann": "QH 6H AH", "Ann taxis": "9S", DISCARD: "8S"}) == ()  # Ben's are not at rest


# Whole games


def table_after(position: Any, heap: list[int], rng: Random) -> dict[str, tuple[SeenCard, ...]]:
    """What lies face up, the cards of every place in some order, those of the discard as they came."""
    lies = {place: list(lying.cards) for place, lying in GAME.lying(position).items()}
    for cards in lies.values():
        rng.shuffle(cards)
    return {place: tuple(SeenCard(card, track=card + 1) for card in cards) for place, cards in lies.items()} | {
        DISCARD: tuple(SeenCard(card, track=card + 1) for card in heap)
    }


@pytest.mark.parametrize("seed", range(40))
def test_the_first_meaning_is_the_move_that_was_made_legal_or_not(seed: int) -> None:
    rng = Random(seed)
    dealt = Referee(any_record(GAME, rng))
    head = {name: header.value for name, header in parse(dealt.text()).headers.items() if name not in ("Seed", "Game")}
    names = head.pop("Players").split(", ")
    camera = Referee(Record.new("courtesan", names, head))
    heap: list[int] = []
    while dealt.to_move is not None:
        player, position = dealt.to_move, dealt.position
        legal = dealt.legal() or []
        before = table_after(camera.position, heap, rng)
        assert compare(GAME.lying(camera.position), before).new == {}
        for text in [rng.choice(legal), *rng.sample(sorted(near(GAME, position, legal, rng)), 20)]:
            move = read(GAME, position, text)
            if move is None or text == "pass" or not _can_be_done(camera.position, move):
                continue
            text = GAME.write_move(move)
            seen = _done(camera.position, move, before)
            (meaning, *_others) = GAME.shown(camera.position, compare(GAME.lying(camera.position), seen))
            verdict = camera.judge(player, text).verdict
            missing = verdict == "illegal" and "missing" in camera.judge(player, text).why
            if verdict == "illegal" and move < PASS and camera.judge(player, meaning.move).verdict == "legal":
                assert sorted(meaning.move.split()) == sorted(text.split())  # which card came first is not plain
                continue
            assert (meaning.move, bool(meaning.part), meaning.instead) == (text, missing, False)
            quiet = set(rng.sample(sorted(seen), rng.randrange(len(seen))))
            part = compare(GAME.lying(camera.position), {place: seen[place] for place in quiet})
            if part and verdict == "legal":
                for other in GAME.shown(camera.position, part):
                    assert other.part or other.instead or other.move == text or _begins(text, other.move)
        text = rng.choice(legal)
        assert dealt.play(player, text).verdict == camera.play(player, text).verdict == "legal"
        heap += [card for card in cards_in(camera.position.out) if card not in heap]


def _begins(whole: str, part: str) -> bool:
    """Taxis against several rivals may be read one after the other."""
    return ">" in whole and set(part.split()) <= set(whole.split())


def _can_be_done(p: Any, move: int) -> bool:
    """Such cards can be laid and taken: drawn cards are new, taxis and targets lie on the table, the taxis before the player."""
    if move < PASS:
        cards = drawn(move)
        new = p.pack & ~(p.out | p.queens | sum(p.laid))
        if not all(new >> card & 1 for card in cards) or len(set(cards)) < len(cards):
            return False
        return 0 < len(cards) <= len(p.stock)
    pairs = pairs_of(move)
    taxis, targets = [taxi for taxi, *_ in pairs], [target for _, target, _ in pairs]
    mine = p.laid[p.turn] & p.roles[p.turn].foreign
    theirs = [laid | 1 << QUEEN + suit for laid, suit in zip(p.laid, p.suits, strict=True)]
    others = sum(cards for seat, cards in enumerate(theirs) if seat != p.turn)
    if len(set(taxis)) < len(taxis) or len(set(targets)) < len(targets):
        return False
    if not all(mine >> taxi & 1 for taxi in taxis) or not all(others >> target & 1 for target in targets):
        return False
    for taxi, target, crash in pairs:
        owner = next(seat for seat, cards in enumerate(theirs) if cards >> target & 1)
        if crash != bool(p.laid[owner] & p.roles[owner].foreign & 1 << target):
            return False  # that is decided by where the target lies
        if len(pairs) > 1 and p.suits.index(suit_of(taxi)) != owner:
            return False  # which taxi was meant for which card nobody sees
    return True


def _done(p: Any, move: int, before: dict[str, tuple[SeenCard, ...]]) -> dict[str, tuple[SeenCard, ...]]:
    """The table after such a move, each card where it ought to go."""
    if move > PASS:
        gone = [card for taxi, target, _ in pairs_of(move) for card in (taxi, target)]
        left = {place: tuple(seen for seen in cards if seen.card not in gone) for place, cards in before.items()}
        by = p.names[p.turn]
        return left | {DISCARD: (*left[DISCARD], *(SeenCard(card, track=card + 1, by=by) for card in gone))}
    cards, role, name = drawn(move), p.roles[p.turn], p.names[p.turn]
    after = {place: list(there) for place, there in before.items()}
    for n, card in enumerate(cards):
        place = name if role.own >> card & 1 else taxis_of(name) if role.foreign >> card & 1 else DISCARD
        after[place].append(SeenCard(card, track=100 + n, by=name))
    return {place: tuple(there) for place, there in after.items()}
