import { courseOf, type Decision, isForced, type RollDecision } from '@anchor/analysis';
import { randomRecord, vectorRecord } from '@anchor/testkit/records';
import { accelerate, rank } from 'bg-engine';
import type { MatchRecord } from 'bg-record';
import { applyPlay, type MatchState, makeSituation, matchFrom, type Player } from 'bg-rules';
import { describe, expect, test } from 'vitest';
import { type Card, type Mistake, makeCard, parseCard, seenBy } from '../../src/cards/card.ts';
import { makeCardFile, parseCardFile } from '../../src/cards/card-file.ts';
import { MOST_CARDS, newCards } from '../../src/cards/card-store.ts';
import { answer } from '../../src/engine/answer.ts';
import { cubeChoicesOf } from '../../src/engine/choices.ts';
import { reviewAtOnce } from '../../src/engine/instant.ts';
import { type Choice, judgeCard } from '../../src/engine/judge-card.ts';
import { shownCubeOf } from '../../src/play/shown-cube.ts';

// The answers are the same in plain code, more slowly.
accelerate();

const NOW = Date.UTC(2026, 10, 24, 12);
const money = { length: 0, rules: { cube: true, crawford: false, jacoby: false, beavers: true } };
const match = { length: 5, rules: { cube: true, crawford: true, jacoby: false, beavers: false } };
const records = [
  ...['match-3-crawford', 'money-beaver', 'match-7'].map(vectorRecord),
  randomRecord(3, match),
  randomRecord(4, money),
];

type Any = Decision | RollDecision;

function choiceOf(decision: Any): Choice {
  return decision.kind === 'play' ? { type: 'play', hops: decision.hops } : { type: decision.kind };
}

function mistakeOf(decision: Any, loss = 0.1): Mistake {
  const { state, player } = decision;
  const by = { engineId: 'test-1', ply: 1 };
  return { state, player, choice: choiceOf(decision), loss, by, from: { match: 'a-match', n: decision.n } };
}

/** Returns the decisions of a record that a card can ask. */
function decisionsOf(record: MatchRecord): Any[] {
  const { decisions, rolls } = courseOf(record);
  const free = decisions.filter((one) => (one.kind === 'play' ? !isForced(one) : one.state.phase !== 'beaver'));
  return [...free, ...rolls];
}

const cardOf = (decision: Any): Card => makeCard(mistakeOf(decision), NOW)!;
const cards = records.flatMap((record) => decisionsOf(record).map(cardOf));

/** Returns the same decision with the players exchanged. */
function mirrored(state: MatchState, player: Player): [MatchState, Player] {
  const other = seenBy({ ...cardOfState(state, player), status: 'playing' }, 1);
  return [matchFrom(other), 1];
}

function cardOfState(state: MatchState, player: Player) {
  return makeCard({ ...mistakeOf(decisionsOf(records[0]!)[0]!), state, player }, NOW)!.situation;
}

describe('BC1 a card', () => {
  test('is the decision of the match, seen by the player who decides, and survives a file', () => {
    expect(cards.length).toBeGreaterThan(150);
    for (const card of cards) {
      expect(card.situation.toAct).toBe(0);
      expect(parseCard(structuredClone(card))).toEqual(card);
      expect(parseCard(JSON.parse(JSON.stringify(card)))).toEqual(card);
    }
    expect(parseCardFile(makeCardFile(cards.slice(0, 50)))).toEqual(cards.slice(0, 50));
  });

  test('is the same for both seats', () => {
    for (const decision of decisionsOf(records[0]!)) {
      const [state, player] = mirrored(decision.state, decision.player);
      const other = makeCard({ ...mistakeOf(decision), state, player }, NOW);
      expect(other?.id).toBe(cardOf(decision).id);
    }
  });

  test('asks about the cube with the actions that the rules allow', () => {
    for (const record of records)
      for (const decision of decisionsOf(record)) {
        const choices = cubeChoicesOf(cardOf(decision).situation);
        if (decision.kind === 'play') expect(choices).toEqual([]);
        else expect(choices).toContain(decision.kind);
      }
  });

  test('never asks for the answer to a beaver', () => {
    const { decisions } = courseOf(vectorRecord('money-beaver'));
    const answers = decisions.filter(({ state }) => state.phase === 'beaver');
    expect(answers.length).toBeGreaterThan(0);
    for (const one of answers) expect(makeCard(mistakeOf(one), NOW)).toBeNull();
  });
});

describe('BC2 what is no card', () => {
  const card = cards.find(({ mistake }) => mistake.type === 'play')!;
  const { situation } = card;
  const bad: [string, unknown][] = [
    ['null', null],
    ['a text', 'card'],
    ['no situation', { ...card, situation: undefined }],
    ['an impossible position', { ...card, situation: { ...situation, position: { points: [], bar: [], off: [] } } }],
    ['the other player’s decision', { ...card, situation: { ...situation, onRoll: 1, toAct: 1 } }],
    ['a play without dice', { ...card, situation: { ...situation, dice: null } }],
    ['an action about the cube with dice', { ...card, mistake: { type: 'double' } }],
    ['a resignation', { ...card, situation: { ...situation, resigned: 1 } }],
    ['a game that is over', { ...card, situation: { ...situation, status: 'over' } }],
    ['five hops', { ...card, mistake: { type: 'play', hops: Array.from({ length: 5 }, () => [6, 5]) } }],
    ['a loss that is no number', { ...card, loss: Number.NaN }],
    ['a schedule without a day', { ...card, schedule: { stability: 1 } }],
    ['an address as match', { ...card, from: { match: '//evil.example', n: 1 } }],
  ];
  test.each(bad)('%s is refused', (_, value) => {
    expect(parseCard(value)).toBeNull();
    expect(parseCardFile(JSON.stringify({ format: 'anchor-cards/1', cards: [value, card] }))).toEqual([card]);
  });

  test('is not taken over from a file', () => {
    const extra = {
      ...card,
      note: 'x'.repeat(1000),
      situation: { ...situation, note: 'y', position: { ...situation.position, z: 1 } },
    };
    expect(parseCard(extra)).toEqual(card);
    for (const text of [
      '',
      '[]',
      '{}',
      'null',
      '{"format":"anchor-cards/2","cards":[]}',
      '{"format":"anchor-cards/1"}',
    ])
      expect(parseCardFile(text), text).toBeNull();
  });
});

test('BC14 a card shows a double that waits at the player who answers it, with its new value, and no cube where there is none', () => {
  const before = makeSituation({ length: 5, score: [1, 2], cube: { value: 2, owner: 1 }, onRoll: 1 });
  const offered = { ...before, doubled: true, toAct: 0 as const };
  expect(shownCubeOf(before)).toEqual({ value: 2, owner: 1, offeredTo: null });
  expect(shownCubeOf(offered)).toEqual({ value: 4, owner: 1, offeredTo: 0 });
  expect(shownCubeOf(makeSituation({ length: 5, score: [4, 2], crawford: true }))).toBeNull();
  expect(shownCubeOf(makeSituation({ length: 1 }))).toBeNull();
});

test(`BC3 a device holds ${MOST_CARDS} cards, and each decision once`, () => {
  const [first, second] = cards as [Card, Card];
  expect(newCards([first, first, second], new Set())).toEqual({
    fresh: [first, second],
    told: { added: 2, known: 1, refused: 0 },
  });
  expect(newCards([first, second], new Set([first.id])).told).toEqual({ added: 1, known: 1, refused: 0 });
  const full = new Set(Array.from({ length: MOST_CARDS - 1 }, (_, n) => String(n)));
  expect(newCards([first, second], full)).toEqual({ fresh: [first], told: { added: 1, known: 0, refused: 1 } });
  const many = Array.from({ length: MOST_CARDS + 5 }, () => first);
  expect(parseCardFile(makeCardFile(many))).toHaveLength(MOST_CARDS);
});

describe('BC4 an answer is judged by the measure of the review', () => {
  test.each(records.slice(0, 3).map((record) => [record.header.id, record] as const))(
    '%s: the cube',
    async (_, record) => {
      const deep = (await reviewAtOnce(record)).cubes;
      const byEvent = new Map(decisionsOf(record).map((one) => [`${one.n} ${one.kind}`, one]));
      let compared = 0;
      for (const { n, kind, loss } of deep) {
        const decision = byEvent.get(`${n} ${kind}`);
        if (!decision) continue; // the answer to a beaver
        const { situation } = cardOf(decision);
        expect(judgeCard({ situation, choices: [choiceOf(decision)] }).losses[0]).toBeCloseTo(loss, 9);
        compared++;
      }
      expect(compared).toBeGreaterThan(0);
    },
  );

  test('a play costs what the engine’s own list two rolls deep says', () => {
    const plays = decisionsOf(vectorRecord('match-7')).filter(({ kind }) => kind === 'play');
    for (const decision of plays.slice(5, 15)) {
      const { situation, mistake } = cardOf(decision);
      const judged = judgeCard({ situation, choices: [mistake, mistake] });
      // For matches without a cube the engine has the chances of bg-met, by which the review measures.
      const measured = { ...situation, rules: { ...situation.rules, cube: false } };
      const listed = rank(measured, { ply: 2, cubeful: false, everyPlay: true });
      const lines = judged.plays!;
      expect(lines.length).toBeGreaterThan(1);
      // a line below the five best has the rank among all plays
      for (const { equity, rank: place } of lines.slice(0, 5))
        expect(place).toBe(1 + lines.filter((other) => other.equity > equity).length);
      for (const { hops, equity, loss } of lines) {
        const same = listed.find((one) => String(one.hops) === String(hops))!;
        expect(equity).toBeCloseTo(same.equity, 9);
        expect(loss).toBeCloseTo(lines[0]!.equity - same.equity, 9);
      }
      expect(lines.map(({ loss }) => loss)).toEqual(lines.map(({ loss }) => loss).toSorted((a, b) => a - b));
      expect(judged.places[0]).toBe(judged.places[1]);
      expect(judged.losses[0]).toBe(lines[judged.places[0]!]!.loss);
      expect(judged.of).toBe(listed.length);
    }
  });

  test('other hops to the same position are the same play', () => {
    for (const decision of decisionsOf(vectorRecord('match-7'))) {
      const { situation, mistake } = cardOf(decision);
      if (decision.kind !== 'play' || mistake.type !== 'play' || new Set(mistake.hops.flat()).size < 4) continue;
      const swapped = { type: 'play', hops: mistake.hops.toReversed() } as const;
      if (!applyPlay(situation.position, 0, decision.dice, swapped.hops).ok) continue;
      const { places } = judgeCard({ situation, choices: [mistake, swapped] });
      return expect(places[0]).toBe(places[1]);
    }
    throw new Error('no decision of the record has two independent hops');
  });

  test('what the rules do not allow is refused by the engine’s thread, not judged', async () => {
    const { situation } = cards.find(({ mistake }) => mistake.type === 'play')!;
    const asked = (choice: Choice) => answer({ kind: 'card', situation, choices: [choice] }, () => undefined);
    expect(await asked({ type: 'play', hops: [[24, 1]] })).toEqual({ ok: false, code: 'failed' });
    expect(await asked({ type: 'take' })).toEqual({ ok: false, code: 'failed' });
  });
});
