import { stepsOf } from 'bg-record';
import { describe, expect, test } from 'vitest';
import { sceneOf } from '../../src/judged/moment-scene.ts';
import { indexOfEvent, momentsOf, spansOf } from '../../src/judged/moments.ts';
import { checkedRecord } from './reviewed.ts';

const NAMES = ['match-7', 'match-3-crawford', 'money-beaver', 'dance', 'resign-declined', 'forfeit-time'];

describe.each(NAMES)('the moments of %s', (name) => {
  test('are its decisions, each with the state before it', async () => {
    const { record } = await checkedRecord(name);
    const moments = momentsOf(stepsOf(record));
    const decisions = record.events.filter(
      ({ type }) => !['commit', 'reveal', 'resume', 'roll', 'dice'].includes(type),
    );
    expect(moments.map(({ n }) => n)).toEqual(decisions.map(({ n }) => n));
    for (const { before, state } of moments) expect(before).toEqual(state.position);
  });

  test('are found by event number, and a number between two finds the earlier one', async () => {
    const { record } = await checkedRecord(name);
    const moments = momentsOf(stepsOf(record));
    for (const event of record.events) {
      const { n } = moments[indexOfEvent(moments, event.n)]!;
      expect(n).toBe(moments.findLast((moment) => moment.n <= event.n)?.n ?? moments[0]!.n);
    }
    expect(indexOfEvent(moments, 0)).toBe(0);
    expect(indexOfEvent(moments, 999_999_999)).toBe(moments.length - 1);
  });

  test('are divided into games without a gap', async () => {
    const { record } = await checkedRecord(name);
    const moments = momentsOf(stepsOf(record));
    const spans = spansOf(moments);
    expect(spans[0]!.first).toBe(0);
    expect(spans.at(-1)!.last).toBe(moments.length - 1);
    for (const [at, span] of spans.slice(1).entries()) expect(span.first).toBe(spans[at]!.last + 1);
    for (const { game, first, score } of spans) expect(moments[first]!.state).toMatchObject({ game, score });
  });
});

test('a scene shows the state before the decision, after it, or after another play', async () => {
  const { record } = await checkedRecord('match-7');
  for (const moment of momentsOf(stepsOf(record)).filter(({ type, ended }) => type === 'play' && !ended)) {
    expect(sceneOf(moment, 'before')).toMatchObject({ position: moment.before, lastPlay: null });
    expect(sceneOf(moment, 'after').position).toEqual(moment.after);
    expect(sceneOf(moment, moment.hops).position).toEqual(moment.after);
    expect(sceneOf(moment, 'after').dice).toHaveLength(1);
  }
});

test('there is no cube on the board in the Crawford game', async () => {
  const { record } = await checkedRecord('match-3-crawford');
  const moments = momentsOf(stepsOf(record));
  for (const moment of moments) expect(sceneOf(moment, 'after').cube === null).toBe(moment.state.crawford);
  expect(moments.some(({ state }) => state.crawford)).toBe(true);
});
