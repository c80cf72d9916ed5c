import { clockPreset, type Header, type MatchEvent } from 'bg-record';
import { type MatchResult, type MatchState, options, startMatch } from 'bg-rules';
import type { MatchView } from 'bg-session';
import { describe, expect, it } from 'vitest';
import { leaveQuestion, stillFits } from '../../src/pages/match/control-panels.tsx';
import { abortedReason, resultLines, resultTitle } from '../../src/pages/match/result.tsx';
import { statusLine } from '../../src/pages/match/status.ts';
import { spokenAbsence, spokenNews } from '../../src/pages/match/use-reports.ts';
import { clockText, secondsUntil, spokenTime } from '../../src/play/clock-text.ts';
import { readHistory } from '../../src/play/history.ts';
import { leadText, standingOf } from '../../src/play/money.ts';
import { type Played, playAtRandom } from './played.ts';

describe('clock', () => {
  it.each([
    [840_000, '14:00'],
    [61_900, '1:01'],
    [10_000, '0:10'],
    [9_949, '0:09.9'],
    [50, '0:00.0'],
    [-5, '0:00.0'],
  ])('%i ms reads %s', (leftMs, text) => {
    expect(clockText(leftMs)).toBe(text);
  });

  it('is spoken', () => {
    expect(spokenTime(125_000)).toBe('2 min 5 s');
    expect(spokenTime(900)).toBe('0 s');
  });

  it('counts whole seconds down to none', () => {
    expect(secondsUntil(10_000, 8_999)).toBe(2);
    expect(secondsUntil(10_000, 12_000)).toBe(0);
  });
});

const player = { pub: '', bot: false, custody: 'own' } as const;
const here = { online: true, abandonAt: null };

function viewAt(played: Played, n: number, seat: MatchView['seat']): MatchView {
  const match = played.states[n]!;
  const header: Header = {
    format: 'bg-record/2',
    protocol: 'hmac-sha256/hashchain-reveal-v2',
    id: 'words',
    created: 0,
    server: '',
    players: [
      { ...player, name: 'Ann' },
      { ...player, name: 'Bob' },
    ],
    ...played.header,
    clock: null,
    moveMs: 86_400_000,
    absenceMs: 120_000,
    chain: 1,
    rated: false,
  };
  const commits = [null, 0, 1].map(
    (p) => ({ n: 0, p, type: 'commit', anchor: '', nonce: '', prev: '', sig: '', at: 0 }) as MatchEvent,
  );
  const none = { player: match.toAct, actions: [], resignations: [] };
  return {
    id: 'words',
    header,
    seat,
    match,
    events: [...commits, ...played.events.slice(0, n)],
    rolls: [],
    answerBy: null,
    hasRolled: n > 0,
    options: match.toAct === seat ? options(match) : none,
    connection: 'online',
    presence: [here, here],
    watchers: 0,
    pending: null,
    refused: null,
    rematch: [false, false],
    reactions: [],
    outcome: null,
    halted: null,
    device: 'here',
    warning: null,
    absence: null,
    asideInFlight: null,
    holidays: null,
    notice: null,
  };
}

describe('the result', () => {
  const played = playAtRandom(31, 3, 0);
  type Result = Parameters<typeof resultLines>[1]['result'];
  const linesOf = (seat: MatchView['seat'], result: Result) =>
    resultLines(viewAt(played, 0, seat), { result, forfeit: null });

  it('shows the score of a match that was played to the end, at most its length', () => {
    const { score, lead, facts } = linesOf(0, { winner: 0, score: [4, 1], reason: 'points' });
    expect([score, lead, facts]).toEqual([[3, 1], null, '\u2068Ann\u2069 3, \u2068Bob\u2069 1, on points']);
  });

  it('shows no score as the result of a match that ended by time or absence', () => {
    for (const reason of ['time', 'abandonment'] as const) {
      const { score, facts } = linesOf(0, { winner: 0, score: [1, 0], reason });
      expect(score).toBeNull();
      expect(facts).toMatch(/^Won (on time|because the opponent left)\. Score at the time: .+ 1, .+ 0\.$/);
      expect(linesOf(null, { winner: 0, score: [0, 0], reason }).facts).toMatch(/^Won (on time|because .+ left)\.$/);
      expect(linesOf(1, { winner: 0, score: [0, 0], reason }).facts).toMatch(/^Lost (on time|by absence)\.$/);
    }
  });

  it('tells the player who was away, and no one else', () => {
    const result = { winner: 0, score: [0, 0], reason: 'abandonment' } as const;
    expect(linesOf(1, { ...result, score: [0, 0] }).lead).toBe('You were away for more than 2 minutes.');
    expect(linesOf(0, { ...result, score: [0, 0] }).lead).toBeNull();
    expect(linesOf(null, { ...result, score: [0, 0] }).lead).toBeNull();
  });

  it('says that the record was full instead of an absence', () => {
    const result = { winner: 0, score: [0, 0], reason: 'abandonment' } as const;
    const known = { loser: 1, reason: 'abandonment', announcedMs: null, ranOut: false, overchargedMs: 0 } as const;
    const forfeit = { ...known, isFilled: true };
    for (const seat of [0, 1, null] as const) {
      const { score, lead, facts } = resultLines(viewAt(played, 0, seat), { result, forfeit });
      expect([score, lead]).toEqual([null, 'The record of this match is full, so the player who had to act lost.']);
      expect(facts).toBe('');
    }
  });
});

describe('the end of a money game', () => {
  const rules = { cube: true, crawford: false, jacoby: true, beavers: true };
  const session = { game: 2, previous: { id: 'the-game-before', hash: '11'.repeat(32) }, score: [1, 3] } as const;
  /** A finished game, with the cube at `value`. */
  function over(
    result: MatchResult,
    value: number,
    changes: Partial<MatchState> = {},
    before?: Header['session'],
  ): MatchView {
    const start = startMatch({ length: 0, rules });
    const owner = value === 1 ? null : 0;
    const match = { ...start, score: result.score, cube: { value, owner }, phase: 'over', result, ...changes } as const;
    const view = viewAt({ header: { length: 0, rules }, events: [], states: [match] }, 0, null);
    return { ...view, header: { ...view.header, ...(before && { session: before }) } };
  }
  const told = (view: MatchView) => {
    const result = view.match.result!;
    const outcome = { kind: 'finished', result, record: '', finalHash: '', ratings: null, forfeit: null } as const;
    return [resultTitle(view, outcome), resultLines(view, outcome)] as const;
  };
  const whole = ({ facts, session: standing }: ReturnType<typeof resultLines>) => `${facts} ${standing}`;
  const abandoned = (points: number) => ({ winner: 0, score: [points, 0], reason: 'abandonment' }) as const;

  it('MG23 tells what an abandoned game was worth and the running score, and never a score of 0 to 0', () => {
    const [title, lines] = told(over(abandoned(8), 4, {}, session));
    expect(title).toBe('\u2068Ann\u2069 wins 8 points');
    expect(lines).toEqual({
      score: null,
      lead: null,
      facts: 'Won because the opponent left, cube at 4, counted twice because the loser hadn’t borne off.',
      session: 'Session after 2 games: \u2068Ann\u2069 +6',
    });
    const [, onTime] = told(over({ ...abandoned(1), reason: 'time' }, 1));
    expect(whole(onTime)).toBe('Won on time, cube in the middle. Session after 1 game: \u2068Ann\u2069 +1');
    expect(whole(told(over(abandoned(4), 4))[1])).toBe(
      'Won because the opponent left, cube at 4. Session after 1 game: \u2068Ann\u2069 +4',
    );
    expect(told({ ...over(abandoned(4), 4), seat: 1 })[1].facts).toBe('Lost by absence, cube at 4.');
    expect(whole(told(over(abandoned(12), 4))[1])).toBe(
      'Won because the opponent left, cube at 4, counted three times because the loser hadn’t borne off and had a checker on the bar or in the winner’s home board. Session after 1 game: \u2068Ann\u2069 +12',
    );
  });

  it('MG24 tells how a game that was played brought its points, and an even score', () => {
    const win = { winner: 0, score: [2, 0], reason: 'points' } as const;
    const games = [{ winner: 0, points: 2, kind: 'pass' }] as const;
    const [title, lines] = told(over(win, 2, { games }, session));
    expect(title).toBe('\u2068Ann\u2069 wins 2 points');
    expect(lines).toEqual({
      score: null,
      lead: null,
      facts: 'A double was passed, cube at 2.',
      session: 'Session after 2 games: Even',
    });
    const resigned = { ...win, score: [8, 0], reason: 'resign' } as const;
    const given = (points: number) => [{ winner: 0, points, kind: 'resign' }] as const;
    expect(whole(told(over(resigned, 4, { games: given(8) }))[1])).toBe(
      'Won by resignation of a gammon, cube at 4. Session after 1 game: \u2068Ann\u2069 +8',
    );
    const withoutCube = { rules: { ...rules, cube: false }, games: given(1) };
    expect(whole(told(over({ ...resigned, score: [1, 0] }, 1, withoutCube))[1])).toBe(
      'Won by resignation. Session after 1 game: \u2068Ann\u2069 +1',
    );
    const one = { ...win, score: [1, 0] } as const;
    const view = over(one, 1, { games: [{ winner: 0, points: 1, kind: 'single' }] });
    expect(told({ ...view, seat: 0 })[0]).toBe('You win 1 point');
  });

  it('MG25 shows the game and the score of the session before its end too, and none for a match to points', () => {
    const playing = { ...over(abandoned(0), 1, { result: null, phase: 'roll' }, session) };
    expect(standingOf(playing)).toEqual({ game: 2, score: [1, 3] });
    expect(leadText(playing, [1, 3])).toBe('\u2068Bob\u2069 +2');
    expect(standingOf(over(abandoned(4), 2))).toEqual({ game: 1, score: [4, 0] });
    expect(standingOf(viewAt(playAtRandom(31, 3, 0), 0, 0))).toBeNull();
  });
});

describe('the end of a correspondence match', () => {
  const played = playAtRandom(31, 3, 0);
  const DAYS3 = { absenceMs: null, moveMs: 3 * 86_400_000 };
  const correspondence = (seat: MatchView['seat'], changes: Partial<Header> = DAYS3): MatchView => {
    const view = viewAt(played, 0, seat);
    return { ...view, header: { ...view.header, ...changes } };
  };
  const onTime: Parameters<typeof resultLines>[1] = {
    result: { winner: 0, score: [1, 0], reason: 'time' },
    forfeit: null,
  };

  it('MW10 on time names the player who did not answer, and how long the match waited', () => {
    expect(resultLines(correspondence(1), onTime)).toMatchObject({ score: null, lead: 'You didn’t move for 3 days.' });
    for (const seat of [0, null] as const)
      expect(resultLines(correspondence(seat), onTime).lead).toBe('\u2068Bob\u2069 didn’t move for 3 days.');
    expect(resultLines(correspondence(1, { ...DAYS3, moveMs: 86_400_000 }), onTime).lead).toBe(
      'You didn’t move for 1 day.',
    );
    expect(resultLines(correspondence(1, { ...DAYS3, moveMs: 90_000_000 }), onTime).lead).toContain('25 hours');
    expect(resultLines(correspondence(1, { ...DAYS3, moveMs: 5_400_000 }), onTime).lead).toContain('90 minutes');
  });

  it('MW10a on a clock, which the page shows, says no days', () => {
    expect(resultLines(correspondence(1, { clock: clockPreset('normal', 3), moveMs: null }), onTime).lead).toBeNull();
  });

  it('MW12 that never began names the player who did not come', () => {
    const called = { kind: 'aborted', reason: 'time', kept: false, isSigned: true, leaver: null, awaited: 1 } as const;
    const never = 'for 3 days, so the match never started.';
    expect(abortedReason(correspondence(0), called)).toBe(`\u2068Bob\u2069 wasn’t online ${never}`);
    expect(abortedReason(correspondence(1), called)).toBe(`You weren’t online ${never}`);
    // Not known: the match waited for the server.
    expect(abortedReason(correspondence(0), { ...called, awaited: null })).toBe('It didn’t start in time.');
    // A match of people who are both here.
    expect(abortedReason(correspondence(0, { absenceMs: 90_000 }), called)).toBe('It didn’t start in time.');
    expect(abortedReason(correspondence(0), { ...called, reason: 'left', leaver: 'opponent' })).toContain(
      'opponent left',
    );
  });
});

const NOTHING = { latest: null, steps: [] };

describe('the status line', () => {
  const played = playAtRandom(31, 3, 200);

  it('always says whose move it is', () => {
    for (const [n, match] of played.states.entries()) {
      if (match.phase === 'over') continue;
      const view = viewAt(played, n, 0);
      const text = statusLine(view, readHistory(view.header, view.events), null);
      if (match.toAct === 1) expect(text).toContain('Bob');
      else if (match.toAct === 0) expect(text).not.toContain('Bob');
      expect(text).not.toBe('');
    }
  });

  it('names both players to a watcher', () => {
    const n = played.states.findLastIndex(({ phase, toAct }) => phase === 'play' && toAct === 0);
    const view = viewAt(played, n, null);
    expect(statusLine(view, readHistory(view.header, view.events), null)).toBe('\u2068Ann\u2069 to move');
  });

  it('says who begins, until the first play of a game is there', () => {
    const open = played.states.findIndex(({ phase }) => phase === 'play');
    const next = played.states.findIndex(({ phase }, n) => n > open && phase === 'play');
    for (const seat of [0, 1] as const) {
      const first = viewAt(played, open, seat);
      const said = statusLine(first, readHistory(first.header, first.events), null);
      expect(said).toBe(
        first.match.turn === seat ? 'You go first' : `\u2068${seat === 0 ? 'Bob' : 'Ann'}\u2069 goes first`,
      );
      const later = viewAt(played, next, seat);
      expect(statusLine(later, readHistory(later.header, later.events), null)).not.toMatch(/first/);
    }
  });

  it('MW19 names the opponent while the dice wait for them to come online', () => {
    const view = viewAt(playAtRandom(1, 3, 0), 0, 0);
    const away = { online: false, abandonAt: null };
    const begun = { ...view, options: options(view.match), events: [], rolls: [] };
    const said = (presence: MatchView['presence'], seat: MatchView['seat'] = 0) =>
      statusLine({ ...begun, seat, presence, options: { ...begun.options, actions: [] } }, NOTHING, null);
    expect(said([here, away])).toBe('Waiting for \u2068Bob\u2069 to come online');
    expect(said([away, here], 1)).toBe('Waiting for \u2068Ann\u2069 to come online');
    expect(said([here, here])).toBe('Setting up the dice…');
    expect(said([here, away], null)).toBe('Setting up the dice…');
  });

  it('follows the play being made', () => {
    const n = played.states.findLastIndex(({ phase, toAct }) => phase === 'play' && toAct === 0);
    const view = viewAt(played, n, 0);
    const { steps } = readHistory(view.header, view.events);
    const status = (complete: boolean, hops: [number, number][]) =>
      statusLine(view, { latest: null, steps }, { complete, hops });
    expect(status(false, [])).toBe('Your move');
    expect(status(true, [[24, 18]])).toBe('Confirm or undo');
    expect(status(true, [])).toBe('You can’t move: confirm');
  });

  it('MW22 asks what a double, a beaver and a resignation ask', () => {
    const view = viewAt(playAtRandom(1, 3, 0), 0, 0);
    const asked = (phase: MatchState['phase']) =>
      statusLine({ ...view, match: { ...view.match, phase, toAct: 0 }, options: options(view.match) }, NOTHING, null);
    expect(['double', 'beaver', 'resign'].map((phase) => asked(phase as MatchState['phase']))).toEqual([
      'Take or pass?',
      'Take or pass?',
      'Accept or decline?',
    ]);
  });

  it('reports a tied opening roll', () => {
    const view = viewAt(playAtRandom(1, 3, 0), 0, 0);
    const latest = { dice: [3, 3], roll: 1, player: null, game: 1 } as const;
    expect(statusLine({ ...view, options: options(view.match) }, { ...NOTHING, latest }, null)).toBe(
      'Both rolled 3. Roll again.',
    );
  });

  it('reports that play has stopped before a decision in flight', () => {
    const view = viewAt(played, 3, 0);
    const halted = { code: 'wrong-dice', sentence: '', transcripts: 1 } as const;
    expect(statusLine({ ...view, halted, pending: { type: 'roll' } }, NOTHING, null)).toBe('Play has stopped');
    expect(statusLine({ ...view, pending: { type: 'roll' } }, NOTHING, null)).toBe('Sending…');
  });
});

describe('questions', () => {
  it('close when the moment has passed', () => {
    const played = playAtRandom(5, 7, 400);
    const canDouble = played.states.findIndex(
      (state) => options(state).actions.includes('double') && state.toAct === 0,
    );
    expect(stillFits('double', viewAt(played, canDouble, 0))).toBe(true);
    expect(stillFits('double', viewAt(played, canDouble, 1))).toBe(false);
    expect(stillFits('resign', viewAt(played, canDouble, 0))).toBe(true);
    expect(stillFits('take', viewAt(played, canDouble, 0))).toBe(false);
  });
});

describe('leaving', () => {
  const played = playAtRandom(31, 3, 200);

  it('before the first roll costs nothing but a cool-down after too many', () => {
    const { title, hint } = leaveQuestion(viewAt(played, 0, 0));
    expect(title).toBe('Leave this match?');
    expect(hint).toContain('no record, no rating change');
    expect(hint).toContain('Cancel 3 matches within 60 minutes');
    expect(hint).toContain('wait 10 minutes');
  });

  it.each([
    [300_000, 'away for more than 5 minutes on your turn'],
    [150_000, 'away for more than 2.5 minutes on your turn'],
  ])('after it costs the match when the player stays away for %i ms', (absenceMs, text) => {
    const view = viewAt(played, 5, 0);
    const header = { ...view.header, absenceMs };
    const { title, hint } = leaveQuestion({ ...view, header });
    expect(title).toBe('This match has started');
    expect(hint).toContain(text);
    expect(hint).not.toContain('clock');
    const clock = clockPreset('normal', 3);
    const claimed = leaveQuestion({ ...view, header: { ...header, clock } }).hint;
    expect(claimed).toContain('your opponent may claim the win. Your clock keeps running.');
  });

  it('in a correspondence match costs the match after the days of its clock', () => {
    const view = viewAt(played, 5, 0);
    const { hint } = leaveQuestion({ ...view, header: { ...view.header, absenceMs: null, moveMs: 7 * 86_400_000 } });
    expect(hint).toContain('whoever takes longer than 7 days loses the match.');
  });

  it('is asked about until the match is over, and of a player only', () => {
    const view = viewAt(played, 5, 1);
    expect(stillFits('leave', view)).toBe(true);
    expect(stillFits('leave', viewAt(played, 5, null))).toBe(false);
    const told = { reason: 'left', kept: false, isSigned: true, leaver: 'viewer', awaited: null } as const;
    const outcome = { kind: 'aborted', ...told } as const;
    expect(stillFits('leave', { ...view, outcome })).toBe(false);
  });

  it('is read out at the other side of the board', () => {
    const view = viewAt(played, 5, 0);
    const gone = { online: false, abandonAt: null };
    expect(spokenAbsence(view)).toBe('');
    expect(spokenAbsence({ ...view, presence: [here, gone] })).toBe('\u2068Bob\u2069 is away.');
    expect(spokenAbsence({ ...view, presence: [gone, here] })).toBe('');
    expect(spokenAbsence({ ...view, seat: null, presence: [gone, here] })).toBe('\u2068Ann\u2069 is away.');
  });
});

describe('the announcement for screen readers', () => {
  it('is the newest play, then the roll after it', () => {
    const played = playAtRandom(9, 3, 200);
    const n = played.states.findIndex((state, at) => state.phase === 'play' && played.events[at - 3]?.type === 'play');
    const view = viewAt(played, n, 0);
    const history = readHistory(view.header, view.events);
    const text = spokenNews(view, history);
    expect(text).toMatch(new RegExp(`rolled ${history.latest!.dice[0]} and ${history.latest!.dice[1]}\\.$`));
    expect(text).toContain('played');
  });
});
