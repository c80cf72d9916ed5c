import { MAX_AWAY } from 'bg-met';
import { findId } from 'bg-record/import';
import {
  applyPlay,
  BAR,
  borneOffResult,
  CHECKERS,
  checkSituation,
  type Dice,
  fromOwnView,
  type Hop,
  hasBorneOff,
  makePlay,
  makeSituation,
  makeXgid,
  matchFrom,
  OFF,
  opponent,
  options,
  ownView,
  type Player,
  type Position,
  type Situation,
  type SituationFault,
  swapPlayers,
} from 'bg-rules';

/** One position of the tree of variations: the situation before a roll, or with a roll to be played. */
export interface Variation {
  readonly id: number;
  readonly parent: number | null;
  /** The action that led here, such as `31: 8/5 6/5`. Null for the first position. */
  readonly label: string | null;
  readonly situation: Situation;
}

/** The positions that the reader has looked at, and the one on the board. A plain value. */
export interface Study {
  readonly nodes: readonly Variation[];
  readonly at: number;
  readonly next: number;
}

/** No tree is larger: each variation costs memory and a line of the list. */
const MOST_VARIATIONS = 400;

/** Starts a tree at a situation. */
export function startStudy(situation: Situation): Study {
  return { nodes: [{ id: 0, parent: null, label: null, situation }], at: 0, next: 1 };
}

/** Returns the variation on the board. */
export function current({ nodes, at }: Study): Variation {
  const found = nodes.find(({ id }) => id === at) ?? nodes[0];
  if (!found) throw new TypeError('a study has a first position');
  return found;
}

/** Returns the study with another variation on the board. */
export function goTo(study: Study, id: number): Study {
  return study.nodes.some((node) => node.id === id) ? { ...study, at: id } : study;
}

/** Returns the variations that follow one, in the order in which they were made. */
export function childrenOf({ nodes }: Study, id: number): Variation[] {
  return nodes.filter(({ parent }) => parent === id);
}

/**
 * Returns the study with other dice in the position on the board, the larger first. Its continuations keep theirs in their
 * labels.
 */
export function withDice(study: Study, roll: Dice | null): Study {
  const now = current(study);
  const dice: Dice | null = roll && [Math.max(...roll), Math.min(...roll)];
  const nodes = study.nodes.map((node) => (node === now ? { ...node, situation: { ...node.situation, dice } } : node));
  return { ...study, nodes };
}

/** Returns the study after the play of these hops, as a variation of the position on the board. Null if it is illegal. */
export function played(study: Study, hops: readonly Hop[]): Study | null {
  const { situation } = current(study);
  const { position, onRoll, dice } = situation;
  if (dice === null) return null;
  const after = applyPlay(position, onRoll, dice, hops);
  if (!after.ok) return null;
  const player = opponent(onRoll);
  const [a, b] = dice;
  const label = `${Math.max(a, b)}${Math.min(a, b)}: ${makePlay(hops, { position, player: onRoll })}`;
  return added(study, label, { ...situation, position: after.value, onRoll: player, toAct: player, dice: null });
}

/** Returns true if the rules allow the player on roll to double. */
export function mayDouble(situation: Situation): boolean {
  if (!isPlayable(situation) || resultOf(situation) || situation.dice) return false;
  return options(matchFrom(situation)).actions.includes('double');
}

/** Returns the study after a double of the player on roll that the opponent takes, or beavers. */
export function doubled(study: Study, label: string, answer: 'take' | 'beaver'): Study {
  const { situation } = current(study);
  const { cube, onRoll } = situation;
  const value = cube.value * (answer === 'beaver' ? 4 : 2);
  return added(study, label, { ...situation, cube: { value, owner: opponent(onRoll) }, dice: null });
}

/** Returns true if the tree takes no further variation. */
export function isFull({ nodes }: Study): boolean {
  return nodes.length >= MOST_VARIATIONS;
}

function added(study: Study, label: string, situation: Situation): Study {
  const same = childrenOf(study, study.at).find((node) => node.label === label);
  if (same) return { ...study, at: same.id };
  if (isFull(study)) return study;
  const node = { id: study.next, parent: study.at, label, situation };
  return { nodes: [...study.nodes, node], at: node.id, next: study.next + 1 };
}

/** Returns the study without a variation and all that follow it. The first position stays. */
export function removed(study: Study, id: number): Study {
  const gone = study.nodes.find((node) => node.id === id);
  if (!gone || gone.parent === null) return study;
  const ids = new Set([id]);
  // a variation stands after the one that it follows
  for (const node of study.nodes) if (node.parent !== null && ids.has(node.parent)) ids.add(node.id);
  const at = ids.has(study.at) ? gone.parent : study.at;
  return { ...study, nodes: study.nodes.filter((node) => !ids.has(node.id)), at };
}

/** Returns the winner and the points of a game that has been borne off, or null. */
export function resultOf(situation: Situation): { winner: Player; points: number } | null {
  const { position } = situation;
  const winner = hasBorneOff(position, 0) ? 0 : hasBorneOff(position, 1) ? 1 : null;
  return winner === null ? null : { winner, points: borneOffResult(situation, winner).points };
}

/** Parses whatever names a position: an XGID, an id of GNU Backgammon or an OGID, also within a text or a link. Null for any other text. */
export function parseAny(text: string): Situation | null {
  const found = findId(text);
  if (!found?.ok) return null;
  const { situation } = found.value;
  // a double or a resignation that waits for an answer is shown as the position before it
  const shown = { ...situation, doubled: false, resigned: 0, toAct: situation.onRoll, status: 'playing' } as const;
  return checkSituation(shown).ok ? shown : null;
}

/** Returns the part of the address behind the number sign. It is an XGID, which other programs read. */
export function makeHash(situation: Situation): string {
  return `#${makeXgid(situation)}`;
}

/** Returns the situation of an address, or the start of a money game. */
export function parseHash(hash: string): Situation {
  let text = hash.slice(1);
  try {
    text = decodeURIComponent(text);
  } catch {
    // an escape that is none: the text is read as it is
  }
  return parseAny(text) ?? makeSituation();
}

/** Returns the reason why the engine cannot judge a situation: it is impossible, or no table has chances for its score. Null for others. */
export function faultOf(situation: Situation): SituationFault | 'match-too-long' | null {
  const checked = checkSituation(situation);
  if (!checked.ok) return checked.code;
  const { length, score } = situation;
  return length - Math.min(...score) > MAX_AWAY ? 'match-too-long' : null;
}

/** Returns true if the situation can be analysed. */
export function isPlayable(situation: Situation): boolean {
  return faultOf(situation) === null;
}

/**
 * Returns the position with one checker of `player` more on a place, which is in player 0's numbers. A checker comes from
 * those borne off; opposing checkers on the point are taken off. Unchanged if the player has none left.
 */
export function withChecker(position: Position, place: number, player: Player): Position {
  if (place === OFF || position.off[player] === 0) return position;
  const view = ownView(position, player);
  const own = place === BAR || player === 0 ? place : BAR - place;
  view[own] = Math.max(view[own] ?? 0, 0) + 1;
  return fromOwnView(view, player);
}

/**
 * Returns the position with one checker less on a place in player 0's numbers. On the bar, which both players share, a
 * checker of `first` is taken before the other player's.
 */
export function withoutChecker(position: Position, place: number, first: Player): Position {
  const view = ownView(position, 0);
  const barOf = (player: Player) => (player === 0 ? BAR : 0);
  const at = place === BAR ? barOf(position.bar[first] > 0 ? first : opponent(first)) : place;
  if (place === OFF || !view[at]) return position;
  view[at] -= Math.sign(view[at]);
  return fromOwnView(view, 0);
}

/** The board without checkers: all are borne off, so it is no possible position yet. */
export function emptyBoard(): Position {
  return { points: new Array<number>(24).fill(0), bar: [0, 0], off: [CHECKERS, CHECKERS] };
}

/** Returns the situation with the sides exchanged, so that the other player's checkers are at the bottom. */
export function exchanged(situation: Situation): Situation {
  const { position, onRoll, cube, score } = situation;
  const owner = cube.owner === null ? null : opponent(cube.owner);
  const player = opponent(onRoll);
  return {
    ...situation,
    position: swapPlayers(position),
    onRoll: player,
    toAct: player,
    cube: { ...cube, owner },
    score: [score[1], score[0]],
  };
}
