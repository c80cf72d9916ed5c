import { seededRandom } from '@anchor/testkit/random';
import type { MatchEvent } from 'bg-record';
import { pipCount } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import { HistoryReader, readHistory } from '../../src/play/history.ts';
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
      expect(step.score).toEqual(after.score.map((points) => Math.min(points, 5)));
      if (!step.ended) expect(step.after).toEqual(after.position);
    }
    expect(steps.filter(({ ended }) => ended)).toHaveLength(states.at(-1)!.games.length);
  });

  it('counts no points beyond the length of the match', () => {
    for (const seed of SEEDS) {
      const { header, events } = playAtRandom(seed, 3, 4000);
      const sums = [0, 0];
      for (const { ended, score } of readHistory(header, events).steps) {
        if (ended) sums[ended.winner]! += ended.points;
        expect(score).toEqual(sums);
        expect(Math.max(...score)).toBeLessThanOrEqual(3);
      }
    }
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

  it('throws at an event that the rules refuse', () => {
    const { header, events } = playAtRandom(7, 5, 60);
    const broken = events.filter(({ n }) => n !== 20);
    expect(() => readHistory(header, broken)).toThrow(TypeError);
  });
});

describe('a reader of a running match', () => {
  it.each(SEEDS)('returns what reading from scratch returns, in pieces of any size (seed %i)', (seed) => {
    const { header, events } = playAtRandom(seed, 5, 800);
    const random = seededRandom(seed);
    const reader = new HistoryReader(header);
    for (let count = 0; count < events.length; ) {
      count = Math.min(events.length, count + Math.floor(random() * 9));
      expect(reader.read(events.slice(0, count))).toEqual(readHistory(header, events.slice(0, count)));
    }
    const before = reader.read(events);
    const aside = { n: events.length, p: null, type: 'absent', seat: 0, prev: '', sig: '', at: 0 } as const;
    expect(reader.read([...events])).toBe(before);
    expect(reader.read([...events, aside])).toBe(before);
  });

  it('reads each event once', () => {
    const { header, events } = playAtRandom(3, 5, 300);
    const reader = new HistoryReader(header);
    let types = 0;
    const counted = events.map((event) => ({
      ...event,
      get type() {
        types++;
        return event.type;
      },
    })) as readonly MatchEvent[];
    for (let count = 0; count <= counted.length; count++) {
      reader.read(counted.slice(0, count));
      reader.read(counted.slice(0, count));
    }
    const once = types;
    types = 0;
    readHistory(header, counted);
    expect(once).toBe(types);
  });

  it('starts over if the list is shorter or another one', () => {
    const one = playAtRandom(11, 5, 200);
    const other = playAtRandom(12, 5, 300);
    const reader = new HistoryReader(one.header);
    reader.read(one.events);
    for (const events of [one.events.slice(0, 50), other.events, one.events, []])
      expect(reader.read(events)).toEqual(readHistory(one.header, events));
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
