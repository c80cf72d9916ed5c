import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Arena } from './arena.ts';
import { type AttackName, attacks, type Seen } from './attacks.ts';
import { brokenIn, type Row } from './judge.ts';

const attacker = fileURLToPath(new URL('./attacker.ts', import.meta.url));
const WARM_UP_SECONDS = 2;

export interface AttackSettings {
  readonly names: readonly AttackName[];
  readonly seconds: number;
  /** Another build than the one in the checkout. */
  readonly program?: string;
  readonly tell?: (row: Row) => void;
}

export const attackNames = Object.keys(attacks) as AttackName[];

/** Runs the attacks one after the other against one server, after the same time without any. */
export async function runAttacks({ names, seconds, program, tell }: AttackSettings): Promise<Row[]> {
  const arena = await Arena.open(program);
  const rows: Row[] = [];
  try {
    await new Promise((resolve) => setTimeout(resolve, WARM_UP_SECONDS * 1000));
    for (const name of ['quiet', ...names.filter((one) => one !== 'quiet')] as const) {
      let seen: Seen = {};
      const figures = await arena.during(async () => {
        seen = await launch(name, { url: arena.url, longMatch: arena.longMatch, seconds });
      });
      const broken = name === 'quiet' ? [] : brokenIn(figures, seen, rows[0] ?? figures, seconds);
      const row = { name, seen, broken: [...broken, ...arena.faults], ...figures };
      rows.push(row);
      tell?.(row);
    }
  } finally {
    await arena.close();
  }
  return rows;
}

async function launch(name: AttackName, target: object): Promise<Seen> {
  const child = fork(attacker, { execArgv: ['--import', 'tsx', '--conditions=@anchor/source'] });
  child.send({ name, target });
  const [seen] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`))),
  ]);
  return seen;
}
