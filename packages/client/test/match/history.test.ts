import { pipCount } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import { readHistory } from '../../src/play/history.ts';
import { stepNotation, stepSpoken } from '../../src/play/step-text.ts';
import { playAtRandom } from './played.ts';

const SEEDS = Array.from({ length: 12 }, (_, index) => 1000 + index);

describe('a history read from events', () => {
  it.each(SEEDS)('agrees with the rules at every step (seed %i)', (seed) => {
    const { header, events, states } = playAtRandom(seed, 5, 4000);
    const { steps, rolls } = readHistory(header, events);
    const decisions = events.filter(({ type }) => type !== 'roll' && type !== 'dice');
    expect(steps.map(({ n }) => n)).toEqual(decisions.map(({ n }) => n));
    expect(rolls).toBe(events.filter(({ type }) => type === 'dice').length);
    for (const step of steps) {
      const [before, after] = [states[step.n]!, states[step.n + 1]!];
      expect(step.before).toEqual(before.position);
      expect(step.score).toEqual(after.score);
      if (!step.ended) expect(step.after).toEqual(after.position);
    }
    expect(steps.filter(({ ended }) => ended)).toHaveLength(states.at(-1)!.games.length);
  });

  it.each(SEEDS)('keeps the last position of a game, not the next one’s first (seed %i)', (seed) => {
    const { header, events } = playAtRandom(seed, 5, 4000);
    for (const { ended, type, after, before, player } of readHistory(header, events).steps) {
      if (!ended) continue;
      if (type === 'play') expect(pipCount(after, player)).toBe(0);
      else expect(after).toEqual(before);
    }
  });

  it('names the player of the newest roll, and none for a tied opening', () => {
    const roll = { n: 0, p: 0, type: 'roll', reveal: '', prev: '', sig: '', at: 0 } as const;
    const tied = { n: 1, p: null, type: 'dice', reveal: '', dice: [4, 4], prev: '', sig: '', at: 0 } as const;
    const header = playAtRandom(1, 3, 0).header;
    expect(readHistory(header, [roll, tied]).latest).toEqual({ dice: [4, 4], roll: 1, player: null, game: 1 });
    const decided = { ...tied, dice: [2, 5] } as const;
    expect(readHistory(header, [roll, decided]).latest).toEqual({ dice: [2, 5], roll: 1, player: 1, game: 1 });
    expect(readHistory(header, [])).toEqual({ steps: [], latest: null, rolls: 0 });
  });

  it('stops at an event that does not fit', () => {
    const { header, events } = playAtRandom(7, 5, 60);
    const broken = events.filter(({ n }) => n !== 20);
    expect(readHistory(header, broken).steps.every(({ n }) => n < 20)).toBe(true);
  });
});

describe('a step in words', () => {
  const steps = SEEDS.slice(0, 5).flatMap((seed) => {
    const { header, events } = playAtRandom(seed, 7, 600);
    return readHistory(header, events).steps;
  });

  it('is never empty, and names the player when spoken', () => {
    for (const step of steps) {
      expect(stepNotation(step)).not.toBe('');
      expect(stepSpoken(step, 'Ann')).toMatch(/^Ann/);
    }
  });

  it('names the new cube value', () => {
    const double = steps.find(({ type }) => type === 'double')!;
    expect(stepNotation(double)).toBe(`Doubles to ${double.cube.value * 2}`);
    const cube = { value: 4, owner: 0 } as const;
    expect(stepNotation({ ...double, type: 'resign', points: 2, cube })).toBe('Resigns for 8 points');
  });

  it('names the score at the end of a game', () => {
    const last = steps.find(({ ended }) => ended)!;
    expect(stepSpoken(last, 'Ann')).toContain(`The score is ${last.score[0]} to ${last.score[1]}.`);
  });
});
