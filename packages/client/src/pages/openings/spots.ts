import { applyPlay, type Dice, type Hop, makeSituation, type Situation, startPosition } from 'bg-rules';

export const MODES = ['openings', 'replies'] as const;
/** The first roll of a game, or the reply to the best play of it. */
export type Mode = (typeof MODES)[number];

/** A position of the first two rolls that the reader solves as player 0. */
export interface Spot {
  /** The rolls, such as `31`, or `31-66` for a reply. */
  readonly id: string;
  /** The opponent's opening roll and play. Null if the reader opens. */
  readonly opened: Opening | null;
  readonly dice: Dice;
}

interface Opening {
  readonly dice: Dice;
  /** The best play by rollouts, or one that they do not tell from it. */
  readonly hops: readonly Hop[];
}

/** The 15 opening rolls. test/openings/rollouts.test.ts compares the plays with the rollouts. */
const OPENINGS: readonly Opening[] = [
  opening([2, 1], [24, 23], [13, 11]),
  opening([3, 1], [8, 5], [6, 5]),
  opening([3, 2], [24, 21], [13, 11]),
  opening([4, 1], [24, 23], [13, 9]),
  opening([4, 2], [8, 4], [6, 4]),
  opening([4, 3], [13, 10], [13, 9]),
  opening([5, 1], [24, 23], [13, 8]),
  opening([5, 2], [24, 22], [13, 8]),
  opening([5, 3], [8, 3], [6, 3]),
  opening([5, 4], [24, 20], [13, 8]),
  opening([6, 1], [13, 7], [8, 7]),
  opening([6, 2], [24, 18], [13, 11]),
  opening([6, 3], [24, 18], [13, 10]),
  opening([6, 4], [8, 2], [6, 2]),
  opening([6, 5], [24, 18], [18, 13]),
];

function opening(dice: Dice, ...hops: Hop[]): Opening {
  return { dice, hops };
}

/** The 21 rolls. */
const ROLLS: readonly Dice[] = [1, 2, 3, 4, 5, 6].flatMap((one) =>
  [1, 2, 3, 4, 5, 6].filter((other) => other <= one).map((other): Dice => [one, other]),
);

/** The positions of each mode: 15 openings, and 315 replies. */
export const SPOTS: Readonly<Record<Mode, readonly Spot[]>> = {
  openings: OPENINGS.map(({ dice }) => ({ id: dice.join(''), opened: null, dice })),
  replies: OPENINGS.flatMap((opened) =>
    ROLLS.map((dice) => ({ id: `${opened.dice.join('')}-${dice.join('')}`, opened, dice })),
  ),
};

/** Returns the position of a spot in a money game with a centred cube, without the Jacoby rule and beavers. */
export function situationOfSpot({ dice, opened }: Spot): Situation & { readonly dice: Dice } {
  const start = startPosition();
  const reached = opened && applyPlay(start, 1, opened.dice, opened.hops);
  if (reached && !reached.ok) throw new TypeError(reached.message);
  return { ...makeSituation({ dice, position: reached?.value ?? start }), dice };
}
