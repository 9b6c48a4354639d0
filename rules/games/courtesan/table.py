"""What a table shows of The Courtesan: where things lie, what ought to lie there, what a change can mean.

New cards have come from the stock, wherever they lie. Old cards that lie on the discard are taxis and what they hit, together with
others that lie nowhere any more: one may cover the other. Old cards that only lie elsewhere are no move. Whether a move is legal
plays no part, except that nobody is accused where it is not plain who moved, or which card came first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import merge
from typing import NamedTuple

from rules.cards import Card, CardSet, card_name, cards_in, suit_of
from rules.games.courtesan.position import PASS, QUEEN, Move, Pair, Position, brings, draw_of, drawn, over, pairs_of
from rules.games.courtesan.refusals import broken
from rules.games.courtesan.words import clockwise, write
from rules.table import DISCARD, STOCK, Change, Lying, Meaning, Place, taxis_of
from rules.texts import _

Box = tuple[float, float, float, float]

_LAYOUT: dict[int, tuple[Box, ...]] = {
    2: (
        *((0.2, 0.36, 0.4, 0.64), (0.5, 0.36, 0.85, 0.64)),
        *((0.0, 0.66, 0.52, 1.0), (0.54, 0.66, 1.0, 1.0)),
        *((0.48, 0.0, 1.0, 0.34), (0.0, 0.0, 0.46, 0.34)),
    ),
    3: (
        *((0.4, 0.0, 0.6, 0.3), (0.4, 0.32, 0.6, 0.64)),
        *((0.0, 0.66, 0.52, 1.0), (0.54, 0.66, 1.0, 1.0)),
        *((0.0, 0.0, 0.19, 0.64), (0.2, 0.0, 0.38, 0.64)),
        *((0.81, 0.0, 1.0, 0.64), (0.62, 0.0, 0.8, 0.64)),
    ),
    4: (
        *((0.28, 0.34, 0.46, 0.66), (0.5, 0.34, 0.74, 0.66)),
        *((0.2, 0.68, 0.545, 1.0), (0.555, 0.68, 0.8, 1.0)),
        *((0.0, 0.0, 0.19, 0.58), (0.0, 0.6, 0.19, 1.0)),
        *((0.455, 0.0, 0.8, 0.32), (0.2, 0.0, 0.445, 0.32)),
        *((0.81, 0.42, 1.0, 1.0), (0.81, 0.0, 1.0, 0.4)),
    ),
}
"""Number of players -> boxes of the stock, the discard, then two of each seat, clockwise from the bottom edge: the queen with the
clients on her, and the taxis. Ten cards fit, fanned 18 mm apart, where the picture shows 0.6 m of table (with four players 0.7 m)."""


def layout(players: Sequence[str]) -> tuple[Place, ...]:
    """The places of the table."""
    names = (STOCK, DISCARD, *(name for player in players for name in (player, taxis_of(player))))
    return tuple(Place(name, box) for name, box in zip(names, _LAYOUT[len(players)], strict=True))


def lying(p: Position) -> dict[str, Lying]:
    """What ought to lie face up."""
    # What is in the discard and not known has no place yet: any of these cards may turn out to lie there.
    places = {DISCARD: Lying(may=p.out | (p.loose if p.unseen else 0), heap=True)}
    for name, laid, role, suit in zip(p.names, p.laid, p.roles, p.suits, strict=True):
        places[name] = Lying((QUEEN + suit, *cards_in(laid & role.own)))
        places[taxis_of(name)] = Lying(tuple(cards_in(laid & role.foreign)))
    return places


def mishandled(move: Move) -> str:
    """The rule that says where the cards of a move go."""
    return "CO-4" if move < PASS else "CO-5" if move > PASS else ""


def shown(p: Position, change: Change) -> tuple[Meaning, ...]:
    """What a changed table can mean, likeliest first."""
    name = p.names[p.turn]
    if over(p) or not {DISCARD, name, taxis_of(name)} <= change.seen.keys():
        return ()  # a card that is part of the move may lie where a hand still is
    if any(not p.pack >> card & 1 for card in change.new_cards):
        return ()
    found = [meaning for meaning in (_taxis(p, change), _draw(p, change)) if meaning is not None]
    # What is a whole move is likelier than a taxi that waits for its target, or an ace for its card.
    return tuple(sorted(found, key=lambda meaning: bool(meaning.part)))


# -- cards that came from the stock ------------------------------------------------------------------------------------


class _Came(NamedTuple):
    """A card that came from the stock."""

    card: Card
    by: int | None  # the seat whose hand laid it; None: not certain
    at: int | None  # the seat in whose area it lies; None: on the discard
    placed: bool  # it lies there as it should if that seat drew it
    track: int

    def of(self, seat: int) -> bool:
        """As far as the table tells, that seat drew it."""
        return self.by == seat if self.by is not None else self.at == seat


def _draw(p: Position, change: Change) -> Meaning | None:
    """The draw that new cards show."""
    places = _came(p, change)
    came = list(merge(*places, key=lambda card: card.track))
    if not came:
        return None
    first, before = came[0], (p.turn - 1) % len(p.names)
    if p.made != PASS and first.of(before) and (first.by is not None or first.placed):
        # The player before has gone on drawing; after taxis that can only be put right.
        name = p.names[before]
        if p.made > PASS or not {name, taxis_of(name)} <= change.seen.keys():
            return None
        return _longer_draw(p, change, before, came)
    if first.by not in (None, p.turn):
        return None
    chain = _likeliest([_chain(p, p.turn, order, len(p.stock)) for order in _orders(places)])
    if chain.waiting:
        wrong = _wrongly_placed(p, came) if len(chain.cards) == len(came) else ""
        todo = wrong or _missing(chain.waiting)
        return Meaning(write(draw_of(chain.cards)), more=not wrong, part="CO-4", todo=todo)
    return Meaning(write(draw_of(chain.cards)), more=True)


def _longer_draw(p: Position, change: Change, seat: int, came: Sequence[_Came]) -> Meaning:
    """The last draw, ``seat``'s, with the cards that ``came`` since."""
    tracks = {seen.card: seen.track for lying in change.seen.values() for seen in lying if seen.track > 0}
    made = [_Came(card, seat, seat, True, tracks.get(card, 0)) for card in drawn(p.made)]
    orders = [[*made, *came]]
    if any(card.track < other.track for card in came for other in made):  # it was there before, and was read late
        orders.append(sorted(orders[0], key=lambda card: card.track))
    chains = [_chain(p, seat, order, len(p.stock) + len(made)) for order in orders]
    chain = min(chains, key=lambda each: (each.too_many, -len(each.cards)))
    part = {"part": "CO-4", "todo": _missing(chain.waiting)} if chain.waiting else {}
    return Meaning(write(draw_of(chain.cards)), more=True, instead=True, **part)


class _Chain(NamedTuple):
    """Cards that one player drew, in that order."""

    cards: list[Card]
    waiting: list[Card]  # cards that bring cards which are still to come
    too_many: bool


def _likeliest(chains: Sequence[_Chain]) -> _Chain:
    """The first, unless other orders are possible in which as many cards are a proper draw: a track may be newer than its card."""
    proper = [each for each in chains if not each.too_many and not each.waiting]
    return next((each for each in proper if len(each.cards) >= len(chains[0].cards)), chains[0])


def _chain(p: Position, seat: int, came: Sequence[_Came], stock: int) -> _Chain:
    """How much of what ``came`` the player at ``seat`` drew. ``stock``: so many cards there were."""
    cards: list[Card] = []
    waiting: list[Card] = []
    too_many = False
    for number, card in enumerate(came):
        if number and (card.by not in (None, seat) or not (waiting or card.of(seat))):
            return _Chain(cards, [], too_many)  # the next player's move
        too_many = bool(number and not waiting) or too_many
        del waiting[-1:]
        cards.append(card.card)
        if not too_many and p.roles[seat].extra >> card.card & 1:
            waiting += [card.card] * brings(card.card)
    return _Chain(cards, waiting if len(cards) < stock else [], too_many)


def _orders(places: Sequence[Sequence[_Came]]) -> Iterator[list[_Came]]:
    """Every order in which the cards may have come, each place's from below; that of their tracks first."""
    left = sorted((cards for cards in places if cards), key=lambda cards: cards[0].track)
    if not left:
        yield []
    for n, (first, *others) in enumerate(left):
        for order in _orders([*left[:n], others, *left[n + 1 :]]):
            yield [first, *order]


def _came(p: Position, change: Change) -> list[list[_Came]]:
    """The new cards that lay nowhere before, place by place, as they lie."""
    lay = p.out | p.queens | sum(p.laid)
    seats = {name: seat for seat, name in enumerate(p.names)}
    areas = seats | {taxis_of(name): seat for name, seat in seats.items()}
    came = []
    for name, cards in change.new.items():
        seat = areas.get(name)
        belongs = seat is not None and (p.roles[seat].own if name in seats else p.roles[seat].foreign)
        below = _below_others(p, change) if name == DISCARD else frozenset()
        came.append(
            [
                _Came(seen.card, seats.get(seen.by), seat, bool(belongs >> seen.card & 1), seen.track)
                for seen in cards
                if seen.card is not None and not lay >> seen.card & 1 and seen.card not in below
            ]
        )
    return came


def _below_others(p: Position, change: Change) -> frozenset[Card]:
    """What lies in the discard below a card that was there before: it was laid before that one, and is only read now."""
    cards = [seen.card for seen in change.seen[DISCARD] if seen.card is not None]
    highest = max((n for n, card in enumerate(cards) if p.out >> card & 1), default=0)
    return frozenset(cards[:highest])


def _wrongly_placed(p: Position, came: Sequence[_Came]) -> str:
    """What is wrong with where the player on turn has put the cards that ``came``, in words; "" if nothing is."""
    role, taxis = p.roles[p.turn], (p.laid[p.turn] & p.roles[p.turn].foreign).bit_count()
    wrong = []
    for card in came:
        is_taxi = bool(role.foreign >> card.card & 1) and taxis < p.limit
        taxis += is_taxi
        stays = is_taxi or bool(role.own >> card.card & 1)
        if not (card.at == p.turn and card.placed if stays else card.at is None):
            name = p.names[p.turn]
            place = taxis_of(name) if is_taxi else name if stays else DISCARD
            wrong.append(_("the {card} belongs to: {place}").format(card=card_name(card.card), place=place))
    return "; ".join(wrong)


def _missing(waiting: Sequence[Card]) -> str:
    """What is still to be drawn, in words."""
    card = waiting[-1]
    if waiting.count(card) > 1:
        return _("draw two more cards: the {card} brings them").format(card=card_name(card))
    return _("draw one more card: the {card} brings it").format(card=card_name(card))


# -- cards that went to the discard --------------------------------------------------------------------------------------


class _Went(NamedTuple):
    """Old cards that are not where they lay, the likelier ones to have been used first."""

    discarded: list[Card]  # seen on the discard, lowest first
    elsewhere: list[Card]  # seen in another place
    vanished: list[Card]  # not seen

    def all(self) -> list[Card]:
        return [*self.discarded, *self.elsewhere, *self.vanished]


def _taxis(p: Position, change: Change) -> Meaning | None:
    """The use of taxis that missing cards show."""
    went = _went(change)
    if not went.discarded:
        return None
    turn, before = p.turn, (p.turn - 1) % len(p.names)
    mine, theirs = (_of(went, p.laid[seat] & p.roles[seat].foreign) for seat in (turn, before))
    hands = {seen.by for seen in change.seen[DISCARD] if seen.card in went.discarded} - {""}
    if mine and hands != {p.names[before]}:
        # Another player's hand, or perhaps the one before's who is still at it: nobody is accused of what that shows.
        doubtful = p.names[turn] not in hands if hands else bool(theirs and p.made > PASS)
        return _use(p, turn, [], mine, went, change, doubtful)
    if theirs and p.made > PASS:
        return _use(p, before, pairs_of(p.made), theirs, went, change)
    if mine:  # the player before has drawn, and used taxis as well: that can only be put right
        return None
    targets = [card for card in went.discarded if _owner(p, card) != turn]
    if not targets:
        return None
    if clients := [card for card in went.discarded if p.laid[turn] >> card & 1]:
        if any(_rival(p, card) == turn for card in targets):
            return None  # rather than by a client of the player's that taxi was hit, its owner used it out of turn
        return _use(p, turn, [], clients, went, change)
    # The taxi of another player, against a third one.
    for taxi in targets:
        rival = _rival(p, taxi)
        if p.queens >> taxi & 1 or rival in (None, turn, _owner(p, taxi)):
            continue
        if any(_owner(p, card) == rival for card in targets):
            return _use(p, turn, [], [taxi], went, change)
    taxi = next(cards_in(p.laid[turn] & p.roles[turn].foreign), QUEEN + p.suits[turn])
    return Meaning(_in_words(p, turn, [_pair(p, taxi, targets[0])]), more=True, part="CO-5", todo=_no_taxi(targets[0]))


def _went(change: Change) -> _Went:
    """What has gone where."""
    at = {seen.card: (name, n) for name, cards in change.seen.items() for n, seen in enumerate(cards)}
    gone = change.gone_cards
    there = {card: at[card] for card in gone if card in at}
    discarded = sorted((n, card) for card, (name, n) in there.items() if name == DISCARD)
    elsewhere = [card for card, (name, _n) in there.items() if name != DISCARD]
    return _Went([card for _n, card in discarded], elsewhere, [card for card in gone if card not in at])


def _of(went: _Went, cards: CardSet) -> list[Card]:
    return [card for card in went.all() if cards >> card & 1]


def _owner(p: Position, card: Card) -> int:
    """The seat in front of which an old card lay."""
    if p.queens >> card & 1:
        return p.suits.index(suit_of(card))
    return next(seat for seat, laid in enumerate(p.laid) if laid >> card & 1)


def _rival(p: Position, taxi: Card) -> int | None:
    """The seat against which a taxi acts."""
    return p.suits.index(suit_of(taxi)) if suit_of(taxi) in p.suits else None


def _use(
    p: Position,
    seat: int,
    made: Sequence[Pair],
    taxis: Sequence[Card],
    went: _Went,
    change: Change,
    doubtful: bool = False,
) -> Meaning | None:
    """``seat`` uses ``taxis``, after those ``made`` in the same move. ``doubtful``: only if that is a legal move."""
    targets = [
        card
        for card in went.all()
        if card not in taxis and _owner(p, card) != seat and (not p.queens >> card & 1 or card in went.discarded)
    ]
    if not {*went.discarded} & {*taxis, *targets}:
        return None
    pairs = list(made)
    hits = _hits(p, taxis, targets)
    pairs += [_pair(p, taxi, target) for taxi, target in hits.items()]
    left = [taxi for taxi in taxis if taxi not in hits]
    targets = [card for card in targets if card not in hits.values()]
    instead = bool(made)
    if doubtful and (left or broken(p, clockwise(p, seat, pairs))):
        return None
    if left:
        rival = _rival(p, left[0])
        if rival is not None and not {p.names[rival], taxis_of(p.names[rival])} <= change.seen.keys():
            return None  # the target is being taken
        waits = [*pairs, _pair(p, left[0], QUEEN + suit_of(left[0]))]
        return Meaning(_in_words(p, seat, waits), more=True, part="CO-5", todo=_no_target(left[0]), instead=instead)
    words = _in_words(p, seat, pairs)
    if more := [card for card in targets if card in went.discarded]:
        return Meaning(words, more=True, part="CO-5", todo=_no_taxi(more[0]), instead=instead)
    return Meaning(words, more=True, instead=instead)


def _hits(p: Position, taxis: Sequence[Card], targets: Sequence[Card]) -> dict[Card, Card]:
    """Which taxi hits which target: each one of the rival it acts against; if that leaves any over, they went pair by pair."""
    for fits in (True, False):
        hits: dict[Card, Card] = {}
        for taxi in taxis:
            free = (card for card in targets if card not in hits.values())
            hit = next((card for card in free if not fits or _owner(p, card) == _rival(p, taxi)), None)
            if hit is not None:
                hits[taxi] = hit
        if len(hits) == min(len(taxis), len(targets)):
            break
    return hits


def _pair(p: Position, taxi: Card, target: Card) -> Pair:
    """A ride to a client or, which no rule allows, to a queen; a crash into a taxi."""
    if p.queens >> target & 1 or not sum(p.laid) >> target & 1:
        return taxi, target, False
    return taxi, target, bool(p.roles[_owner(p, target)].foreign >> target & 1)


def _in_words(p: Position, seat: int, pairs: Sequence[Pair]) -> str:
    return write(clockwise(p, seat, pairs))


def _no_target(taxi: Card) -> str:
    return _("the {card} and the card it hits go to the discard together").format(card=card_name(taxi))


def _no_taxi(target: Card) -> str:
    return _("a taxi goes to the discard with the {card}; if there is none, put it back").format(card=card_name(target))
