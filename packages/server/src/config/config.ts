import { resolve } from 'node:path';
import { LEAST_ABSENCE_MS } from '@anchor/wire';
import { originOf } from 'bg-record';
import type { Failure } from 'bg-rules';
import { ED25519, parseVkey, type VerifierKey } from 'tlog-kit';
import * as z from 'zod/mini';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const HOUR_MS = 3_600_000;

const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, `must be a whole number from ${least} to ${most}`)),
    z.pipe(
      z.transform(Number),
      z.number().check(z.gte(least, `must be at least ${least}`), z.lte(most, `must be at most ${most}`)),
    ),
  );
/** A decimal number of hours such as 0.5, read as milliseconds. */
const hoursInMs = (most: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.regex(/^\d{1,5}(\.\d{1,9})?$/, `must be a number of hours from 0 to ${most}`)),
      z.pipe(z.transform(Number), z.number().check(z.lte(most, `must be at most ${most}`))),
    ),
    z.transform((hours: number) => hours * HOUR_MS),
  );
const yesOrNo = z.pipe(
  z.enum(['0', '1'], 'must be 1 or 0'),
  z.transform((text) => text === '1'),
);
const folder = z.pipe(
  z.string(),
  z.transform((path: string) => resolve(path)),
);
const engineId = z
  .string()
  .check(z.regex(/^[\w.:-]{1,64}$/, 'must be a name of letters, digits, dots, colons and hyphens'));
const hostName = z.string().check(z.regex(/^[\w.:%-]{1,255}$/, 'must be a host name or an IP address'));
const address = (protocol: RegExp, example: string) =>
  z.string().check(z.refine((text) => isUrl(text, protocol), `must be an address like ${example}`));

/** Bytes of a seed and of the key that encrypts account keys. */
const KEY_BYTES = 32;
/** The limit of `hello`, including the origin of PUBLIC_URL. */
const MAX_ORIGINS_SET = 32;

/** Reads a text with a function that returns null for what is not valid. */
const readWith = <T>(read: (text: string) => T | null, message: string) =>
  z.pipe(
    z.string().check(z.refine((text) => read(text) !== null, message)),
    z.transform((text: string) => read(text) as T),
  );
const originList = readWith(
  readOrigins,
  `must be up to ${MAX_ORIGINS_SET} addresses like https://backgammon.example.org, separated by commas`,
);
const witnessList = readWith(readWitnesses, 'must be a list like KEY URL,KEY URL with keys of witnesses');
const encryptionKey = readWith(readKek, 'must be 32 bytes as 64 hex digits or as base64');

/** The placeholder of secrets in the examples in deploy/. */
const PLACEHOLDER = /change-?me/i;
const RANDOM_KEY =
  'must be a random value, not a placeholder: `openssl rand -hex 32` makes one. Delete the line if you do not need it';

/** False for a key whose bytes are all equal, as those of a random key never are. */
const isDrawn = (bytes: Uint8Array) => bytes.length !== KEY_BYTES || bytes.some((byte) => byte !== bytes[0]);
const secret = z.string().check(z.refine((text) => !PLACEHOLDER.test(text), RANDOM_KEY));
/** A URL that contains a password. */
const addressWithSecret = (protocol: RegExp, example: string) =>
  address(protocol, example).check(
    z.refine(
      (text) => !PLACEHOLDER.test(text),
      'must be given with the real password, not the placeholder. Delete the line if you do not need it',
    ),
  );

/** The seed of a signing key. */
const seed = z.pipe(
  z.string().check(
    z.regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hex digits'),
    z.refine((text) => isDrawn(Buffer.from(text, 'hex')), RANDOM_KEY),
  ),
  z.transform((text: string) => text.toLowerCase()),
);

/** A list of keys with 64 hex digits each. */
const keyList = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^\s*[0-9a-fA-F]{64}(\s*,\s*[0-9a-fA-F]{64}){0,7}\s*$/,
        'must be 64 hex digits, or up to 8 such keys separated by commas',
      ),
    ),
  z.transform((list: string): readonly string[] => list.toLowerCase().match(/[0-9a-f]{64}/g) ?? []),
);
const serviceList = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^\s*[\w.-]{1,255}(:\d{1,5})?(\s*,\s*[\w.-]{1,255}(:\d{1,5})?){0,31}\s*$/,
        'must be up to 32 host names, each with or without a port, separated by commas',
      ),
    ),
  z.transform((list: string): readonly string[] => list.toLowerCase().match(/[^\s,]+/g) ?? []),
);

/** One setting: how its text is read, its value without a text, and its row of the table in docs/operating.md. */
interface Setting<T> {
  readonly name: string;
  readonly schema: z.ZodMiniType<T, string>;
  readonly unset: { readonly text: string } | { readonly value: T };
  /** Markdown. */
  readonly byDefault: string;
  /** Markdown. */
  readonly meaning: string;
}

/** A setting that is read from a default text when it is not set. */
function setting<T>(name: string, schema: z.ZodMiniType<T, string>, text: string, meaning: string): Setting<T> {
  return { name, schema, unset: { text }, byDefault: `\`${text}\``, meaning };
}

/** A setting without a text by default: null means what `byDefault` says. */
function optional<T>(
  name: string,
  schema: z.ZodMiniType<T, string>,
  byDefault: string,
  meaning: string,
): Setting<T | null> {
  return { name, schema, unset: { value: null }, byDefault, meaning };
}

/** A list, empty by default. */
function list<T>(name: string, schema: z.ZodMiniType<readonly T[], string>, meaning: string): Setting<readonly T[]> {
  return { name, schema, unset: { value: [] }, byDefault: '–', meaning };
}

/** All settings, by the name of their value, in the order of the table. */
const settings = {
  port: setting('PORT', wholeNumber(0, 65_535), '3000', 'the port on which the server listens; `0` for any free one'),
  host: optional('HOST', hostName, 'all addresses', 'the address on which the server listens'),
  dataDir: setting(
    'DATA_DIR',
    folder,
    './data',
    "folder of the embedded database and the server's key; the embedded database belongs to one process at a time",
  ),
  databaseUrl: optional(
    'DATABASE_URL',
    addressWithSecret(/^postgres(?:ql)?:$/, 'postgresql://user:password@host:5432/name'),
    '–',
    'address of a PostgreSQL database, used instead of the embedded file. Any number of processes with the same database and `SERVER_KEY` form one service',
  ),
  linkHost: setting(
    'LINK_HOST',
    hostName,
    '127.0.0.1',
    'with `DATABASE_URL`: the address on which this process listens for the links of other processes, also while it is the only one. Processes on one machine need neither this setting nor `LINK_PORT`; processes on several machines or in several containers [need both](deploy.md#from-zero)',
  ),
  linkPort: setting('LINK_PORT', wholeNumber(0, 65_535), '0', 'the port for such links; `0` for any free one'),
  linkAddress: optional(
    'LINK_ADDRESS',
    z
      .string()
      .check(
        z.regex(/^([\w.-]{1,255}|\[[\da-fA-F:]{2,45}\]):\d{1,5}$/, 'must be a host and a port like 10.0.0.5:7000'),
      ),
    'where it listens',
    'with `DATABASE_URL`: where other processes reach this one, as `host:port`. Must be set if `LINK_HOST` is `0.0.0.0` or `::`',
  ),
  publicUrl: optional(
    'PUBLIC_URL',
    z.pipe(
      address(/^https?:$/, 'https://backgammon.example.org'),
      z.transform((url: string) => url.replace(/\/+$/, '')),
    ),
    "the machine's own addresses with `PORT`; in mails `http://localhost:PORT`",
    'the address that browsers use, such as `https://backgammon.example.org`. Shared links and links in mails begin with it. Players can prove their keys only at this address and those in `ORIGINS`. Set it behind a proxy and when you send mails',
  ),
  origins: list(
    'ORIGINS',
    originList,
    'further addresses of the service, separated by commas, such as `https://www.example.org,http://192.168.1.7:3000`',
  ),
  serverKey: optional(
    'SERVER_KEY',
    seed,
    'created once, stored in `DATA_DIR`',
    "64 hex digits: the key that signs for the server. Keep it: players' browsers pin its public half",
  ),
  formerKeys: list(
    'SERVER_KEY_PREVIOUS',
    keyList,
    "seed of the previous key, or several seeds separated by commas, the most recent first. Set it while [the server's key changes](#changing-the-servers-key)",
  ),
  lostKeys: list(
    'SERVER_KEY_LOST',
    keyList,
    'public halves of former keys whose seeds are lost. The start aborts their live matches; without this setting it is refused',
  ),
  logOrigin: optional(
    'LOG_ORIGIN',
    z
      .string()
      .check(
        z.regex(
          /^(?!https?:)[\x21-\x2a\x2c-\x7e]{1,255}$/,
          'must be a host and a path like backgammon.example.org/log, without a scheme, spaces and plus signs',
        ),
      ),
    'host and path of `PUBLIC_URL`, with `/log`',
    'the name of the [public log](#the-public-log). It can never be changed. Without it and `PUBLIC_URL` the service publishes no log',
  ),
  logWitnesses: list(
    'LOG_WITNESSES',
    witnessList,
    '`KEY URL,KEY URL`: the [witnesses](log.md#run-a-witness) that are asked to cosign the public log, each with its verifier key and its address',
  ),
  logKey: optional(
    'LOG_KEY',
    seed,
    'created once, stored in `DATA_DIR/log.key`',
    '64 hex digits: the key that signs the public log, the same for all processes',
  ),
  isBehindProxy: optional(
    'TRUST_PROXY',
    yesOrNo,
    '`0`; none with `NODE_ENV=production`, which refuses to start without it',
    "`1`: visitors come only through a reverse proxy, and the last address in `X-Forwarded-For`, which it adds, is the visitor's. `0`: visitors connect directly, and the header is ignored; the log warns once an hour if most requests carry it",
  ),
  limitRead: setting(
    'LIMIT_READ',
    wholeNumber(1, 1_000_000),
    '600',
    'HTTP requests a minute that read, for each address (of IPv6: its /64 network)',
  ),
  limitWrite: setting('LIMIT_WRITE', wholeNumber(1, 1_000_000), '120', 'the same for requests that change something'),
  limitAnalysis: setting('LIMIT_ANALYSIS', wholeNumber(1, 1_000_000), '60', 'the same for requests for analysis'),
  smtpUrl: optional(
    'SMTP_URL',
    addressWithSecret(/^smtps?:$/, 'smtp://user:password@mail.example.org:587'),
    '–',
    'the mail provider, `smtp://user:password@host:587` or `smtps://…`. Without it the daily mailing is skipped, and links are written to the log, or refused if `NODE_ENV` is `production`',
  ),
  mailFrom: optional(
    'MAIL_FROM',
    z.string().check(z.regex(/^[^\r\n]*@[^\r\n]*$/, 'must be a mail address, with or without a name')),
    '`no-reply@` the host of `PUBLIC_URL`',
    'sender of mails',
  ),
  mailDailyCap: setting(
    'MAIL_DAILY_CAP',
    wholeNumber(1, 1_000_000),
    '500',
    'maximum number of mails in one run of the daily mailing, puzzles first; the next run continues',
  ),
  mailsPerNetwork: setting(
    'LIMIT_MAILS',
    wholeNumber(1, 1_000_000),
    '20',
    'mails per hour that one network address may request. A key and a mail address have a limit of five each',
  ),
  cronKey: optional(
    'CRON_KEY',
    secret,
    '–',
    "`POST /api/cron/daily` with this key in the header `x-cron-key` (or `?key=…`, which appears in logs) sends today's puzzle to all subscribers who have not received it yet, and then mails about turns. Repeated calls are harmless",
  ),
  isPushOn: setting('PUSH', yesOrNo, '1', '`0`: the service sends no push messages'),
  pushServices: list(
    'PUSH_SERVICES',
    serviceList,
    'hosts of push services to trust in addition to those of Chrome, Firefox, Safari and Edge, `host` or `host:port`, separated by commas',
  ),
  accountKek: optional(
    'ACCOUNT_KEK',
    encryptionKey.check(z.refine(isDrawn, RANDOM_KEY)),
    '–',
    '32 bytes (64 hex digits or base64) that encrypt the stored keys of accounts. Without it they are stored readable, and the start warns',
  ),
  previousKek: optional(
    'ACCOUNT_KEK_PREVIOUS',
    encryptionKey,
    '–',
    'the previous value. Set it while `ACCOUNT_KEK` is changed or dropped',
  ),
  annotationsDir: optional(
    'ANNOTATIONS_DIR',
    folder,
    'in the database',
    'folder for the reports of analysed matches, one compressed JSON file each',
  ),
  workerKey: optional(
    'WORKER_KEY',
    secret,
    '–',
    "key with which volunteers' workers fetch positions. Without it and `WORKER_KEYS` the server accepts no workers ([protocol](worker-protocol.md))",
  ),
  moreWorkerKeys: list(
    'WORKER_KEYS',
    z.pipe(
      secret,
      z.transform((keys: string): readonly string[] => keys.match(/\S+/g) ?? []),
    ),
    'more such keys, separated by spaces, so that each volunteer has one of their own',
  ),
  isSignedOnly: setting(
    'SIGNED_WORKERS',
    yesOrNo,
    '0',
    '`1`: only workers with keys of their own get jobs, and in strict mode the two opinions are of two keys. With several keys in `WORKER_KEYS`, one for each volunteer, they are also of two volunteers',
  ),
  limitDeep: setting(
    'LIMIT_DEEP',
    wholeNumber(1, 1_000),
    '20',
    'requests for deep analysis that are remembered for one network. The service remembers 500 in all; from 250 on a network may have one',
  ),
  deepEngine: setting(
    'DEEP_ENGINE',
    engineId,
    'gnubg-1.07',
    'the engine whose workers do deep analysis. With `anchor-net-2.2` they need no other engine: `bg-worker --engine anchor-net`',
  ),
  isAnalysisStrict: setting(
    'STRICT_ANALYSIS',
    yesOrNo,
    '0',
    "`1`: a worker's result counts only if a second worker agrees",
  ),
  canaryPercent: setting(
    'CANARY_PERCENT',
    wholeNumber(0, 50),
    '0',
    'percentage of jobs, up to 50, with a known answer: earlier jobs on which two workers agreed. Without strict mode as many jobs again get a second opinion, so that there are such answers. They detect workers that invent results',
  ),
  backupEveryMs: setting(
    'BACKUP_HOURS',
    hoursInMs(8_784),
    '24',
    'hours between backups of the embedded database, such as `0.5`; `0` makes none',
  ),
  backupKeep: setting('BACKUP_KEEP', wholeNumber(1, 10_000), '7', 'number of backups to keep in `DATA_DIR/backups`'),
  abandonMs: setting(
    'ABANDON_SECONDS',
    z.pipe(
      wholeNumber(1, 86_400),
      z.transform((seconds: number) => seconds * 1000),
    ),
    '300',
    'time that a player who has to act in a live match may be absent after the server has announced the absence: then the opponent may claim the match. The same for all processes. Pages refuse matches with less than 120, so `NODE_ENV=production` refuses to start and any other start warns. The announcement comes after 10 seconds. Before the first roll the time is at most 90 seconds',
  ),
  botDelayMs: setting(
    'BOT_DELAY_MS',
    wholeNumber(0, 60_000),
    '800',
    'average thinking time of the bot in milliseconds',
  ),
  environment: optional(
    'NODE_ENV',
    z.string(),
    '–',
    '`production`: links with tokens never go to the log, and `TRUST_PROXY` must be set',
  ),
  metricsPort: optional(
    'METRICS_PORT',
    wholeNumber(0, 65_535),
    'no metrics',
    'separate port for Prometheus [metrics](#metrics). There is no password: keep it off the public network',
  ),
  metricsHost: setting('METRICS_HOST', hostName, '127.0.0.1', 'the address on which the metrics are served'),
  logLevel: setting(
    'LOG_LEVEL',
    z.enum(logLevels, `must be one of ${logLevels.join(', ')}`),
    'info',
    'level of the structured log on standard error: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
  ),
};

type Settings = typeof settings;
type Values = { readonly [K in keyof Settings]: Settings[K] extends Setting<infer T> ? T : never };

/** The values of all settings. Null stands for what the table calls the default. */
export interface Config extends Omit<Values, 'environment' | 'isBehindProxy' | 'workerKey' | 'moreWorkerKeys'> {
  /** True if a reverse proxy reports the client's address. */
  readonly trustProxy: boolean;
  /** In production, secrets such as sign-in links are kept out of the log. */
  readonly isProduction: boolean;
  /** The secrets of volunteers' workers: the keys of the door. Without one the service accepts none. */
  readonly workerKeys: readonly string[];
}

/** The names of all settings. */
export const settingNames: readonly string[] = Object.values(settings).map(({ name }) => name);

/** The table of all settings for docs/operating.md. */
export function settingsTable(): string {
  const rows = Object.values(settings).map((one) => `| \`${one.name}\` | ${one.byDefault} | ${one.meaning} |`);
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

/** A wrong choice is silent: everyone shares one limit and one ban, or each visitor chooses the address that these count. */
const PROXY_UNDECIDED = [
  'TRUST_PROXY must be set when NODE_ENV is production. Choose one of these lines:',
  '    TRUST_PROXY=1  Visitors reach this process only through a reverse proxy, which adds their address to X-Forwarded-For. Limits and bans',
  '                   count by the last address in it. Without such a proxy each visitor could choose that address.',
  '    TRUST_PROXY=0  Visitors connect to this process directly. Limits and bans count by the address of the connection. Behind a proxy all',
  '                   visitors would share one limit and one ban.',
].join('\n');

const TWO_PORTS = 'METRICS_PORT must be different from PORT: metrics are not public';

/** The faults of settings, one a line behind a title. */
interface WrongSettings extends Failure<'bad-settings'> {
  readonly lines: readonly string[];
}

/** Reads the settings from the environment. Empty values count as unset. Reports all errors at once. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
): { readonly ok: true; readonly value: Config } | WrongSettings {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [key, { name, schema, unset }] of Object.entries<Setting<unknown>>(settings)) {
    const given = environment[name]?.trim() ? environment[name] : undefined;
    if (given === undefined && 'value' in unset) {
      values[key] = unset.value;
      continue;
    }
    const read = z.safeParse(schema, given ?? ('text' in unset ? unset.text : ''));
    if (read.success) values[key] = read.data;
    // Do not print values, because some are secrets.
    else faults.push(...read.error.issues.map(({ message }) => `${name} ${message}`));
  }
  faults.push(...contradictions(values as Partial<Values>));
  return faults.length > 0 ? refuse(faults) : { ok: true, value: toConfig(values as Values) };
}

function toConfig(values: Values): Config {
  const { environment, isBehindProxy, workerKey, moreWorkerKeys, ...rest } = values;
  return {
    ...rest,
    logOrigin: values.logOrigin ?? defaultLogOrigin(values.publicUrl),
    trustProxy: isBehindProxy ?? false,
    isProduction: environment === 'production',
    workerKeys: [...(workerKey === null ? [] : [workerKey]), ...moreWorkerKeys],
  };
}

const NO_LINK_ADDRESS =
  'LINK_ADDRESS must be set when LINK_HOST is every address of the machine: other processes need one of them, with the port';

const SHORT_ABSENCE = `ABANDON_SECONDS must be at least ${LEAST_ABSENCE_MS / 1000}: pages refuse live matches with less`;

/** Hosts that stand for every address of the machine. */
const EVERY_ADDRESS: readonly string[] = ['0.0.0.0', '::'];

/** Checks settings that are valid alone but not together. Those that are not valid alone are missing. */
function contradictions(values: Partial<Values>): string[] {
  const { port, metricsPort, linkHost = '', linkAddress, environment, isBehindProxy, abandonMs = Infinity } = values;
  const sharesPort = port !== undefined && port !== 0 && port === metricsPort;
  const isNowhere = EVERY_ADDRESS.includes(linkHost) && linkAddress === null;
  const isProduction = environment === 'production';
  const isShort = isProduction && abandonMs < LEAST_ABSENCE_MS;
  return [
    ...(sharesPort ? [TWO_PORTS] : []),
    ...(isNowhere ? [NO_LINK_ADDRESS] : []),
    ...(isShort ? [SHORT_ABSENCE] : []),
    ...(isProduction && isBehindProxy === null ? [PROXY_UNDECIDED] : []),
  ];
}

/** Shorter secrets can be found by brute force. */
const LONG_ENOUGH = 16;

/** Names of the secrets that are too short. */
export function shortSecrets({ cronKey, workerKeys }: Pick<Config, 'cronKey' | 'workerKeys'>): readonly string[] {
  const secrets = { CRON_KEY: cronKey === null ? [] : [cronKey], 'WORKER_KEY or WORKER_KEYS': workerKeys };
  return Object.entries(secrets).flatMap(([name, texts]) =>
    texts.some((text) => text.length < LONG_ENOUGH) ? [name] : [],
  );
}

function refuse(faults: readonly string[]): WrongSettings {
  const lines = ['These settings are wrong:', ...[...new Set(faults)].map((fault) => `  ${fault}`)];
  return { ok: false, code: 'bad-settings', message: lines.join('\n'), lines };
}

/** Host and path of the service, with `/log`. */
function defaultLogOrigin(publicUrl: string | null): string | null {
  if (publicUrl === null) return null;
  const { host, pathname } = new URL(publicUrl);
  return `${host}${pathname.replace(/\/+$/, '')}/log`;
}

/** A witness that is asked to cosign the public log. */
interface Witness {
  readonly key: VerifierKey;
  readonly url: string;
}

/** Returns null when an item is not the key of a witness and its address. */
function readWitnesses(list: string): readonly Witness[] | null {
  const items = list.split(',').filter((one) => one.trim() !== '');
  const witnesses = items.flatMap((item) => {
    const [vkey = '', url = '', ...rest] = item.trim().split(/\s+/);
    const key = parseVkey(vkey);
    const isWitness = key.ok && key.value.type !== ED25519 && rest.length === 0 && isUrl(url, /^https?:$/);
    return isWitness ? [{ key: key.value, url }] : [];
  });
  return witnesses.length === items.length ? witnesses : null;
}

/** Returns null when an item is not a web origin. */
function readOrigins(list: string): readonly string[] | null {
  const written = list.split(',').filter((one) => one.trim() !== '');
  const read = written.map((one) => (isUrl(one.trim(), /^https?:$/) ? originOf(one.trim()) : null));
  const origins = read.filter((origin) => origin !== null);
  return origins.length === written.length && origins.length <= MAX_ORIGINS_SET ? origins : null;
}

function readKek(text: string): Uint8Array | null {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  return bytes.length === KEY_BYTES ? new Uint8Array(bytes) : null;
}

function isUrl(text: string, protocol: RegExp): boolean {
  try {
    return protocol.test(new URL(text).protocol);
  } catch {
    return false;
  }
}
