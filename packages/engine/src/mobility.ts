// Mobility of one checker for every pattern of blocked points ahead of it. A pattern has twelve bits: bit 11
// is the point one pip ahead, bit 0 the point twelve pips ahead.

const AHEAD = 12;
const PATTERNS = 1 << AHEAD;
/** If more than nine pips are needed to leave the opponent's home, only doubles escape. */
const MOST_NEEDED = 9;

/** The 21 different rolls. Non-doubles count twice among the 36. */
const ROLLS = [1, 2, 3, 4, 5, 6].flatMap((a) => [1, 2, 3, 4, 5, 6].filter((b) => b <= a).map((b) => [a, b] as const));

/** Number of rolls, of 36, that one checker can play in full. */
const playable = new Uint8Array(PATTERNS);
/** Number of rolls, of 36, that move one checker at least `need` pips ahead, at `need * PATTERNS + pattern`. */
const escaping = new Uint8Array((MOST_NEEDED + 1) * PATTERNS);

function isOpen(pattern: number, pips: number): boolean {
  return pips > AHEAD || ((pattern >> (AHEAD - pips)) & 1) === 0;
}

/** Returns how many pips a double moves one checker in up to four hops. */
function reachOfDouble(pattern: number, die: number): number {
  let hops = 0;
  while (hops < 4 && isOpen(pattern, (hops + 1) * die)) hops++;
  return hops * die;
}

function playsBoth(pattern: number, a: number, b: number): boolean {
  return isOpen(pattern, a + b) && (isOpen(pattern, a) || isOpen(pattern, b));
}

/** Returns the maximum number of pips that one checker moves with two different dice, 0 if none. */
function reachOfTwo(pattern: number, a: number, b: number): number {
  if (playsBoth(pattern, a, b)) return a + b;
  if (isOpen(pattern, a)) return a;
  return isOpen(pattern, b) ? b : 0;
}

function fill(pattern: number): void {
  for (const [a, b] of ROLLS) {
    const ways = a === b ? 1 : 2;
    const reach = a === b ? reachOfDouble(pattern, a) : reachOfTwo(pattern, a, b);
    const inFull = a === b ? reach >= 2 * a : reach === a + b;
    if (inFull) playable[pattern]! += ways;
    for (let need = 1; need <= MOST_NEEDED && need <= reach; need++) escaping[need * PATTERNS + pattern]! += ways;
  }
}
for (let pattern = 0; pattern < PATTERNS; pattern++) fill(pattern);

/** Returns the pattern ahead of a place, given the places that the opponent holds. */
function patternAt(place: number, blocked: number): number {
  return (place >= AHEAD ? blocked >>> (place - AHEAD) : blocked << (AHEAD - place)) & (PATTERNS - 1);
}

/** Returns the number of rolls, of 36, that a checker on the place can play in full. */
export function playableRolls(place: number, blocked: number): number {
  return playable[patternAt(place, blocked)]!;
}

/**
 * Returns the number of rolls, of 36, that move a checker out of the opponent's home, or one pip if it is out
 * already.
 */
export function escapingRolls(place: number, blocked: number): number {
  const need = place < 17 ? 1 : place - 16;
  return escaping[need * PATTERNS + patternAt(place, blocked)]!;
}
