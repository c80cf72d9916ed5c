import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { AttackedServer } from './attacked-server.ts';
import { type AttackName, attacks, type Seen, type Target } from './attacks.ts';
import { brokenIn, type Row } from './judge.ts';

const attacker = fileURLToPath(new URL('./attacker.ts', import.meta.url));
/** The warm-up lets the JIT compile the server's code. Attacks shorter than this shorten the warm-up too. */
const WARM_UP_SECONDS = 5;
/** The extra time that an attack has to connect and to end. */
const MARGIN_SECONDS = 20;

interface AttackSettings {
  readonly names: readonly AttackName[];
  readonly seconds: number;
  /** The main module of another build. Default: the build in the checkout. */
  readonly program?: string;
  readonly tell?: (row: Row) => void;
}

export const attackNames = Object.keys(attacks) as AttackName[];

/** Measures the server without an attack, then runs the attacks one after the other against the same server. */
export async function runAttacks({ names, seconds, program, tell }: AttackSettings): Promise<Row[]> {
  const attacked = await AttackedServer.open(program);
  const rows: Row[] = [];
  try {
    await new Promise((resolve) => setTimeout(resolve, Math.min(WARM_UP_SECONDS, seconds) * 1000));
    for (const name of ['quiet', ...names.filter((one) => one !== 'quiet')] as const) {
      let seen: Seen = {};
      const failures: string[] = [];
      const figures = await attacked.during(async () => {
        try {
          seen = await launch(name, { url: attacked.url, longMatch: attacked.longMatch, seconds });
        } catch (error) {
          failures.push(String(error));
        }
      });
      const broken = name === 'quiet' ? [] : brokenIn(figures, seen, rows[0] ?? figures, seconds);
      const row = { name, seen, broken: [...failures, ...broken, ...attacked.faults], ...figures };
      rows.push(row);
      tell?.(row);
    }
  } finally {
    await attacked.close();
  }
  return rows;
}

async function launch(name: AttackName, target: Target): Promise<Seen> {
  const child = fork(attacker, { execArgv: ['--import', 'tsx', '--conditions=@anchor/source'] });
  const seconds = target.seconds + MARGIN_SECONDS;
  const limit = AbortSignal.timeout(seconds * 1000);
  child.send({ name, target });
  try {
    const [seen] = await Promise.race([
      once(child, 'message', { signal: limit }),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`))),
    ]);
    return seen;
  } catch (error) {
    throw limit.aborted ? new Error(`${name} did not end within ${seconds} s`) : error;
  } finally {
    child.kill('SIGKILL');
  }
}
