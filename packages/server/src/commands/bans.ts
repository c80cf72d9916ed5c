// npm run ban -- KEY|ADDRESS [--hours N] [--reason TEXT], npm run unban -- KEY|ADDRESS, npm run bans: manages bans. Works beside a running
// server, which reads the bans from the storage every two seconds.

import { prismaFolder } from '../config/paths.ts';
import { print, printError } from '../shared/terminal.ts';
import { openOperatorStore } from '../storage/open-operator-store.ts';
import { readBanWords } from './ban-words.ts';
import { end, runCommand } from './command-line.ts';

async function main(): Promise<void> {
  const called = readBanWords(process.argv.slice(2));
  if (!called.ok) return end(called.code, called.lines);
  const { config, place, task } = called.value;
  printError(place);
  const opened = await openOperatorStore({ ...config, prismaFolder });
  if (!opened.ok) return end(opened.code, opened.message);
  const done = await task(opened.value.bans).finally(() => opened.value.close());
  if (!done.ok) return end(done.code, done.message);
  print(done.value);
}

await runCommand(main);
