import { expect } from 'vitest';
import { describeUpgrade, type OldDatabase } from './upgrade.ts';

const [ANN, BOB, CAT] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];

async function check({ run, open }: OldDatabase): Promise<void> {
  await run(
    `INSERT INTO accounts (pub, username, email, wrapped, created) VALUES ('${ANN}', 'Ann', 'a@x.org', '{}', 5)`,
  );
  for (const [hash, pub] of [
    ['1', ANN],
    ['2', BOB],
    ['3', BOB],
  ])
    await run(`INSERT INTO mail_tokens (hash, kind, email, pub, username, wrapped, expires)
        VALUES ('${hash}', 'register', 'b@x.org', '${pub}', 'Bob', '{}', 9000000)`);
  await run("INSERT INTO mail_tokens (hash, kind, email, expires) VALUES ('4', 'sign-in', 'a@x.org', 9000000)");
  const store = await open();
  const known = await Promise.all([ANN, BOB, CAT].map((pub) => store.accounts.wasHanded(pub)));
  await store.close();
  expect(known).toEqual([true, true, false]);
}

describeUpgrade(
  'a migrated database with accounts and open registrations knows which keys it has had',
  '_handed_keys',
  check,
);
