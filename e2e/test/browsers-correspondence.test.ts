import { verify } from 'bg-record';
import { expect, test } from 'vitest';
import { useTestServer } from '../kit/use-test-server.ts';
import { playCorrespondence } from '../kit/windows/correspondence.ts';
import { inEachBrowser } from '../kit/windows/each-browser.ts';

const testServer = useTestServer({ browser: null });

inEachBrowser(testServer, ({ arrive, look }) => {
  test('BW6 two people who are never there at the same time play a correspondence match to a record that verifies', async () => {
    const [host, guest] = [await arrive('about:blank'), await arrive('about:blank')];
    const match = await playCorrespondence({
      home: testServer.url,
      host,
      guest,
      decisions: 10,
      look: (page, place) => look(page, `by-turns-${place}`),
    });
    const record = await (await fetch(`${testServer.url}/records/${match}`)).json();
    expect(record.header).toMatchObject({ dice: 'advance', absenceMs: null, holidayDays: 7 });
    const beginning = record.events.slice(0, 6).map(({ type }: { readonly type: string }) => type);
    expect(beginning).toEqual(['commit', 'commit', 'roll', 'commit', 'reveal', 'dice']);
    expect(record.events).toContainEqual(expect.objectContaining({ type: 'holiday', days: 2 }));
    expect(await verify(record)).toMatchObject({ ok: true });
  });
});
