import type { Hop, MatchState, Player, Rules } from 'bg-rules';
import type { Step } from '../steps.ts';
import type { Transcript } from '../types.ts';
import { utcDate } from '../utc-date.ts';
import { type Game, gamesOf } from './games.ts';
import { callNames } from './outcome.ts';

/** White is player 0. SGF numbers the points from White's side. */
const COLOURS = ['W', 'B'] as const;

/**
 * Returns a match in SGF (FF[4], GM[6] backgammon), one game tree for each game, with the properties that GNU
 * Backgammon uses. Declined resignations, tied opening rolls and times are left out; a forfeit is a comment
 * of the game.
 * @param transcript a verified record or transcript
 */
export function toSgf(transcript: Transcript): string {
  const { header } = transcript;
  const { players, length, rules, created, id } = header;
  const names = callNames(players);
  return sgfText({
    names,
    length,
    rules,
    facts: [
      ['DT', utcDate(created)],
      ['GN', id],
    ],
    games: gamesOf(transcript).map((game) => ({ ...game, gap: forfeitOf(names, game) })),
  });
}

/** A match as it is written. */
interface SgfMatch {
  readonly names: readonly [string, string];
  readonly length: number;
  readonly rules: Rules;
  /** Other properties of each game, with their values as they are. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly games: readonly Game[];
}

/** Returns the text of a match. */
export function sgfText(match: SgfMatch): string {
  return match.games.map((game) => `(${[root(match, game), ...game.steps.flatMap(node)].join('\n')})\n`).join('');
}

function root({ names, length, rules, facts }: SgfMatch, game: Game): string {
  const cube = game.steps[0]?.before.cube;
  const properties: [name: string, ...values: string[]][] = [
    ['FF', '4'],
    ['GM', '6'],
    ['CA', 'UTF-8'],
    ['AP', 'bg-record:1'],
    ['MI', `length:${length}`, `game:${game.number - 1}`, `ws:${game.scoreBefore[0]}`, `bs:${game.scoreBefore[1]}`],
    ['PW', escaped(names[0])],
    ['PB', escaped(names[1])],
    ...facts.map(([name, value]): [string, string] => [name, escaped(value)]),
    ...optional('RU', rulesOf(rules, game).join(':')),
    // automatic doubles
    ...optional('CV', cube && cube.value > 1 ? String(cube.value) : ''),
    ...optional('RE', resultOf(game)),
    ...optional('GC', escaped(game.gap ?? '')),
  ];
  return `;${properties.map(([name, ...values]) => name + values.map((value) => `[${value}]`).join('')).join('')}`;
}

function optional(name: string, value: string): [string, string][] {
  return value === '' ? [] : [[name, value]];
}

/** Escapes text for SGF: a backslash makes the next character literal, and a colon separates composed values. */
function escaped(text: string): string {
  return text.replace(/[\\\]:]/g, '\\$&');
}

function rulesOf({ cube, crawford, jacoby }: Rules, game: Game): string[] {
  return [
    ...(crawford ? ['Crawford'] : []),
    ...(game.crawford ? ['CrawfordGame'] : []),
    ...(jacoby ? ['Jacoby'] : []),
    ...(cube ? [] : ['NoCube']),
  ];
}

function resultOf({ result }: Game): string {
  if (result === null) return '';
  return `${COLOURS[result.winner]}+${result.points}${result.kind === 'resign' ? 'R' : ''}`;
}

function forfeitOf(names: readonly [string, string], { steps }: Game): string {
  const last = steps.at(-1)?.action;
  if (last?.type !== 'forfeit') return '';
  return `${names[last.loser]} lost the match ${last.reason === 'time' ? 'on time' : 'by leaving it'}.`;
}

function node({ action, before }: Step): string[] {
  switch (action.type) {
    case 'play':
      return [`;${COLOURS[action.player]}[${roll(before)}${hops(action.player, action.hops)}]`];
    case 'double':
    case 'beaver':
      return [`;${COLOURS[action.player]}[double]`];
    case 'take':
      return [`;${COLOURS[action.player]}[take]`];
    case 'pass':
      return [`;${COLOURS[action.player]}[drop]`];
    case 'accept':
      return before.resignation && before.dice ? [`;PL[${COLOURS[before.resignation.by]}]DI[${roll(before)}]`] : [];
    default:
      return [];
  }
}

function roll({ dice }: MatchState): string {
  const [one, two] = dice ?? [0, 0];
  return `${Math.max(one, two)}${Math.min(one, two)}`;
}

function hops(player: Player, list: readonly Hop[]): string {
  return list.map(([from, to]) => place(player, from) + place(player, to)).join('');
}

/** SGF points: a … x are player 0's points, y is the bar, z is off. */
function place(player: Player, own: number): string {
  if (own === 25) return 'y';
  if (own === 0) return 'z';
  return String.fromCharCode(96 + (player === 0 ? own : 25 - own));
}
