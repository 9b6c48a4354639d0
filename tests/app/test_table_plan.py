"""What was chosen becomes a table: a new game, one that goes on, the next deal of a match, a game from inside a record."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app import house_rules, table_plan
from app.draft import Draft
from app.errors import UserError
from app.opening import open_game
from app.replay import Replay
from app.saved_games import Beside, Correction, SavedGames, beside, keep_beside, parts_of
from app.score_sheet import correct, sheet_of
from app.settings import Settings
from app.state import Seat
from app.table_plan import SetTable, TablePlan, as_name, name_problem
from rules.bots import LEVELS
from rules.games import GAMES
from rules.record import Record, parse
from rules.referee import Referee
from rules.setup import read_cards
from rules.table import SHARED

CHANGES = ("add", "remove", "level", "name", "give", "option", "pack", "preset", "cards", "first")
ONE_AND_BOT = (Seat("Ann"), Seat("Ben", "random"))


def play_out(referee: Referee, moves: int = 2000, seed: int = 1) -> None:
    random = Random(seed)
    for _n in range(moves):
        legal = referee.legal()
        if referee.to_move is None or not legal:
            break
        referee.play(referee.to_move, random.choice(legal))


def saved(table: SetTable) -> Path:
    """What a LiveTable does after every move."""
    assert table.file is not None and table.file.save(table.referee.text()) is None
    return table.file.path


@pytest.mark.parametrize("game", GAMES)
def test_a_draft_nobody_touched_starts_and_every_preset_and_house_rule_does(game: str) -> None:
    draft = Draft(game, Settings())
    assert draft.plan().problem() == "" and [seat.level for seat in draft.seats].count("") == 1
    for preset in house_rules.presets(draft.game):
        draft.take(preset)
        assert draft.preset is not None and draft.plan().problem() == "", preset
    draft.take(house_rules.presets(draft.game)[0])
    for option in draft.game.options:
        for value in option.values:
            draft.set_option(option.name, value)
            assert draft.plan().problem() == ""
            assert house_rules.question(draft.game, option) and house_rules.answer(draft.game, option, value)
            assert house_rules.means(draft.game, option, value), "every house rule is explained"
        draft.set_option(option.name, option.default_for(len(draft.places)))
    assert draft.options == {}


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_whatever_is_chosen_either_starts_or_says_why_in_a_line(game: str, data: st.DataObject) -> None:
    draft = Draft(game, Settings())
    for _n in range(data.draw(st.integers(0, 12))):
        seat = data.draw(st.integers(0, len(draft.places) - 1))
        match data.draw(st.sampled_from(CHANGES)):
            case "add":
                draft.add()
            case "remove":
                draft.remove(seat)
            case "level":
                draft.set_level(seat, data.draw(st.sampled_from(["", *LEVELS])))
            case "name":
                draft.places[seat].name = data.draw(st.sampled_from(["", "Eve", "Ann", "two words", 'x"y', "Ю"]))
            case "give":
                for header, things in draft.to_give().items():
                    draft.give(header, seat, data.draw(st.sampled_from(["", *things])))
            case "option" if draft.game.options:
                option = data.draw(st.sampled_from(draft.game.options))
                draft.set_option(option.name, data.draw(st.sampled_from(option.values)))
            case "pack":
                draft.set_pack(data.draw(st.sampled_from(draft.game.packs)))
            case "preset":
                draft.take(data.draw(st.sampled_from(house_rules.presets(draft.game))))
            case "cards":
                draft.cards = data.draw(st.sampled_from(["screen", "camera", "tapped"]))
            case "first":
                draft.first = seat
        low, high = draft.game.seats
        assert low <= len(draft.places) <= high
    plan = draft.plan()
    problem = plan.problem()
    assert "\n" not in problem
    if not problem:
        referee = plan.referee()
        assert referee.players == tuple(seat.player for seat in plan.seats)
        assert parse(referee.text()) and ("Seed" in referee.setup.record.headers) == (plan.cards == "screen")
        for header, given_ in plan.given.items():
            if header in plan.to_give(draft.game):
                value = referee.setup.canonical[header]
                assert all(f"{player}={thing}" in value for player, thing in given_.items() if thing)


def test_a_suit_that_is_taken_from_somebody_is_swapped() -> None:
    draft = Draft("svoi-kozyri", Settings())
    draft.give("Trumps", 0, "S")
    draft.give("Trumps", 1, "H")
    draft.give("Trumps", 1, "S")
    assert [place.given["Trumps"] for place in draft.places] == ["H", "S"]
    assert draft.plan().referee().setup.canonical["Trumps"] == "Ann=H, Ben=S"


def test_seats_have_names_of_their_own_and_the_settings_remember_them() -> None:
    draft = Draft("cuckoo", Settings(names=("Olga", "Tim")))
    while draft.may_add:
        draft.add()
    names = [place.name for place in draft.places]
    assert names[:2] == ["Olga", "Tim"] and len(set(names)) == len(names) == 20
    draft.places[0].name = " Olya "
    assert draft.names_to_remember()[:2] == ("Olya", "Tim") and len(draft.names_to_remember()) == 12


def test_why_it_cannot_start_is_said_in_the_words_of_players() -> None:
    def why(**changed: object) -> str:
        plan: dict[str, object] = {"game": "svoi-kozyri", "seats": ONE_AND_BOT} | changed
        return TablePlan(**plan).problem()  # type: ignore[arg-type]

    assert why() == ""
    assert "no name" in why(seats=(Seat(""), Seat("Ben")))
    assert "called Ann" in why(seats=(Seat("Ann"), Seat("Ann")))
    assert "one word" in why(seats=(Seat("Ann Lee"), Seat("Ben")))
    assert as_name("Zo\u00eb \u200b\u202e\U0001f468\u200d\U0001f469") == "Zo\u00eb-\U0001f468\U0001f469", (
        "signs that nobody sees"
    )
    assert "Only bots" in why(seats=(Seat("Ann", "easy"), Seat("Ben", "easy")))
    assert "camera" in why(cards="tapped")
    assert "camera" in why(cards="camera", source=" ")
    assert "mirror" in why(options={"deal": "mirror"}, seats=(*ONE_AND_BOT, Seat("Cid")))
    four = tuple(map(Seat, ("Ann", "Ben", "Cid", "Dan")))
    assert "taxis" in why(game="courtesan", options={"max_taxis": "none"}, seats=four)
    assert why(game="ceraria", pack=24, seats=(*four, Seat("Eve")))


def test_the_same_seed_deals_the_same_game_again() -> None:
    plan = TablePlan("ceraria", ONE_AND_BOT, seed="42")
    assert plan.referee().text() == plan.referee().text()
    assert TablePlan("ceraria", ONE_AND_BOT).referee().text() != TablePlan("ceraria", ONE_AND_BOT).referee().text()


def test_a_new_game_is_in_the_folder_and_goes_on_where_it_was_left(tmp_path: Path) -> None:
    games = SavedGames(tmp_path)
    table = table_plan.set_up(TablePlan("svoi-kozyri", ONE_AND_BOT), games)
    assert (table.cards, table.trouble, table.path) == ("screen", "", games.paths()[0])
    play_out(table.referee, 5)
    path = saved(table)
    found = games.unfinished()
    assert found is not None and found.path == path
    again = table_plan.go_on(path)
    assert again.referee.text() == table.referee.text() and again.seats == ONE_AND_BOT and again.cards == "screen"
    assert again.file is not None and again.file.path == path
    play_out(again.referee, 1)
    saved(again)
    assert [other.name for other in tmp_path.iterdir()] == [path.name], "it goes on in the same file"


def test_a_table_that_was_never_closed_is_offered_with_every_move(tmp_path: Path) -> None:
    games = SavedGames(tmp_path)
    table = table_plan.set_up(TablePlan("ceraria", (Seat("Ann"), Seat("Ben")), seed="5"), games)
    live = table.live(Settings())
    live.start()
    try:
        for _n in range(3):
            player = live.state().to_move or ""
            live.play(player, (live.state(player).legal or ())[0])
            found = games.unfinished()  # as after a kill at this moment
            assert found is not None and found.path.read_text() == live.record_text()
        assert found is not None and found.lines == 3
    finally:
        live.stop()


def test_a_game_of_kibitz_play_goes_on_too(tmp_path: Path) -> None:
    from app.bot_table import Company, first_deal

    bot_table = first_deal(GAMES["cuckoo"], Company("Ann", {"Ben": LEVELS["easy"]}), "3", {}, {})
    path = tmp_path / "cuckoo.kbz"
    path.write_text(bot_table.referee.text(), encoding="utf-8")
    table = table_plan.go_on(path)
    assert table.seats == (Seat("Ann"), Seat("Ben", "easy")) and table.cards == "screen"


def test_the_camera_of_a_game_is_remembered(tmp_path: Path) -> None:
    games = SavedGames(tmp_path)
    seats = (Seat("Ann"), Seat("Ben"))
    table = table_plan.set_up(TablePlan("courtesan", seats, "camera", source="http://phone:8080", deck="mine"), games)
    path = saved(table)
    again = table_plan.go_on(path)
    assert (again.cards, again.beside) == ("camera", Beside("http://phone:8080", "mine"))
    tapped = table_plan.set_up(TablePlan("courtesan", seats, "tapped"), games)
    assert table_plan.go_on(saved(tapped)).cards == "tapped"


def test_a_folder_that_cannot_be_written_is_told_and_the_game_can_be_played(tmp_path: Path) -> None:
    (tmp_path / "games").touch()
    table = table_plan.set_up(TablePlan("cuckoo", ONE_AND_BOT), SavedGames(tmp_path / "games"))
    assert table.path is None and "not saved" in table.trouble and "\n" not in table.trouble
    live = table.live(Settings())
    assert live.record_path is None and live.state().to_move is not None
    live.stop()


@pytest.mark.parametrize("game", GAMES)
def test_the_next_deal_carries_the_score_over_and_loses_no_deal(game: str, tmp_path: Path) -> None:
    games = SavedGames(tmp_path)
    seats = (Seat("Ann"), Seat("Ben", "random"), Seat("Cid", "random"))
    table = table_plan.set_up(TablePlan(game, seats, seed="5"), games)
    with pytest.raises(UserError):
        table_plan.next_deal(saved(table))
    texts = []
    for deal in range(1, 4):
        play_out(table.referee, seed=deal)
        path = saved(table)
        texts.append(path.read_text())
        table = table_plan.next_deal(path)
        assert table.referee.to_move is not None and table.path == path
        assert dict(table.referee.points) == dict(Referee(parse(texts[-1])).points)
        saved(table)
        assert [part.read_text() for part in parts_of(path)[:-1]] == texts
    assert games.paths() == [path]
    sheet = sheet_of(path)
    assert [deal.number for deal in sheet.deals] == [1, 2, 3, 4] and sheet.complete
    assert [deal.over for deal in sheet.deals] == [True, True, True, False]
    assert sheet.deals[-1].total == dict(table.referee.points)
    assert all(deal.why for deal in sheet.deals[:-1])


def test_killed_between_two_deals_nothing_is_lost_nor_counted_twice(tmp_path: Path) -> None:
    table = table_plan.set_up(TablePlan("courtesan", ONE_AND_BOT, seed="5"), SavedGames(tmp_path))
    play_out(table.referee)
    path = saved(table)
    table_plan.next_deal(path)  # put aside, but never begun
    assert len(sheet_of(path).deals) == 1
    again = table_plan.next_deal(path)
    saved(again)
    assert [deal.number for deal in sheet_of(path).deals] == [1, 2]


def test_a_part_that_was_closed_when_an_illegal_move_stood_is_no_deal_of_its_own(tmp_path: Path) -> None:
    table = table_plan.set_up(TablePlan("courtesan", ONE_AND_BOT, seed="5"), SavedGames(tmp_path))
    play_out(table.referee, 6)
    path = saved(table)
    assert table.file is not None and table.file.close_part(table.referee.text()) is None
    play_out(table.referee)
    saved(table)
    following = table_plan.next_deal(path)
    saved(following)
    assert len(parts_of(path)) == 3 and [deal.number for deal in sheet_of(path).deals] == [1, 2]


def test_a_match_that_is_won_has_no_next_deal(tmp_path: Path) -> None:
    plan = TablePlan("crusaders", ONE_AND_BOT, seed="5", options={"rounds": "1"})
    table = table_plan.set_up(plan, SavedGames(tmp_path))
    play_out(table.referee)
    path = saved(table)
    with pytest.raises(UserError, match="match is over"):
        table_plan.next_deal(path)
    assert sheet_of(path).winners


def test_a_correction_changes_totals_and_no_record(tmp_path: Path) -> None:
    table = table_plan.set_up(TablePlan("cuckoo", ONE_AND_BOT, seed="5"), SavedGames(tmp_path))
    play_out(table.referee)
    path = saved(table)
    record, before = path.read_text(), sheet_of(path).deals[0].total
    assert correct(path, 1, Correction({"Ann": 2, "Ben": 0}, " agreed ")) is None
    [deal] = sheet_of(path).deals
    assert deal.total == {"Ann": before["Ann"] + 2, "Ben": before["Ben"]}
    assert deal.correction == Correction({"Ann": 2}, "agreed") and path.read_text() == record
    assert correct(path, 1, Correction()) is None
    assert sheet_of(path).deals[0].total == before and not path.with_suffix(".json").exists()


def test_one_goes_on_from_the_middle_of_a_record_in_a_new_game(tmp_path: Path) -> None:
    games = SavedGames(tmp_path)
    table = table_plan.set_up(TablePlan("ceraria", ONE_AND_BOT, seed="5"), games)
    play_out(table.referee, 8)
    path = saved(table)
    keep_beside(path, Beside(corrections={1: Correction({"Ann": 1})}))
    replay = Replay.of_file(path)
    other = table_plan.go_on_from(replay.record, 3, beside(path), games)
    assert other.path != path and len(other.referee.lines) == 3 and other.seats == ONE_AND_BOT
    saved(other)
    assert other.path is not None and not beside(other.path).corrections
    assert len(Replay.of_file(path).steps) == 8, "the old record stays as it is"


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_shows_the_same_on_the_way_back(game: str) -> None:
    headers = {"svoi-kozyri": {"Trumps": "Ann=S, Ben=H"}, "courtesan": {"Queens": "Ann=S, Ben=H"}}.get(game, {})
    referee = Referee(Record.new(game, ["Ann", "Ben"], headers | {"Seed": "4"}))
    play_out(referee, 30)
    replay = Replay(parse(referee.text()))
    assert replay.at == len(replay.steps) == len(referee.lines)
    seen = []
    for at in range(len(replay.steps), -1, -1):
        replay.go(at)
        seen.append(replay.heaps())
    for at in range(len(replay.steps) + 1):
        replay.go(at)
        assert replay.heaps() == seen[-1 - at]
    replay.go(999)
    assert replay.referee.text() == referee.text()
    replay.go(-5)
    assert replay.at == 0


def test_while_a_game_goes_on_a_replay_shows_no_hand_but_to_its_owner() -> None:
    seats = (Seat("Ann"), Seat("Ben", "easy"), Seat("Cid", "easy"))
    referee = TablePlan("svoi-kozyri", seats, seed="4").referee()
    play_out(referee, 1)

    def hand(replay: Replay, player: str, viewer: str | None) -> set[int | None]:
        seat = replay.players.index(player)
        return {c for heap in replay.heaps(viewer) if heap.kind == "hand" and heap.owner == seat for c in heap.cards}

    replay = Replay(parse(referee.text()))
    replay.go(0)
    assert None in hand(replay, "Ann", None) and None in hand(replay, "Ben", None)
    assert None not in hand(replay, "Ann", "Ann") and None in hand(replay, "Ben", "Ann")
    assert replay.persons == ("Ann",), "nobody looks for a bot"


def test_what_only_one_player_drew_is_not_told_while_the_deal_goes_on() -> None:
    referee = TablePlan("cuckoo", (Seat("Ann"), Seat("Ben"), Seat("Cid", "easy")), seed="4", first="Ben").referee()
    for player, move in (("Cid", "stay"), ("Ann", "stay"), ("Ben", "trade")):
        referee.play(player, move)
    drawn = next(move for move in referee.legal() or [] if move.startswith("draw"))
    referee.play("Ben", drawn)
    replay = Replay(parse(referee.text()))
    [*_others, draw] = replay.steps
    assert "??" in replay.said(draw) and not replay.over
    play_out(referee)
    ended = Replay(parse(referee.text()))
    assert ended.over and ended.said(ended.steps[len(replay.steps) - 1]) == drawn


def test_shown_hands_are_steps_too() -> None:
    referee = Referee(Record.new("svoi-kozyri", ["Ann", "Ben"], {"Trumps": "Ann=S, Ben=H"}))
    referee.play("Ann", "7C")
    referee.holds("Ann", read_cards("??x17"))
    replay = Replay(parse(referee.text()))
    assert [step.ruling is None for step in replay.steps] == [False, True]
    replay.go(0)
    replay.go(2)
    assert replay.referee.text() == referee.text()


@pytest.mark.parametrize("name", SHARED)
def test_nobody_is_called_as_a_place_of_the_table(name: str) -> None:
    assert name in name_problem(name)
    with pytest.raises(UserError, match=name):
        open_game("cuckoo", f"Ann, {name}")
