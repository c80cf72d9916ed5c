import { options } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import { startTurn, viewTurn } from '../../src/board/turn.ts';
import { readHistory } from '../../src/play/history.ts';
import { liveScene, pastScene, replayOf, shownCube } from '../../src/play/scene.ts';
import { type Played, playAtRandom } from './played.ts';

const SEEDS = Array.from({ length: 5 }, (_, index) => 400 + index);

function scenes({ header, events, states }: Played) {
  return states.map((match, n) => ({ match, history: readHistory(header, events.slice(0, n)) }));
}

describe('the live board', () => {
  it.each(SEEDS)('shows the newest roll of this game in its player’s half (seed %i)', (seed) => {
    for (const { match, history } of scenes(playAtRandom(seed, 3, 160))) {
      const { dice, position } = liveScene(match, history, null, false);
      expect(position).toBe(match.position);
      if (match.phase === 'play') {
        expect(dice).toHaveLength(1);
        expect(dice[0]).toMatchObject({ owner: match.turn, roll: history.rolls });
        expect(dice[0]!.dice.every(({ used }) => !used)).toBe(true);
      }
      if (history.latest && history.latest.game !== match.game) expect(dice).toEqual([]);
    }
  });

  it.each(SEEDS)('puts the offered cube before the player who must answer (seed %i)', (seed) => {
    for (const { match } of scenes(playAtRandom(seed, 7, 160))) {
      const cube = shownCube(match);
      if (match.phase === 'double')
        expect(cube).toEqual({ ...match.cube, value: match.cube.value * 2, offeredTo: options(match).player });
      else if (match.crawford) expect(cube).toBeNull();
      else if (match.doubler === null) expect(cube).toEqual({ ...match.cube, offeredTo: null });
    }
  });

  it('shows a play being made instead, and no arrows once a checker has moved', () => {
    const found = scenes(playAtRandom(402, 3, 120)).find(
      ({ match, history: { steps } }) =>
        match.phase === 'play' && steps.at(-1)?.type === 'play' && steps.at(-1)?.game === match.game,
    )!;
    const { match, history } = found;
    const turn = viewTurn(startTurn(match.position, match.turn!, match.dice!));
    expect(liveScene(match, history, turn, false).lastPlay).not.toBeNull();
    const [first] = turn.next;
    if (!first) throw new Error('this seed dances');
    const moved = { ...turn, hops: [first.hop], position: first.position };
    const scene = liveScene(match, history, moved, false);
    expect(scene.position).toBe(first.position);
    expect(scene.lastPlay).toBeNull();
  });

  it('puts one die of a tied opening roll on each side', () => {
    const { header, states } = playAtRandom(1, 3, 0);
    const latest = { dice: [4, 4], roll: 1, player: null, game: 1 } as const;
    const scene = liveScene(states[0]!, { ...readHistory(header, []), latest }, null, false);
    expect(scene.dice.map(({ owner, dice }) => [owner, dice.length])).toEqual([
      [0, 1],
      [1, 1],
    ]);
  });
});

describe('an earlier position', () => {
  it.each(SEEDS)('is that of the step (seed %i)', (seed) => {
    const { header, events, states } = playAtRandom(seed, 3, 400);
    for (const step of readHistory(header, events).steps) {
      const scene = pastScene(states[0]!, step);
      expect(scene.position).toBe(step.after);
      expect(scene.dice).toHaveLength(step.type === 'play' ? 1 : 0);
    }
  });
});

describe('a replay', () => {
  it.each(SEEDS)('shows an opponent’s play hop by hop and pauses at the end of a game (seed %i)', (seed) => {
    const { header, events } = playAtRandom(seed, 3, 2000);
    for (const step of readHistory(header, events).steps) {
      const theirs = replayOf(step, step.player === 0 ? 1 : 0, true);
      expect(theirs.positions).toHaveLength(step.ended ? Math.max(step.hops.length, 1) : step.hops.length);
      if (step.ended || step.hops.length > 0) expect(theirs.positions.at(-1)).toEqual(step.after);
      const own = replayOf(step, step.player, true);
      expect(own.positions).toEqual(step.ended ? [step.after] : []);
      expect(replayOf(step, null, false).positions).toEqual(own.positions);
    }
  });
});
