import { clockPreset, type Header, type Ledger, rulesFor, StepReader } from 'bg-record';
import { describe, expect, test } from 'vitest';
import { checkAgreed, partyFailure, rematchRequest } from '../src/session/header-check.ts';
import { type MatchRequest, MatchRequests } from '../src/session/match-requests.ts';
import { keys, makeHeader } from './support/table.ts';

const { server, players } = await keys();
const context = {
  seat: 0,
  pub: players[0].pub,
  server: server.pub,
  absenceMs: 120_000,
  isOwnFirstChain: true,
} as const;
const ask: MatchRequest = {
  length: 5,
  rated: true,
  clock: 'normal',
  rules: rulesFor(5),
  opponent: { pub: players[1].pub },
};
const header = await makeHeader();
const [first, second] = header.players;
const matchRules = header.rules;

describe('the check of a header against the request', () => {
  test('the agreed header passes, and the result names the ask that it fits', () => {
    expect(checkAgreed(header, context, [{ ...ask, length: 7 }, ask])).toEqual({
      ok: true,
      request: ask,
      unrated: false,
      isNewSession: false,
    });
  });

  test.each<[string, Partial<Header>, string]>([
    ['another server', { server: players[1].pub }, 'other-server'],
    ['another key at the own seat', { players: [{ ...first, pub: server.pub }, second] }, 'own-key-missing'],
    ['the seats exchanged', { players: [second, first] }, 'own-key-missing'],
    ['another opponent', { players: [first, { ...second, pub: server.pub }] }, 'other-opponent'],
    ['another length', { length: 7 }, 'other-length'],
    ['no cube', { rules: { ...matchRules, cube: false } }, 'other-rules'],
    ['no Crawford game', { rules: { ...matchRules, crawford: false } }, 'other-rules'],
    ['Jacoby', { rules: { ...matchRules, jacoby: true } }, 'other-rules'],
    ['beavers', { rules: { ...matchRules, beavers: true } }, 'other-rules'],
    ['no clock', { clock: null }, 'other-clock'],
    ['a faster clock', { clock: clockPreset('fast', 5) }, 'other-clock'],
    ['a clock of no preset', { clock: { delayMs: 1, reserveMs: 1 } }, 'other-clock'],
    ['dice in advance', { dice: 'advance' }, 'other-dice'],
    ['absences without a limit', { absenceMs: null }, 'other-absence'],
    ['less reserve', { clock: { delayMs: 12_000, reserveMs: 599_999 } }, 'other-clock'],
  ])('%s is refused', (_what, change, code) => {
    expect(checkAgreed({ ...header, ...change }, context, [ask])).toMatchObject({ ok: false, code });
  });

  test.each([
    [86_400_000, null],
    [86_399_999, 'other-clock'],
    [1_000, 'other-clock'],
  ])('an untimed match against the bot with %i ms for an answer: %s', (moveMs, code) => {
    const untimed: MatchRequest = { ...ask, clock: 'none', opponent: 'bot' };
    const players = [first, { ...second, bot: true }] as const;
    const agreed = checkAgreed({ ...header, players, clock: null, moveMs }, context, [untimed]);
    expect(agreed.ok ? null : agreed.code).toBe(code);
  });

  test.each<[string, MatchRequest['opponent']]>([
    ['anyone', 'anyone'],
    ['a certain player', { pub: second.pub }],
  ])('L4a a live match without a clock against %s is refused, even if the page asked for it', (_who, opponent) => {
    const untimed = { ...header, clock: null, moveMs: 30 * 86_400_000 };
    const request: MatchRequest = { ...ask, clock: 'none', opponent };
    expect(checkAgreed(untimed, context, [request])).toMatchObject({ ok: false, code: 'no-clock' });
  });

  const days3 = { clock: null, moveMs: 3 * 86_400_000, absenceMs: null, dice: 'advance', holidayDays: 7 } as const;
  const firstChain = { anchor: '11'.repeat(32), nonce: '22'.repeat(16) };
  const kept = [first, { ...second, custody: 'service' }] as const;

  test.each<[string, Partial<Header>, string | null]>([
    ['as requested', days3, null],
    ['with less time', { ...days3, moveMs: 2 * 86_400_000 }, 'other-clock'],
    ['with more time', { ...days3, moveMs: 7 * 86_400_000 }, 'other-clock'],
    ['with the chain of the other player', { ...days3, firstChain }, null],
    ['with fewer days of holiday', { ...days3, holidayDays: 6 }, 'other-clock'],
    ['with more days of holiday', { ...days3, holidayDays: 8 }, 'other-clock'],
    ['without holidays', { ...days3, holidayDays: undefined as never }, 'other-clock'],
    ['that limits absences', { ...days3, absenceMs: 90_000 }, 'other-clock'],
    [
      'without dice in advance although both players keep their keys',
      { ...days3, dice: undefined as never },
      'other-dice',
    ],
    ['rated, with dice in advance although the service keeps a key', { ...days3, players: kept }, 'other-dice'],
    [
      'rated, with live reveals if the service keeps a key',
      { ...days3, players: kept, dice: undefined as never },
      null,
    ],
    ['unrated, with dice in advance and a key that the service keeps', { ...days3, players: kept, rated: false }, null],
    [
      'unrated, with live reveals although dice in advance are possible',
      { ...days3, players: kept, rated: false, dice: undefined as never },
      'other-dice',
    ],
  ])('a correspondence match %s: %s', (_what, change, code) => {
    const request: MatchRequest = { ...ask, clock: 'days3' };
    const agreed = checkAgreed({ ...header, ...change }, context, [request]);
    expect(agreed.ok ? null : agreed.code).toBe(code);
  });

  test('TV15 the chain that a header names for player 1 must be the own one at that seat, and belongs to a correspondence match', () => {
    const request: MatchRequest = { ...ask, clock: 'days3', opponent: 'anyone' };
    const codeOf = (change: Partial<Header>, seat: 0 | 1, isOwnFirstChain: boolean, wanted = request) => {
      const own = { ...context, seat, pub: header.players[seat].pub, isOwnFirstChain };
      const agreed = checkAgreed({ ...header, ...change }, own, [wanted]);
      return agreed.ok ? null : agreed.code;
    };
    expect(codeOf({ ...days3, firstChain }, 0, false)).toBe(null);
    expect(codeOf({ ...days3, firstChain }, 1, true)).toBe(null);
    expect(codeOf({ ...days3, firstChain }, 1, false)).toBe('other-first-chain');
    const bot = {
      clock: null,
      moveMs: 30 * 86_400_000,
      players: [first, { ...second, bot: true }] as const,
      firstChain,
    };
    expect(codeOf(bot, 0, true, { ...ask, clock: 'none', opponent: 'bot' })).toBe('other-first-chain');
  });

  test.each<[string, MatchRequest['opponent'], string | null]>([
    ['the bot may wait', 'bot', null],
    ['a person may not', 'anyone', 'other-absence'],
  ])('in an untimed match %s without a limit on absences', (_what, opponent, code) => {
    const waiting = { ...header, clock: null, moveMs: 30 * 86_400_000, absenceMs: null };
    const players = [first, { ...second, bot: opponent === 'bot' }] as const;
    const agreed = checkAgreed({ ...waiting, players }, context, [{ ...ask, clock: 'none', opponent }]);
    expect(agreed.ok ? null : agreed.code).toBe(code);
  });

  test('a clock of no preset is not an untimed match', () => {
    const odd = { ...header, clock: { delayMs: 1, reserveMs: 1 } };
    expect(checkAgreed(odd, context, [{ ...ask, clock: 'none' }])).toMatchObject({ ok: false, code: 'other-clock' });
  });

  test.each([
    [120_000, 120_000, null],
    [120_000, 300_000, 'other-absence'],
    [300_000, 120_000, 'other-absence'],
    [119_999, 119_999, 'other-absence'],
    [120_000, null, 'other-absence'],
  ])('CP9 an absence of %i ms where the signed greeting gives %s: %s', (absenceMs, greeted, code) => {
    const agreed = checkAgreed({ ...header, absenceMs }, { ...context, absenceMs: greeted }, [ask]);
    expect(agreed.ok ? null : agreed.code).toBe(code);
  });

  test('CP9b a match that this device had begun before goes on with its own number', () => {
    const begun = { ...ask, match: header.id };
    expect(checkAgreed({ ...header, absenceMs: 90_000 }, context, [begun])).toMatchObject({ ok: true });
  });

  test('unrated instead of rated is accepted and reported', () => {
    expect(checkAgreed({ ...header, rated: false }, context, [ask])).toMatchObject({
      ok: true,
      request: ask,
      unrated: true,
    });
  });

  test('unrated is not reported if unrated was requested too', () => {
    const unrated = { ...ask, rated: false };
    const agreed = checkAgreed({ ...header, rated: false }, context, [ask, unrated]);
    expect(agreed).toMatchObject({ ok: true, request: unrated, unrated: false });
  });

  test('rated instead of unrated is refused', () => {
    expect(checkAgreed(header, context, [{ ...ask, rated: false }])).toMatchObject({ code: 'rated-unasked' });
  });

  test('a match that was not requested is refused', () => {
    expect(checkAgreed(header, context, [])).toMatchObject({ code: 'not-asked' });
  });

  test('a bot cannot replace a person, nor a person a bot', () => {
    const withBot = { ...header, players: [first, { ...second, bot: true }] as const };
    expect(checkAgreed(withBot, context, [{ ...ask, opponent: 'anyone' }])).toMatchObject({ code: 'other-opponent' });
    expect(checkAgreed(header, context, [{ ...ask, opponent: 'bot' }])).toMatchObject({ code: 'other-opponent' });
    expect(checkAgreed(withBot, context, [{ ...ask, opponent: 'bot' }])).toMatchObject({ ok: true });
    expect(checkAgreed(header, context, [{ ...ask, opponent: 'anyone' }])).toMatchObject({ ok: true });
  });

  test('the other seat is judged by its own key', () => {
    expect(partyFailure(header, { ...context, seat: 1 })).toMatchObject({ code: 'own-key-missing' });
    expect(partyFailure(header, { ...context, seat: 1, pub: players[1].pub })).toBeNull();
  });
});

const rules = { cube: true, crawford: false, jacoby: true, beavers: true };

/** A money game that player 1 has left with the cube at 4, as a page has verified it. */
function leftGame(before: Partial<Header> = {}) {
  const { state: start } = new StepReader({ length: 0, rules });
  const result = { winner: 0, score: [8, 0], reason: 'abandonment' } as const;
  const match = {
    ...start,
    score: result.score,
    cube: { value: 4, owner: 0 as const },
    phase: 'over' as const,
    result,
  };
  const money = { ...header, length: 0, rated: false, rules, clock: clockPreset('normal', 0), ...before };
  return { header: money, head: 'ab'.repeat(32), state: { match } as Ledger['state'] };
}

describe('a rematch', () => {
  const points = { header, head: 'ab'.repeat(32), state: {} as Ledger['state'] };

  test('is agreed with the seats exchanged', () => {
    const exchanged = { ...header, players: [second, first] as const };
    const agreed = checkAgreed(exchanged, { ...context, seat: 1 }, [rematchRequest(points, 0)]);
    expect(agreed).toMatchObject({ ok: true, unrated: false, isNewSession: false });
  });

  const before = leftGame({
    session: { game: 2, previous: { id: 'the-game-before', hash: '11'.repeat(32) }, score: [1, 3] },
  });
  const request = rematchRequest(before, 0);
  const session = { game: 3, previous: { id: header.id, hash: before.head }, score: [3, 9] } as const;
  // The players exchange their seats, so the score does so too.
  const next: Header = { ...before.header, id: 'the-next-game-', players: [second, first], session };
  const check = (changes: Partial<Header>, requests = [request], seat: 0 | 1 = 1) =>
    checkAgreed({ ...next, ...changes }, { ...context, seat }, requests);

  test('MG19 of a money game continues the session with its points', () => {
    expect(check({})).toMatchObject({ ok: true, isNewSession: false });
    expect(check({ players: [first, second], session: { ...session, score: [9, 3] } }, [request], 0)).toMatchObject({
      ok: true,
    });
    const firstNext = { ...session, game: 2, score: [0, 8] } as const;
    expect(check({ session: firstNext }, [rematchRequest(leftGame(), 0)])).toMatchObject({ ok: true });
    const other = [rematchRequest(leftGame({ players: [second, first] }), 1)];
    expect(check({ session: { ...firstNext, score: [8, 0] } }, other)).toMatchObject({ ok: true });
    expect(check({ session: firstNext }, other)).toMatchObject({ code: 'other-session' });
  });

  test.each<[string, Partial<Header>]>([
    ['another score of the player', { session: { ...session, score: [3, 8] } }],
    ['another score of the opponent', { session: { ...session, score: [4, 9] } }],
    ['the score by the seats of the game before', { session: { ...session, score: [9, 3] } }],
    ['another number', { session: { ...session, game: 4 } }],
    ['another game before it', { session: { ...session, previous: { ...session.previous, id: 'another-game--' } } }],
    [
      'another hash of the game before it',
      { session: { ...session, previous: { ...session.previous, hash: '11'.repeat(32) } } },
    ],
  ])('MG20 with %s is refused', (_what, changes) => {
    expect(check(changes)).toMatchObject({ ok: false, code: 'other-session' });
  });

  test('MG29 under another key of the server is refused', () => {
    const changed = { ...next, server: first.pub };
    const judged = checkAgreed(changed, { ...context, seat: 1, server: first.pub }, [request]);
    expect(judged).toMatchObject({ ok: false, code: 'other-session' });
  });

  test('MG21 that continues no session is accepted and reported, and no unrequested session is accepted', () => {
    const { session: _session, ...alone } = next;
    const plain: MatchRequest = { length: 0, rated: false, rules, clock: 'normal', opponent: { pub: second.pub } };
    const judge = (requests: readonly MatchRequest[], of: Header = alone) =>
      checkAgreed(of, { ...context, seat: 1 }, requests);
    expect(judge([request])).toMatchObject({ ok: true, isNewSession: true });
    expect(judge([request, plain])).toEqual({ ok: true, request: plain, unrated: false, isNewSession: false });
    expect(judge([plain], next)).toMatchObject({ ok: false, code: 'other-session' });
    expect(judge([plain, request], next)).toMatchObject({ ok: true, request });
  });

  test('MG22 of a game against the bot continues no session with another bot', () => {
    const bot = { ...second, bot: true, custody: 'service' } as const;
    const asked = rematchRequest(leftGame({ players: [first, bot] }), 0);
    const continued = { game: 2, previous: { id: header.id, hash: before.head }, score: [0, 8] } as const;
    const judge = (pub: string) => check({ players: [{ ...bot, pub }, first], session: continued }, [asked]);
    expect(judge(second.pub)).toMatchObject({ ok: true });
    expect(judge(server.pub)).toMatchObject({ ok: false, code: 'other-session' });
  });

  test('the request survives a reload', () => {
    const stored = new Map<string, string>();
    const storage = {
      read: (name: string) => stored.get(name) ?? null,
      write: (name: string, text: string | null) =>
        Boolean(text === null ? stored.delete(name) : stored.set(name, text)),
    };
    new MatchRequests(storage).add(request);
    const after = new MatchRequests(storage);
    expect(after.all()).toEqual([request]);
    after.remove(request);
    expect(after.all()).toEqual([]);
  });
});
