// npm run complaints [-- KEY]: lists the complaints of players. Works beside a running server.

import { quoted } from 'bg-record';
import { prismaFolder } from '../config/paths.ts';
import type { Complaint, ComplaintTotal } from '../domain/ports/complaints.ts';
import { print, printError } from '../shared/terminal.ts';
import { openOperatorStore } from '../storage/open-operator-store.ts';
import { badUsage, end, readCommandLine, runCommand } from './command-line.ts';

const MOST_LINES = 100;
const KEY = /^[0-9a-f]{64}$/;
const USAGE = badUsage('usage: npm run complaints [-- KEY] [--data-dir DIR]');

async function main(): Promise<void> {
  const called = readCommandLine(process.argv.slice(2));
  if (!called.ok) return end(called.code, called.lines);
  const { config, place, words } = called.value;
  const [word, ...more] = words;
  const against = word?.toLowerCase();
  if (more.length > 0 || (against !== undefined && !KEY.test(against))) return end(USAGE.code, USAGE.lines);
  printError(place);
  const opened = await openOperatorStore({ ...config, prismaFolder });
  if (!opened.ok) return end(opened.code, opened.message);
  const { complaints, players, close } = opened.value;
  try {
    const rows = await complaints.newest(MOST_LINES, against);
    const accused = [...new Set(rows.map((row) => row.against))];
    const stored = await players.among([...new Set(rows.flatMap((row) => [row.by, row.against]))]);
    const names = new Map(stored.map(({ pub, name }) => [pub, name]));
    const totals = await complaints.totals(accused);
    print(rows.length > 0 ? rows.map((row) => lineOf(row, names, totals)) : ['There are no complaints.']);
  } finally {
    await close();
  }
}

function lineOf(
  { match, by, about, against, created }: Complaint,
  names: ReadonlyMap<string, string>,
  totals: ReadonlyMap<string, ComplaintTotal>,
): string {
  const named = (pub: string) => `${pub} ${quoted(names.get(pub) ?? '')}`;
  const { complaints = 0, players = 0 } = totals.get(against) ?? {};
  const all = `${complaints} ${complaints === 1 ? 'complaint' : 'complaints'} by ${players} ${players === 1 ? 'player' : 'players'}`;
  return `${new Date(created).toISOString()}  ${about}  match ${match}  against ${named(against)} (${all})  by ${named(by)}`;
}

await runCommand(main);
