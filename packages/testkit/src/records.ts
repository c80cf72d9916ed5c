import { readFileSync } from 'node:fs';
import type { EventBody, Header, MatchEvent, MatchRecord } from 'bg-record';
import { type Action, applyAction, legalPlays, type MatchState, type MatchTerms, options, startMatch } from 'bg-rules';
import { SeededRandom } from './random.ts';

const folder = new URL('../../../vectors/records/valid/', import.meta.url);

/** Reads a signed record of the vectors. */
export function vectorRecord(name: string): MatchRecord {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
}

let made = 0;

/** Returns the header of a match between two unique players. */
function header(terms: MatchTerms): Header {
  const number = (made++).toString(16).padStart(6, '0');
  const player = (seat: number) => ({
    pub: `${seat}${'a'.repeat(57)}${number}`,
    name: `Player ${seat}`,
    bot: false,
    custody: 'own' as const,
  });
  return {
    format: 'bg-record/2',
    protocol: 'hmac-sha256/hashchain-reveal-v2',
    id: `random-match-${number}`,
    created: 1_790_000_000_000,
    server: '7'.repeat(64),
    players: [player(0), player(1)],
    clock: null,
    moveMs: 86_400_000,
    absenceMs: 90_000,
    chain: 1024,
    rated: false,
    length: terms.length,
    rules: terms.rules,
  };
}

/** Percentage with which a player chooses an optional action. */
const HABITS: Partial<Record<Action['type'], number>> = { double: 12, beaver: 30, pass: 20, resign: 1 };

/** Plays a random match to its end. Nothing is signed, because the analysis assumes a verified record. */
export function randomRecord(seed: number, terms: MatchTerms): MatchRecord {
  const random = new SeededRandom(seed);
  let state = startMatch(terms);
  const bodies: (EventBody & { p: MatchEvent['p'] })[] = [];
  while (!state.result) {
    const action = randomAction(state, random);
    const next = applyAction(state, action);
    if (!next.ok) throw new Error(next.message);
    bodies.push(eventOf(action));
    state = next.value;
  }
  const sealed = { prev: '0'.repeat(64), sig: '0'.repeat(128), at: 1_790_000_000_000 };
  const events = bodies.map((body, n): MatchEvent => ({ ...body, n, ...sealed }));
  const { result } = state;
  return { header: header(terms), events, result, finalHash: sealed.prev, sig: sealed.sig };
}

function randomAction(state: MatchState, random: SeededRandom): Action {
  const { player, actions, resignations } = options(state);
  if (player === null) return { type: 'dice', dice: [1 + random.below(6), 1 + random.below(6)] };
  const wild = actions.filter((type) => random.below(100) < (HABITS[type] ?? 0));
  const type = wild[0] ?? actions.find((one) => HABITS[one] === undefined)!;
  if (type === 'play') return { type, player, hops: randomHops(state, random) };
  if (type === 'resign') return { type, player, points: random.pick(resignations) };
  if (type === 'dice' || type === 'forfeit') throw new Error('a player cannot make this action');
  return { type, player };
}

function randomHops({ position, turn, dice }: MatchState, random: SeededRandom) {
  const plays = legalPlays(position, turn!, dice!);
  return plays.length === 0 ? [] : random.pick(plays).hops;
}

function eventOf(action: Action): EventBody & { p: MatchEvent['p'] } {
  const reveal = '0'.repeat(64);
  switch (action.type) {
    case 'dice':
      return { type: 'dice', p: null, reveal, dice: action.dice };
    case 'roll':
      return { type: 'roll', p: action.player, reveal };
    case 'forfeit':
      return { type: 'forfeit', p: null, loser: action.loser, reason: action.reason };
    case 'play':
      return { type: 'play', p: action.player, hops: action.hops };
    case 'resign':
      return { type: 'resign', p: action.player, points: action.points };
    default:
      return { type: action.type, p: action.player };
  }
}
