import { checkSituation, type Dice, fromOwnView, makeSituation, type Position, type Situation } from 'bg-rules';

/** A position in Snowie's text: 40 fields, all from the side of the player on roll. */
interface SnowiePosition {
  /** The player on roll and the opponent. */
  readonly names: readonly [string, string];
  /** The counts from the own view of the player on roll, as `fromOwnView` takes them. */
  readonly view: readonly number[];
  readonly dice: Dice | null;
  /** The situation with the player on roll as player 0, or null if it is impossible. */
  readonly situation: Situation | null;
}

const FIELDS = 40;
const NUMBER = /^-?\d{1,5}$/;
const LONGEST = 1_000;

/**
 * Reads length; Jacoby; two unused fields; seat; two names; Crawford; two scores; cube; its owner; 26 counts from the opposing bar to the own bar;
 * two dice. Returns null for another text.
 */
export function snowieIn(text: string): SnowiePosition | null {
  const fields = text.length > LONGEST ? [] : text.trim().replace(/;$/, '').split(';');
  if (fields.length !== FIELDS) return null;
  const [name = '', other = ''] = fields.slice(5, 7);
  const numbers = [...fields.slice(0, 5), ...fields.slice(7)];
  if (!numbers.every((field) => NUMBER.test(field))) return null;
  const [length = 0, jacoby = 0, , , , crawford = 0, mine = 0, theirs = 0, cube = 1, owner = 0, ...rest] =
    numbers.map(Number);
  const view = rest.slice(0, 26);
  const [one = 0, two = 0] = rest.slice(26);
  const dice: Dice | null = isDie(one) && isDie(two) ? [one, two] : null;
  const situation = situationOf(fromOwnView(view, 0), { length, jacoby, crawford, mine, theirs, cube, owner, dice });
  return { names: [name, other], view, dice, situation };
}

function isDie(value: number): boolean {
  return value >= 1 && value <= 6;
}

interface Fields {
  readonly length: number;
  readonly jacoby: number;
  readonly crawford: number;
  readonly mine: number;
  readonly theirs: number;
  readonly cube: number;
  readonly owner: number;
  readonly dice: Dice | null;
}

function situationOf(position: Position, fields: Fields): Situation | null {
  const { length, jacoby, crawford, mine, theirs, cube, owner, dice } = fields;
  try {
    const situation = makeSituation({
      position,
      length,
      score: [mine, theirs],
      crawford: length > 0 && crawford === 1,
      rules: { cube: true, crawford: length > 0, jacoby: length === 0 && jacoby === 1, beavers: length === 0 },
      cube: { value: cube, owner: owner === 0 ? null : owner > 0 ? 0 : 1 },
      dice,
    });
    const checked = checkSituation(situation);
    return checked.ok ? checked.value : null;
  } catch {
    return null;
  }
}
