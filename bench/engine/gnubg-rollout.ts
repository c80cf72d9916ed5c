import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePositionId, type Situation } from '../../packages/rules/src/index.ts';
import type { Moment } from './self-play.ts';

/** A position and the player on roll. */
export type Placed = Pick<Moment, 'position' | 'player'>;

export interface Rolled {
  readonly equity: number;
  readonly error: number;
}

/** The last table that GNU Backgammon prints: chances, the equities without and with the cube, and their standard errors. */
const TABLE = /CL +([+-]\d\.\d+)(?: +CF +([+-]\d\.\d+))?[^[]*\[[^\]]*CL +(\d\.\d+)(?: +CF +(\d\.\d+))?\]/g;

/** The size of a rollout. `seed` is that of its dice. */
export interface Size {
  readonly trials: number;
  readonly seed: number;
}

/** Rolls a position out without the cube. */
export async function gnubgRollout(placed: Placed, size: Size): Promise<Rolled> {
  const [, equity, , error] = await lastTable(placed, size, ['set rollout cubeful off']);
  return { equity: Number(equity), error: Number(error) };
}

interface RolledDouble {
  readonly noDouble: number;
  readonly doubleTake: number;
  /** The larger standard error of the two. */
  readonly error: number;
}

/**
 * Rolls out both sides of a double for money, cube decisions at 0 plies. Equities are for the player on roll in points of the cube before the
 * double.
 */
export async function gnubgCubeRollout({ position, onRoll, cube }: Situation, size: Size): Promise<RolledDouble> {
  const placed = { position, player: onRoll };
  const cubeful = ['set rollout cubeful on', 'set rollout cubedecision plies 0'];
  const owned = cube.owner === null ? [] : [`set cube value ${cube.value}`, 'set cube owner 0'];
  // Without dice the program does not double in the first turn.
  const [, , kept, , keptError] = await lastTable(placed, size, [...cubeful, ...owned]);
  const taken = [`set cube value ${2 * cube.value}`, 'set cube owner 1'];
  const [, , turned, , turnedError] = await lastTable(placed, size, [...cubeful, ...taken]);
  const error = Math.max(Number(keptError), 2 * Number(turnedError));
  return { noDouble: Number(kept), doubleTake: 2 * Number(turned), error };
}

/** GNU Backgammon prints the result of a rollout only to a terminal, so `script` gives it one. */
async function lastTable(
  { position, player }: Placed,
  { trials, seed }: Size,
  more: readonly string[],
): Promise<RegExpExecArray> {
  const folder = mkdtempSync(join(tmpdir(), 'rollouts-'));
  const settings = ['varredn on', 'initial off', `trials ${trials}`, `seed ${seed}`];
  const commands = [
    'new session',
    'set jacoby off',
    'set turn 0',
    `set board ${makePositionId(position, player)}`,
    ...settings.map((one) => `set rollout ${one}`),
    ...more,
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
    return table;
  }
  throw new Error(`GNU Backgammon printed no result:\n${text.slice(-2000)}`);
}
