import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { hasChromium, Person, picture } from '../kit/browser.ts';
import { playAtScreen } from '../kit/screen-player.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const command = fileURLToPath(new URL('../../packages/server/dist/bans.js', import.meta.url));
const testServer = useTestServer();

const call = (...words: readonly string[]) =>
  execFileSync(process.execPath, [command, ...words], {
    env: { ...process.env, DATA_DIR: testServer.dataDir },
    encoding: 'utf8',
  });

describe.runIf(hasChromium)('a page whose key is banned', () => {
  test.each([
    ['en-GB', 'Play the bot', /The operator has banned your key until/, 'You’re banned', 'Try again'],
    [
      'de-DE',
      'Gegen den Bot spielen',
      /Der Betreiber hat deinen Schlüssel bis/,
      'Du bist gesperrt',
      'Noch einmal versuchen',
    ],
  ])(
    'BN8 says so and until when, stays away by itself, and comes back when it may: %s',
    async (locale, play, says, instead, again) => {
      const person = await Person.arrive(testServer.browser, testServer.url, { width: 390, height: 844 }, { locale });
      const { page } = person;
      let pub = '';
      let connections = 0;
      page.on('websocket', (socket) => {
        connections += 1;
        socket.on('framesent', ({ payload }) => {
          pub = /"type":"identify","pub":"([0-9a-f]{64})"/.exec(String(payload))?.[1] ?? pub;
        });
      });
      await page.reload();
      await page.getByRole('button', { name: play }).click();
      let decisions = 0;
      await playAtScreen(page, undefined, () => ++decisions > 4);
      const before = connections;
      call('add', pub, '--hours', '2', '--reason', 'insults <b>');
      await page.getByText(says).waitFor();
      await page.getByText('insults <b>').waitFor();
      await picture(page, `banned-${locale}`);
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      expect(connections).toBe(before);
      await page.reload();
      await page.getByRole('heading', { name: instead }).waitFor();
      call('remove', pub);
      // the server reads bans every two seconds
      while (!(await page.locator('.board').first().isVisible()))
        await page
          .getByRole('button', { name: again })
          .click({ timeout: 500 })
          .catch(() => undefined);
      await person.leave();
    },
  );
});
