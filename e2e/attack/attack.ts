import { AttackedServer, type Figures } from './attacked-server.ts';
import { AttackerProcess } from './attacker-process.ts';
import { type AttackName, attacks, type Target } from './attacks.ts';
import { Database } from './database.ts';
import type { HonestSettings } from './honest-players.ts';
import { brokenIn } from './judge.ts';
import type { Seen } from './tally.ts';

/** The warm-up lets the JIT compile the server's code. Attacks shorter than this shorten the warm-up too. */
const WARM_UP_SECONDS = 5;
/** The extra time that an attack has to connect and to end. */
const MARGIN_SECONDS = 20;

/** A player that pauses for a shorter time would exceed the long-term rate limit of a key. */
const PAIRS: HonestSettings = { pairs: 4, thoughtMs: 25 };

export interface AttackRow extends Figures {
  readonly name: AttackName;
  readonly seen: Seen;
  /** The limits that the server exceeded. Empty if the attack had no effect. */
  readonly broken: readonly string[];
}

interface AttackSettings {
  readonly names: readonly AttackName[];
  readonly seconds: number;
  /** The main module of another build. Default: the build in the checkout. */
  readonly program?: string;
  readonly onRow?: (row: AttackRow) => void;
}

export const attackNames = Object.keys(attacks).filter((name): name is AttackName => Object.hasOwn(attacks, name));

/** Measures the server without an attack, then runs the attacks one after the other against the same server. */
export async function runAttacks({ names, seconds, program, onRow }: AttackSettings): Promise<AttackRow[]> {
  const database = await Database.fill(0);
  const attacked = await AttackedServer.open(database, PAIRS, program).finally(() => database.remove());
  const rows: AttackRow[] = [];
  try {
    await new Promise((resolve) => setTimeout(resolve, Math.min(WARM_UP_SECONDS, seconds) * 1000));
    for (const name of ['quiet', ...names.filter((one) => one !== 'quiet')] as const) {
      let seen: Seen = {};
      const failures: string[] = [];
      const target = { url: attacked.url, longMatch: attacked.stored.longMatch, seconds };
      const figures = await attacked.during(async () => {
        try {
          seen = await launch(name, target);
        } catch (error) {
          failures.push(String(error));
        }
      });
      const broken = name === 'quiet' ? [] : brokenIn(figures, seen, rows[0] ?? figures, seconds);
      const row = { name, seen, broken: [...failures, ...broken, ...attacked.faults], ...figures };
      rows.push(row);
      onRow?.(row);
    }
  } finally {
    await attacked.close();
  }
  return rows;
}

async function launch(name: AttackName, target: Target): Promise<Seen> {
  const attacker = new AttackerProcess();
  try {
    return await attacker.attack(name, target, target.seconds + MARGIN_SECONDS);
  } finally {
    attacker.end();
  }
}
