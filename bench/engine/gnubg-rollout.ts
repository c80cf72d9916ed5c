import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePositionId } from '../../packages/rules/src/index.ts';
import type { Moment } from './self-play.ts';

/** A position and the player on roll. */
export type Placed = Pick<Moment, 'position' | 'player'>;

export interface Rolled {
  readonly equity: number;
  readonly error: number;
}

/** The last table that GNU Backgammon prints: chances, the equity, and their standard errors. */
const TABLE = /CL +([+-]\d\.\d+)[^[]*\[[^\]]*CL +(\d\.\d+)\]/g;

/** The size of a rollout. `seed` is that of its dice. */
export interface Size {
  readonly trials: number;
  readonly seed: number;
}

/** Rolls a position out. GNU Backgammon prints the result of a rollout only to a terminal, so `script` gives it one. */
export async function gnubgRollout({ position, player }: Placed, { trials, seed }: Size): Promise<Rolled> {
  const folder = mkdtempSync(join(tmpdir(), 'rollouts-'));
  const settings = ['cubeful off', 'varredn on', 'initial off', `trials ${trials}`, `seed ${seed}`];
  const commands = [
    'new session',
    'set jacoby off',
    'set turn 0',
    `set board ${makePositionId(position, player)}`,
    ...settings.map((one) => `set rollout ${one}`),
    'rollout',
  ];
  const program = spawn('script', ['-qec', `gnubg -t -q -r -s ${folder}`, '/dev/null'], {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/games`, HOME: folder, COLUMNS: '200' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  program.stdin.write(`${commands.join('\n')}\n`);
  let text = '';
  for await (const part of program.stdout) {
    text += part;
    const end = text.indexOf('Printing final results');
    const [table] = end < 0 ? [] : [...text.slice(end).matchAll(TABLE)];
    if (!table) continue;
    program.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    return { equity: Number(table[1]), error: Number(table[2]) };
  }
  throw new Error(`GNU Backgammon printed no result:\n${text.slice(-2000)}`);
}
