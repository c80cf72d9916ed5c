import { type GameResult, makePlay, type Player } from 'bg-rules';
import { TRUSTED_DICE } from '../notes.ts';
import { gameEndedBy, type Step } from '../steps.ts';
import type { Header, Transcript } from '../types.ts';
import { type Game, gamesOf } from './games.ts';
import { outcome, quotedNames } from './outcome.ts';

type Names = readonly [string, string];

/**
 * Returns a match in plain words, with one line for each roll and play, cube action, resignation and game. Names are quoted, because
 * the maker of a record chose them.
 * @param transcript a verified record or transcript
 */
export function toText(transcript: Transcript): string {
  return `${textLines(transcript).join('\n')}\n`;
}

/** Returns the lines of `toText`. */
export function textLines(transcript: Transcript): readonly string[] {
  const { header } = transcript;
  const games = gamesOf(transcript);
  const names = quotedNames(header.players);
  const last = games.at(-1)?.steps.at(-1)?.after;
  const lines = [...heading(header), ...games.flatMap((game) => ['', ...gameLines(game, names)])];
  const end = last?.result ? ['', `${outcome(names, last.result, header)}.`] : [];
  return [...lines, ...end];
}

function heading(header: Header): string[] {
  const [first, second] = quotedNames(header.players);
  const when = new Date(header.created).toISOString().slice(0, 16).replace('T', ' ');
  const { session } = header;
  const before = session ? [`Game ${session.game} of a session, ${session.score.join('–')} before it`] : [];
  return [`${first} v ${second}`, termsOf(header).join(', '), ...before, `Match ${header.id}, ${when} UTC`];
}

function termsOf({ length, rules, clock, rated, dice }: Header): string[] {
  return [
    length === 0 ? 'Money game' : `Match to ${length}`,
    ...(rules.cube ? [] : ['no cube']),
    ...(length > 0 && !rules.crawford ? ['no Crawford rule'] : []),
    ...(rules.jacoby ? ['Jacoby rule'] : []),
    ...(rules.beavers ? ['beavers'] : []),
    clock === null ? 'untimed' : `${clock.delayMs / 1000} s delay and ${clock.reserveMs / 1000} s reserve`,
    rated ? 'rated' : 'unrated',
    ...(dice === 'advance' ? [TRUSTED_DICE] : []),
  ];
}

function gameLines(game: Game, names: Names): string[] {
  const [first, second] = game.scoreBefore;
  const title = `Game ${game.number}, ${first}–${second}${game.crawford ? ', Crawford game' : ''}`;
  return [title, ...game.steps.flatMap((step) => stepLines(step, names)).map((line) => `  ${line}`)];
}

function stepLines(step: Step, names: Names): string[] {
  const told = actionLine(step, names);
  const won = gameEndedBy(step);
  return [...(told === null ? [] : [told]), ...(won === null ? [] : [gameEnd(won, names)])];
}

function gameEnd({ winner, points, kind }: GameResult, names: Names): string {
  return `${names[winner]} wins ${points} ${points === 1 ? 'point' : 'points'} (${kind === 'resign' ? 'resignation' : kind})`;
}

const RESIGNATIONS = ['', 'a single game', 'a gammon', 'a backgammon'];

function actionLine(step: Step, names: Names): string | null {
  const { action, before, after } = step;
  const said = (player: Player, words: string) => `${names[player]}: ${words}`;
  switch (action.type) {
    case 'dice':
      return before.turn === null ? opening(step, names) : null;
    case 'play':
      return said(
        action.player,
        `plays ${before.dice?.join('')}: ${makePlay(action.hops, { position: before.position, player: action.player })}`,
      );
    case 'double':
      return said(action.player, `doubles to ${2 * before.cube.value}`);
    case 'beaver':
      return said(action.player, `beavers to ${2 * after.cube.value}`);
    case 'resign':
      return said(
        action.player,
        `offers ${RESIGNATIONS[action.points]}${before.dice ? ` after rolling ${before.dice.join('')}` : ''}`,
      );
    case 'forfeit':
      return said(action.loser, action.reason === 'time' ? 'loses on time' : 'left the match');
    case 'roll':
      return null;
    default:
      return said(action.player, ANSWERS[action.type]);
  }
}

const ANSWERS = { take: 'takes', pass: 'passes', accept: 'accepts', decline: 'declines' } as const;

function opening({ action }: Step, names: Names): string {
  const [first, second] = action.type === 'dice' ? action.dice : [0, 0];
  const tie = first === second ? ', again' : '';
  return `Opening roll: ${names[0]} rolls ${first}, ${names[1]} rolls ${second}${tie}`;
}
