import { type Action, applyAction, startMatch } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import { gameEndedBy, type Step, StepReader, stepsOf } from '../src/steps.ts';
import type { Header, MatchEvent } from '../src/types.ts';
import { accept, moneyRules, nextEvent, openTable, playOn, type Table } from './support/table.ts';

/** Plays a match to its end, with interruptions, changes of device, announced absences and now and then a forfeit. */
async function playWithAsides(seed: number, changes: Partial<Header>): Promise<Table> {
  const table = await openTable(seed, changes);
  const { ledger, random, server, seats } = table;
  while (!ledger.state.result) {
    await playOn(table, () => random.next() < 0.1);
    const { party } = ledger.expects;
    const chance = random.next();
    if (ledger.state.result || !ledger.state.hasRolled) continue;
    if (chance < 0.3) await accept(table, await server.resume(ledger, ledger.at));
    else if (chance < 0.4) await accept(table, await seats[random.below(2) as 0 | 1].sit(ledger));
    else if (party === null) await accept(table, await nextEvent(table, ledger.expects.types[0] ?? 'dice'));
    else if (chance < 0.6 && !ledger.state.absent) await accept(table, await server.absent(ledger, party));
    else if (chance > 0.99) await accept(table, await server.forfeit(ledger, party, 'abandonment'));
  }
  return table;
}

const MATCHES = [1, 3, 5, 0, 7, 0, 5, 2, 0, 3, 0, 4].map((length, i) => ({ seed: 900 + i, length }));
const rulesOf = (length: number) => (length === 0 ? { rules: moneyRules, rated: false } : {});

/** The members of the events that are the actions of bg-rules, read by hand: an event's other members are proof. */
function replayed(header: Header, events: readonly MatchEvent[]) {
  const proof = ['commit', 'reveal', 'sit', 'present', 'absent', 'void', 'resume'];
  const states = [startMatch(header)];
  for (const event of events) {
    if (proof.includes(event.type)) continue;
    const { p, ...members } = event;
    const action = { ...members, ...(p !== null && { player: p }) } as Action;
    const next = applyAction(states.at(-1) ?? startMatch(header), action);
    if (!next.ok) throw new Error(next.message);
    states.push(next.value);
  }
  return states;
}

describe('reading event by event', () => {
  const types = new Set<string>();
  const facts = new Set<string>();

  it.each(MATCHES)('gives the same as reading from scratch (length $length, seed $seed)', async ({ seed, length }) => {
    const { header, ledger, random } = await playWithAsides(seed, { length, ...rulesOf(length), chain: 9 });
    const events = ledger.events;
    const whole = stepsOf({ header, events });
    const cuts = new Set(Array.from({ length: 5 }, () => random.below(events.length)));
    const reader = new StepReader(header);
    const steps: Step[] = [];
    for (const [n, event] of events.entries()) {
      const step = reader.append(event);
      if (step) steps.push(step);
      if (cuts.has(n)) expect(steps).toEqual(stepsOf({ header, events: events.slice(0, n + 1) }));
      types.add(event.type);
    }
    expect(steps).toEqual(whole);
    expect(reader.state).toEqual(ledger.state.match);

    const states = replayed(header, events);
    expect(steps.map(({ before }) => before)).toEqual(states.slice(0, -1));
    expect(steps.map(({ after }) => after)).toEqual(states.slice(1));
    for (const { n, at, action } of steps) expect(events[n]).toMatchObject({ type: action.type, at });
    expect(steps.flatMap((step) => gameEndedBy(step) ?? [])).toEqual(ledger.state.match.games);
    if (states.some(({ crawford }) => crawford)) facts.add('Crawford');
    if (states.some(({ postCrawford }) => postCrawford)) facts.add('post-Crawford');
  });

  it('met every kind of event but void, and both sides of the Crawford game', () => {
    expect([...types].sort()).toEqual(
      [
        ...['absent', 'accept', 'beaver', 'commit', 'decline', 'dice', 'double', 'forfeit', 'pass', 'play'],
        ...['resign', 'resume', 'reveal', 'roll', 'sit', 'take'],
      ].sort(),
    );
    expect(facts).toEqual(new Set(['Crawford', 'post-Crawford']));
  });
});

it('throws at an event that the rules refuse, and stays where it was', async () => {
  const { header, ledger } = await playOn(await openTable(3), ({ ledger }) => ledger.length > 40);
  const events = ledger.events;
  const missing = events.findIndex(({ type }) => type === 'dice');
  const reader = new StepReader(header);
  for (const event of events.slice(0, missing)) reader.append(event);
  const before = reader.state;
  const next = events.find(({ type, n }) => type === 'play' && n > missing);
  expect(() => next && reader.append(next)).toThrow(TypeError);
  expect(reader.state).toBe(before);
});

it('a seat signs an action of the rules with the method of its type', async () => {
  const table = await playOn(await openTable(8), ({ ledger }) => ledger.expects.types.includes('play'));
  const { ledger, seats } = table;
  const { party } = ledger.expects;
  if (party === null) throw new Error('a player has to play');
  const { n: _n, ...play } = await seats[party].sign(ledger, { type: 'resign', points: 2 });
  expect(play).toMatchObject({ type: 'resign', points: 2, p: party });
  await accept(table, await nextEvent(table, 'play'));
  expect(await seats[0].sign(ledger, { type: 'present' })).toMatchObject({ type: 'present', p: 0 });
});
