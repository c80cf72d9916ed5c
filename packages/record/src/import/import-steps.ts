import { type Action, applyAction, type MatchState, matchFrom, opponent, options, type Situation } from 'bg-rules';
import type { Step } from '../steps.ts';
import type { ImportedDecision, ImportedGame, ImportedMatch, StatedAnalysis } from './imported.ts';

/** A step of an imported match, with the judgement that the file states of it. */
export interface ImportedStep extends Step {
  readonly stated?: StatedAnalysis;
  /** The comment of the file on the decision. */
  readonly comment?: string;
}

/**
 * Returns the actions of an imported match with the state before and after each, as `stepsOf` does for a record. Rolls and
 * dice are actions too, but not the opening roll of a game, which no file has. An illegal play and a raccoon are left out.
 * `n` counts the actions of the match from 0.
 */
export function stepsOfImport({ games }: ImportedMatch): ImportedStep[] {
  const steps: BareStep[] = [];
  for (const [index, game] of games.entries()) {
    const own = game.decisions.flatMap((decision, n) => withComments(stepsOfDecision(decision, n > 0, game), decision));
    const last = own.at(-1);
    if (last) own[own.length - 1] = { ...last, after: withResult(last.after, game) };
    const numbered = (state: MatchState) => ({ ...state, game: index + state.game });
    for (const step of own) steps.push({ ...step, before: numbered(step.before), after: numbered(step.after) });
  }
  // a file has no times
  return steps.map((step, n) => ({ ...step, n, at: 0 }));
}

type BareStep = Omit<ImportedStep, 'n' | 'at'>;

/**
 * Returns the steps with the comment on the decision, which is the last step but for the answer to a resignation, and with
 * that on the roll before it. A roll that was no choice leaves its comment to the play.
 */
function withComments(steps: BareStep[], { kind, comment, rollingComment }: ImportedDecision): BareStep[] {
  const roll = rollingComment === undefined ? -1 : steps.findIndex(isChoice);
  const own = roll < 0 ? [rollingComment, comment].filter((text) => text !== undefined).join('\n\n') : comment;
  const at = kind === 'resign' ? 0 : steps.length - 1;
  return steps.map((step, n) => {
    const said = n === at ? own : n === roll ? rollingComment : undefined;
    return said ? { ...step, comment: said } : step;
  });
}

function isChoice({ action, before }: BareStep): boolean {
  return action.type === 'roll' && mayDouble(before);
}

function mayDouble(state: MatchState): boolean {
  return options(state).actions.includes('double');
}

function stepsOfDecision(decision: ImportedDecision, opened: boolean, game: ImportedGame): BareStep[] {
  const { kind, player, situation, hops, stated, rolling } = decision;
  if (kind === 'resign') return resignation(decision, game);
  // the rules have no such decision: the next one has the situation that follows
  if (kind === 'illegal' || kind === 'raccoon') return [];
  const before = matchFrom(situation);
  if (kind !== 'play') return walk(before, [[{ type: kind, player }, stated]]);
  const play = [{ type: 'play', player, hops }, stated] as const;
  const { dice } = situation;
  if (!opened || dice === null) return walk(before, [play]);
  const rolled = matchFrom(beforeRoll(situation));
  // The file may judge a roll that was no choice. That is left out.
  const judged = mayDouble(rolled) ? rolling : undefined;
  return walk(rolled, [[{ type: 'roll', player }, judged], [{ type: 'dice', dice }], play]);
}

function beforeRoll(situation: Situation): Situation {
  return { ...situation, dice: null, toAct: situation.onRoll };
}

/** The file says who won how many points. A player may resign in a program while it is the opponent's turn. */
function resignation({ player, situation }: ImportedDecision, { result }: ImportedGame): BareStep[] {
  const before: MatchState = { ...matchFrom(situation), toAct: player };
  const points = (result?.points ?? 0) / before.cube.value;
  const offer: Action = { type: 'resign', player, points };
  if (!applyAction(before, offer).ok) return [];
  return walk(before, [[offer], [{ type: 'accept', player: opponent(player) }]]);
}

/** Applies actions that the reader of the file has applied before. Throws a TypeError if the rules refuse one. */
function walk(
  from: MatchState,
  actions: readonly (readonly [action: Action, stated?: StatedAnalysis | undefined])[],
): BareStep[] {
  let before = from;
  return actions.map(([action, stated]) => {
    const applied = applyAction(before, action);
    if (!applied.ok) throw new TypeError(`an imported ${action.type} is illegal: ${applied.message}`);
    const step = { action, before, after: applied.value, ...(stated && { stated }) };
    before = applied.value;
    return step;
  });
}

/** Returns the state after a game with the points that the file gives for it. */
function withResult(after: MatchState, { score, result }: ImportedGame): MatchState {
  const ended = after.games.at(-1);
  if (!ended || !result || ended.points === result.points) return after;
  const points: [number, number] = [...score];
  points[result.winner] += result.points;
  return { ...after, score: points, games: [{ ...ended, points: result.points }] };
}
