#!/usr/bin/env python3
"""Verifies records of backgammon matches. A second verifier, written from docs/record-format.md alone.

It shares no code with bg-record and needs nothing but Python's standard library, at the price of speed: a signature takes
two milliseconds. Of the notes it gives those that need neither the clock nor the log: `quick-asides`, and the ones about absences and
claims.

    python3 verify.py [--server-key HEX] FILE...

Prints one line of JSON for each file. Its notes are pairs: `quick-asides` has a player and the number of asides, `absences` has a
code and the player whom it is about, or null. Exit code 0 when all are right, 1 otherwise.
"""

import base64
import hashlib
import hmac
import json
import re
import sys
import unicodedata
from functools import lru_cache

FORMAT, PROTOCOL = "bg-record/2", "hmac-sha256/hashchain-reveal-v2"
MAX_EVENTS, MAX_INTEGER = 24_000, 2**53 - 1


class Fault(Exception):
    """The first fault: its code, and the number of the event or None."""

    def __init__(self, code, event=None):
        super().__init__(code)
        self.code, self.event = code, event


def require(condition, code):
    if not condition:
        raise Fault(code)


# --- Text: the first fault in reading order -------------------------------------------------------------------------

BLANKS = re.compile(r"[ \t\n\r]*")
RUN = re.compile(r'[^ \t\n\r"{}\[\],:]+')
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
PLAIN_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,15}")
UNESCAPED = re.compile(r'[^"\\\x00-\x1f]*')
UNIT = re.compile(r"\\u([0-9a-fA-F]{4})")
ESCAPES = dict(zip('"\\/bfnrt', '"\\/\b\f\n\r\t'))
WORDS = {"true": True, "false": False, "null": None}


class Reader:
    def __init__(self, text):
        self.text, self.at = text, 0
        self.items = self.containers = self.strings = 0
        self.spellings = set()

    def read(self):
        value = self.value(1)
        require(self.peek() == "", "text-not-json")
        return value

    def peek(self):
        self.at = BLANKS.match(self.text, self.at).end()
        return self.text[self.at : self.at + 1]

    def mark(self, marks):
        """Takes one of these marks."""
        found = self.peek()
        require(found and found in marks, "text-not-json")
        self.at += 1
        return found

    def count(self):
        self.items += 1
        require(self.items <= 700_000, "text-too-large")

    def value(self, depth):
        first = self.peek()
        require(first and first not in "}],:", "text-not-json")
        if first == '"':
            return self.string()
        self.count()
        if first in "{[":
            self.containers += 1
            require(self.containers <= 150_000, "text-too-large")
            require(depth <= 8, "text-too-deep")
            self.at += 1
            return self.object(depth) if first == "{" else self.list(depth)
        run = RUN.match(self.text, self.at).group()
        self.at += len(run)
        if run in WORDS:
            return WORDS[run]
        require(NUMBER.fullmatch(run), "text-not-json")
        require(PLAIN_INTEGER.fullmatch(run) and abs(int(run)) <= MAX_INTEGER, "text-bad-number")
        return int(run)

    def list(self, depth):
        values = []
        if self.peek() == "]":
            self.at += 1
            return values
        while True:
            values.append(self.value(depth + 1))
            if self.mark(",]") == "]":
                return values

    def object(self, depth):
        members = {}
        if self.peek() == "}":
            self.at += 1
            return members
        while True:
            require(self.peek() == '"', "text-not-json")
            start = self.at
            name = self.string()
            self.spellings.add(self.text[start : self.at])
            require(len(self.spellings) <= 1000, "text-too-large")
            require(name not in members, "text-duplicate-member")
            self.mark(":")
            members[name] = self.value(depth + 1)
            if self.mark(",}") == "}":
                return members

    def string(self):
        self.count()
        self.strings += 1
        require(self.strings <= 350_000, "text-too-large")
        self.at += 1
        parts = []
        while True:
            piece = UNESCAPED.match(self.text, self.at)
            parts.append(piece.group())
            self.at = piece.end()
            stop = self.text[self.at : self.at + 1]
            if stop == '"':
                self.at += 1
                return "".join(parts)
            require(stop == "\\", "text-not-json")  # else a control character, or the end
            parts.append(self.escape())

    def escape(self):
        unit = UNIT.match(self.text, self.at)
        if not unit:
            letter = self.text[self.at + 1 : self.at + 2]
            require(letter in ESCAPES, "text-not-json")
            self.at += 2
            return ESCAPES[letter]
        self.at += 6
        code = int(unit.group(1), 16)
        if not 0xD800 <= code < 0xE000:
            return chr(code)
        other = UNIT.match(self.text, self.at)
        low = int(other.group(1), 16) if other else 0
        require(code < 0xDC00 and 0xDC00 <= low < 0xE000, "text-lone-surrogate")
        self.at += 6
        return chr(0x10000 + ((code - 0xD800) << 10) + low - 0xDC00)


def read_text(data):
    require(len(data) <= 10_000_000, "text-too-large")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Fault("text-not-json") from None
    require(not text.startswith("\ufeff"), "text-not-json")
    return Reader(text).read()


# --- Hashes and signatures ------------------------------------------------------------------------------------------


def tagged(tag, value):
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"{tag}\n{text}".encode()


def sha256(data):
    return hashlib.sha256(data).hexdigest()


P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
IDENTITY = (0, 1, 1, 0)


def add(a, b):
    """Sum of two points in extended coordinates (RFC 8032, section 5.1.4)."""
    (x1, y1, z1, t1), (x2, y2, z2, t2) = a, b
    m, n = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = n - m, d - c, d + c, n + m
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def decode(data):
    """The point that 32 bytes encode with y < p, or None."""
    encoded = int.from_bytes(data, "little")
    sign, y = encoded >> 255, encoded & (2**255 - 1)
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P == -u % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or v * x * x % P != u or (x == 0 and sign):
        return None
    x = P - x if x % 2 != sign else x
    return (x, y, 1, x * y % P)


def encode(point):
    x, y, z, _ = point
    inverse = pow(z, P - 2, P)
    return (y * inverse % P | (x * inverse % P & 1) << 255).to_bytes(32, "little")


@lru_cache(None)
def multiples(point):
    """For each of 64 digits of four bits the points that its values 0 to 15 stand for."""
    rows = []
    for _ in range(64):
        row = [IDENTITY]
        for _ in range(15):
            row.append(add(row[-1], point))
        rows.append(row)
        point = add(row[-1], point)
    return rows


def times(scalar, point):
    total = IDENTITY
    for row in multiples(point):
        total = add(total, row[scalar & 15])
        scalar >>= 4
    return total


BASE = decode((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


@lru_cache(None)
def good_key(pub):
    """The point of a good key, negated; None for any other."""
    point = decode(bytes.fromhex(pub))
    if point is None or encode(times(8, point)) == encode(IDENTITY):
        return None
    x, y, z, t = point
    return (P - x, y, z, P - t)


def is_signed(pub, message, sig):
    negated, data = good_key(pub), bytes.fromhex(sig)
    s = int.from_bytes(data[32:], "little")
    if negated is None or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(data[:32] + bytes.fromhex(pub) + message).digest(), "little") % L
    return encode(add(times(s, BASE), times(k, negated))) == data[:32]


def is_view_signed(log, view):
    root = base64.b64encode(bytes.fromhex(view["root"])).decode()
    return is_signed(log["key"], f"{log['origin']}\n{view['size']}\n{root}\n".encode(), view["sig"])


# --- Forms ----------------------------------------------------------------------------------------------------------


def integer(least, most=MAX_INTEGER):
    return lambda value: type(value) is int and least <= value <= most


def one_of(*values):
    return lambda value: any(type(value) is type(one) and value == one for one in values)


def hexes(count):
    return lambda value: type(value) is str and re.fullmatch("[0-9a-f]{%d}" % (2 * count), value) is not None


def members(optional=(), **fields):
    """An object with these members, of which the optional ones may be missing."""
    return lambda value: (
        type(value) is dict
        and value.keys() <= fields.keys() <= value.keys() | set(optional)
        and all(fields[name](one) for name, one in value.items())
    )


def row(*checks):
    return lambda value: (
        type(value) is list and len(value) == len(checks) and all(check(one) for check, one in zip(checks, value))
    )


def is_name(value):
    return type(value) is str and len(value) <= 24 and not any(unicodedata.category(c) in ("Cc", "Cs") for c in value)


def is_id(value):
    return type(value) is str and re.fullmatch("[A-Za-z0-9_-]{14,64}", value) is not None


def is_origin(value):
    return type(value) is str and re.fullmatch(r"[!-*,-~]{1,1000}", value) is not None


boolean, die, month = one_of(True, False), integer(1, 6), integer(0, 2_592_000_000)
wait = integer(1000, 2_592_000_000)
hop = row(integer(1, 25), integer(0, 24))
player = members(pub=hexes(32), name=is_name, bot=boolean, custody=one_of("own", "service"))
clock = members(delayMs=month, reserveMs=month)
view = members(size=integer(1), root=hexes(32), sig=hexes(64))

is_header = members(
    optional=["dice", "holidayDays", "firstChain", "log", "session"],
    format=one_of(FORMAT),
    protocol=one_of(PROTOCOL),
    id=is_id,
    created=integer(0),
    server=hexes(32),
    players=row(player, player),
    length=integer(0, 25),
    rules=members(cube=boolean, crawford=boolean, jacoby=boolean, beavers=boolean),
    clock=lambda value: value is None or clock(value),
    moveMs=lambda value: value is None or wait(value),
    absenceMs=lambda value: value is None or wait(value),
    holidayDays=integer(1, 365),
    chain=integer(1, 65_536),
    dice=one_of("advance"),
    firstChain=members(anchor=hexes(32), nonce=hexes(16)),
    log=members(origin=is_origin, key=hexes(32)),
    session=members(game=integer(2), previous=members(id=is_id, hash=hexes(32)), score=row(integer(0), integer(0))),
    rated=boolean,
)

is_record = members(
    header=lambda value: True,
    events=lambda value: type(value) is list,
    result=members(
        winner=one_of(0, 1),
        score=row(integer(0), integer(0)),
        reason=one_of("points", "resign", "time", "abandonment"),
    ),
    finalHash=hexes(32),
    sig=hexes(64),
)

OWN_MEMBERS = {
    "commit": {"anchor": hexes(32), "nonce": hexes(16), "view": lambda value: value is None or view(value)},
    "roll": {"reveal": hexes(32)},
    "reveal": {"reveal": hexes(32)},
    "dice": {"reveal": hexes(32), "dice": row(die, die)},
    "play": {
        "hops": lambda value: type(value) is list and len(value) <= 4 and all(map(hop, value)),
        "ahead": hexes(32),
    },
    "resign": {"points": integer(1, 3)},
    "forfeit": {"loser": one_of(0, 1), "reason": one_of("time", "abandonment")},
    "sit": {"nonce": hexes(16)},
    "absent": {"seat": one_of(0, 1)},
    "void": {"hash": hexes(32)},
    "resume": {"since": integer(0)},
    "holiday": {"days": integer(1, 365)},
    **{name: {} for name in ("double", "take", "pass", "beaver", "accept", "decline", "present", "claim")},
}


def is_event(value):
    own = OWN_MEMBERS.get(value.get("type")) if type(value) is dict and type(value.get("type")) is str else None
    if own is None:
        return False
    sent = {} if value.get("p", 0) is None else {"sent": integer(0)}
    common = {"n": integer(0), "prev": hexes(32), "sig": hexes(64), "at": integer(0)}
    return members(optional=["ahead", "view"], type=one_of(value["type"]), p=one_of(0, 1, None), **common, **sent, **own)(value)


def check_header(header):
    require(is_header(header), "header-form")
    keys = [header["server"], *(one["pub"] for one in header["players"])]
    require(all(good_key(key) for key in keys) and len(set(keys)) == 3, "header-key")
    require("log" not in header or good_key(header["log"]["key"]), "header-key")
    rules, money, clock = header["rules"], header["length"] == 0, header["clock"]
    require(money or not (rules["jacoby"] or rules["beavers"]), "header-rules")
    require(not (money and rules["crawford"]), "header-rules")
    require(not (header["rated"] and (money or any(one["bot"] for one in header["players"]))), "header-rules")
    require(money or "session" not in header, "header-rules")
    require(clock is None or any(clock.values()), "header-rules")
    require((clock is None) == (header["moveMs"] is not None), "header-rules")
    require(clock is None or header["absenceMs"] is not None, "header-rules")
    require(clock is None or ("holidayDays" not in header and "firstChain" not in header), "header-rules")
    if "dice" in header:
        is_own = all(one["custody"] == "own" for one in header["players"])
        is_for_two = not any(one["bot"] for one in header["players"])
        require(header["absenceMs"] is None and is_for_two and (is_own or not header["rated"]), "header-rules")


# --- Plays: a board is two tuples of 26 numbers, each in its player's own count: 0 is off, 25 the bar -----------------

START = tuple({24: 2, 13: 5, 8: 3, 6: 5}.get(point, 0) for point in range(26))


def hops_with(board, me, number):
    """The hops that one die allows."""
    mine, other = board[me], board[1 - me]
    is_home = sum(mine[7:]) == 0
    for source in [25] if mine[25] else range(1, 25):
        target = source - number
        if mine[source] and target > 0 and other[25 - target] < 2:
            yield source, target
        elif mine[source] and target <= 0 and is_home and (target == 0 or sum(mine[source + 1 :]) == 0):
            yield source, 0


def moved(board, me, source, target):
    mine, other = list(board[me]), list(board[1 - me])
    mine[source] -= 1
    mine[target] += 1
    if target > 0 and other[25 - target] == 1:
        other[25 - target] = 0
        other[25] += 1
    return (tuple(mine), tuple(other)) if me == 0 else (tuple(other), tuple(mine))


@lru_cache(100_000)
def most(board, me, dice):
    """How many of the dice can be played at most."""
    best = 0
    for i in range(len(dice)):
        if dice[i] in dice[:i]:
            continue
        rest = dice[:i] + dice[i + 1 :]
        for one in hops_with(board, me, dice[i]):
            best = max(best, 1 + most(moved(board, me, *one), me, rest))
            if best == len(dice):
                return best
    return best


def ways(board, me, dice, hops):
    """The boards that these hops lead to, with the dice that they used, whichever die each one took."""
    if not hops:
        return [(board, ())]
    found = []
    for number in set(dice):
        if hops[0] in hops_with(board, me, number):
            rest = list(dice)
            rest.remove(number)
            after = ways(moved(board, me, *hops[0]), me, tuple(rest), hops[1:])
            found += [(end, (number, *used)) for end, used in after]
    return found


def played(board, me, dice, hops):
    """The board after a legal play; None for any other."""
    dice = tuple(dice) * (2 if dice[0] == dice[1] else 1)
    wanted = most(board, me, dice)
    is_larger_due = wanted == 1 and dice[0] != dice[1] and any(hops_with(board, me, max(dice)))
    for end, used in ways(board, me, dice, [tuple(one) for one in hops]):
        if len(used) == wanted and (not is_larger_due or used == (max(dice),)):
            return end
    return None


# --- A match: what the header and the events so far decide --------------------------------------------------------------


ASIDES = ("sit", "present", "absent", "claim", "holiday", "void", "resume")


class QuickAsides:
    """Counts the asides that displace the decisions of the player who has to act."""

    def __init__(self):
        self.last, self.load, self.row, self.longest = None, 0, 0, [0, 0]

    def count(self, party, event, before):
        """`party` had to act before the event; `before` is the event before it."""
        if party is None or event["type"] not in ASIDES:
            self.last, self.load, self.row = None, 0, 0
            return
        is_storing = event["type"] == "resume" and before["type"] != "resume" and event["since"] == before["at"]
        if event["p"] == party or is_storing:
            return
        if self.last is not None:
            self.load = max(0, self.load - (event["at"] - self.last))
        self.row = self.row + 1 if self.load > 0 else 1
        self.last, self.load = event["at"], self.load + 2000
        if self.load > 10_000:
            self.longest[party] = max(self.longest[party], self.row)

    def notes(self):
        return [(player, count) for player, count in enumerate(self.longest) if count > 0]


class Absences:
    """Follows the announced absences and their claims."""

    def __init__(self, header):
        self.limit, self.is_timed = header["absenceMs"], header["clock"] is not None
        self.since = self.claimed = None  # times, while an announcement stands
        self.of_server, self.ignored, self.end = 0, set(), []

    def follow(self, absent, event):
        """`absent` is the player who stood announced before the event, or None."""
        kind, at = event["type"], event["at"]
        if kind == "forfeit":
            self.end = self.judge(absent, event)
            return
        self.of_server += kind in ("resume", "void")
        if absent is None:
            self.since = at if kind == "absent" else None
            return
        until = event["since"] if kind == "resume" else at
        if self.claimed is not None and until > max(self.since + self.limit, self.claimed) + 5000:
            self.ignored.add(1 - absent)
        if kind == "resume":
            self.since = at
        elif kind == "claim":
            self.claimed = at
        elif event["p"] == absent and kind != "sit":
            self.since = self.claimed = None

    def judge(self, absent, forfeit):
        if forfeit["reason"] != "abandonment":
            return []
        is_long = absent is not None and forfeit["at"] - self.since >= self.limit
        if is_long and not (self.is_timed and self.claimed is None):
            return []
        places = MAX_EVENTS - 50 if self.limit is None else MAX_EVENTS - 1
        if forfeit["n"] >= places and self.of_server <= 1000:
            return [("record-full", None)]
        if absent is None:
            return [("absence-not-announced", None)]
        return [("not-claimed" if is_long else "absence-too-short", None)]

    def notes(self):
        return self.end + [("claim-ignored", player) for player in sorted(self.ignored)]


class Match:
    def __init__(self, header):
        self.header, self.rules, self.length = header, header["rules"], header["length"]
        self.score, self.result, self.had_crawford = [0, 0], None, False
        self.chains, self.anchors, self.rolls, self.has_rolled = {}, set(), 0, False
        self.absent, self.is_claimed, self.sits, self.days_off = None, False, [0, 0], [0, 0]
        self.quick_asides, self.absences = QuickAsides(), Absences(header)
        self.standing = None  # the player whose link for the next roll was revealed in advance
        self.commits_due, self.rolls_first = [None, 0, 1], "firstChain" in header
        self.start_game()

    def start_game(self):
        is_crawford = self.rules["crawford"] and not self.had_crawford and self.length - 1 in self.score
        self.is_crawford, self.had_crawford = is_crawford, self.had_crawford or is_crawford
        self.board, self.dice, self.turn, self.to_act = (START, START), None, None, 0
        self.cube, self.owner, self.phase, self.declined = 1, None, "roll", [0, 0]

    def expects(self):
        """The party that has to act, and the types that it may send."""
        me, resign = self.to_act, ["resign"] if self.offers() else []
        if self.rolls_first and self.commits_due == [1]:
            return 0, ["roll"]
        if self.commits_due:
            return self.commits_due[0], ["commit"]
        if self.phase == "roll":
            return me, ["roll", *(["double"] if self.may_double() else []), *resign]
        if self.phase == "reveal":
            return me, ["reveal"]
        if self.phase == "dice":
            return None, ["dice"]
        if self.phase == "play":
            return me, ["play", *resign]
        if self.phase == "resign":
            return me, ["accept", "decline"]
        is_beaver = self.phase == "double" and self.length == 0 and self.rules["beavers"] and 4 * self.cube <= 4096
        return me, ["take", "pass", *(["beaver"] if is_beaver else []), *resign]

    def may_double(self):
        is_allowed = self.rules["cube"] and self.length != 1 and not self.is_crawford
        return is_allowed and self.turn is not None and self.owner in (None, self.turn) and 2 * self.cube <= 4096

    def is_jacoby(self):
        return self.rules["jacoby"] and self.owner is None

    def offers(self):
        """The points that the player to act may offer in resigning."""
        if self.turn is None or self.phase not in ("roll", "play", "double", "beaver"):
            return []
        return [n for n in ([1] if self.is_jacoby() else [1, 2, 3]) if n > self.declined[self.to_act]]

    def take(self, event, last_at):
        """Judges an event whose form, place and signature are right."""
        kind, by = event["type"], event["p"]
        require(self.result is None, "match-over")
        party, kinds = self.expects()
        if kind in ("absent", "void", "resume", "forfeit"):
            require(by is None, "wrong-party")
            require(event["n"] > 0, "wrong-type")
        elif kind in ("sit", "present", "claim", "holiday"):
            require(by is not None, "wrong-party")
        else:
            require(by == party, "wrong-party")
            require(kind in kinds, "wrong-type")
        self.last_at = last_at
        getattr(self, f"take_{kind}")(event, by)
        if by is not None and by == self.absent and kind != "sit":
            self.absent, self.is_claimed = None, False
        if self.result is None and self.phase == "roll" and not self.commits_due:
            if self.chains[None]["used"] == self.header["chain"]:
                self.commits_due = [None, 0, 1]

    def reveal(self, link, by, code="wrong-reveal"):
        chain = self.chains[by]
        require(sha256(bytes.fromhex(link)) == chain["last"], code)
        chain["last"], chain["used"] = link, chain["used"] + 1

    def take_commit(self, event, by):
        first = self.header.get("firstChain")
        named = first and first["anchor"]
        require(event["anchor"] not in self.anchors and (by == 1 or event["anchor"] != named), "anchor-reused")
        is_named = by == 1 and named and by not in self.chains
        require(not is_named or first == {name: event[name] for name in first}, "wrong-anchor")
        log = self.header.get("log")
        require(("view" in event) == (log is not None), "wrong-view")
        require(not event.get("view") or is_view_signed(log, event["view"]), "wrong-view")
        self.anchors.add(event["anchor"])
        self.chains[by] = {"last": event["anchor"], "used": 0}
        self.commits_due.pop(0)
        self.has_rolled = self.has_rolled or self.phase == "reveal"

    def take_roll(self, event, by):
        if self.standing == by:
            require(event["reveal"] == self.chains[by]["last"], "wrong-reveal")
        else:
            self.reveal(event["reveal"], by)
        self.has_rolled, self.rolls_first = not self.commits_due, False
        self.phase, self.to_act = "dice" if self.standing == 1 - by else "reveal", 1 - by
        self.standing = None

    def take_reveal(self, event, by):
        self.reveal(event["reveal"], by)
        self.phase = "dice"

    def take_dice(self, event, by):
        self.reveal(event["reveal"], by)
        self.rolls += 1
        key = bytes.fromhex("".join(self.chains[party]["last"] for party in (None, 0, 1)))
        found, counter = [], 0
        while len(found) < 2:
            message = f"{PROTOCOL}\n{self.header['id']}\n{self.rolls}\n{counter}".encode()
            found += [byte % 6 + 1 for byte in hmac.digest(key, message, "sha256") if byte < 252]
            counter += 1
        require(event["dice"] == found[:2], "wrong-dice")
        first, second = self.dice = found[:2]
        if self.turn is None and first == second:
            self.phase, self.to_act = "roll", 0
            return
        if self.turn is None:
            self.turn = 0 if first > second else 1
        self.phase, self.to_act = "play", self.turn

    def take_play(self, event, by):
        board = played(self.board, by, self.dice, event["hops"])
        require(board is not None, "illegal-play")
        self.board, self.declined = board, [0, 0]
        self.turn = self.to_act = 1 - by
        self.phase = "roll"
        wins, are_links_left = board[by][0] == 15, self.chains[None]["used"] < self.header["chain"]
        is_due = "dice" in self.header and are_links_left and not wins
        require(("ahead" in event) == is_due, "wrong-ahead")
        if is_due:
            self.reveal(event["ahead"], by, "wrong-ahead")
            self.standing = by
        if wins:
            self.win(by, self.factor(board[1 - by]) * self.cube, "points")

    def factor(self, loser):
        if self.is_jacoby() or loser[0] > 0:
            return 1
        return 3 if sum(loser[19:]) else 2

    def take_double(self, event, by):
        self.phase, self.to_act = "double", 1 - by

    def take_take(self, event, by):
        self.owner = by if self.phase == "double" else self.owner
        self.cube *= 2
        self.phase, self.to_act = "roll", self.turn

    def take_pass(self, event, by):
        self.win(1 - by, self.cube, "points")

    def take_beaver(self, event, by):
        self.cube, self.owner = 2 * self.cube, by
        self.phase, self.to_act = "beaver", 1 - by

    def take_resign(self, event, by):
        require(event["points"] in self.offers(), "wrong-resignation")
        self.resigned, self.resigned_from = event["points"], self.phase
        self.phase, self.to_act = "resign", 1 - by

    def take_accept(self, event, by):
        self.win(by, self.resigned * self.cube, "resign")

    def take_decline(self, event, by):
        self.declined[1 - by] = self.resigned
        self.phase, self.to_act = self.resigned_from, 1 - by

    def take_sit(self, event, by):
        require(by in self.chains and self.sits[by] < 500, "wrong-type")
        self.sits[by] += 1

    def take_present(self, event, by):
        require(self.absent is not None, "wrong-type")
        require(by == self.absent, "wrong-party")
        require(self.expects()[1] not in (["commit"], ["reveal"]), "wrong-type")

    def take_claim(self, event, by):
        require(self.header["clock"] is not None and self.absent is not None, "wrong-type")
        require(by != self.absent, "wrong-party")
        require(not self.is_claimed, "wrong-type")
        self.is_claimed = True

    def take_holiday(self, event, by):
        require(by in self.chains, "wrong-type")
        self.days_off[by] += event["days"]
        require(self.days_off[by] <= self.header.get("holidayDays", 0), "wrong-holiday")

    def take_absent(self, event, by):
        is_limited = self.header["absenceMs"] is not None
        require(is_limited and self.absent is None and self.expects()[0] == event["seat"], "wrong-absence")
        self.absent = event["seat"]

    def take_void(self, event, by):
        pass

    def take_resume(self, event, by):
        require(self.last_at <= event["since"] <= event["at"], "wrong-resume")

    def take_forfeit(self, event, by):
        loser, reason = event["loser"], event["reason"]
        require(self.has_rolled and self.expects()[0] == loser, "wrong-forfeit")
        if self.length == 0:
            self.score[1 - loser] += self.factor(self.board[loser]) * self.cube
        self.end(1 - loser, reason)

    def win(self, winner, points, reason):
        self.score[winner] += points
        if self.length == 0 or self.score[winner] >= self.length:
            self.end(winner, reason)
        else:
            self.start_game()

    def end(self, winner, reason):
        self.result = {"winner": winner, "score": self.score, "reason": reason}


def verify(record, server_key=None):
    """Returns the match when the record is right; raises the first Fault otherwise."""
    require(is_record(record), "record-form")
    header, events = record["header"], record["events"]
    require(len(events) <= MAX_EVENTS, "too-many-events")
    check_header(header)
    require(server_key in (None, header["server"]), "wrong-server")
    match, head, at = Match(header), sha256(tagged("bg-header/1", header)), header["created"]
    for number, event in enumerate(events):
        try:
            require(is_event(event), "event-form")
            require(event["n"] == number, "wrong-number")
            require(number < MAX_EVENTS - 1 or event["type"] == "forfeit", "too-many-events")
            require(event["prev"] == head, "wrong-prev")
            require(event["at"] >= at, "wrong-time")
            pub = header["server"] if event["p"] is None else header["players"][event["p"]]["pub"]
            signed = {name: value for name, value in event.items() if name not in ("sig", "at")}
            require(is_signed(pub, tagged("bg-event/1", signed), event["sig"]), "bad-signature")
            party, absent = match.expects()[0], match.absent
            match.take(event, at)
            match.absences.follow(absent, event)
            match.quick_asides.count(party, event, events[number - 1] if number else None)
        except Fault as fault:
            raise Fault(fault.code, number) from None
        head, at = sha256(tagged("bg-hash/1", event)), event["at"]
    require(match.result is not None, "unfinished")
    require(record["result"] == match.result, "wrong-result")
    require(record["finalHash"] == head, "wrong-final-hash")
    closing = tagged("bg-final/1", {"finalHash": head, "id": header["id"], "result": match.result})
    require(is_signed(header["server"], closing, record["sig"]), "bad-closing")
    return match


def main(words):
    server_key, files, right = None, words, True
    if words[:1] == ["--server-key"] and len(words) > 1:
        server_key, files = words[1].lower(), words[2:]
    if not files:
        sys.exit(__doc__)
    for path in files:
        try:
            with open(path, "rb") as file:
                match = verify(read_text(file.read(10_000_001)), server_key)
            notes = {"quick-asides": match.quick_asides.notes(), "absences": match.absences.notes()}
            found = {"file": path, "ok": True, "result": match.result, "notes": notes}
        except OSError as error:
            right, found = False, {"file": path, "ok": False, "code": "unreadable", "message": error.strerror}
        except Fault as fault:
            right, found = False, {"file": path, "ok": False, "code": fault.code, "event": fault.event}
        print(json.dumps(found))
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
