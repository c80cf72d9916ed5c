import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { ask, faultOf } from '../kit/http.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';
import { linkIn, type MailHost, mailed, mailHost } from '../kit/smtp.ts';

// The statements of the HTTP interface about the daily mailing when not everything goes well, with a real mail provider.

const CAP = 2;
const readers = ['one', 'two', 'three', 'four', 'five'].map((name) => `${name}@example.org`);
const folder = temporaryFolder();
let mailPort: number;
let mail: MailHost;
let server: ServerProcess;

beforeAll(async () => {
  mailPort = await freePort();
  mail = await mailHost({ port: mailPort });
  const port = await freePort();
  const env = {
    SMTP_URL: mail.url,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    CRON_KEY: 'k',
    MAIL_DAILY_CAP: String(CAP),
  };
  server = await ServerProcess.start({ dataDir: folder.path, port, env: { ...env, LIMIT_MAILS: '1000' } });
  for (const email of readers) {
    const link = linkIn(await mailed(server.url, mail, { type: 'subscribe', email }), server.url, '/email/verify');
    expect((await ask(server.url, link.slice(server.url.length))).status).toBe(200);
  }
});
afterAll(async () => {
  await server.end();
  await mail.close();
  folder.remove();
});

const cron = async () => {
  const answer = await ask(server.url, '/api/cron/daily?key=k', { method: 'POST' });
  expect(faultOf('dailyMailing', answer)).toBeNull();
  return { status: answer.status, body: JSON.parse(answer.text) };
};

/** Another program that writes to the database for as long as it lives. */
async function holdDatabase(): Promise<ChildProcess> {
  const script =
    "import { createClient } from '@libsql/client';" +
    "await createClient({ url: process.argv[1] }).execute('BEGIN IMMEDIATE');" +
    "console.log('held'); setInterval(() => {}, 1000);";
  const url = `file:${join(folder.path, 'anchor.db')}`;
  const cwd = fileURLToPath(new URL('../../packages/server', import.meta.url));
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, url], { cwd });
  await once(child.stdout, 'data');
  return child;
}

describe('the daily mailing', () => {
  it('H4.6g a failure is 500 with its error, and the next call continues', async () => {
    const holder = await holdDatabase();
    const { status, body } = await cron();
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect([status, body]).toEqual([500, { error: expect.any(String) }]);
  });

  it('H4.6h a batch is aborted when the provider is unavailable: the rest counts as skipped, and all stay due', async () => {
    await mail.close();
    expect(await cron()).toMatchObject({
      status: 200,
      body: { ok: 0, failed: 1, skipped: CAP - 1, outcomes: [false], due: readers.length },
    });
  });

  it('H4.6i a run sends MAIL_DAILY_CAP mails at most, and an address that the provider refuses fails alone', async () => {
    mail = await mailHost({ port: mailPort, unknown: readers[2] ?? '' });
    const runs = [];
    for (let { body } = await cron(); body.due > 0; { body } = await cron()) runs.push(body);
    expect(runs.map(({ due }) => due)).toEqual([5, 3, 1]);
    expect(runs.map(({ outcomes }) => outcomes.length)).toEqual([CAP, CAP, 1]);
    for (const { ok, failed, skipped, outcomes } of runs) {
      expect(ok).toBe(outcomes.filter(Boolean).length);
      expect([failed, skipped]).toEqual([outcomes.length - ok, 0]);
    }
    const reached = mail.letters.map(({ to }) => to).toSorted();
    expect(reached).toEqual(readers.toSpliced(2, 1).toSorted());
    expect(await cron()).toEqual({ status: 200, body: { sent: 0, due: 0 } });
  });
});
