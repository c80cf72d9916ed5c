import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, settingNames, settingsTable, shortSecrets } from '../src/config/config.ts';

const defaults = {
  port: 3000,
  host: null,
  metricsPort: null,
  metricsHost: '127.0.0.1',
  dataDir: resolve('data'),
  databaseUrl: null,
  linkHost: '127.0.0.1',
  linkPort: 0,
  linkAddress: null,
  publicUrl: null,
  origins: [],
  logOrigin: null,
  logKey: null,
  logWitnesses: [],
  serverKey: null,
  formerKeys: [],
  lostKeys: [],
  trustProxy: false,
  limitRead: 600,
  limitWrite: 120,
  limitAnalysis: 60,
  smtpUrl: null,
  mailFrom: null,
  mailDailyCap: 500,
  isPushOn: true,
  pushServices: [],
  cronKey: null,
  mailsPerNetwork: 20,
  accountKek: null,
  previousKek: null,
  workerKeys: [],
  isSignedOnly: false,
  limitDeep: 20,
  deepEngine: 'gnubg-1.07',
  isAnalysisStrict: false,
  canaryPercent: 0,
  isProduction: false,
  annotationsDir: null,
  abandonMs: 300_000,
  backupEveryMs: 86_400_000,
  backupKeep: 7,
  botDelayMs: 800,
  logLevel: 'info',
};

describe('the settings', () => {
  it('have one row each in their table, with the default that is read when they are not set', () => {
    const rows = settingsTable().split('\n').slice(2);
    expect(rows.map((row) => /^\| `([A-Z_]+)` \| \S.* \| \S.* \|$/.exec(row)?.[1])).toEqual(settingNames);
    expect(rows.find((row) => row.startsWith('| `PORT` |'))).toMatch('| `3000` |');
  });

  it('have defaults, also for empty values, and ignore unknown ones', () => {
    expect(readConfig({})).toEqual({ ok: true, value: defaults });
    const empty = {
      PORT: '',
      HOST: ' ',
      DATABASE_URL: '',
      SERVER_KEY: '',
      LOG_LEVEL: '',
      SHELL: '/bin/sh',
      WORKER_COLOUR: 'x',
    };
    expect(readConfig(empty)).toEqual({ ok: true, value: defaults });
  });

  it('are converted to their types', () => {
    const environment = {
      PORT: '0',
      HOST: '::1',
      METRICS_PORT: '0',
      METRICS_HOST: '10.0.0.5',
      DATA_DIR: '/var/lib/anchor',
      DATABASE_URL: 'postgres://anchor:secret@db/anchor',
      LINK_HOST: '0.0.0.0',
      LINK_PORT: '7100',
      LINK_ADDRESS: '10.0.0.5:7100',
      PUBLIC_URL: 'https://play.example.org/anchor/',
      ORIGINS: 'https://Play.example.org:443, http://192.0.2.1:3000/',
      SERVER_KEY: `${'AB'.repeat(31)}CD`,
      SERVER_KEY_PREVIOUS: `${'CD'.repeat(32)}, ${'ef'.repeat(32)}`,
      SERVER_KEY_LOST: '01'.repeat(32),
      TRUST_PROXY: '1',
      LIMIT_READ: '1',
      LIMIT_WRITE: '2',
      LIMIT_ANALYSIS: '1000000',
      SMTP_URL: 'smtps://user:secret@mail.example.org',
      MAIL_FROM: 'Anchor <daily@example.org>',
      MAIL_DAILY_CAP: '9',
      PUSH: '0',
      PUSH_SERVICES: 'Push.example.org, localhost:4430',
      CRON_KEY: 'open sesame',
      LIMIT_MAILS: '30',
      ACCOUNT_KEK: Buffer.alloc(32, 'ab').toString('base64url'),
      ACCOUNT_KEK_PREVIOUS: '02'.repeat(32),
      WORKER_KEY: 'a secret of volunteers',
      WORKER_KEYS: 'secret-of-others secret-of-a-third',
      LIMIT_DEEP: '7',
      DEEP_ENGINE: 'wildbg-2.0',
      STRICT_ANALYSIS: '1',
      SIGNED_WORKERS: '1',
      CANARY_PERCENT: '5',
      NODE_ENV: 'production',
      BACKUP_HOURS: '0.5',
      BACKUP_KEEP: '30',
      ANNOTATIONS_DIR: 'reports',
      ABANDON_SECONDS: '600',
      BOT_DELAY_MS: '0',
      LOG_LEVEL: 'debug',
    };
    expect(readConfig(environment)).toEqual({
      ok: true,
      value: {
        port: 0,
        host: '::1',
        metricsPort: 0,
        metricsHost: '10.0.0.5',
        dataDir: '/var/lib/anchor',
        databaseUrl: 'postgres://anchor:secret@db/anchor',
        linkHost: '0.0.0.0',
        linkPort: 7_100,
        linkAddress: '10.0.0.5:7100',
        publicUrl: 'https://play.example.org/anchor',
        origins: ['https://play.example.org', 'http://192.0.2.1:3000'],
        logOrigin: 'play.example.org/anchor/log',
        logKey: null,
        logWitnesses: [],
        serverKey: `${'ab'.repeat(31)}cd`,
        formerKeys: ['cd'.repeat(32), 'ef'.repeat(32)],
        lostKeys: ['01'.repeat(32)],
        trustProxy: true,
        limitRead: 1,
        limitWrite: 2,
        limitAnalysis: 1_000_000,
        smtpUrl: 'smtps://user:secret@mail.example.org',
        mailFrom: 'Anchor <daily@example.org>',
        mailDailyCap: 9,
        isPushOn: false,
        pushServices: ['push.example.org', 'localhost:4430'],
        cronKey: 'open sesame',
        mailsPerNetwork: 30,
        accountKek: new Uint8Array(Buffer.alloc(32, 'ab')),
        previousKek: new Uint8Array(32).fill(2),
        workerKeys: ['a secret of volunteers', 'secret-of-others', 'secret-of-a-third'],
        limitDeep: 7,
        deepEngine: 'wildbg-2.0',
        isAnalysisStrict: true,
        isSignedOnly: true,
        canaryPercent: 5,
        isProduction: true,
        annotationsDir: resolve('reports'),
        abandonMs: 600_000,
        backupEveryMs: 1_800_000,
        backupKeep: 30,
        botDelayMs: 0,
        logLevel: 'debug',
      },
    });
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PORT', 'http'],
    ['HOST', 'not a host'],
    ['HOST', 'http://localhost'],
    ['METRICS_PORT', '65536'],
    ['METRICS_PORT', 'on'],
    ['METRICS_PORT', '3000'],
    ['METRICS_HOST', 'not a host'],
    ['DATABASE_URL', 'mysql://db/anchor'],
    ['DATABASE_URL', 'anchor'],
    ['LINK_PORT', '65536'],
    ['LINK_ADDRESS', '10.0.0.5'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['PUBLIC_URL', 'example.org'],
    ['ORIGINS', 'example.org'],
    ['ORIGINS', 'https://example.org, wss://example.org'],
    ['ORIGINS', Array.from({ length: 33 }, (_, n) => `https://${n}.example.org`).join(',')],
    ['SERVER_KEY', 'ab'.repeat(31)],
    ['SERVER_KEY', 'gg'.repeat(32)],
    ['SERVER_KEY', '0'.repeat(64)],
    ['SERVER_KEY', 'ab'.repeat(32)],
    ['DATABASE_URL', 'postgresql://anchor:change-me@127.0.0.1/anchor'],
    ['SMTP_URL', 'smtp://anchor:CHANGE-ME@mail.example.org:587'],
    ['CRON_KEY', 'change-me'],
    ['WORKER_KEY', 'please-change-me'],
    ['ACCOUNT_KEK', '0'.repeat(64)],
    ['ACCOUNT_KEK', Buffer.alloc(32, 7).toString('base64')],
    ['TRUST_PROXY', 'on'],
    ['PUSH', 'off'],
    ['SIGNED_WORKERS', 'true'],
    ['TRUST_PROXY', '2'],
    ['SMTP_URL', 'mail.example.org'],
    ['SMTP_URL', 'https://mail.example.org'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@example.org\r\nBcc: b@example.org'],
    ['MAIL_DAILY_CAP', '0'],
    ['BACKUP_HOURS', '-1'],
    ['BACKUP_HOURS', 'daily'],
    ['BACKUP_HOURS', '9000'],
    ['BACKUP_KEEP', '0'],
    ['ACCOUNT_KEK', 'ab'.repeat(31)],
    ['ACCOUNT_KEK', 'a passphrase'],
    ['DEEP_ENGINE', 'gnubg 1.07'],
    ['STRICT_ANALYSIS', 'yes'],
    ['CANARY_PERCENT', '51'],
    ['ABANDON_SECONDS', '0'],
    ['ABANDON_SECONDS', '86401'],
    ['BOT_DELAY_MS', '60001'],
    ['LOG_LEVEL', 'loud'],
  ])('refuse %s=%s with a message that names it', (name, value) => {
    const refused = readConfig({ [name]: value });
    expect(refused).toMatchObject({ ok: false, code: 'bad-settings' });
    expect(refused.ok ? '' : refused.message).toMatch(
      new RegExp(`^These settings are wrong:\n  ${name} must be [^\n]+$`),
    );
  });

  it('refuse to accept links on every address without naming one', () => {
    const refused = readConfig({ LINK_HOST: '0.0.0.0' });
    expect(refused.ok ? '' : refused.message).toMatch(/^These settings are wrong:\n {2}LINK_ADDRESS must be set /);
  });

  it('CF3 give an absent player two minutes at least, in production', () => {
    const settings = (seconds: string) => ({ NODE_ENV: 'production', TRUST_PROXY: '0', ABANDON_SECONDS: seconds });
    expect(readConfig(settings('119'))).toMatchObject({
      ok: false,
      message: expect.stringContaining('ABANDON_SECONDS must be at least 120'),
    });
    expect(readConfig(settings('120'))).toMatchObject({ ok: true, value: { abandonMs: 120_000 } });
    expect(readConfig({ ABANDON_SECONDS: '1' })).toMatchObject({ ok: true });
  });

  it('CF1 say if a proxy is trusted, in production: both lines to choose from are shown until one is set', () => {
    for (const unset of [{}, { TRUST_PROXY: '' }, { TRUST_PROXY: ' ' }]) {
      const refused = readConfig({ NODE_ENV: 'production', ...unset });
      expect(refused).toMatchObject({ ok: false, code: 'bad-settings' });
      const text = refused.ok ? '' : refused.message;
      expect(text).toMatch(/^These settings are wrong:\n {2}TRUST_PROXY must be set /);
      expect([...text.matchAll(/^ {4}(TRUST_PROXY=\w+) +\w/gm)].map(([, line]) => line)).toEqual([
        'TRUST_PROXY=1',
        'TRUST_PROXY=0',
      ]);
    }
    for (const [text, trustProxy] of [
      ['1', true],
      ['0', false],
    ] as const)
      expect(readConfig({ NODE_ENV: 'production', TRUST_PROXY: text })).toMatchObject({
        ok: true,
        value: { trustProxy },
      });
    expect(readConfig({})).toMatchObject({ ok: true, value: { trustProxy: false } });
  });

  it('accept former placeholders as previous secrets, so that they can be replaced', () => {
    const former = { SERVER_KEY_PREVIOUS: '0'.repeat(64), ACCOUNT_KEK_PREVIOUS: '0'.repeat(64) };
    expect(readConfig(former)).toMatchObject({ ok: true, value: { formerKeys: ['0'.repeat(64)] } });
  });

  it('report short secrets', () => {
    expect(shortSecrets({ cronKey: 'open sesame', workerKeys: ['x'.repeat(15)] })).toEqual([
      'CRON_KEY',
      'WORKER_KEY or WORKER_KEYS',
    ]);
    expect(shortSecrets({ cronKey: 'x'.repeat(16), workerKeys: ['y'.repeat(16)] })).toEqual([]);
  });

  it('report all errors together, without the values, which may be secret', () => {
    const refused = readConfig({ PORT: 'x', SERVER_KEY: 'hunter2', LOG_LEVEL: 'loud', ABANDON_SECONDS: '60' });
    const text = refused.ok ? '' : refused.message;
    expect(text.split('\n')).toHaveLength(4);
    expect(text).not.toMatch(/hunter2|loud/);
  });

  it('CF4 report what contradicts other settings beside what is wrong alone', () => {
    const refused = readConfig({ PORT: 'x', NODE_ENV: 'production', ABANDON_SECONDS: '60' });
    const text = refused.ok ? '' : refused.message;
    for (const name of ['PORT', 'ABANDON_SECONDS', 'TRUST_PROXY'])
      expect(text).toMatch(new RegExp(`^ {2}${name} must `, 'm'));
    expect(text).not.toContain('METRICS_PORT');
    const twice = readConfig({ PORT: 'x', METRICS_PORT: 'y' });
    expect(twice.ok ? '' : twice.message).not.toContain('different');
  });

  it('name the public log by host and path of PUBLIC_URL, unless LOG_ORIGIN does', () => {
    const originOf = (environment: Record<string, string>) => {
      const config = readConfig(environment);
      return config.ok ? config.value.logOrigin : config.message;
    };
    expect(originOf({})).toBeNull();
    expect(originOf({ PUBLIC_URL: 'https://bg.example.org' })).toBe('bg.example.org/log');
    expect(originOf({ PUBLIC_URL: 'http://bg.example.org:8080/a/b//' })).toBe('bg.example.org:8080/a/b/log');
    expect(originOf({ PUBLIC_URL: 'https://bg.example.org', LOG_ORIGIN: 'other.org/results' })).toBe(
      'other.org/results',
    );
    for (const LOG_ORIGIN of ['https://bg.example.org/log', 'a b', 'a+b', 'é.org', 'x'.repeat(256)])
      expect(originOf({ LOG_ORIGIN })).toMatch('LOG_ORIGIN must be');
    expect(originOf({ LOG_KEY: '00'.repeat(32) })).toMatch('LOG_KEY must be a random value');
  });
});
