import { legalPlays, type MatchState, options, type Player } from 'bg-rules';
import type { MatchView } from 'bg-session';
import { describe, expect, it } from 'vitest';
import { forcedPlay, startTurn, viewTurn, withPlay } from '../../src/board/turn.ts';
import { automaticAct } from '../../src/pages/match/use-automatic.ts';
import { isKept, premoveAt } from '../../src/pages/match/use-premove.ts';
import { type Played, playAtRandom } from './played.ts';

const SEEDS = [3, 17, 40];
const SEATS: readonly (Player | null)[] = [0, 1, null];

type Standing = Pick<MatchView, 'seat' | 'match' | 'events' | 'outcome' | 'halted'>;

function standing({ states, events }: Played, n: number, seat: Player | null): Standing {
  return { seat, match: states[n]!, events: events.slice(0, n), outcome: null, halted: null };
}

const hasChoice = ({ position, turn, dice }: MatchState) =>
  turn !== null && dice !== null && legalPlays(position, turn, dice).length > 1;

describe.each(SEEDS)('a premove (seed %i)', (seed) => {
  const played = playAtRandom(seed, 5, 260);

  it('can be given during the opponent’s turn, never on one’s own, and never by a watcher', () => {
    for (const [n, { turn, toAct }] of played.states.entries()) {
      for (const seat of SEATS) {
        const isTheirs = seat !== null && turn === 1 - seat && toAct !== seat;
        expect(premoveAt(standing(played, n, seat)) !== null, `state ${n}, seat ${seat}`).toBe(isTheirs);
      }
    }
  });

  it('lasts for one turn of one game, and ends if there is a choice', () => {
    let [kept, lost] = [0, 0];
    for (const [n] of played.states.entries()) {
      const given = premoveAt(standing(played, n, 0));
      if (!given) continue;
      for (let later = n; later < Math.min(n + 12, played.states.length); later++) {
        const match = played.states[later]!;
        const playedSince = played.events.slice(n, later).some(({ type, p }) => type === 'play' && p === 0);
        const holds = !playedSince && match.game === given.game && !(match.turn === 0 && hasChoice(match));
        expect(isKept(given, standing(played, later, 0)), `given at ${n}, looked at ${later}`).toBe(holds);
        if (holds) kept++;
        else lost++;
      }
    }
    expect(kept).toBeGreaterThan(20);
    expect(lost).toBeGreaterThan(20);
  });

  it('signs no play before the roll is there, no play with a choice, and no roll in place of a double', () => {
    const automatic = { autoRoll: false, autoConfirmForced: false, rollShutOut: false, premove: true };
    const acts = new Map<string | null, number>();
    for (const [n, match] of played.states.entries()) {
      if (match.toAct === null) continue;
      const seat = match.toAct;
      const { position, dice } = match;
      const forced = dice && match.phase === 'play' ? forcedPlay(position, seat, dice) : null;
      const view = dice && forced ? viewTurn(withPlay(startTurn(position, seat, dice), forced)) : null;
      const act = automaticAct({ options: options(match), match, seat }, { forced: forced !== null, view }, automatic);
      acts.set(act, (acts.get(act) ?? 0) + 1);
      if (act === 'play') expect([match.phase, hasChoice(match)], `state ${n}`).toEqual(['play', false]);
      if (act === 'roll') expect(options(match).actions, `state ${n}`).not.toContain('double');
      const off = { ...automatic, premove: false };
      expect(automaticAct({ options: options(match), match, seat }, { forced: forced !== null, view }, off)).toBe(null);
    }
    expect([...acts.keys()]).toEqual(expect.arrayContaining([null, 'play', 'roll']));
  });
});
