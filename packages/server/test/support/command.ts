import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { QUICK_START } from '@anchor/testkit/quick-start';

/** The line in which a command names its database. */
const PLACE = /^The (?:embedded|PostgreSQL) database .*, by .*\.\n/m;

/** Runs a command of the built program, such as `bans`, in a separate process. `place` is the line about its database, if it printed one. */
export async function callCommand(name: string, args: readonly string[], env: Record<string, string>) {
  const file = fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));
  const child = spawn(process.execPath, [...QUICK_START, file, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, said: said.replace(PLACE, ''), place: PLACE.exec(said)?.[0] ?? null };
}
