import { expect, it } from 'vitest';
import { runAttacks } from '../attack/attack.ts';
import { PAIRS, runFloods } from '../attack/flood-rows.ts';
import { WORST } from '../attack/floods.ts';

// Pauses and delays say more of the machine that tests run on than of the server: `npm run x -- attack` judges them.
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

/** The answers to each flood. A busy machine may give none in a second. */
const ordinary: Readonly<Record<string, readonly string[]>> = {
  name: ['named'],
  seek: ['seeking'],
  puzzle: ['puzzle'],
  register: ['mailed', 'too-many-mails'],
  identify: ['bad-proof', 'too-many'],
  'route/loginClaim': ['400', '429', '503'],
};

it('AT2 floods of expensive messages and requests of one address cost no player a refusal or a connection, and no match a resume', async () => {
  const rows = await runFloods({ names: WORST, connections: [20], addresses: [1], seconds: 1, honest: PAIRS });
  expect(rows.map(({ name }) => name)).toEqual(WORST);
  for (const { name, floods } of rows) {
    expect.soft(floods, name).toMatchObject([{ addresses: 1 }]);
    for (const { seen, figures } of floods) {
      expect.soft(ordinary[name], name).toEqual(expect.arrayContaining(Object.keys(seen)));
      const { refusals, losses, resumes, errors } = figures;
      const none = { refusals: 0, losses: 0, resumes: 0, errors: 0 };
      expect.soft({ refusals, losses, resumes, errors }, name).toEqual(none);
    }
  }
});
