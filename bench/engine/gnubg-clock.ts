import { fileURLToPath } from 'node:url';
import { fromOwnView, makeSituation, makeXgid, ownView, type Situation } from '../../packages/rules/src/index.ts';
import { makeEngineFolder, removeFolder } from '../../packages/worker/src/engine/engine-folder.ts';
import { findGnubg } from '../../packages/worker/src/engine/gnubg.ts';
import { LineProcess } from '../../packages/worker/src/engine/line-process.ts';
import type { Moment } from './self-play.ts';
import type { MoveTime } from './speed.ts';

const SCRIPT = fileURLToPath(new URL('gnubg_clock.py', import.meta.url));
const LONGEST_MS = 120_000;

/** GNU Backgammon as a program whose moves are measured, with its usual settings. */
export interface GnubgClock {
  /** Returns the time of one move. */
  move(moment: Moment, ply: number): Promise<MoveTime>;
  /** Returns the time of one decision to double, with an empty cache. The player on roll is player 0. */
  double(situation: Situation, ply: number): Promise<MoveTime>;
  close(): Promise<void>;
}

/** Returns null if GNU Backgammon is not installed. */
export async function openGnubgClock(): Promise<GnubgClock | null> {
  const command = findGnubg();
  if (command === null) return null;
  const folder = makeEngineFolder();
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', HOME: folder };
  const args = ['-t', '-q', '-r', '-s', folder, '-p', SCRIPT];
  const program = new LineProcess({ command, args, env, timeoutMs: LONGEST_MS });
  const ask = async (line: string | null) => {
    const answer = await program.ask(line);
    if (!answer.ok) throw new Error(answer.message);
    return JSON.parse(answer.value) as { readonly cpu: number; readonly wall: number };
  };
  await ask(null);
  async function timed(situation: Situation, plies: number): Promise<MoveTime> {
    const { cpu, wall } = await ask(JSON.stringify({ xgid: makeXgid(situation), plies }));
    return { cpuMs: cpu, wallMs: wall };
  }
  return {
    double: timed,
    async move({ position, player, dice }, ply) {
      // The player on roll as X, the one side that GNU Backgammon never turns round.
      const turned = fromOwnView(ownView(position, player), 0);
      return timed(makeSituation({ position: turned, onRoll: 0, dice }), ply);
    },
    async close() {
      await program.kill();
      removeFolder(folder);
    },
  };
}
