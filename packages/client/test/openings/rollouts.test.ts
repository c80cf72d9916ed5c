import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accelerate, ENGINE_ID } from 'bg-engine';
import { applyPlay, type Hop, legalPlays, makePositionId, parsePlay } from 'bg-rules';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { judgeCard } from '../../src/engine/judge-card.ts';
import file from '../../src/pages/openings/rolled-out.json';
import { byRollouts, rolloutsFile } from '../../src/pages/openings/rollouts.ts';
import { SPOTS, type Spot, situationOfSpot } from '../../src/pages/openings/spots.ts';

// The answers are the same in plain code, more slowly.
accelerate();

const rollouts = z.parse(rolloutsFile, file);
const path = fileURLToPath(new URL('../../src/pages/openings/rolled-out.json', import.meta.url));
const spots = [...SPOTS.openings, ...SPOTS.replies];

function hopsOf(spot: Spot, text: string): Hop[] {
  const { position, dice } = situationOfSpot(spot);
  const read = parsePlay(text, { position, dice, player: 0 });
  if (!read.ok) throw new Error(`${spot.id} ${text}: ${read.message}`);
  return read.value;
}

const rolledOf = (spot: Spot) => rollouts.spots[spot.id] ?? [];

/** Names the position that a play leads to: several texts may be one play. */
function idAfter(spot: Spot, hops: readonly Hop[] = []): string {
  const { position, dice } = situationOfSpot(spot);
  const reached = applyPlay(position, 0, dice, hops);
  if (!reached.ok) throw new Error(`${spot.id}: ${reached.message}`);
  return makePositionId(reached.value, 1);
}

function judge(spot: Spot, hops: readonly Hop[]) {
  const situation = situationOfSpot(spot);
  const searched = judgeCard({ situation, choices: [{ type: 'play', hops }] });
  return { searched, judged: byRollouts(searched, situation, rolledOf(spot)) };
}

describe('the rollouts of the trainer', () => {
  test('OQ8 have two to four legal plays of each spot, best first, by the page’s engine, in less than 100 kB', () => {
    expect(rollouts).toMatchObject({ engineId: ENGINE_ID, trials: 1296, truncation: 11 });
    expect(Object.keys(rollouts.spots)).toEqual(spots.map(({ id }) => id));
    expect(statSync(path).size).toBeLessThan(100_000);
    for (const spot of spots) {
      const rolled = rolledOf(spot);
      const texts = rolled.map(([text]) => text);
      expect(rolled.length, spot.id).toBeGreaterThanOrEqual(2);
      expect(rolled.length, spot.id).toBeLessThanOrEqual(4);
      expect(new Set(texts.map((text) => idAfter(spot, hopsOf(spot, text)))).size, spot.id).toBe(texts.length);
      const equities = rolled.map(([, equity]) => equity);
      expect(equities).toEqual([...equities].sort((a, b) => b - a));
      for (const [, equity, error, probs] of rolled) {
        expect(probs).toHaveLength(5);
        const [win = 0, winGammon = 0, winBackgammon = 0, loseGammon = 0, loseBackgammon = 0] = probs;
        expect(Math.abs(2 * win - 1 + winGammon + winBackgammon - loseGammon - loseBackgammon - equity)).toBeLessThan(
          4e-4,
        );
        expect(error).toBeLessThan(0.004);
      }
    }
  });

  test('OQ9 no play of an opening that the replies follow is clearly worse than another one', () => {
    for (const spot of SPOTS.openings) {
      const opened = SPOTS.replies.find(({ opened }) => String(opened?.dice) === String(spot.dice))?.opened;
      const [best] = rolledOf(spot);
      const own = rolledOf(spot).find(([text]) => idAfter(spot, hopsOf(spot, text)) === idAfter(spot, opened?.hops));
      if (!best || !own) throw new Error(`${spot.id} has no rollout of the play`);
      expect(best[1] - own[1], spot.id).toBeLessThanOrEqual(2 * Math.hypot(best[2], own[2]));
    }
  });

  test('OQ10 decide about the plays that they have; another play loses what the search says', () => {
    for (const spot of [...SPOTS.openings, ...SPOTS.replies.filter((_, n) => n % 15 === 0)]) {
      const { position, dice } = situationOfSpot(spot);
      const rolled = rolledOf(spot);
      const [best] = rolled;
      for (const [text, equity] of rolled) {
        const { judged } = judge(spot, hopsOf(spot, text));
        const loss = (best?.[1] ?? 0) - equity;
        expect(judged.loss, `${spot.id} ${text}`).toBeCloseTo(loss, 9);
        expect(judged.isRight, `${spot.id} ${text}`).toBe(loss < 0.02);
        expect(idAfter(spot, judged.plays[judged.own]?.hops)).toBe(idAfter(spot, hopsOf(spot, text)));
        expect(judged.plays[judged.own]?.isRolledOut).toBe(true);
      }
      const known = new Set(rolled.map(([text]) => idAfter(spot, hopsOf(spot, text))));
      const other = legalPlays(position, 0, dice).findLast(({ hops }) => !known.has(idAfter(spot, hops)));
      if (!other) continue;
      const { searched, judged } = judge(spot, other.hops);
      expect(judged.loss, spot.id).toBeCloseTo(searched.losses[0] ?? Number.NaN, 9);
      expect(judged.plays[judged.own]).toMatchObject({ isRolledOut: false });
      const equities = judged.plays.map(({ equity }) => equity);
      expect(equities).toEqual([...equities].sort((a, b) => b - a));
      const positions = judged.plays.map(({ hops }) => idAfter(spot, hops));
      expect(new Set(positions).size).toBe(positions.length);
    }
  });

  test('OQ11 a spot without rollouts is judged by the search alone', () => {
    const [spot] = SPOTS.openings;
    if (!spot) throw new Error('there are no spots');
    const situation = situationOfSpot(spot);
    const hops = hopsOf(spot, '13/10');
    const searched = judgeCard({ situation, choices: [{ type: 'play', hops }] });
    const { plays, loss, own } = byRollouts(searched, situation, []);
    expect(loss).toBeCloseTo(searched.losses[0] ?? Number.NaN, 9);
    expect(own).toBe(searched.places[0]);
    expect(plays.map(({ hops }) => hops)).toEqual(searched.plays?.map(({ hops }) => hops));
  });
});
