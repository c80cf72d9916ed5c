# Copyright (C) 2026 the Anchor contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# This file, and no other of this folder, is free software: you can redistribute it and/or modify it under the terms of the
# GNU General Public License as published by the Free Software Foundation, either version 3 of the License, or (at your
# option) any later version. It is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the
# implied warranty of MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. See <https://www.gnu.org/licenses/>.
#
# Runs inside GNU Backgammon 1.07 and measures its moves: gnubg -t -q -r -s PRIVATE_FOLDER -p gnubg_clock.py
# A line in: {"xgid", "plies"}. A line out: {"cpu", "wall", "plies"}, milliseconds of processor time and of the clock for the
# list of plays with the usual settings, and the depth of the best play; without dice, for the decision to double, and its depth. The clock includes a wait of up to 10 ms for gnubg's
# own thread, so the processor time is the fair figure.

import json
import os
import time

import gnubg

replies = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

for setting in (
    "set automatic roll off",
    "set automatic game off",
    "set automatic bearoff off",
    "set automatic move off",
    "set automatic doubles 0",
    "set player 0 human",
    "set player 1 human",
    "set confirm new off",
    "set display off",
    "set output output off",
    "set threads 1",
    "set evaluation sameasanalysis off",
):
    gnubg.command(setting)


def timed(request):
    for decision in ("chequerplay", "cubedecision"):
        for part in ("plies %d" % request["plies"], "cubeful on", "prune on", "noise 0"):
            gnubg.command("set evaluation %s evaluation %s" % (decision, part))
    gnubg.command("set xgid " + request["xgid"])
    if ":00:" in request["xgid"]:
        gnubg.command("clear cache")
        board, cube, context = gnubg.board(), gnubg.cubeinfo(), gnubg.evalcontext()
        cpu, wall = time.process_time(), time.perf_counter()
        gnubg.cfevaluate(board, cube, context)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        return {"cpu": 1000 * cpu, "wall": 1000 * wall, "plies": context["plies"]}
    cpu, wall = time.process_time(), time.perf_counter()
    plays = gnubg.hint()["hint"]
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    return {"cpu": 1000 * cpu, "wall": 1000 * wall, "plies": plays[0]["context"]["plies"] if plays else None}


replies.write('{"ready":true}\n')
for line in requests:
    replies.write(json.dumps(timed(json.loads(line))) + "\n")
os._exit(0)
