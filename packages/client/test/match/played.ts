import { seededRandom } from '@anchor/testkit/random';
import type { Header, MatchEvent } from 'bg-record';
import { type Action, applyAction, legalPlays, type MatchState, options, type Rules, startMatch } from 'bg-rules';

const ZERO = '00'.repeat(32);

const matchRules: Rules = { cube: true, crawford: true, jacoby: false, beavers: false };

/** A match played at random by the rules, as a list of events without real hashes, and every state in it. */
export interface Played {
  readonly header: Pick<Header, 'length' | 'rules'>;
  readonly events: readonly MatchEvent[];
  readonly states: readonly MatchState[];
}

export function playAtRandom(seed: number, length: number, most: number): Played {
  const random = seededRandom(seed);
  const states = [startMatch({ length, rules: matchRules })];
  const events: MatchEvent[] = [];
  while (events.length < most && states.at(-1)!.phase !== 'over') {
    const action = choose(states.at(-1)!, random);
    const next = applyAction(states.at(-1)!, action);
    if (!next.ok) throw new Error(`${next.message} (seed ${seed})`);
    events.push(eventOf(action, events.length));
    states.push(next.value);
  }
  return { header: { length, rules: matchRules }, events, states };
}

function choose(state: MatchState, random: () => number): Action {
  const { player, actions, resignations } = options(state);
  const die = () => 1 + Math.floor(random() * 6);
  if (player === null) return { type: 'dice', dice: [die(), die()] };
  if (random() < 0.03 && resignations.length > 0) return { type: 'resign', player, points: resignations[0]! };
  if (random() < 0.08 && actions.includes('double')) return { type: 'double', player };
  if (actions.includes('play')) {
    const plays = legalPlays(state.position, player, state.dice!);
    return { type: 'play', player, hops: plays[Math.floor(random() * plays.length)]?.hops ?? [] };
  }
  if (actions.includes('take')) return { type: random() < 0.7 ? 'take' : 'pass', player };
  if (actions.includes('accept')) return { type: random() < 0.4 ? 'accept' : 'decline', player };
  return { type: 'roll', player };
}

function eventOf(action: Action, n: number): MatchEvent {
  const rest = { n, p: 'player' in action ? action.player : null, prev: ZERO, sig: ZERO + ZERO, at: n };
  switch (action.type) {
    case 'roll':
      return { ...rest, type: 'roll', reveal: ZERO };
    case 'dice':
      return { ...rest, type: 'dice', reveal: ZERO, dice: action.dice };
    case 'play':
      return { ...rest, type: 'play', hops: action.hops };
    case 'resign':
      return { ...rest, type: 'resign', points: action.points };
    case 'forfeit':
      return { ...rest, type: 'forfeit', loser: action.loser, reason: action.reason };
    default:
      return { ...rest, type: action.type };
  }
}
