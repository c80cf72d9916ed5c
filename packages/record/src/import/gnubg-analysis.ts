import { type Hop, parsePlay, samePosition } from 'bg-rules';
import type { Statements } from './imported.ts';
import { type CubeEquities, lossOf, type Rolled, reachedBy } from './stated-analysis.ts';

const BY = 'GNU Backgammon';
const MOST_PLAYS = 5;
/** The longest list of plays that is read. No decision that people meet has more. */
const MOST_LINES = 500;
const LONGEST_LINE = 200;

const EQUITY = String.raw`([+-]\d{1,2}\.\d{1,6})(?: |$)`;
const RANK = /^\d{1,4}\. \S/;
const PLAY_EQUITY = new RegExp(String.raw`^Eq\.: +${EQUITY}`);
const CUBE = new RegExp(String.raw`^\d\. (No |)(?:Red|D|d|red)ouble(?:, (take|pass))? +${EQUITY}`);

/** A play of the roll. */
interface Played extends Rolled {
  readonly hops: readonly Hop[];
}

/** Collects what GNU Backgammon's text states below one decision. Percentages of match equity are left out. */
export class GnubgAnalysis {
  readonly #cube: { -readonly [choice in keyof CubeEquities]?: number } = {};
  readonly #plays: Candidate[] = [];

  /** Takes a line of the text, if it is one of an analysis. */
  take(line: string): void {
    if (line.length > LONGEST_LINE || this.#takeCube(line) || this.#plays.length === MOST_LINES) return;
    const isMade = line.startsWith('*');
    const [rank = '', text = '', words = ''] = line.slice(1).trim().split(/ {2,}/);
    const equity = PLAY_EQUITY.exec(words);
    if (RANK.test(rank) && equity) this.#plays.push({ text, equity: Number(equity[1]), isMade });
  }

  #takeCube(line: string): boolean {
    const found = CUBE.exec(line);
    if (!found) return false;
    const [, no, answer, equity] = found;
    this.#cube[no ? 'noDouble' : answer === 'take' ? 'doubleTake' : 'doublePass'] = Number(equity);
    return true;
  }

  /** Returns what is stated of a play, and of the decision to roll before it. */
  ofPlay(played: Played): Statements {
    const cube = this.#equities(1);
    const rolling = cube && { rolling: { by: BY, loss: lossOf('roll', cube), plays: [], cube } as const };
    const hopsOf = (text: string) => {
      const read = parsePlay(text, played);
      return read.ok ? read.value : null;
    };
    return { ...rolling, ...statementOf(this.#plays, played, hopsOf) };
  }

  /** Returns what is stated of a decision about the cube. The text gives the equities of the player who decides. */
  ofCube(kind: 'double' | 'take' | 'pass' | 'beaver'): Statements {
    const cube = kind === 'beaver' ? null : this.#equities(kind === 'double' ? 1 : -1);
    if (!cube || kind === 'beaver') return {};
    return { stated: { by: BY, loss: lossOf(kind, cube), plays: [], cube } };
  }

  /** Returns the equities for the doubler. */
  #equities(sign: 1 | -1): CubeEquities | null {
    const { noDouble, doubleTake, doublePass } = this.#cube;
    if (noDouble === undefined || doubleTake === undefined || doublePass === undefined) return null;
    return { noDouble: sign * noDouble, doubleTake: sign * doubleTake, doublePass: sign * doublePass };
  }
}

/** A candidate play of the file, in the file's notation. */
interface Candidate {
  readonly text: string;
  readonly equity: number;
  readonly isMade: boolean;
}

/**
 * Returns the judgement of a play from the file's candidates. Nothing if the play made is not among them, or the candidate that is marked
 * as made is another. The program's order is kept: behind the plays that it looked at deeply, a play may have a higher equity at first
 * sight. `hopsOf` reads a play; only the best are read, and the one made.
 */
function statementOf(
  candidates: readonly Candidate[],
  played: Played,
  hopsOf: (text: string) => readonly Hop[] | null,
): Statements {
  const reachedByText = (text: string) => {
    const hops = hopsOf(text);
    return hops && reachedBy(played, hops);
  };
  const made = candidates.find(({ isMade }) => isMade);
  const [marked, reached] = [made ? reachedByText(made.text) : null, reachedBy(played, played.hops)];
  if (!made || !marked || !reached || !samePosition(marked, reached)) return {};
  const plays = candidates.slice(0, MOST_PLAYS).flatMap(({ text, equity }) => {
    const leadsTo = reachedByText(text);
    return leadsTo ? [{ position: leadsTo, equity }] : [];
  });
  const best = candidates[0] ?? made;
  return { stated: { by: BY, loss: Math.max(0, best.equity - made.equity), plays, cube: null } };
}

const NUMBER = String.raw`-?\d{1,3}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?`;
/** Numbers, each behind a space. */
const numbers = (count: number) => `(?: ${NUMBER}){${count}}`;

/** A play of SGF's property A: the play, and its equity, which stands behind the five chances of an evaluation and first in a rollout. */
const SGF_PLAY = new RegExp(`^((?:[a-y][a-z]){0,4}) (?:E ver 3${numbers(5)}|X ver 3 Score) (${NUMBER}) `);
const MADE = /^\d{1,3}$/;

/**
 * Returns what SGF's property A states of a play: the number of the play made, and the plays with their evaluations and rollouts.
 * Other versions are left out.
 *
 * @param hopsOf reads a play in the letters of SGF
 */
export function statedInSgf(
  values: readonly string[],
  played: Played,
  hopsOf: (letters: string) => readonly Hop[],
): Statements {
  const [made = '', ...plays] = values;
  if (!MADE.test(made)) return {};
  const found = plays.map((play) => SGF_PLAY.exec(play));
  if (found.some((play) => play === null)) return {};
  const candidates = found.map((play, index) => ({
    text: play?.[1] ?? '',
    equity: Number(play?.[2]),
    isMade: index === Number(made),
  }));
  return statementOf(candidates, played, hopsOf);
}

/**
 * The cube in SGF's property DA, twice: five chances, the equity without the cube and that with it, for no double and for a double that is
 * taken. Both must have been looked at with the cube.
 */
const SGF_CUBE = [
  new RegExp(`^E ver 3 \\d{1,2}C \\d ${NUMBER} \\d${numbers(6)} (${NUMBER})${numbers(6)} (${NUMBER})$`),
  new RegExp(
    `^X ver 3 Eq Trials \\d{1,9} NoDouble Output${numbers(6)} (${NUMBER}) StdDev${numbers(7)} DoubleTake Output${numbers(6)} (${NUMBER}) StdDev${numbers(7)} SK \\d{1,9} RC 1 `,
  ),
] as const;

/**
 * Returns what SGF's property DA states of a decision about the cube in a money game, where the values are equities from the doubler's
 * side. In a match they are chances to win it by a table that the file does not contain.
 *
 * @param kind the decision at which the property stands; a play for the roll before it
 */
export function cubeInSgf(value: string, kind: 'play' | 'double' | 'take' | 'pass' | 'beaver'): Statements {
  const found = kind === 'beaver' ? null : SGF_CUBE.map((form) => form.exec(value)).find((match) => match !== null);
  if (!found || kind === 'beaver') return {};
  const cube = { noDouble: Number(found[1]), doubleTake: Number(found[2]), doublePass: 1 };
  const stated = { by: BY, loss: lossOf(kind === 'play' ? 'roll' : kind, cube), plays: [], cube };
  return kind === 'play' ? { rolling: stated } : { stated };
}
