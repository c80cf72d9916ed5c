import { verify } from 'bg-record';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailHost, mailHost } from '../kit/smtp.ts';
import { useTestServer } from '../kit/use-test-server.ts';
import { createAccount } from '../kit/windows/account.ts';
import { playCorrespondence } from '../kit/windows/correspondence.ts';
import { inEachBrowser } from '../kit/windows/each-browser.ts';

const testServer = useTestServer({ browser: null });
let mail: MailHost;

beforeAll(async () => {
  mail = await mailHost();
  await testServer.server.end();
  await testServer.start({ SMTP_URL: mail.url, PUBLIC_URL: testServer.url, LIMIT_MAILS: '1000' });
});
afterAll(() => mail.close());

inEachBrowser(testServer, ({ name, arrive, look }) => {
  test.each<[string, boolean]>([
    ['guests', false],
    ['people with accounts', true],
  ])(
    'BW6 two %s who are never there at the same time play a correspondence match to a record that verifies',
    async (_, hasAccounts) => {
      const [host, guest] = [await arrive('about:blank'), await arrive('about:blank')];
      const home = testServer.url;
      const players = [
        [host, 'Ann'],
        [guest, 'Ben'],
      ] as const;
      for (const [page, first] of hasAccounts ? players : []) {
        const own = `${first} ${name}`;
        await createAccount(page, { home, mail, name: own, email: `${first}.${name}@example.org` });
        await page.window.goto('about:blank');
      }
      const { id, firstChecker } = await playCorrespondence({
        home,
        host,
        guest,
        decisions: 10,
        look: (page, place) => look(page, `by-turns-${place}`),
      });
      const record = await (await fetch(`${home}/records/${id}`)).json();
      expect(record.header).toMatchObject({ dice: 'advance', absenceMs: null, holidayDays: 7 });
      const names = record.header.players.map((player: { readonly name: string }) => player.name);
      if (hasAccounts) expect(names.sort()).toEqual([`Ann ${name}`, `Ben ${name}`]);
      const beginning = record.events.slice(0, 6).map(({ type }: { readonly type: string }) => type);
      expect(beginning).toEqual(['commit', 'commit', 'roll', 'commit', 'reveal', 'dice']);
      // The joiner rolls on joining, and the host shows the roll. Its winner moves in that visit or in the next one. A tie is
      // rolled again: one asks for the roll, the other shows it.
      const rolls = record.events.filter(({ type }: { readonly type: string }) => type === 'dice');
      const ties = rolls.findIndex(({ dice: [one, two] }: { readonly dice: readonly number[] }) => one !== two);
      expect(firstChecker).toBeGreaterThan(0);
      expect(firstChecker).toBeLessThanOrEqual(2 + 2 * ties);
      expect(record.events).toContainEqual(expect.objectContaining({ type: 'holiday', days: 2 }));
      expect(await verify(record)).toMatchObject({ ok: true });
    },
  );
});
