import type { Hop, MatchState, Player } from 'bg-rules';
import type { Step } from '../steps.ts';
import type { Header, Transcript } from '../types.ts';
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
  return gamesOf(transcript)
    .map((game) => `(${[root(transcript.header, game), ...game.steps.flatMap(node)].join('\n')})\n`)
    .join('');
}

function root(header: Header, game: Game): string {
  const { length, players, created, id } = header;
  const [first, second] = callNames(players);
  const properties: [name: string, ...values: string[]][] = [
    ['FF', '4'],
    ['GM', '6'],
    ['CA', 'UTF-8'],
    ['AP', 'bg-record:1'],
    ['MI', `length:${length}`, `game:${game.number - 1}`, `ws:${game.scoreBefore[0]}`, `bs:${game.scoreBefore[1]}`],
    ['PW', escaped(first)],
    ['PB', escaped(second)],
    ['DT', utcDate(created)],
    ['GN', id],
    ...optional('RU', rulesOf(header, game).join(':')),
    ...optional('RE', resultOf(game)),
    ...optional('GC', forfeitOf(header, game)),
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

function rulesOf({ rules }: Header, { crawford }: Game): string[] {
  return [
    ...(rules.crawford ? ['Crawford'] : []),
    ...(crawford ? ['CrawfordGame'] : []),
    ...(rules.jacoby ? ['Jacoby'] : []),
    ...(rules.cube ? [] : ['NoCube']),
  ];
}

function resultOf({ result }: Game): string {
  if (result === null) return '';
  return `${COLOURS[result.winner]}+${result.points}${result.kind === 'resign' ? 'R' : ''}`;
}

function forfeitOf({ players }: Header, { steps }: Game): string {
  const last = steps.at(-1)?.action;
  if (last?.type !== 'forfeit') return '';
  return `${escaped(callNames(players)[last.loser])} lost the match ${last.reason === 'time' ? 'on time' : 'by leaving it'}.`;
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
