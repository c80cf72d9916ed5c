// Our own engine as a program of its own, one for each core: it reads a JSON object a line and answers each with one, as the package's
// README describes for any command.
import { createInterface } from 'node:readline';
import { accelerate, type Chances, decideDouble, type MatchScore, type Ply, type RankedPlay, rank } from 'bg-engine';
import { type Dice, fromOwnView, ownView, type Position } from 'bg-rules';
import type { stateOf } from './request.ts';

type State = ReturnType<typeof stateOf>;
type Request = State & { readonly id: number; readonly plies: number } & (
    | { readonly op: 'moves'; readonly dice: Dice }
    | { readonly op: 'cube' }
  );

/** Deeper it does not look. */
const PLIES: readonly Ply[] = [0, 1, 2];
/** Sums of chances may be off in their last digits; six digits are more than they are worth. */
const CHANCE_DIGITS = 1e6;
/** At two plies a play takes some 0.15 s of a core: a roll with more plays would outlive its lease. */
const MOST_PLAYS_IN_FULL = 100;

function answer(request: Request): object {
  const ply = PLIES.find((known) => known === request.plies);
  if (ply === undefined) return { ok: false, error: `It looks at most ${PLIES.length - 1} plies ahead.` };
  const position = fromOwnView(request.points, 0);
  const match = matchOf(request);
  return request.op === 'moves' ? moves(position, request.dice, ply, match) : cube(position, ply, match);
}

function moves(position: Position, dice: Dice, ply: Ply, match: MatchScore): object {
  const judged = looked(position, dice, ply, match).map(({ position: after, equity, chances }) => {
    return { points: ownView(after, 0), equity, probs: rounded(chances) };
  });
  return { ok: true, moves: judged };
}

/**
 * Every play at the full depth, since whoever compares them must not compare depths. Where there are too many for that, the best few of them;
 * the rest, all at 1 ply, stand behind.
 */
function looked(position: Position, dice: Dice, ply: Ply, match: MatchScore): readonly RankedPlay[] {
  const options = { match, cubeful: true } as const;
  const atOne = ply === 2 ? rank(position, 0, dice, { ...options, ply: 1, everyPlay: true }) : [];
  if (atOne.length <= MOST_PLAYS_IN_FULL) return rank(position, 0, dice, { ...options, ply, everyPlay: true });
  const best = rank(position, 0, dice, { ...options, ply }).filter((play) => play.ply === ply);
  const known = new Set(best.map(keyOf));
  return [...best, ...atOne.filter((play) => !known.has(keyOf(play)))];
}

function keyOf({ position }: RankedPlay): string {
  return ownView(position, 0).join();
}

function rounded(chances: Chances): number[] {
  return chances.map((chance) => Math.round(chance * CHANCE_DIGITS) / CHANCE_DIGITS);
}

/** Also where a double can gain nothing: the rules let a player do it, and then somebody wants to know what it cost. */
function cube(position: Position, ply: Ply, match: MatchScore): object {
  const decision = decideDouble(position, 0, { ply, match, evenIfPointless: true });
  if (!decision) return { ok: false, error: 'The game is over.' };
  const { noDouble, doubleTake, doublePass, action } = decision;
  return { ok: true, noDouble, doubleTake, doublePass, action: action.replaceAll('-', ' ') };
}

/** The player on roll is player 0. */
function matchOf({ matchTo, score, cube: value, owner, crawford, jacoby, beavers }: State): MatchScore {
  const isMatch = matchTo > 0;
  return {
    length: matchTo,
    score: [score[0] ?? 0, score[1] ?? 0],
    rules: { cube: true, crawford: isMatch, jacoby, beavers },
    cube: { value, owner: owner === null ? null : owner === 'me' ? 0 : 1 },
    crawford,
    postCrawford: isMatch && !crawford && score.includes(matchTo - 1),
  };
}

accelerate();
console.log(JSON.stringify({ ready: true }));
for await (const line of createInterface({ input: process.stdin })) {
  const request: Request = JSON.parse(line);
  console.log(JSON.stringify({ id: request.id, ...answer(request) }));
}
