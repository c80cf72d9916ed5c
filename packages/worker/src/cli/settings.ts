import { availableParallelism } from 'node:os';
import { engineId, workerId } from '@anchor/wire';
import type { Result } from 'bg-rules';
import * as z from 'zod/mini';
import { ANCHOR_NET_ID } from '../engine/anchor-net.ts';
import { GNUBG_ID } from '../engine/gnubg.ts';
import { type EngineKind, engineKinds } from '../engine/open-engine.ts';

/** Settings by name, as given in any source: strings, or numbers from the settings file. */
export type Given = Readonly<Partial<Record<SettingName, unknown>>>;

/**
 * Every setting. For example `maxJobsPerHour` has the option `--max-jobs-per-hour` and the variable
 * `BG_WORKER_MAX_JOBS_PER_HOUR`.
 */
export const settingNames = [
  'server',
  'key',
  'keyFile',
  'ownKeyFile',
  'engine',
  'enginePath',
  'engineId',
  'processes',
  'ply',
  'maxJobsPerHour',
  'minQueue',
  'id',
] as const;

export type SettingName = (typeof settingNames)[number];

/** Returns the option of a setting, without the dashes: `max-jobs-per-hour` for `maxJobsPerHour`. */
export function flagOf(name: SettingName): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function variableOf(name: SettingName): string {
  return `BG_WORKER_${flagOf(name).replaceAll('-', '_').toUpperCase()}`;
}

const number = (least: number, most: number) =>
  z.pipe(
    z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))]),
    z.int().check(z.gte(least), z.lte(most)),
  );

/** Leaves one core for other work on the machine. */
const defaultProcesses = () => Math.max(1, availableParallelism() - 1);

const schema = z.object({
  server: z.url({ protocol: /^https?$/ }),
  key: z.string().check(z.regex(/^[\x21-\x7e]{1,512}$/)),
  ownKeyFile: z._default(z.nullable(z.string().check(z.minLength(1))), null),
  engine: z._default(z.enum(engineKinds), 'gnubg'),
  enginePath: z._default(z.nullable(z.string().check(z.minLength(1))), null),
  engineId: z.optional(engineId),
  processes: z._default(number(1, 512), defaultProcesses),
  ply: z._default(number(0, 4), 2),
  maxJobsPerHour: z._default(z.nullable(number(1, 1_000_000_000)), null),
  minQueue: z._default(number(0, 1_000_000), 0),
  id: z.optional(workerId),
});

export type Settings = Required<Omit<z.infer<typeof schema>, 'engineId' | 'id'>> & {
  readonly engineId: string;
  readonly id: string;
};

type SettingsFault = 'incomplete' | 'bad-setting';

const HINTS: Readonly<Partial<Record<SettingName, string>>> = {
  server: 'an http or https URL, such as https://backgammon.example.org',
  key: 'the key that the server’s owner gave you',
  engine: engineKinds.join(', '),
  engineId: 'up to 64 letters, digits and . : _ -',
  processes: 'an integer from 1 to 512',
  ply: 'an integer from 0 to 4',
  maxJobsPerHour: 'an integer of at least 1',
  minQueue: 'an integer from 0 to 1000000',
  id: 'up to 64 printable ASCII characters',
};

/** Validates settings and fills in defaults. `newId` supplies a name if none is given. */
export function makeSettings(given: Given, newId: () => string): Result<Settings, SettingsFault> {
  const parsed = z.safeParse(schema, given);
  if (!parsed.success) return faultOf(given, parsed.error.issues[0]?.path[0]);
  const { engine, enginePath, engineId: named, id = newId() } = parsed.data;
  if (engine === 'command' && enginePath === null) return missing('enginePath', 'the program to run');
  if (engine === 'command' && named === undefined) return missing('engineId', 'the id of its results');
  const fixed = FIXED_IDS[engine];
  if (fixed !== undefined && named !== undefined && named !== fixed)
    return bad('engineId', `${fixed} with the engine ${engine}`);
  return { ok: true, value: { ...parsed.data, id, engineId: named ?? fixed ?? 'wildbg' } };
}

/** Engines whose results have a fixed id. */
const FIXED_IDS: Readonly<Partial<Record<EngineKind, string>>> = { gnubg: GNUBG_ID, 'anchor-net': ANCHOR_NET_ID };

function faultOf(given: Given, path: PropertyKey | undefined) {
  const name = settingNames.find((known) => known === path) ?? 'server';
  const hint = HINTS[name] ?? 'text';
  return given[name] === undefined ? missing(name, hint) : bad(name, hint);
}

function missing(name: SettingName, hint: string) {
  return { ok: false, code: 'incomplete', message: `--${flagOf(name)} is missing: ${hint}` } as const;
}

function bad(name: SettingName, hint: string) {
  return { ok: false, code: 'bad-setting', message: `--${flagOf(name)} must be ${hint}` } as const;
}
