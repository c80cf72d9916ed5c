// Compares the predictions of rating methods in a league of players with known strengths. Writes
// docs/ratings.svg. Deterministic by seed.
import { writeFileSync } from 'node:fs';
import { calibrationPicture } from './calibration-picture.ts';
import { LENGTHS, type LeagueMatch, playLeague } from './league.ts';
import { elo, type Method, ownMethod, plainGlicko2 } from './rating-methods.ts';

const SEED = 20261121;
const BUCKETS = 10;

interface Prediction {
  readonly chance: number;
  readonly won: boolean;
  readonly length: number;
}

/** The matches of one bucket: predicted and observed shares. */
interface Bucket {
  readonly predicted: number;
  readonly observed: number;
  readonly count: number;
}

/** Predicts every match before learning from it. The first half is a warm-up and not scored. */
function judge(method: Method, league: readonly LeagueMatch[]): readonly Prediction[] {
  const all = league.map((match) => {
    const chance = method.predict(match);
    method.learn(match);
    return { chance, won: match.winner === 0, length: match.length };
  });
  return all.slice(all.length / 2);
}

/** Groups matches by the predicted chance of the favourite, in buckets from 50 % to 100 %. */
function buckets(predicted: readonly Prediction[]): readonly Bucket[] {
  const sums = Array.from({ length: BUCKETS }, () => ({ predicted: 0, observed: 0, count: 0 }));
  for (const { chance, won } of predicted) {
    const sure = Math.max(chance, 1 - chance);
    const sum = sums[Math.min(BUCKETS - 1, Math.floor((sure - 0.5) * 2 * BUCKETS))];
    if (!sum) continue;
    sum.predicted += sure;
    sum.observed += won === chance >= 0.5 ? 1 : 0;
    sum.count += 1;
  }
  const filled = sums.filter(({ count }) => count >= 30);
  return filled.map((sum) => ({
    predicted: sum.predicted / sum.count,
    observed: sum.observed / sum.count,
    count: sum.count,
  }));
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

/** Returns the mean log loss in bits. Less is better. */
function logLoss(predicted: readonly Prediction[]): number {
  return mean(predicted.map(({ chance, won }) => -Math.log2(Math.min(1, Math.max(1e-9, won ? chance : 1 - chance)))));
}

/** Returns the mean difference between prediction and observation over matches, in percentage points. */
function gap(predicted: readonly Prediction[]): number {
  const all = buckets(predicted);
  const count = all.reduce((sum, one) => sum + one.count, 0);
  return (100 * all.reduce((sum, one) => sum + one.count * Math.abs(one.predicted - one.observed), 0)) / count;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const league = playLeague(SEED);
const judged = league.slice(league.length / 2);
const truth = judged.map(({ chance, winner, length }) => ({ chance, won: winner === 0, length }));
// Elo is shown at its best: with the best of five values of K for this league.
const elos = [4, 8, 16, 24, 32].map((k) => ({ name: `Elo, K = ${k}`, predicted: judge(elo(k), league) }));
const [bestElo] = elos.toSorted((a, b) => logLoss(a.predicted) - logLoss(b.predicted));
if (!bestElo) throw new Error('no Elo');
const methods = [
  { name: 'glicko2-sqrt-2', predicted: judge(ownMethod(), league) },
  { name: 'Glicko-2', predicted: judge(plainGlicko2(), league) },
  bestElo,
];

console.log(`seed ${SEED}; ${judged.length} matches scored after as many for warm-up\n`);
console.log('| method | log loss per match, bits | difference between prediction and observation |');
console.log('|---|---|---|');
for (const { name, predicted } of [...methods, { name: 'the truth', predicted: truth }])
  console.log(`| ${name} | ${logLoss(predicted).toFixed(4)} | ${gap(predicted).toFixed(2)} points |`);

console.log('\nDifference between prediction and observation, in percentage points, by match length');
console.log(`\n| method | ${LENGTHS.join(' | ')} |\n|---|${LENGTHS.map(() => '---|').join('')}`);
for (const { name, predicted } of methods) {
  const cells = LENGTHS.map((length) => gap(predicted.filter((one) => one.length === length)).toFixed(2));
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}

for (const { name, predicted } of methods) {
  console.log(`\n${name}\n\n| predicted | observed | matches |\n|---|---|---|`);
  for (const one of buckets(predicted))
    console.log(`| ${percent(one.predicted)} | ${percent(one.observed)} | ${one.count} |`);
}

const panel = (title: string, wanted: (length: number) => boolean) => ({
  title,
  lines: methods.map(({ name, predicted }) => ({
    name,
    points: buckets(predicted.filter(({ length }) => wanted(length))),
  })),
});
const picture = calibrationPicture([
  panel('All matches', () => true),
  panel('Matches to 1', (length) => length === 1),
  panel('Matches to 11', (length) => length === 11),
]);
writeFileSync(new URL('../docs/ratings.svg', import.meta.url), picture);
