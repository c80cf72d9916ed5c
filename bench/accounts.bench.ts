// Measures if the time of an answer reveals whether an address has an account. Asks a real server, with a
// real mail provider, for existing and missing addresses in random order. It also times a ping sent right
// after each request, which the work after the answer could delay.
import { randomInt } from 'node:crypto';
import { BareClient as Client } from '../e2e/kit/bare-client.ts';
import { freePort } from '../e2e/kit/free-port.ts';
import { ServerProcess, temporaryFolder } from '../e2e/kit/server.ts';
import { linkIn, type MailHost, mailHost, tokenOf } from '../e2e/kit/smtp.ts';
import { seededRandom } from '../packages/testkit/src/random.ts';
import { compare, quantile } from './shared/samples.ts';

const ACCOUNTS = Number(process.env.ACCOUNTS ?? 400);
/** Number of mails that a key may request per hour. */
const MAILS = 5;
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const random = seededRandom(seed);

function jwkOf({ pub, seed: bytes }: Client['key']) {
  const base64 = (data: Uint8Array) => Buffer.from(data).toString('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x: base64(Buffer.from(pub, 'hex')), d: base64(bytes) };
}

async function makeAccount(url: string, mail: MailHost, email: string): Promise<void> {
  const client = await Client.open(url);
  const count = mail.letters.length;
  await client.ask({ type: 'register', username: 'Somebody', email, jwk: jwkOf(client.key) });
  const token = tokenOf(linkIn(await mail.letter(count), url, '/account/confirm'));
  // The message that the key has an account may come before the answer.
  const { type } = await client.ask({ type: 'confirm-account', token });
  if (type !== 'account' && type !== 'confirmed') throw new Error(`confirm: ${type}`);
  client.close();
}

type Kind = 'sign-in-link' | 'register';
interface Trial {
  readonly kind: Kind;
  readonly exists: boolean;
  readonly email: string;
}
interface Times {
  readonly answerMs: number;
  readonly pingMs: number;
}

function trials(): Trial[] {
  // With the mail that created the account this makes three mails per hour, the limit for an address with a recent link.
  const kinds: readonly Kind[] = ['sign-in-link', 'register'];
  const all = Array.from({ length: ACCOUNTS }, (_, n) =>
    kinds.flatMap((kind) => [
      { kind, exists: true, email: `known${n}@example.org` },
      { kind, exists: false, email: `nobody${n}@example.org` },
    ]),
  ).flat();
  return all
    .map((trial) => ({ trial, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ trial }) => trial);
}

async function measure(client: Client, { kind, email }: Trial): Promise<Times> {
  const message =
    kind === 'register' ? { type: kind, username: 'Me', email, jwk: jwkOf(client.key) } : { type: kind, email };
  const begin = performance.now();
  const answer = client.ask(message).then(({ type }) => {
    if (type !== 'mailed') throw new Error(`${kind}: unexpected answer ${type}`);
    return performance.now() - begin;
  });
  const ping = client.ask({ type: 'ping' }).then(() => performance.now() - begin);
  return { answerMs: await answer, pingMs: await ping };
}

async function measureAll(url: string, mail: MailHost): Promise<ReadonlyMap<Trial, Times>> {
  const times = new Map<Trial, Times>();
  let client = await Client.open(url);
  for (const [n, trial] of trials().entries()) {
    if (n > 0 && n % MAILS === 0) {
      client.close();
      client = await Client.open(url);
    }
    const count = mail.letters.length;
    times.set(trial, await measure(client, trial));
    // The next trial begins when the work of this one has finished.
    await mail.letter(count);
  }
  client.close();
  return times;
}

function report(times: ReadonlyMap<Trial, Times>): void {
  const rows = (['sign-in-link', 'register'] as const).flatMap((kind) =>
    (['answerMs', 'pingMs'] as const).map((what) => {
      const sample = (exists: boolean) =>
        [...times].filter(([trial]) => trial.kind === kind && trial.exists === exists).map(([, time]) => time[what]);
      const [missing, existing] = [sample(false), sample(true)];
      const spread = (one: readonly number[]) =>
        [0.1, 0.5, 0.9].map((share) => quantile(one, share).toFixed(2)).join(' / ');
      const { longer, sigmas, distance } = compare(missing, existing);
      return {
        asked: kind,
        timed: what === 'answerMs' ? 'answer' : 'ping after it',
        samples: `${missing.length} + ${existing.length}`,
        'missing ms (10/50/90 %)': spread(missing),
        'existing ms (10/50/90 %)': spread(existing),
        'P(existing > missing)': longer.toFixed(3),
        sigmas: sigmas.toFixed(1),
        distance: distance.toFixed(3),
      };
    }),
  );
  console.table(rows);
}

const folder = temporaryFolder();
const mail = await mailHost();
const port = await freePort();
const server = await ServerProcess.start({
  dataDir: folder.path,
  port,
  env: {
    SMTP_URL: mail.url,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LIMIT_MAILS: '1000000',
    LIMIT_WRITE: '1000000',
    BACKUP_HOURS: '0',
  },
});
try {
  console.log(`seed ${seed}`);
  for (let n = 0; n < ACCOUNTS; n++) await makeAccount(server.url, mail, `known${n}@example.org`);
  report(await measureAll(server.url, mail));
} finally {
  await server.end();
  await mail.close();
  folder.remove();
}
