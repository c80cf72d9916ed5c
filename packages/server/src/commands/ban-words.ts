import { quoted } from 'bg-record';
import type { Result } from 'bg-rules';
import { endOfBan } from '../domain/bans/bans.ts';
import { makeSubject, parseSubject } from '../domain/bans/subject.ts';
import type { BanStore } from '../domain/ports/players.ts';
import { badUsage, type CommandLine, type Misuse, readCommandLine } from './command-line.ts';

const HOUR_MS = 3_600_000;
const MOST_HOURS = 100_000;
const MOST_REASON_CHARACTERS = 200;
const USAGE = {
  add: 'usage: npm run ban -- KEY|ADDRESS [--hours N] [--reason TEXT] [--data-dir DIR]',
  remove: 'usage: npm run unban -- KEY|ADDRESS [--data-dir DIR]',
  list: 'usage: npm run bans [-- --data-dir DIR]',
} as const;

/** Runs a command. Returns lines about what was done, or the reason why not. */
type BanTask = (bans: BanStore) => Promise<Result<readonly string[], 'no-ban'>>;
type Task = { readonly ok: true; readonly value: BanTask } | Misuse;

/** Parses the arguments of a ban command: `add`, `remove` or `list`, then its words. */
export function readBanWords([verb, ...args]: readonly string[]):
  | { readonly ok: true; readonly value: Pick<CommandLine, 'config' | 'place'> & { readonly task: BanTask } }
  | Misuse {
  if (verb !== 'add' && verb !== 'remove' && verb !== 'list') return badUsage(...Object.values(USAGE));
  const called = readCommandLine(args, verb === 'add' ? ['hours', 'reason'] : []);
  if (!called.ok) return called;
  const task = verb === 'list' ? listing(called.value) : changing(verb, called.value);
  const { config, place } = called.value;
  return task.ok ? { ok: true, value: { config, place, task: task.value } } : task;
}

function listing({ words }: CommandLine): Task {
  if (words.length > 0) return badUsage(USAGE.list);
  return task(async (bans) => {
    const now = Date.now();
    const lines = (await bans.all())
      .filter(({ until }) => until === null || until > now)
      .map(
        ({ subject, until, reason }) => `${subject}  ${endOfBan(until)}${reason === null ? '' : `  ${quoted(reason)}`}`,
      );
    return said(...(lines.length > 0 ? lines : ['There are no bans.']));
  });
}

function changing(verb: 'add' | 'remove', { words, own }: CommandLine): Task {
  const [word, ...more] = words;
  if (word === undefined || more.length > 0) return badUsage(USAGE[verb]);
  const read = parseSubject(word);
  if (!read.ok) return badUsage(read.message);
  const subject = makeSubject(read.value);
  return verb === 'add' ? banning(subject, own) : unbanning(subject);
}

function banning(subject: string, { hours, reason }: CommandLine['own']): Task {
  const lasts = hours === undefined ? null : Number(hours);
  if (lasts !== null && !(lasts > 0 && lasts <= MOST_HOURS))
    return badUsage(`--hours must be a number above 0, up to ${MOST_HOURS}.`);
  const text = reason?.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim() || null;
  if (text !== null && text.length > MOST_REASON_CHARACTERS)
    return badUsage(
      `--reason must have at most ${MOST_REASON_CHARACTERS} characters. It is shown to the banned player.`,
    );
  return task(async (bans) => {
    const created = Date.now();
    const until = lasts === null ? null : created + Math.round(lasts * HOUR_MS);
    await bans.put({ subject, until, reason: text, created });
    return said(`Banned ${subject} ${endOfBan(until)}. Running servers apply it within two seconds.`);
  });
}

function unbanning(subject: string): Task {
  return task(async (bans) => {
    if (await bans.remove(subject))
      return said(`Removed the ban of ${subject}. Running servers apply it within two seconds.`);
    return { ok: false, code: 'no-ban', message: `There is no ban of ${subject}: npm run bans lists them.` };
  });
}

const task = (value: BanTask): Task => ({ ok: true, value });
const said = (...value: readonly string[]) => ({ ok: true, value }) as const;
