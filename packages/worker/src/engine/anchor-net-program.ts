// Our own engine as a separate program, one process per core. It reads one JSON object per line and answers
// each with one line, by the protocol for commands in the package's README.
import { createInterface } from 'node:readline';
import { ArgumentError, accelerate, type Chances, decideDouble, type Ply, rank, type Situation } from 'bg-engine';
import { type Dice, fromOwnView, makeSituation, ownView } from 'bg-rules';
import type { stateOf } from './line-protocol.ts';

type State = ReturnType<typeof stateOf>;
type Request = State & { readonly id: number; readonly plies: number } & (
    | { readonly op: 'moves'; readonly dice: Dice }
    | { readonly op: 'cube' }
  );

/** The supported depths. */
const PLIES: readonly Ply[] = [0, 1, 2];
/** Rounding of chances. Sums may differ in the last digits, and six digits exceed their accuracy. */
const CHANCE_DIGITS = 1e6;

function answer(request: Request): object {
  const ply = PLIES.find((known) => known === request.plies);
  if (ply === undefined) return { ok: false, error: `The maximum depth is ${PLIES.length - 1} plies.` };
  const dice = request.op === 'moves' ? request.dice : null;
  try {
    const situation = situationOf(request, dice);
    return dice ? moves(situation, ply) : cube(situation, ply);
  } catch (error) {
    if (error instanceof ArgumentError) return { ok: false, error: error.message };
    throw error;
  }
}

function moves(situation: Situation, ply: Ply): object {
  // Every play at the full depth, since equities of different depths are not comparable.
  const judged = rank(situation, { ply, everyPlay: true }).map(({ position: after, equity, chances }) => {
    return { points: ownView(after, 0), equity, probs: rounded(chances) };
  });
  return { ok: true, moves: judged };
}

function rounded(chances: Chances): number[] {
  return chances.map((chance) => Math.round(chance * CHANCE_DIGITS) / CHANCE_DIGITS);
}

/** Also evaluates doubles that cannot gain anything: the rules allow them, and an analysis must show their cost. */
function cube(situation: Situation, ply: Ply): object {
  const decision = decideDouble(situation, { ply, evenIfPointless: true });
  if (!decision) return { ok: false, error: 'The game is over.' };
  const { noDouble, doubleTake, doublePass, action } = decision;
  return { ok: true, noDouble, doubleTake, doublePass, action: action.replaceAll('-', ' ') };
}

/** The player on roll is player 0. */
function situationOf(state: State, dice: Dice | null): Situation {
  const { points, matchTo, score, cube: value, owner, crawford, jacoby, beavers } = state;
  const isMatch = matchTo > 0;
  return makeSituation({
    position: fromOwnView(points, 0),
    dice,
    length: matchTo,
    score: [score[0] ?? 0, score[1] ?? 0],
    rules: { cube: true, crawford: isMatch, jacoby: jacoby && !isMatch, beavers: beavers && !isMatch },
    cube: { value, owner: owner === null ? null : owner === 'me' ? 0 : 1 },
    crawford,
  });
}

// Standard output is the channel to the worker, in lines of JSON.
const say = (value: object) => {
  // biome-ignore lint/plugin: another program reads these lines
  console.log(JSON.stringify(value));
};
accelerate();
say({ ready: true });
for await (const line of createInterface({ input: process.stdin })) {
  const request: Request = JSON.parse(line);
  say({ id: request.id, ...answer(request) });
}
