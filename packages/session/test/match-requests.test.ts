import { describe, expect, it } from 'vitest';
import { MatchRequests, matchRequestOf } from '../src/session/match-requests.ts';
import { requestMatch } from '../src/session/request-match.ts';
import { memoryStorage } from './support/memory.ts';

describe('equal requests for matches', () => {
  const request = matchRequestOf({ length: 3, rated: false, clock: 'days3' }, 'anyone');
  const message = { type: 'invite', length: 3, rated: false, clock: 'days3', post: true } as const;
  const refused = { request: async () => ({ ok: false, code: 'too-many', message: '' }) as const };

  it('RQ1 a refused offer leaves the request of an equal one that was accepted', async () => {
    const requests = new MatchRequests(memoryStorage());
    requests.add(request);
    expect(await requestMatch({ connection: refused as never, requests }, request, message)).toMatchObject({
      ok: false,
    });
    expect(requests.all()).toEqual([request]);
  });

  it('RQ2 a match begins for one of them and leaves the others', () => {
    const requests = new MatchRequests(memoryStorage());
    for (let made = 0; made < 2; made++) requests.add(request);
    requests.begin(request, 'first-match');
    expect(requests.openFor('second-match')).toEqual([request]);
    requests.begin(request, 'second-match');
    expect(requests.all()).toEqual([
      { ...request, match: 'first-match' },
      { ...request, match: 'second-match' },
    ]);
    requests.end('first-match');
    expect(requests.openFor('second-match')).toEqual([{ ...request, match: 'second-match' }]);
    expect(requests.openFor('third-match')).toEqual([]);
  });
});
