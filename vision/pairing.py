"""From indices to cards: which indices belong to one card, what they say together, and where the card's outline is.

Looked at in the plane of the table (vision.plane) all cards are alike. Where equal indices lie opposite each other, turned by half a
circle, they tell how large the cards are; then every index tells where the others of its card must be. Two equal cards of two packs
stay two: their indices do not lie as one card's do. Packs with an index in all four corners are told by such cards, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from rules.cards import BLACK_JOKER, Card
from vision.edges import LEFT, RIGHT, Beside
from vision.plane import Alike, Points, View, fit_view, plain_view
from vision.sighting import Kind, Sighting

Quad = NDArray[np.float32]

# Where the middle of an index lies on a card, as shares of the way to the opposite index (measured on common packs).
_MARGIN_X, _MARGIN_Y = 0.095, 0.135
_TURNED = np.deg2rad(30)  # opposite indices are turned by half a circle, give or take so much
_NEVER = 1e-6
_CLEAR = 0.6  # an index read with less (half covered, blurred) does not tell where the rest of its card lies
_SAME_SIZE = 2.0  # indices of one picture differ in height by less than this factor, in the plane
_STRANGE = 0.6  # what a reading is worth whose index does not belong to a card of that size: a piece of one
_ALIKE = 0.2  # ways from index to index of two cards differ by less, before the view is known well
_FOUR = 0.12  # how exactly a card with four indices must show them to prove that the pack has four
_LENGTH, _ANGLE = 0.05, 0.1  # how exactly we know the way from index to index, its angle to the index, in the plane
_FITS = 3.0  # what indices that lie just as those of one card do are worth: more than readings that disagree
_SEVERAL = 3  # indices: from so many on it is told how much they lean
_ONE_SIDE = 0.35  # how much clearer the paper's edge must be on one side of an index than on the other
_SHAPE, _SHAPES = 1.45, (1.2, 1.8)  # cards are so many times as tall as wide: mostly, and at all
_SLIM = 0.72  # the way across a card, about, where only the way down it is known


@dataclass(frozen=True, slots=True)
class CardSize:
    """How large the cards are, in heights of an index in the plane of the table: the way from one index to the opposite one, across
    and down the card; how far the outline is from the middle of the index at its left and top. ``four``: an index in every corner."""

    across: float
    down: float
    view: View
    left: float = 0.0
    top: float = 0.0
    four: bool = False
    edged: bool = False  # left and top were seen in a picture
    cards: int = 0  # of how many cards several indices told it


@dataclass(frozen=True, slots=True, eq=False)
class _Poses:
    """Indices in the plane. ``turn``: the angle of the way down, 0 where it is y."""

    middle: Points  # (n, 2)
    turn: Points  # (n,)
    height: Points  # (n,)

    @classmethod
    def of(cls, quads: NDArray[np.floating], view: View) -> _Poses:
        plane = view.to_plane(quads)
        right = plane[:, 1] - plane[:, 0] + plane[:, 2] - plane[:, 3]
        down = plane[:, 3] - plane[:, 0] + plane[:, 2] - plane[:, 1]
        tall = np.linalg.norm(down, axis=1)
        # How it is turned is told by the long sides and, less well, by the short ones.
        wide = np.maximum(np.linalg.norm(right, axis=1), _NEVER)[:, None]
        way = down / np.maximum(tall, _NEVER)[:, None] + 0.25 * np.column_stack([-right[:, 1], right[:, 0]]) / wide
        return cls(plane.mean(axis=1), np.arctan2(-way[:, 0], way[:, 1]), tall / 2)


def _around(angle: Points) -> Points:
    """Angles brought to -pi .. pi."""
    return (angle + np.pi) % (2 * np.pi) - np.pi


def _rotated(ways: Points, angle: Points) -> Points:
    """``ways`` (..., 2) as seen from something turned by ``angle``: across, down."""
    c, s = np.cos(angle), np.sin(angle)
    return np.stack([c * ways[..., 0] + s * ways[..., 1], -s * ways[..., 0] + c * ways[..., 1]], axis=-1)


@dataclass(frozen=True, slots=True, eq=False)
class _Ways:
    """From every index to every other one (n, n): how much it is turned, and where it is as both of them see it on the average
    (n, n, 2), once taken as turned by half a circle (``opposite``), once as turned alike (``beside``)."""

    turned: Points
    opposite: Points
    beside: Points

    @classmethod
    def of(cls, poses: _Poses) -> _Ways:
        ways = poses.middle[None, :] - poses.middle[:, None]
        turned = _around(poses.turn[None, :] - poses.turn[:, None])
        half = _around(turned - np.pi)
        return cls(
            turned,
            _rotated(ways, poses.turn[:, None] + half / 2),
            _rotated(ways, poses.turn[:, None] + turned / 2),
        )


def _plausible(ways: Points) -> NDArray[np.bool_]:
    """Could these be the ways across and down one card? From jumbo indices (a third of the card) to small ones (a tenth)."""
    across, down = ways[..., 0], ways[..., 1]
    ratio = down / np.maximum(across, _NEVER)
    return (across > 0.9) & (across < 8.5) & (down > 1.2) & (down < 12.0) & (ratio > 0.7) & (ratio < 2.7)


def _diagonal(ways: _Ways, equal: NDArray[np.bool_], known: CardSize | None) -> Points | None:
    """The way (2,) from one index of a card to the opposite one: most equal indices that may be of one card lie like that."""
    half = np.abs(_around(ways.turned - np.pi)) < _TURNED
    first, second = np.nonzero(np.triu(equal & half & _plausible(ways.opposite), 1))
    if len(first) == 0:
        return None
    found = ways.opposite[first, second]
    if known is not None:
        fits = (np.abs(found / (known.across, known.down) - 1) < _ALIKE).all(axis=1)
        if fits.any():
            first, second, found = first[fits], second[fits], found[fits]
    length, angle = np.linalg.norm(found, axis=1), np.arctan2(found[:, 0], found[:, 1])
    like = (np.abs(np.log(length[:, None] / length)) < _ALIKE) & (np.abs(angle[:, None] - angle) < _ALIKE)
    # Of ways with equal support the shorter: a card farther away that is one with this index would cover what lies between.
    best = max(range(len(found)), key=lambda k: (len({*first[like[k]], *second[like[k]]}), -length[k]))
    return np.asarray(np.median(found[like[best]], axis=0))


def _four_corners(ways: _Ways, equal: NDArray[np.bool_]) -> tuple[float, float] | None:
    """The ways across and down a card that has an index in every corner, if there are such: only there are equal indices one below the
    other, turned by half a circle."""
    half = np.triu(equal & (np.abs(_around(ways.turned - np.pi)) < _TURNED), 1)
    across, down = ways.opposite[..., 0], ways.opposite[..., 1]
    d = _commonest(down[half & (down > 1.2) & (down < 9.0) & (np.abs(across) < 1.5 * _FOUR * down)])
    if d is None:
        return None
    beside = np.triu(equal & (np.abs(ways.turned) < _TURNED), 1) & (
        np.abs(ways.beside[..., 1]) < 2 * _FOUR * np.abs(ways.beside[..., 0])
    )
    diagonal = half & (np.abs(down / d - 1) < _FOUR)
    widths = np.abs(np.concatenate([ways.beside[beside][:, 0], across[diagonal]])) / d
    slim = _commonest(widths[(widths > 0.5) & (widths < 1.0)])
    return d * (slim or _SLIM), d


def _commonest(numbers: Points) -> float | None:
    """About which number most of ``numbers`` lie; None if there are none."""
    if len(numbers) == 0:
        return None
    near = np.abs(np.log(numbers[:, None] / numbers)) < _FOUR
    return float(np.median(numbers[near[int(near.sum(axis=1).argmax())]]))


def _off(ways: Points, x: float, y: float) -> tuple[Points, Points]:
    """How far ``ways`` (..., 2) are from the way (x, y): logarithm of the length, angle."""
    length = np.log(np.maximum(np.linalg.norm(ways, axis=-1), _NEVER) / np.hypot(x, y))
    return length, np.arctan2(ways[..., 0] * y - ways[..., 1] * x, ways[..., 0] * x + ways[..., 1] * y)


def _agreement(probabilities: NDArray[np.float32]) -> Points:
    """(n, n): how much two readings speak for (above 0) or against being of one card."""
    share = probabilities / np.maximum(probabilities.sum(axis=1, keepdims=True), _NEVER)
    return np.clip(np.log((share @ share.T + 1e-3) * 20), 0.5 - _FITS, 3.0).astype(np.float64)


_OPPOSITE, _BESIDE, _BELOW, _SELF = range(4)  # where an index of a card is, seen from another one


@dataclass(frozen=True, slots=True)
class _Group:
    """Indices of one card. ``at``: the first one stands, as one reads it, at the left (1) or right (-1) of the card; 0: not known.
    ``spots``: where the members are, seen from the first."""

    members: tuple[int, ...]
    at: int
    spots: tuple[int, ...]

    @property
    def one_sided(self) -> bool:
        """On which side of these indices the card lies is not known, if it may have four."""
        return set(self.spots) <= {_SELF, _BELOW}


def _groups(ways: _Ways, agreement: Points, size: CardSize, slack: float = 1.0) -> list[_Group]:
    """All indices in groups, each a card: the surest groups first, what fits nothing alone. ``slack``: fits so many times less well."""
    a, d = size.across, size.down
    half = np.abs(_around(ways.turned - np.pi)) < _TURNED
    same = np.abs(ways.turned) < _TURNED
    np.fill_diagonal(same, False)

    def fit(ways_: Points, may: NDArray[np.bool_], x: float, y: float) -> Points:
        length, angle = _off(ways_, x, y)
        worth = _FITS - 0.5 * (length / _LENGTH / slack) ** 2 - 0.5 * (angle / _ANGLE / slack) ** 2 + agreement
        # Cards on each other hide what would lie like this of two of them; not if all corners have an index.
        may = may & (agreement > 0) if size.four or slack > 1 else may
        return np.where(may & (worth > 0), worth, -np.inf)

    spots = {1: [fit(ways.opposite, half, a, d)]}
    if size.four:
        below = fit(ways.opposite, half, 0.0, d)
        spots[1] += [fit(ways.beside, same, a, 0.0), below]
        spots[-1] = [fit(ways.opposite, half, -a, d), fit(ways.beside, same, -a, 0.0), below]
    # An index that fits much better to another card is that one's.
    best_of = np.max([one.max(axis=0) for ones in spots.values() for one in ones], axis=0)
    tries = []
    for at, ones in spots.items():
        for i in range(len(half)):
            found = [(float(one[i].max()), int(one[i].argmax()), spot) for spot, one in enumerate(ones)]
            best = {j: max(worth for worth, k, _ in found if k == j) for _, j, _ in found}
            found = [one for one in found if one[0] > 0 and one[0] == best[one[1]] and one[0] > 0.5 * best_of[one[1]]]
            if found:
                tries.append((sum(worth for worth, _, _ in found), at, i, found))
    result: list[_Group] = []
    taken: set[int] = set()
    for _, at, i, found in sorted(tries, key=lambda t: -t[0]):
        others = {spot: j for _, j, spot in found if j not in taken}
        if i not in taken and others:
            result.append(_Group((i, *others.values()), at, (_SELF, *others)))
            taken |= {i, *others.values()}
    result = [replace(g, at=0) if size.four and g.one_sided else g for g in result]
    return result + [_Group((i,), 0 if size.four else 1, (_SELF,)) for i in range(len(half)) if i not in taken]


def _alike_ways(groups: Sequence[_Group]) -> list[Alike]:
    """The ways between indices that the groups have in common: diagonals, short sides, long sides."""
    result = []
    # what is a diagonal from the left corner is another one from the right; the long sides are alike
    for spot, sides in ((_OPPOSITE, {1}), (_OPPOSITE, {-1}), (_BESIDE, {1}), (_BESIDE, {-1}), (_BELOW, {1, 0, -1})):
        some = [g for g in groups if spot in g.spots and g.at in sides]
        if some:
            second = tuple(g.members[g.spots.index(spot)] for g in some)
            side = max(sides) if spot == _OPPOSITE else 0
            result.append(Alike(tuple(g.members[0] for g in some), second, spot != _BESIDE, side))
    return result


def fuse(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities (54,) of one card from those of its two indices, taken as independent readings."""
    none = max(1 - float(a.sum()), _NEVER) * max(1 - float(b.sum()), _NEVER)
    both = np.maximum(a, _NEVER) * np.maximum(b, _NEVER)
    return (both / (both.sum() + none)).astype(np.float32)


def _middle_of(group: _Group, poses: _Poses, size: CardSize) -> tuple[Points, float]:
    """Where the card's middle is in the plane, and how the card is turned (as its first index is read)."""
    x, y = group.at * size.across / 2, size.down / 2
    corner = {_SELF: (-x, -y), _OPPOSITE: (x, y), _BESIDE: (x, -y), _BELOW: (-x, y)}
    model = np.array([corner[spot] for spot in group.spots])
    where = poses.middle[list(group.members)]
    turn = float(poses.turn[group.members[0]])
    if len(model) > 1:
        m, w = model - model.mean(axis=0), where - where.mean(axis=0)
        turn = float(np.arctan2((m[:, 0] * w[:, 1] - m[:, 1] * w[:, 0]).sum(), (m * w).sum()))
    return where.mean(axis=0) - _rotated(model.mean(axis=0), np.array(-turn)), turn


def _outlines(middles: Points, turns: Points, size: CardSize) -> Quad:
    """The outlines (n, 4, 2) in the picture of cards with ``middles`` (n, 2) in the plane."""
    x, y = size.across / 2 + size.left, size.down / 2 + size.top
    corners = np.array([[-x, -y], [x, -y], [x, y], [-x, y]])
    plane = middles[:, None] + _rotated(corners[None], -turns[:, None])
    return size.view.to_picture(plane).astype(np.float32)


def measure(quads: Quad, probabilities: NDArray[np.float32], known: CardSize | None) -> CardSize | None:
    """How large the cards are, and how the camera looks at them; what was ``known`` before, if this picture does not tell more."""
    names = probabilities.argmax(axis=1)
    equal = names[:, None] == names[None]
    agreement = _agreement(probabilities)
    view = known.view if known else plain_view(quads)
    ways = _Ways.of(_Poses.of(quads, view))
    if known and known.edged:
        together = sum(len(group.members) > 1 for group in _groups(ways, agreement, known))
        if 0 < together <= known.cards:
            return known
    four = _four_corners(ways, equal)
    way = four or _diagonal(ways, equal, known)
    if way is None:
        return known
    size = CardSize(float(way[0]), float(way[1]), view, four=four is not None or (known is not None and known.four))
    size = _fitted(quads, agreement, size, 2.0)
    return _fitted(quads, agreement, size, 1.5, known)


def _fitted(quads: Quad, agreement: Points, size: CardSize, slack: float, known: CardSize | None = None) -> CardSize:
    """The view and the size in which the cards that are found with ``size`` are alike."""
    groups = _groups(_Ways.of(_Poses.of(quads, size.view)), agreement, size, slack)
    alike = _alike_ways(groups)
    if alike:
        size = replace(size, view=fit_view(quads, alike, known.view if known else None))
        size = _measured(_Ways.of(_Poses.of(quads, size.view)), alike, size)
    seen = known if known and known.edged else None
    size = replace(size, cards=sum(len(group.members) > 1 for group in groups))
    return _with_margins(size, seen.left if seen else None, seen.top if seen else None)


def _with_margins(size: CardSize, left: float | None, top: float | None) -> CardSize:
    """``size`` with the margins that were seen, or else, or if no card is like that, usual ones."""
    x, y = left or _MARGIN_X * size.across, top or _MARGIN_Y * size.down
    if not _SHAPES[0] < (size.down + 2 * y) / (size.across + 2 * x) < _SHAPES[1]:
        return replace(size, left=_MARGIN_X * size.across, top=_MARGIN_Y * size.down, edged=False)
    return replace(size, left=x, top=y, edged=bool(left and top))


def _from_edges(beside: Beside) -> CardSize | None:
    """How large the cards are if no two indices tell, but the edges of the paper do."""
    left, top = beside.margins()
    reach = beside.reach() if left and top else None
    if not left or not top or not reach:
        return None
    tall = reach + top
    across, down = tall / _SHAPE - 2 * left, tall - 2 * top
    if across < 0.9 or down < 1.2:
        return None
    # Indices at the right edge: only packs with four have them.
    right = beside.at(RIGHT, left) > 2 * beside.at(LEFT, left) + 0.2
    return CardSize(across, down, beside.view, left, top, bool(right.any()), True)


def _measured(ways: _Ways, alike: Sequence[Alike], size: CardSize) -> CardSize:
    """The size as all these ways have it."""
    across, down = [], []
    for one in alike:
        way = (ways.opposite if one.turned else ways.beside)[list(one.first), list(one.second)]
        x, y = np.abs(np.median(way, axis=0))
        across += [x] * len(way) if x > 0.3 * size.across else []
        down += [y] * len(way) if y > 0.3 * size.down else []
    a = float(np.mean(across)) if across else size.across
    d = float(np.mean(down)) if down else size.down
    return replace(size, across=a, down=d)


def _sided(image: NDArray[np.uint8], poses: _Poses, groups: list[_Group], size: CardSize) -> list[_Group]:
    """The groups, with those that may be at the left or the right of a card put on the side where the paper's edge is."""
    unknown = np.array([i for g in groups if g.at == 0 for i in g.members], int)
    if len(unknown) == 0:
        return groups
    beside = Beside(image, size.view, poses.middle[unknown], poses.turn[unknown])
    edges = dict(zip(unknown.tolist(), beside.at(LEFT, size.left) - beside.at(RIGHT, size.left), strict=True))
    result = []
    for group in groups:
        if group.at == 0:
            signs = [-1 if spot == _BELOW else 1 for spot in group.spots]
            left = float(np.mean([sign * edges[i] for i, sign in zip(group.members, signs, strict=True)]))
            group = replace(group, at=0 if abs(left) < _ONE_SIDE else 1 if left > 0 else -1)
        result.append(group)
    return result


def _straight(quads: Quad, clear: NDArray[np.bool_], image: NDArray[np.uint8], size: CardSize | None) -> Quad:
    """The indices, turned as the edges of their cards are. Where none is seen they are turned as the others on the average: a pack's
    letters may lean, so that all its indices are seen a little turned."""
    view = size.view if size else plain_view(quads)
    poses = _Poses.of(quads, view)
    beside = Beside(image, view, poses.middle, poses.turn)
    left = size.left if size and size.edged else beside.only(clear).margins()[0]
    if left is None:
        return quads
    turns, told = beside.straight(left, both=size is not None and size.four)
    if not told.any():
        return quads
    turns = np.where(told, turns, np.median(turns[told]) if told.sum() >= _SEVERAL else 0.0)
    plane = view.to_plane(quads) - poses.middle[:, None]
    return view.to_picture(_rotated(plane, -turns[:, None]) + poses.middle[:, None]).astype(np.float32)


def to_cards(
    quads: NDArray[np.float32],
    probabilities: NDArray[np.float32],
    size: CardSize | None,
    image: NDArray[np.uint8] | None = None,
) -> tuple[list[Sighting], CardSize | None]:
    """Sightings of physical cards from indices (n, 4, 2) and what they read as (n, 54), and the size of the cards if it is known now.

    ``size``: what was known of it in the frame before. ``image`` (H, W, 3) BGR: the outlines are looked for in it."""
    if len(quads) == 0:
        return [], size
    seen = quads
    clear = probabilities.max(axis=1) >= _CLEAR
    looked_at = image if clear.any() else None
    first = size or measure(quads, probabilities, None)
    if looked_at is not None:
        quads = _straight(quads, clear, looked_at, first)
    if size is not None:
        size = measure(quads, probabilities, size)
    elif first is not None:
        size = _fitted(quads, _agreement(probabilities), first, 1.5)
    poses = _Poses.of(quads, size.view if size else plain_view(quads))
    if looked_at is not None and (size is None or not size.edged):
        view = size.view if size else plain_view(quads)
        beside = Beside(looked_at, view, poses.middle, poses.turn).only(clear)
        size = _from_edges(beside) if size is None else _with_margins(size, *beside.margins())
    if size is None:
        return [_alone(quad, likely, None) for quad, likely in zip(seen, probabilities, strict=True)], None
    groups = _groups(_Ways.of(poses), _agreement(probabilities), size)
    if image is not None:
        groups = _sided(image, poses, groups, size)
    places = [_middle_of(group, poses, size) for group in groups]
    outlines = _outlines(np.array([m for m, _ in places]), np.array([t for _, t in places]), size)
    result = []
    for group, outline in zip(groups, outlines, strict=True):
        i = group.members[0]
        if len(group.members) == 1:
            strange = not 1 / _SAME_SIZE < poses.height[i] < _SAME_SIZE
            joker = int(probabilities[i].argmax()) >= BLACK_JOKER  # whose index may be a word, or a small sign
            likely = probabilities[i] * _STRANGE if strange and not joker else probabilities[i]
            told = group.at != 0 and not strange and likely.max() >= _CLEAR
            result.append(_alone(seen[i], likely, outline if told else None))
            continue
        together = probabilities[i]
        for j in group.members[1:]:
            together = fuse(together, probabilities[j])
        card = int(together.argmax())
        indices = tuple(seen[j] for j in group.members)
        if group.at == 0:
            result.append(
                Sighting("index", card, float(together[card]), seen[i], together, len(group.members), indices)
            )
            continue
        if outline[0, 1] + outline[1, 1] > outline[2, 1] + outline[3, 1]:  # from the upper end
            outline = outline[[2, 3, 0, 1]]
        result.append(Sighting("card", card, float(together[card]), outline, together, len(group.members), indices))
    return result, size


def _alone(quad: Quad, likely: NDArray[np.float32], outline: Quad | None) -> Sighting:
    card: Card = int(likely.argmax())
    kind: Kind = "index" if outline is None else "card"
    corners = quad if outline is None else outline
    return Sighting(kind, card, float(likely[card]), corners.astype(np.float32), likely, indices=(quad,))
