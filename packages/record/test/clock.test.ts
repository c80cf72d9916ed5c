import { describe, expect, test } from 'vitest';
import { readClock, renew, spend, startClock } from '../src/clock.ts';
import { clockNameOf, clockPreset, daysPreset } from '../src/clock-preset.ts';
import type { EventType } from '../src/types.ts';
import {
  accept,
  CREATED,
  committedTable,
  moneyRules,
  movedTable,
  nextEvent,
  openedTable,
  step,
  type Table,
} from './support/table.ts';

const second = 1000;
const day = 86_400_000;
const settings = { delayMs: 12 * second, reserveMs: 60 * second };

test.each([
  ['fast', 1, 8, 60],
  ['normal', 7, 12, 840],
  ['slow', 25, 15, 4500],
  ['normal', 0, 12, 360],
] as const)('preset %s for a match to %i: %i s delay, %i s reserve', (name, length, delay, reserve) => {
  const clock = { delayMs: delay * second, reserveMs: reserve * second };
  expect(clockPreset(name, length)).toEqual(clock);
  const untimed = { moveMs: null, absenceMs: 90_000 };
  expect(clockNameOf({ clock, length, ...untimed })).toBe(name);
  for (const other of [
    { ...clock, delayMs: 1 },
    { ...clock, reserveMs: 1 },
  ])
    expect(clockNameOf({ clock: other, length, ...untimed })).toBeNull();
});

test('there is a preset without a clock', () => {
  expect(clockPreset('none', 7)).toBeNull();
  expect(clockNameOf({ clock: null, length: 7, moveMs: 7 * day, absenceMs: 90_000 })).toBe('none');
  expect(clockNameOf({ clock: null, length: 7, moveMs: 30 * day, absenceMs: null })).toBe('none');
});

test.each([
  ['days1', 1],
  ['days2', 2],
  ['days3', 3],
  ['days7', 7],
] as const)('%s gives %i days for each answer, without a clock or a rule about absence', (name, days) => {
  expect(clockPreset(name, 7)).toBeNull();
  expect(daysPreset(name)).toBe(days * day);
  expect(clockNameOf({ clock: null, length: 7, moveMs: days * day, absenceMs: null })).toBe(name);
});

describe('a thinking period', () => {
  const clock = startClock(settings, 0);

  test.each([
    [0, 12, 60],
    [5, 7, 60],
    [12, 0, 60],
    [13, 0, 59],
    [72, 0, 0],
    [1000, 0, 0],
  ])('of %i s leaves %i s of the delay and %i s of the reserve', (spent, delay, reserve) => {
    const after = spend(clock, { player: 1, budget: 'turn' }, spent * second);
    expect(after.delayMs).toEqual({ turn: delay * second, cube: 12 * second, answer: 12 * second });
    expect(after.reserveMs).toEqual([60 * second, reserve * second]);
    expect(renew(after, ['turn']).delayMs.turn).toBe(12 * second);
  });

  test('in which the server must act is not charged', () => {
    expect(spend(clock, null, 99 * second)).toEqual({ ...clock, since: 99 * second });
  });

  test('reads at its end the same as after it is charged', () => {
    const running = { player: 0, budget: 'turn' } as const;
    for (const spent of [0, 11, 12, 13, 71, 72, 73]) {
      const now = spent * second;
      const { remainingMs, delayLeftMs, expiresAt } = readClock(clock, running, now);
      const charged = spend(clock, running, now);
      expect(remainingMs).toEqual(charged.reserveMs);
      expect(delayLeftMs).toBe(charged.delayMs.turn);
      expect(expiresAt).toBe(72 * second);
    }
  });

  test('reads as at the last event if the given time is earlier', () => {
    expect(readClock(startClock(settings, 5000), { player: 0, budget: 'turn' }, 0).delayLeftMs).toBe(12 * second);
  });
});

/** Waits some seconds, then appends the expected event. */
async function after(table: Table, seconds: number, type: EventType): Promise<void> {
  table.now += seconds * second;
  if (type === 'resume') await accept(table, await table.server.resume(table.ledger, table.ledger.at));
  else await accept(table, await nextEvent(table, type));
}

const reading = (table: Table) => {
  const clock = table.ledger.clock(table.now);
  if (!clock) throw new Error('the match has a clock');
  return clock;
};
const reserves = (table: Table) => reading(table).remainingMs.map((ms) => ms / second);

// Each story starts before a roll by player "a"; the other player is "b". Each step is [seconds waited,
// event].
const stories: [string, [number, EventType][], number, number][] = [
  [
    'nothing for actions within the delay',
    [
      [4, 'roll'],
      [12, 'reveal'],
      [30, 'dice'],
      [8, 'play'],
    ],
    60,
    60,
  ],
  [
    'one delay for roll and play together',
    [
      [8, 'roll'],
      [0, 'reveal'],
      [0, 'dice'],
      [8, 'play'],
    ],
    56,
    60,
  ],
  [
    'a late reveal',
    [
      [0, 'roll'],
      [15, 'reveal'],
      [0, 'dice'],
      [0, 'play'],
    ],
    60,
    57,
  ],
  [
    'nothing for time in which the server must act',
    [
      [0, 'roll'],
      [0, 'reveal'],
      [500, 'dice'],
      [0, 'play'],
    ],
    60,
    60,
  ],
  [
    'double and roll in one turn, a delay of its own for the take',
    [
      [7, 'double'],
      [14, 'take'],
      [7, 'roll'],
    ],
    58,
    58,
  ],
  [
    'a resignation declined, which refills no delay',
    [
      [7, 'resign'],
      [13, 'decline'],
      [7, 'roll'],
    ],
    58,
    59,
  ],
  [
    'a resignation by the doubled player, declined',
    [
      [0, 'double'],
      [7, 'resign'],
      [13, 'decline'],
      [7, 'take'],
    ],
    59,
    58,
  ],
  [
    'a pass, and the opening roll on a delay of its own',
    [
      [12, 'double'],
      [0, 'pass'],
      [12, 'roll'],
    ],
    60,
    60,
  ],
  [
    'a gap that ends with resume, and a fresh delay after it',
    [
      [900, 'resume'],
      [12, 'roll'],
    ],
    60,
    60,
  ],
  [
    'a turn with a gap',
    [
      [12, 'roll'],
      [0, 'reveal'],
      [0, 'dice'],
      [900, 'resume'],
      [13, 'play'],
    ],
    47,
    60,
  ],
  [
    'a gap during an answer',
    [
      [0, 'double'],
      [900, 'resume'],
      [13, 'take'],
    ],
    60,
    59,
  ],
  [
    'the next turn of the opponent on a new delay',
    [
      [12, 'roll'],
      [0, 'reveal'],
      [0, 'dice'],
      [1, 'play'],
      [12, 'roll'],
    ],
    59,
    60,
  ],
  [
    'the answer to a redouble on a new delay',
    [
      [0, 'double'],
      [12, 'take'],
      [0, 'roll'],
      [0, 'reveal'],
      [0, 'dice'],
      [0, 'play'],
      [0, 'double'],
      [12, 'take'],
    ],
    60,
    60,
  ],
  [
    'a new game after a pass on new delays',
    [
      [12, 'double'],
      [0, 'pass'],
      [0, 'roll'],
      [0, 'reveal'],
      [0, 'dice'],
      [12, 'play'],
    ],
    60,
    60,
  ],
  [
    'a new game after a resignation on new delays',
    [
      [12, 'resign'],
      [0, 'accept'],
      [0, 'roll'],
      [0, 'reveal'],
      [0, 'dice'],
      [12, 'play'],
    ],
    60,
    60,
  ],
];

test.each(stories)('charges %s', async (_, steps, left, otherLeft) => {
  const table = await movedTable(3, { clock: settings });
  const first = table.ledger.expects.party ?? 0;
  for (const [seconds, type] of steps) await after(table, seconds, type);
  const expected = first === 0 ? [left, otherLeft] : [otherLeft, left];
  expect(reserves(table)).toEqual(expected);
});

test('the doubler answers a beaver with a delay of its own', async () => {
  const money = { length: 0, rated: false, rules: moneyRules };
  const table = await movedTable(2, { clock: settings, ...money });
  for (const type of ['double', 'beaver', 'take'] as const) await after(table, 12, type);
  expect(reserves(table)).toEqual([60, 60]);
});

test('a declined resignation does not refill the delay of the answer to a beaver', async () => {
  const table = await movedTable(2, { clock: settings, length: 0, rated: false, rules: moneyRules });
  for (const type of ['double', 'beaver', 'resign', 'decline', 'take'] as const) await after(table, 7, type);
  expect([...reserves(table)].sort()).toEqual([58, 60]);
});

test('late commits, first or new, are charged to the player who must commit', async () => {
  const table = await movedTable(2, { clock: settings, chain: 2 });
  for (const type of ['roll', 'reveal', 'dice', 'play'] as const) await after(table, 0, type);
  for (const seconds of [100, 20, 15]) await after(table, seconds, 'commit');
  expect(reserves(table)).toEqual([52, 57]);
});

test('tied opening rolls each have a delay of their own', async () => {
  for (let seed = 1; ; seed++) {
    const table = await committedTable(seed, { clock: settings });
    for (const type of ['roll', 'reveal', 'dice'] as const) await after(table, type === 'dice' ? 0 : 12, type);
    if (table.ledger.state.match.turn !== null) continue;
    await after(table, 12, 'roll');
    expect(reserves(table)).toEqual([60, 60]);
    return;
  }
});

test('a reading names the player whose clock is running and the time at which it expires', async () => {
  const table = await openedTable(2, { clock: settings });
  const { party } = table.ledger.expects;
  table.now += 5 * second;
  const expected = {
    running: party,
    delayLeftMs: 7 * second,
    expiresAt: CREATED + 72 * second,
    remainingMs: [60_000, 60_000],
  };
  expect(reading(table)).toEqual(expected);
  await after(table, 0, 'play');
  await step(table, 'roll', 'reveal');
  expect(reading(table)).toMatchObject({ running: null, delayLeftMs: 0, expiresAt: null });
});

test('an untimed match has no clock', async () => {
  const { ledger } = await openedTable(2, { clock: null });
  expect(ledger.clock(CREATED)).toBeNull();
});
