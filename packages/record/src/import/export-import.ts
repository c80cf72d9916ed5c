import { type GameResult, samePosition, startPosition } from 'bg-rules';
import type { Game } from '../export/games.ts';
import { matText } from '../export/mat.ts';
import { sgfText } from '../export/sgf.ts';
import { gameEndedBy } from '../steps.ts';
import { stepsOfImport } from './import-steps.ts';
import type { ImportedGame, ImportedMatch } from './imported.ts';

/**
 * Returns an imported match in the .mat format. A game with an illegal play, a raccoon or a position that was set up ends before it, with a
 * comment and its result: the format has no word for them.
 */
export function importToMat(match: ImportedMatch): string {
  const { names, facts, length, rules } = match;
  const { event, date } = facts;
  return matText({
    facts: event === null ? [] : [['Event', event]],
    names,
    date,
    length,
    rules,
    games: gamesOf(match),
  });
}

/** Returns an imported match in SGF, with the same gaps as in .mat. */
export function importToSgf(match: ImportedMatch): string {
  const { names, facts, length, rules } = match;
  const known = [['EV', facts.event] as const, ['DT', facts.date] as const];
  const given = known.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return sgfText({ names, length, rules, facts: given, games: gamesOf(match) });
}

const GAP = 'The rest of this game is left out: the format cannot express the next action.';

function gamesOf(match: ImportedMatch): Game[] {
  return match.games.map((game, index): Game => {
    const { score, crawford, result } = game;
    const first = firstOdd(game);
    const decisions = first < 0 ? game.decisions : game.decisions.slice(0, first);
    const whole = { ...match, games: [{ ...game, decisions, ...(first >= 0 && { result: null }) }] };
    const steps = stepsOfImport(whole);
    const last = steps.at(-1);
    const ended = last ? gameEndedBy(last) : null;
    const stated: GameResult | null = result && { ...result, kind: ended?.kind ?? 'resign' };
    return { number: index + 1, scoreBefore: score, crawford, steps, result: stated, ...(first >= 0 && { gap: GAP }) };
  });
}

/** Returns the index of the first decision that the formats cannot express, or -1. */
function firstOdd({ decisions }: ImportedGame): number {
  const first = decisions[0]?.situation.position;
  const isSetUp = first !== undefined && !samePosition(first, startPosition());
  return isSetUp ? 0 : decisions.findIndex(({ kind }) => kind === 'illegal' || kind === 'raccoon');
}
