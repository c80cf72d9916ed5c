import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { seededRandom } from '@anchor/testkit/random';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { decodeBundle, ed25519Signer, formatProof, LogWriter, MemoryStorage } from 'tlog-kit';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, Person, picture } from '../kit/browser.ts';
import { Participants } from '../kit/participants.ts';
import { playMatch } from '../kit/play-match.ts';
import { arrive } from '../kit/population.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LOG_ORIGIN = 'log.test/log';
/** The test knows the key of the log, so it can sign what the service never would. */
const LOG_KEY = randomBytes(32).toString('hex');
const testServer = useTestServer({ env: { LOG_ORIGIN, LOG_KEY } });
const CLI = fileURLToPath(new URL('../../packages/record/dist/cli.js', import.meta.url));
const participants = new Participants();
let match = '';

beforeAll(async () => {
  if (!hasChromium) return;
  const [ann, bertil] = [await arrive(testServer.url, 'Ann'), await arrive(testServer.url, 'Bertil')];
  const wanted = { length: 1, rated: true, clock: 'slow' } as const;
  const policy = { random: seededRandom(18), double: 0, take: 1, resignsAt: 12 };
  ({ match } = await playMatch(testServer.url, [ann.key, bertil.key], wanted, policy));
});
afterEach(() => participants.leave(/Failed to load resource/));

async function open(path: string): Promise<Person> {
  return participants.person(await Person.arrive(testServer.browser, testServer.url + path));
}

async function expectAccessible({ page }: Person): Promise<void> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  expect(violations.map(({ id }) => id)).toEqual([]);
}

const invented = (count: number) =>
  Array.from({ length: count }, (_, n) => new TextEncoder().encode(`invented result ${n}`));

/** Signs another tree than the service has. Returns the note and its tiles. */
async function forkedLog(entries: readonly Uint8Array[]) {
  const storage = new MemoryStorage();
  const signer = ed25519Signer(LOG_ORIGIN, Buffer.from(LOG_KEY, 'hex'));
  const writer = await LogWriter.open({ origin: LOG_ORIGIN, signer, storage });
  if (!writer.ok) throw new Error(writer.message);
  const appended = await writer.value.append(entries);
  if (!appended.ok) throw new Error(appended.message);
  return { storage, note: appended.value.note };
}

/** A page is shown these tiles instead of those of the service. */
async function showTiles(page: Page, { files }: MemoryStorage): Promise<void> {
  await page.route('**/log/tile/**', (route) => {
    const file = files.get(new URL(route.request().url()).pathname.slice('/log/'.length));
    return file ? route.fulfill({ status: 200, body: Buffer.from(file) }) : route.fulfill({ status: 404 });
  });
}

const showCheckpoint = (page: Page, body: string) =>
  page.route('**/log/checkpoint', (route) => route.fulfill({ status: 200, body }));

/** Saves the evidence that this browser has stored, and returns what `bg-record evidence` says about it. */
async function explained(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const evidence = await (await download).path();
  const run = promisify(execFile)(process.execPath, [CLI, 'evidence', evidence]);
  const { stdout } = await run.catch((failed: { readonly stdout: string }) => failed);
  return stdout;
}

describe.skipIf(!hasChromium)('the public log in the page', () => {
  test('LW13 the review and the verify page show the verified entry of a match', async () => {
    const person = await open(`/review/${match}`);
    const { page } = person;
    await page.getByText(/^Entry 1 of the public log\./).waitFor();
    await picture(page, 'log-entry');
    const proof = page.getByRole('link', { name: 'Save the proof' });
    const response = await fetch(testServer.url + (await proof.getAttribute('href')));
    expect(await response.text()).toMatch(/^c2sp\.org\/tlog-proof@v1\n/);
    await expectAccessible(person);
    await page.goto(`${testServer.url}/verify/${match}`);
    await page.getByText(/^Entry 1 of the public log\./).waitFor();
    await expectAccessible(person);
  });

  test('LW14 a damaged answer is reported without an accusation, and can be checked again', async () => {
    const person = await open('/');
    const { page } = person;
    const pattern = `**/records/${match}.tlog-proof`;
    await page.route(pattern, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace('index 1', 'index 0') });
    });
    await page.goto(`${testServer.url}/review/${match}`);
    await page.getByText('failed verification (wrong-proof)').waitFor();
    await picture(page, 'log-unproven');
    await expectAccessible(person);
    await page.unroute(pattern);
    await page.route(pattern, (route) => route.fulfill({ status: 404, body: 'not found' }));
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('This match isn’t in the public log yet.').waitFor();
    await page.unroute(pattern);
    await page.getByText(/^Entry 1 of the public log\./).waitFor();
  });

  test('LW19 a fork halts the page with evidence that bg-record explains, until the user plays on', async () => {
    const person = await open(`/review/${match}`);
    const { page } = person;
    await page.getByText(/^Entry 1 of the public log\./).waitFor();
    const entries = invented(200);
    const { storage, note } = await forkedLog(entries);
    const proof = formatProof({ index: 1, hashes: [], checkpoint: note, extra: entries[1] ?? null });
    await page.route('**/*.tlog-proof', (route) => route.fulfill({ status: 200, body: proof }));
    await showTiles(page, storage);
    await page.reload();
    await page.getByText('The public log contradicts itself').waitFor();
    await picture(page, 'log-forked');
    await expectAccessible(person);
    expect(await explained(page, 'Save the evidence')).toMatch(
      /signed two trees, of \d+ and 200 entries, that do not fit together/,
    );
    await page.goto(testServer.url);
    await page.getByText('you can’t start a match here').waitFor();
    await picture(page, 'log-halted');
    await expectAccessible(person);
    await page.getByRole('link', { name: 'The evidence is on the Verify page.' }).click();
    await page.getByText('Evidence stored on this device').waitFor();
    await page.getByRole('button', { name: 'Play here anyway' }).click();
    await page.getByText('you can’t start a match here').waitFor({ state: 'detached' });
  });

  test('LW40 two players who were shown different logs meet it in their match, and both keep the evidence', async () => {
    const honest = await (await fetch(`${testServer.url}/log/checkpoint`)).text();
    const size = Number(honest.split('\n')[1]);
    const bundle = await fetch(`${testServer.url}/log/tile/entries/000.p/${size}`);
    const entries = decodeBundle(new Uint8Array(await bundle.arrayBuffer()), size);
    if (!entries.ok) throw new Error(entries.message);
    // The statement about the key of the log is the same in both trees.
    const forked = await forkedLog([...entries.value.slice(0, 1), ...invented(size - 1)]);
    const see = async ({ page }: Person, note: string, storage: MemoryStorage | null) => {
      await showCheckpoint(page, note);
      if (storage) await showTiles(page, storage);
      // The page verifies the log that it is shown before it states a view of it.
      const proofs = '**/*.tlog-proof';
      await page.route(proofs, (route) => route.fulfill({ status: 404, body: 'not found' }));
      await page.goto(`${testServer.url}/verify/${match}`);
      await page.getByText('isn’t in the public log yet').waitFor();
    };
    const [ann, bertil] = [await open('/'), await open('/')];
    await see(ann, honest, null);
    await see(bertil, forked.note, forked.storage);
    await ann.page.goto(testServer.url);
    await ann.page.getByRole('button', { name: 'Invite a friend' }).click();
    await ann.page.getByRole('button', { name: 'Create the link' }).click();
    await bertil.page.goto(await ann.page.getByLabel('Your link').inputValue());
    await bertil.page.getByRole('button', { name: 'Join the match' }).click();
    await Promise.all([ann, bertil].map(({ page }) => page.waitForURL(/\/match\//)));
    for (const { page } of [ann, bertil]) {
      await page.getByText('you can’t start a match here').waitFor();
      await page.getByRole('link', { name: 'The evidence is on the Verify page.' }).click();
      await page.getByText('Evidence stored on this device').waitFor();
      expect(await explained(page, 'Download')).toMatch(/signed two trees, .+, that do not fit together/);
    }
  });
});
