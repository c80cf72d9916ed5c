import { expect, it } from 'vitest';
import { runAttacks } from '../attack/attack.ts';

// Pauses and delays say more of the machine that tests run on than of the server: `npm run attack` judges them.
it('AT1 unread answers, requests for missing things and malformed requests cost bounded memory and no match', async () => {
  const names = ['slow-sockets', 'sync-beyond', 'watch-nothing', 'odd-requests'] as const;
  const rows = await runAttacks({ names, seconds: 2 });
  expect(rows.map(({ name }) => name)).toEqual(['quiet', ...names]);
  for (const { name, events, rssMB, errors, resumes, seen } of rows) {
    expect.soft(events, `${name}: honest events`).toBeGreaterThan(0);
    expect.soft(rssMB.peak - rssMB.before, `${name}: megabytes`).toBeLessThan(128);
    expect.soft([errors, resumes], `${name}: errors and resumes`).toEqual([0, 0]);
    expect
      .soft(
        Object.keys(seen).filter((what) => /^5|internal|without/.test(what)),
        name,
      )
      .toEqual([]);
  }
});
