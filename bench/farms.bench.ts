// Simulates attacks on the ratings, and how soon honest players are established.
import { establishedFirst, freshKeys, population, ringOfADay, slowRing, twoFriends } from './farms.ts';

const SEED = 1;

console.log('Attacks: the figures are for the key that always wins.');
console.table([
  freshKeys(24, 1),
  freshKeys(24, 10),
  freshKeys(1_000, 1),
  ringOfADay(24, 1),
  ringOfADay(24, 10),
  twoFriends(30),
  slowRing(6, 1),
  slowRing(24, 1),
  slowRing(24, 10),
  slowRing(240, 1),
  establishedFirst(24, 1),
  establishedFirst(24, 10),
  establishedFirst(1_000, 1),
]);
console.log(`Honest populations, seed ${SEED}.`);
const rounded = (result: ReturnType<typeof population>) => ({
  ...result,
  established: Number(result.established.toFixed(2)),
  correlation: Number(result.correlation.toFixed(3)),
});
console.table([population(10, 30, 4, SEED), population(100, 30, 3, SEED), population(1_000, 60, 2, SEED)].map(rounded));
