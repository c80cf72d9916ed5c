import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasChromium, Person } from '../kit/browser.ts';
import { inspect } from '../kit/inspect.ts';
import { answer, cutOff, openPopulatedServer, type PopulatedServer, thrown } from '../kit/populated-server.ts';
import { refuses } from '../kit/trouble.ts';

const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
let populated: PopulatedServer;
let other: PopulatedServer;
let match: string;

beforeAll(async () => {
  populated = await openPopulatedServer(['Ann', 'Bertil'], seed);
  other = await openPopulatedServer(['Cleo', 'Dora'], seed + 1);
  match = populated.population.matches.at(-1)!;
});
afterAll(async () => {
  await populated.close();
  await other.close();
});

const recordOf = async ({ testServer, population }: PopulatedServer) =>
  (await fetch(`${testServer.url}/records/${population.matches.at(-1)}.json`)).text();

/** The proof of the same match, which the public log has soon after the match. */
const proofOf = ({ testServer, population }: PopulatedServer) =>
  vi.waitFor(
    async () => {
      const answer = await fetch(`${testServer.url}/records/${population.matches.at(-1)}.tlog-proof`);
      if (!answer.ok) throw new Error(`the proof is answered with ${answer.status}`);
      return answer.text();
    },
    { timeout: 60_000, interval: 100 },
  );

/** Gives the page a file of its reader's. */
const give = async ({ page }: Person, ...texts: readonly (string | Buffer)[]) => {
  const files = texts.map((text, n) => ({
    name: `file-${n}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  }));
  await page.locator('input[type="file"]').setInputFiles(files);
};

describe.runIf(hasChromium)(`verify (seed ${seed})`, () => {
  test('VE1 says in one sentence what a record proves, then shows the checks and the arithmetic of a roll', async () => {
    const { header, result, events } = JSON.parse(await recordOf(populated));
    const rolls = events.filter(({ type }: { type: string }) => type === 'dice').length;
    const person = await populated.visit(`/verify/${match}`);
    const { page } = person;
    await page.getByRole('heading', { name: 'This record is consistent.' }).waitFor();
    const score = result.score.map((points: number) => Math.min(points, header.length || points)).join('–');
    const sentence = `The keys of both players signed. All ${rolls} rolls follow from what all three keys had committed to. Result ${score}.`;
    await page.getByText(sentence).waitFor();
    expect(await page.locator('.check--passed').count()).toBe(8);
    await page.getByText('This is the key your browser knows for this address.').waitFor();
    await page.locator('.roll summary').first().click();
    await page.getByText(/^Bytes below 252 give dice/).waitFor();
    await inspect(page, 'verify-genuine');
    expect(thrown(person)).toEqual([]);
    await person.leave();
  });

  test('VE2 lets anyone change a byte and watch it fail', async () => {
    const person = await populated.visit(`/verify/${match}`);
    const { page } = person;
    // the first byte is the brace that opens the record: without it nothing is left to read
    await page.evaluate('Math.random = () => 0');
    await page.getByRole('button', { name: 'Change one byte and check' }).click();
    await page.getByText(/^Byte 0: “{” became “/).waitFor();
    await page.getByText(/^Caught: It isn’t JSON text/).waitFor();
    await person.leave();
  });

  test('VE3 accepts a record of another server as genuine, and says that its key is a different one', async () => {
    const person = await populated.visit('/verify');
    await person.page.locator('.connection, .player-chip, header').first().waitFor();
    await expect.poll(() => person.page.evaluate(() => Object.values(localStorage).join())).toMatch(/[0-9a-f]{64}/);
    await give(person, await recordOf(other));
    await person.page.getByRole('heading', { name: 'This record is consistent.' }).waitFor();
    await person.page.getByText(/the record is from another server/).waitFor();
    await inspect(person.page, 'verify-other-server');
    await person.leave();
  });

  test('VE4 works without a connection once it is loaded', async () => {
    const text = await recordOf(populated);
    const person = await populated.visit('/verify');
    await person.page.waitForLoadState('networkidle');
    await person.context.setOffline(true);
    await give(person, text);
    await person.page.getByRole('heading', { name: 'This record is consistent.' }).waitFor();
    await person.page.getByRole('button', { name: 'Verify another' }).click();
    await person.page.getByRole('button', { name: 'Use the latest match' }).click();
    await person.page.getByText(/^No connection to the server\. You can still verify/).waitFor();
    await inspect(person.page, 'verify-offline');
    await person.leave();
  });

  test('VE5 says that no record has the given id, whatever the id', async () => {
    for (const id of ['nonesuch', 'A'.repeat(64), 'f'.repeat(24)]) {
      const person = await populated.visit(`/verify/${id}`);
      await person.page.getByText('There’s no record with this ID.').waitFor();
      expect(thrown(person)).toEqual([]);
      await person.leave();
    }
  });

  const named = (text: string, name: string) => text.replace(/"name":"Ann"/, `"name":${JSON.stringify(name)}`);
  test.each<[string, (text: string) => string | Buffer, RegExp]>([
    ['no JSON', () => 'Dear reader, trust me.', /^It isn’t JSON text/],
    ['bytes that are no text', () => Buffer.from([0xff, 0xfe, 0x00, 0xd8]), /^It isn’t JSON text/],
    ['more than 10 MB', () => Buffer.alloc(10_000_001, 0x20), /^It’s larger than 10 MB/],
    [
      'a number of 10,000 digits',
      (text) => text.replace(/"length":\d+/, `"length":${'7'.repeat(10_000)}`),
      /^It contains a number/,
    ],
    ['a member twice', (text) => text.replace('{', '{"header":{},'), /^It contains a member twice/],
    ['a deep nest', () => `${'['.repeat(100_000)}${']'.repeat(100_000)}`, /^It’s nested deeper/],
    [
      'a script for a name',
      (text) => named(text, '<script>alert(1)</script>'),
      /^The fault is in the record|^The first fault/,
    ],
    [
      'a name that turns the page round',
      (text) => named(text, '\u202Egnitar'),
      /^The fault is in the record|^The first fault/,
    ],
    ['nothing of a record', () => '{"players":7}', /^The fault is in the record/],
  ])('VE6 refuses a file with %s in plain words', async (name, change, sentence) => {
    const person = await populated.visit('/verify');
    const dialogs: string[] = [];
    person.page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await give(person, change(await recordOf(populated)));
    await person.page.getByText(sentence).first().waitFor();
    expect(await person.page.getByText('This record is consistent.').count()).toBe(0);
    expect(await person.page.locator('main').textContent()).not.toMatch(/[\u202a-\u202e\u2066\u2067]/);
    await inspect(person.page, `verify-${name.replaceAll(/[ ,]+/g, '-')}`);
    expect([dialogs, thrown(person)]).toEqual([[], []]);
    await person.leave();
  });

  test('VE6a says that it cannot verify a record of another version, and accuses no player', async () => {
    const stored = (await recordOf(populated)).replace('"bg-record/2"', '"bg-record/1"');
    const text = 'The record is in the format bg-record/1,';
    for (const [place, title] of [
      ['verify', 'This version can’t verify this record.'],
      ['review', 'This version can’t verify this match'],
      ['match', 'This version can’t verify this match'],
    ] as const) {
      const person = await populated.visit(`/${place}/${match}`, async (page) => {
        // The server of this test may still have the match in memory.
        await refuses('watch', 'not-found')(page);
        await answer(page, `/records/${match}.json`, 200, JSON.parse(stored));
      });
      const { page } = person;
      await page.getByRole('heading', { name: title }).waitFor();
      await page.getByText(text).waitFor();
      expect(await page.locator('.check, .verdict--bad, .notice--bad').count()).toBe(0);
      if (place === 'review') {
        const link = page.getByRole('link', { name: 'Download the stored record' });
        expect(await link.getAttribute('href')).toBe(`/records/${match}.json`);
      }
      await inspect(page, `other-format-${place}`);
      await page.goto(`${populated.testServer.url}/verify`);
      await page.locator('main h1').first().waitFor();
      expect(await page.getByText('Evidence stored on this device').count()).toBe(0);
      expect(thrown(person)).toEqual([]);
      await person.leave();
    }
  });

  test('VE7 compares two files', async () => {
    const person = await populated.visit('/verify');
    await give(person, await recordOf(populated), await recordOf(other));
    await person.page.getByRole('heading', { name: 'These are two different matches.' }).waitFor();
    await inspect(person.page, 'verify-compared');
    await person.leave();
  });

  test('VE8 can be saved as a file, which checks records of any server from the disk and makes no request', async () => {
    const person = await populated.visit('/verify');
    const download = person.page.waitForEvent('download');
    await person.page.getByRole('button', { name: 'Save the verifier' }).click();
    const path = join(populated.testServer.folder, (await download).suggestedFilename());
    await (await download).saveAs(path);
    await person.leave();

    const reader = await Person.arrive(populated.testServer.browser, pathToFileURL(path).href, undefined, {
      offline: true,
    });
    const { page } = reader;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByText('This file works offline').waitFor();
    await inspect(page, 'verify-saved');
    await give(reader, await recordOf(populated));
    await page.getByRole('heading', { name: 'This record is consistent.' }).waitFor();
    await page.getByText('This is the key of the server from which this file was saved.').waitFor();
    await page.locator('.roll summary').first().click();
    await page.getByText(/^Bytes below 252 give dice/).waitFor();
    await page.getByRole('button', { name: 'Change one byte and check' }).click();
    await page.getByText(/became “/).waitFor();
    await inspect(page, 'verify-saved-genuine');
    await page.getByRole('button', { name: 'Verify another' }).click();
    await page.locator('input[type="file"]').setInputFiles([
      { name: 'match.json', mimeType: 'application/json', buffer: Buffer.from(await recordOf(populated)) },
      { name: 'match.tlog-proof', mimeType: 'text/plain', buffer: Buffer.from(await proofOf(populated)) },
    ]);
    await page.getByText(/^Entry \d+ of the public log/).waitFor();
    await page.getByText('The log is that of the server from which this file was saved.').waitFor();
    await inspect(page, 'verify-saved-proven');
    await page.getByRole('button', { name: 'Verify another' }).click();
    await give(reader, await recordOf(other));
    await page.getByRole('heading', { name: 'This record is consistent.' }).waitFor();
    await page.getByText(/^This file was saved from a server with a different key/).waitFor();
    await page.getByRole('button', { name: 'Verify another' }).click();
    await give(reader, (await recordOf(populated)).replace('"events"', '"evants"'));
    await page.getByText(/^The fault is in the record/).waitFor();
    expect([asked, reader.errors]).toEqual([[], []]);
    await reader.leave();
  });

  test('VE8a names the server’s key in the saved file, even on a first visit that saves at once', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const person = await populated.visit('/verify', (visited) =>
      visited.routeWebSocket(/\/ws\b/, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((message) => void held.then(() => socket.send(message)));
      }),
    );
    const button = person.page.getByRole('button', { name: 'Save the verifier' });
    expect(await button.isDisabled()).toBe(true);
    release();
    const download = person.page.waitForEvent('download');
    await button.click();
    const path = join(populated.testServer.folder, 'quick.html');
    await (await download).saveAs(path);
    const { header } = JSON.parse(await recordOf(populated));
    expect(readFileSync(path, 'utf8')).toContain(`data-server="${header.server}"`);
    await person.leave();
  });

  test('VE9 says so when the verifier’s file cannot be loaded', async () => {
    const person = await populated.visit('/verify', (visited) => cutOff(visited, '/anchor-verify.html'));
    const { page } = person;
    await page.getByRole('button', { name: 'Save the verifier' }).click();
    await page.getByText(/^No connection to the server/).waitFor();
    await inspect(page, 'verify-not-saved');
    await person.leave();
  });
});
