import { resolve } from 'node:path';
import { LEAST_ABSENCE_MS } from '@anchor/wire';
import { originOf } from 'bg-record';
import type { Failure } from 'bg-rules';
import { ED25519, parseVkey, type VerifierKey } from 'tlog-kit';
import * as z from 'zod/mini';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface Config {
  /** 0 for any free port. */
  readonly port: number;
  /** The address to listen on. Null for all addresses. */
  readonly host: string | null;
  /** Port of the metrics server, 0 for any free port. Null disables it. */
  readonly metricsPort: number | null;
  /** The address on which the metrics server listens. */
  readonly metricsHost: string;
  /** Absolute path of the folder with the embedded database and the server's key. */
  readonly dataDir: string;
  /** URL of a PostgreSQL database, which several processes may share. Null for the embedded one. */
  readonly databaseUrl: string | null;
  /** The interface and port on which this process accepts links of other processes. Port 0 is any free one. */
  readonly linkHost: string;
  readonly linkPort: number;
  /** The address at which other processes reach it, as `host:port`. Null if it is the one on which it listens. */
  readonly linkAddress: string | null;
  /** Base of shared links, without a trailing slash. Null for the origin that the visitor uses. */
  readonly publicUrl: string | null;
  /** Additional web origins of the service. */
  readonly origins: readonly string[];
  /** Seed of the server's key, 64 hex digits. Null for the one in the data folder. */
  readonly serverKey: string | null;
  /** Seeds of the server's former keys, the most recent first, in addition to those in the data folder. */
  readonly formerKeys: readonly string[];
  /** Public halves of former keys that are lost. */
  readonly lostKeys: readonly string[];
  /** The origin of the public log. Null for no log. */
  readonly logOrigin: string | null;
  /** Seed of the log's key, 64 hex digits. Null for the one in the data folder. */
  readonly logKey: string | null;
  /** The witnesses that are asked to cosign the public log. */
  readonly logWitnesses: readonly { readonly key: VerifierKey; readonly url: string }[];
  /** True if a reverse proxy reports the client's address. */
  readonly trustProxy: boolean;
  /** Requests per minute and address, by bucket. */
  readonly requestLimits: { readonly read: number; readonly write: number; readonly analysis: number };
  /** URL of the mail provider, or null. */
  readonly smtpUrl: string | null;
  /** Sender of mails. Null for no-reply at the host of the links. */
  readonly mailFrom: string | null;
  /** Largest number of mails in one run of the daily mailing. */
  readonly mailDailyCap: number;
  /** Mails per hour that one network address may request. */
  readonly mailsPerNetwork: number;
  /** False if the service sends no push messages. */
  readonly isPushOn: boolean;
  /** Hosts of push services in addition to those of the known browsers, with a port unless it is 443. */
  readonly pushServices: readonly string[];
  /** The secret for /api/cron/daily. Null disables the route. */
  readonly cronKey: string | null;
  /** The key that encrypts account keys, 32 bytes. Null to store them unencrypted. */
  readonly accountKek: Uint8Array | null;
  /** The previous value of `accountKek`, or null. */
  readonly previousKek: Uint8Array | null;
  /** The secrets of volunteers' workers: the keys of the door. Without one the service accepts none. */
  readonly workerKeys: readonly string[];
  /** True if only workers with keys of their own get jobs. */
  readonly isSignedOnly: boolean;
  /** The engine of the deep analysis. */
  readonly deepEngine: string;
  /** Number of requests for deep analysis that the service remembers for one network. */
  readonly limitDeep: number;
  /** True if two workers must agree on a result. */
  readonly isAnalysisStrict: boolean;
  /** Percentage of jobs with a known answer. */
  readonly canaryPercent: number;
  /** In production, secrets such as sign-in links are kept out of the log. */
  readonly isProduction: boolean;
  /** Interval between backups of the embedded database in milliseconds. 0 disables them. */
  readonly backupEveryMs: number;
  /** Number of backups to keep. */
  readonly backupKeep: number;
  /** Absolute path of the folder for analysis reports. If null, they are stored in the database. */
  readonly annotationsDir: string | null;
  /** The `absenceMs` of the headers of live matches. */
  readonly abandonMs: number;
  /** Average thinking time of the bot in milliseconds. 0 in tests that play many matches. */
  readonly botDelayMs: number;
  readonly logLevel: (typeof logLevels)[number];
}

const HOUR_MS = 3_600_000;

const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, `must be a whole number from ${least} to ${most}`)),
    z.pipe(
      z.transform(Number),
      z.number().check(z.gte(least, `must be at least ${least}`), z.lte(most, `must be at most ${most}`)),
    ),
  );
/** A decimal number such as 0.5. */
const hours = (most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,5}(\.\d{1,9})?$/, `must be a number of hours from 0 to ${most}`)),
    z.pipe(z.transform(Number), z.number().check(z.lte(most, `must be at most ${most}`))),
  );
const engineId = z
  .string()
  .check(z.regex(/^[\w.:-]{1,64}$/, 'must be a name of letters, digits, dots, colons and hyphens'));
const hostName = z.string().check(z.regex(/^[\w.:%-]{1,255}$/, 'must be a host name or an IP address'));
const address = (protocol: RegExp, example: string) =>
  z.string().check(z.refine((text) => isUrl(text, protocol), `must be an address like ${example}`));

/** The limit of `hello`, including the origin of PUBLIC_URL. */
const MAX_ORIGINS_SET = 32;

const originList = z
  .string()
  .check(
    z.refine(
      (text) => readOrigins(text) !== null,
      `must be up to ${MAX_ORIGINS_SET} addresses like https://backgammon.example.org, separated by commas`,
    ),
  );

const kekText = z
  .string()
  .check(z.refine((text) => readKek(text) !== null, 'must be 32 bytes as 64 hex digits or as base64'));

/** The placeholder of secrets in the examples in deploy/. */
const PLACEHOLDER = /change-?me/i;
const RANDOM_KEY =
  'must be a random value, not a placeholder: `openssl rand -hex 32` makes one. Without it leave the line out';

/** True unless all bytes are equal, which a random key never has. */
const isDrawn = (bytes: Uint8Array | null) => bytes?.length !== KEK_BYTES || bytes.some((byte) => byte !== bytes[0]);
const secret = z.string().check(z.refine((text) => !PLACEHOLDER.test(text), RANDOM_KEY));
/** A URL that contains a password. */
const addressWithSecret = (protocol: RegExp, example: string) =>
  address(protocol, example).check(
    z.refine((text) => !PLACEHOLDER.test(text), 'must be given with the real password, not the placeholder. Leave the line out if you do not use it'),
  );

/** The seed of a signing key. */
const seedText = z.string().check(
  z.regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hex digits'),
  z.refine((text) => isDrawn(Buffer.from(text, 'hex')), RANDOM_KEY),
);

/** A list of keys with 64 hex digits each. */
const keyList = z
  .string()
  .check(
    z.regex(
      /^\s*[0-9a-fA-F]{64}(\s*,\s*[0-9a-fA-F]{64}){0,7}\s*$/,
      'must be 64 hex digits, or up to 8 such keys separated by commas',
    ),
  );

const settings = z.object({
  PORT: z._default(wholeNumber(0, 65_535), 3000),
  HOST: z.optional(hostName),
  METRICS_PORT: z.optional(wholeNumber(0, 65_535)),
  METRICS_HOST: z._default(hostName, '127.0.0.1'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(addressWithSecret(/^postgres(?:ql)?:$/, 'postgresql://user:password@host:5432/name')),
  LINK_HOST: z._default(hostName, '127.0.0.1'),
  LINK_PORT: z._default(wholeNumber(0, 65_535), 0),
  LINK_ADDRESS: z.optional(
    z
      .string()
      .check(
        z.regex(/^([\w.-]{1,255}|\[[\da-fA-F:]{2,45}\]):\d{1,5}$/, 'must be a host and a port like 10.0.0.5:7000'),
      ),
  ),
  PUBLIC_URL: z.optional(address(/^https?:$/, 'https://backgammon.example.org')),
  ORIGINS: z.optional(originList),
  SERVER_KEY: z.optional(seedText),
  SERVER_KEY_PREVIOUS: z.optional(keyList),
  SERVER_KEY_LOST: z.optional(keyList),
  LOG_ORIGIN: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(?!https?:)[\x21-\x2a\x2c-\x7e]{1,255}$/,
          'must be a host and a path like backgammon.example.org/log, without a scheme, spaces and plus signs',
        ),
      ),
  ),
  LOG_KEY: z.optional(seedText),
  LOG_WITNESSES: z.optional(
    z
      .string()
      .check(
        z.refine((list) => readWitnesses(list) !== null, 'must be a list like KEY URL,KEY URL with keys of witnesses'),
      ),
  ),
  TRUST_PROXY: z.optional(z.stringbool({ error: 'must be on or off' })),
  BOT_DELAY_MS: z._default(wholeNumber(0, 60_000), 800),
  LIMIT_READ: z._default(wholeNumber(1, 1_000_000), 600),
  LIMIT_WRITE: z._default(wholeNumber(1, 1_000_000), 120),
  LIMIT_ANALYSIS: z._default(wholeNumber(1, 1_000_000), 60),
  SMTP_URL: z.optional(addressWithSecret(/^smtps?:$/, 'smtp://user:password@mail.example.org:587')),
  MAIL_FROM: z.optional(
    z.string().check(z.regex(/^[^\r\n]*@[^\r\n]*$/, 'must be a mail address, with or without a name')),
  ),
  MAIL_DAILY_CAP: z._default(wholeNumber(1, 1_000_000), 500),
  PUSH: z._default(z.stringbool({ error: 'must be on or off' }), true),
  PUSH_SERVICES: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^\s*[\w.-]{1,255}(:\d{1,5})?(\s*,\s*[\w.-]{1,255}(:\d{1,5})?){0,31}\s*$/,
          'must be up to 32 host names, each with or without a port, separated by commas',
        ),
      ),
  ),
  CRON_KEY: z.optional(secret),
  LIMIT_MAILS: z._default(wholeNumber(1, 1_000_000), 20),
  ACCOUNT_KEK: z.optional(kekText.check(z.refine((text) => isDrawn(readKek(text)), RANDOM_KEY))),
  ACCOUNT_KEK_PREVIOUS: z.optional(kekText),
  WORKER_KEY: z.optional(secret),
  WORKER_KEYS: z.optional(secret),
  SIGNED_WORKERS: z._default(z.enum(['0', '1'], 'must be 1 or 0'), '0'),
  LIMIT_DEEP: z._default(wholeNumber(1, 1_000), 20),
  DEEP_ENGINE: z._default(engineId, 'gnubg-1.07'),
  STRICT_ANALYSIS: z._default(z.enum(['0', '1'], 'must be 1 or 0'), '0'),
  CANARY_PERCENT: z._default(wholeNumber(0, 50), 0),
  NODE_ENV: z.optional(z.string()),
  BACKUP_HOURS: z._default(hours(8_784), 24),
  BACKUP_KEEP: z._default(wholeNumber(1, 10_000), 7),
  ANNOTATIONS_DIR: z.optional(z.string()),
  ABANDON_SECONDS: z._default(wholeNumber(1, 86_400), 300),
  LOG_LEVEL: z._default(z.enum(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
});

/** The names of all settings. The documentation lists them. */
export const settingNames: readonly string[] = Object.keys(settings.shape);

/** A wrong choice is silent: everyone shares one limit and one ban, or each visitor chooses the address that these count. */
const PROXY_UNDECIDED = [
  'TRUST_PROXY must be set when NODE_ENV is production. Choose one of these lines:',
  '    TRUST_PROXY=on   Visitors reach this process only through a reverse proxy, which adds their address to X-Forwarded-For. Limits and bans',
  '                     count by the last address in it. Without such a proxy each visitor could choose that address.',
  '    TRUST_PROXY=off  Visitors connect to this process directly. Limits and bans count by the address of the connection. Behind a proxy all',
  '                     visitors would share one limit and one ban.',
].join('\n');

const TWO_PORTS = 'METRICS_PORT must be different from PORT: metrics are not public';

/** The faults of settings, one a line behind a title. */
export interface WrongSettings extends Failure<'bad-settings'> {
  readonly lines: readonly string[];
}

/** Reads the settings from the environment. Empty values count as unset. Reports all errors at once. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
): { readonly ok: true; readonly value: Config } | WrongSettings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, text]) => text !== undefined && text.trim() !== ''),
  );
  const read = z.safeParse(settings, given);
  // Do not print values, because some are secrets.
  if (!read.success) return refuse(read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`));
  const config = toConfig(read.data);
  const isUndecided = config.isProduction && read.data.TRUST_PROXY === undefined;
  const faults = [...contradictions(config), ...(isUndecided ? [PROXY_UNDECIDED] : [])];
  return faults.length > 0 ? refuse(faults) : { ok: true, value: config };
}

const NO_LINK_ADDRESS =
  'LINK_ADDRESS must be set when LINK_HOST is every address of the machine: other processes need one of them, with the port';

const SHORT_ABSENCE = `ABANDON_SECONDS must be at least ${LEAST_ABSENCE_MS / 1000}: pages refuse live matches with less`;

/** Hosts that stand for every address of the machine. */
const EVERY_ADDRESS: readonly string[] = ['0.0.0.0', '::'];

/** Checks settings that are valid alone but not together. */
function contradictions(config: Config): string[] {
  const { port, metricsPort, linkHost, linkAddress, abandonMs, isProduction } = config;
  const sharesPort = port !== 0 && port === metricsPort;
  const isNowhere = EVERY_ADDRESS.includes(linkHost) && linkAddress === null;
  const isShort = isProduction && abandonMs < LEAST_ABSENCE_MS;
  return [
    ...(sharesPort ? [TWO_PORTS] : []),
    ...(isNowhere ? [NO_LINK_ADDRESS] : []),
    ...(isShort ? [SHORT_ABSENCE] : []),
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

function toConfig(read: z.infer<typeof settings>): Config {
  return {
    port: read.PORT,
    host: read.HOST ?? null,
    metricsPort: read.METRICS_PORT ?? null,
    metricsHost: read.METRICS_HOST,
    dataDir: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL ?? null,
    linkHost: read.LINK_HOST,
    linkPort: read.LINK_PORT,
    linkAddress: read.LINK_ADDRESS ?? null,
    publicUrl: read.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    origins: readOrigins(read.ORIGINS ?? '') ?? [],
    logOrigin: read.LOG_ORIGIN ?? defaultLogOrigin(read.PUBLIC_URL),
    logKey: read.LOG_KEY?.toLowerCase() ?? null,
    logWitnesses: readWitnesses(read.LOG_WITNESSES ?? '') ?? [],
    serverKey: read.SERVER_KEY?.toLowerCase() ?? null,
    formerKeys: readKeys(read.SERVER_KEY_PREVIOUS),
    lostKeys: readKeys(read.SERVER_KEY_LOST),
    trustProxy: read.TRUST_PROXY ?? false,
    requestLimits: { read: read.LIMIT_READ, write: read.LIMIT_WRITE, analysis: read.LIMIT_ANALYSIS },
    smtpUrl: read.SMTP_URL ?? null,
    mailFrom: read.MAIL_FROM ?? null,
    mailDailyCap: read.MAIL_DAILY_CAP,
    isPushOn: read.PUSH,
    pushServices: read.PUSH_SERVICES?.toLowerCase().match(/[^\s,]+/g) ?? [],
    cronKey: read.CRON_KEY ?? null,
    mailsPerNetwork: read.LIMIT_MAILS,
    accountKek: read.ACCOUNT_KEK === undefined ? null : readKek(read.ACCOUNT_KEK),
    previousKek: read.ACCOUNT_KEK_PREVIOUS === undefined ? null : readKek(read.ACCOUNT_KEK_PREVIOUS),
    workerKeys: [
      ...(read.WORKER_KEY === undefined ? [] : [read.WORKER_KEY]),
      ...(read.WORKER_KEYS?.match(/\S+/g) ?? []),
    ],
    isSignedOnly: read.SIGNED_WORKERS === '1',
    limitDeep: read.LIMIT_DEEP,
    deepEngine: read.DEEP_ENGINE,
    isAnalysisStrict: read.STRICT_ANALYSIS === '1',
    canaryPercent: read.CANARY_PERCENT,
    isProduction: read.NODE_ENV === 'production',
    backupEveryMs: read.BACKUP_HOURS * HOUR_MS,
    backupKeep: read.BACKUP_KEEP,
    annotationsDir: read.ANNOTATIONS_DIR === undefined ? null : resolve(read.ANNOTATIONS_DIR),
    abandonMs: read.ABANDON_SECONDS * 1000,
    botDelayMs: read.BOT_DELAY_MS,
    logLevel: read.LOG_LEVEL,
  };
}

/** Host and path of the service, with `/log`. */
function defaultLogOrigin(publicUrl: string | undefined): string | null {
  if (publicUrl === undefined) return null;
  const { host, pathname } = new URL(publicUrl);
  return `${host}${pathname.replace(/\/+$/, '')}/log`;
}

function readKeys(list = ''): readonly string[] {
  return list.toLowerCase().match(/[0-9a-f]{64}/g) ?? [];
}

/** Returns null when an item is not the key of a witness and its address. */
function readWitnesses(list: string): Config['logWitnesses'] | null {
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

const KEK_BYTES = 32;

function readKek(text: string): Uint8Array | null {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  return bytes.length === KEK_BYTES ? new Uint8Array(bytes) : null;
}

function isUrl(text: string, protocol: RegExp): boolean {
  try {
    return protocol.test(new URL(text).protocol);
  } catch {
    return false;
  }
}
