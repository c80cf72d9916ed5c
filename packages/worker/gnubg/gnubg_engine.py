# Copyright (C) 2026 the Anchor contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# This file, and no other of this package, is free software: you can redistribute it and/or modify it under the terms of
# the GNU General Public License as published by the Free Software Foundation, either version 3 of the License, or (at
# your option) any later version. It is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without
# even the implied warranty of MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. See <https://www.gnu.org/licenses/>.
#
# It runs inside GNU Backgammon 1.07, whose Python module it imports:
#
#     gnubg -t -q -r -s PRIVATE_FOLDER -p gnubg_engine.py
#
# One JSON object a line comes in, one JSON object a line goes out with the same "id". The first line out is
# {"ready": true}. Requests, with points as the player on roll counts them (26 integers: [1..24] his checkers positive and
# the opponent's negative, [25] his bar, [0] the opponent's bar as a negative number):
#
#     {"id", "op": "moves", "points", "dice": [a, b], STATE, "plies"}  ->  {"moves": [{"points", "equity", "probs"}]}
#     {"id", "op": "cube", "points", STATE, "plies"}  ->  {"noDouble", "doubleTake", "doublePass", "code", "action"}
#     {"id", "op": "quit"}
#
# STATE is "matchTo" (0: money), "score" [on roll, opponent], "cube", "owner" (null, "me", "opp"), "crawford", "jacoby",
# "beavers". Equities are cubeful, in points of the cube's present value; in a match normalised to it.

import json
import os

import gnubg

# gnubg writes its chatter to descriptor 1 and would read commands from 0: both are taken away from it.
replies = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

SETTINGS = (
    "set automatic roll off",
    "set automatic game off",
    "set automatic bearoff off",
    "set automatic move off",
    "set automatic crawford off",
    "set automatic doubles 0",
    "set player 0 human",
    "set player 1 human",
    "set confirm new off",
    "set confirm save off",
    "set display off",
    "set sound enable off",
    "set output output off",
    "set threads 1",
    "set evaluation sameasanalysis off",
)

# Every candidate is evaluated at the full depth: a filtered list mixes depths, and losses taken from it mean nothing.
NO_FILTER = [
    {"ply": ply, "level": level, "acceptmoves": -1, "extramoves": 0, "threshold": 0.0}
    for ply in range(1, 5)
    for level in range(ply)
]

MAX_BEAVERS = 3


def remove_filter():
    try:
        gnubg.setevalhintfilter(NO_FILTER)
    except SystemError:
        pass  # 1.07 sets the filter and then reports an error without one
    if gnubg.getevalhintfilter() != NO_FILTER:
        raise RuntimeError("the move filter was not accepted")


def set_plies(plies):
    for decision in ("chequerplay", "cubedecision"):
        prefix = "set evaluation %s evaluation " % decision
        for setting in ("plies %d" % plies, "cubeful on", "prune on", "noise 0"):
            gnubg.command(prefix + setting)
    remove_filter()
    context = gnubg.evalcontext()
    if (context["plies"], context["cubeful"], context["prune"]) != (plies, 1, 1):
        raise RuntimeError("the evaluation settings were not accepted: %r" % context)


def to_board(points):
    if len(points) != 26 or points[25] < 0 or points[0] > 0:
        raise ValueError("points: 26 integers, the bars at both ends")
    own = [max(points[i], 0) for i in range(1, 25)] + [points[25]]
    other = [max(-points[i], 0) for i in range(24, 0, -1)] + [-points[0]]
    if sum(own) > 15 or sum(other) > 15:
        raise ValueError("points: more than 15 checkers")
    return (tuple(other), tuple(own))


def letter(count):
    return "-" if count == 0 else chr((64 if count > 0 else 96) + abs(count))


def xgid(q):
    """The state with the player on roll as X, the one side that gnubg never turns around."""
    dice = q.get("dice")
    flag = int(q["crawford"]) if q["matchTo"] else int(q["jacoby"]) + 2 * int(q["beavers"])
    owner = {None: 0, "me": 1, "opp": -1}[q["owner"]]
    roll = "%d%d" % (max(dice), min(dice)) if dice else "00"
    fields = (q["cube"].bit_length() - 1, owner, 1, roll, q["score"][0], q["score"][1], flag, q["matchTo"], 10)
    return "XGID=%s:%s" % ("".join(letter(n) for n in q["points"]), ":".join(str(field) for field in fields))


def set_up(q):
    """Puts a state before gnubg and reads it back: a refused command only prints something."""
    board = to_board(q["points"])
    if not q["matchTo"]:
        gnubg.command("set beavers %d" % (MAX_BEAVERS if q["beavers"] else 0))
    gnubg.command("set xgid " + xgid(q))
    position, cube = gnubg.posinfo(), gnubg.cubeinfo()
    roll = tuple(sorted(q["dice"], reverse=True)) if q.get("dice") else (0, 0)
    owner = {None: -1, "me": 1, "opp": 0}[q["owner"]]
    asked = [gnubg.positionid(board), roll, 1, q["matchTo"], q["cube"], owner]
    set_to = [
        gnubg.gnubgid().split(":")[0],
        tuple(sorted(position["dice"], reverse=True)),
        position["turn"],
        cube["matchto"],
        cube["cube"],
        cube["cubeowner"],
    ]
    if q["matchTo"]:
        asked += [(q["score"][1], q["score"][0]), bool(q["crawford"])]
        set_to += [tuple(cube["score"]), bool(cube["crawford"])]
    if asked != set_to:
        raise ValueError("gnubg refused the state: %r instead of %r" % (set_to, asked))
    return board, cube


def after(points, text):
    """The position that a play in gnubg's notation leads to, as the same player counts it."""
    points = list(points)
    for start, end in gnubg.parsemove(text):
        points[start] -= 1
        if end > 0:
            if points[end] == -1:
                points[end] = 0
                points[0] -= 1
            points[end] += 1
    return points


def candidate(points, plies, hint):
    if hint["type"] != "eval" or hint["context"]["plies"] != plies:
        raise RuntimeError("not evaluated as asked: %r" % hint)
    return {
        "points": after(points, hint["move"]),
        "equity": hint["equity"],
        "probs": list(hint["details"]["probs"]),
    }


def moves(q):
    set_plies(q["plies"])
    set_up(q)
    return {"moves": [candidate(q["points"], q["plies"], hint) for hint in gnubg.hint()["hint"]]}


def cube_decision(q):
    set_plies(q["plies"])
    board, cube = set_up(dict(q, dice=None))
    if not q["matchTo"]:
        cube["beavers"] = MAX_BEAVERS if q["beavers"] else 0  # gnubg reports 0 whatever was set
    answer = gnubg.cfevaluate(board, cube, gnubg.evalcontext())
    return dict(zip(("noDouble", "doubleTake", "doublePass", "code", "action"), answer[1:]))


OPERATIONS = {"moves": moves, "cube": cube_decision}


def send(reply):
    replies.write(json.dumps(reply, separators=(",", ":")) + "\n")


def answer(line):
    request = {}
    try:
        request = json.loads(line)
        return dict(OPERATIONS[request["op"]](request), id=request["id"], ok=True)
    except Exception as error:
        return {"id": request.get("id"), "ok": False, "error": "%s: %s" % (type(error).__name__, error)}


for setting in SETTINGS:
    gnubg.command(setting)
send({"ready": True})
for line in requests:
    if json.loads(line).get("op") == "quit":
        break
    send(answer(line))
os._exit(0)  # an orderly end would write gnubg's settings
