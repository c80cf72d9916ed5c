import { generateKey } from 'bg-record';
import { expect, it } from 'vitest';
import { makeJwk, readJwk } from '../src/pages/account/jwk.ts';

it('AK1 a key is the same after its way through a JWK, and another public half is not believed', async () => {
  for (let turn = 0; turn < 20; turn++) {
    const key = await generateKey();
    const jwk = makeJwk(key);
    expect([jwk.x, jwk.d].every((part) => /^[A-Za-z0-9_-]{43}$/.test(part))).toBe(true);
    expect(Buffer.from(jwk.x, 'base64url').toString('hex')).toBe(key.pub);
    expect(await readJwk(jwk, key.pub)).toMatchObject({ pub: key.pub, seed: key.seed });
    expect(await readJwk(jwk, (await generateKey()).pub)).toBeNull();
  }
});
