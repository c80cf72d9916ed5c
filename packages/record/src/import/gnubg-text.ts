import { type Dice, type Player, parseGnuId, parsePlay, type Situation, samePosition, startPosition } from 'bg-rules';
import { GnubgAnalysis } from './gnubg-analysis.ts';
import {
  GameReader,
  type ImportedMatch,
  type ImportResult,
  MatchReader,
  NO_FACTS,
  nameOf,
  Refusal,
  refusable,
} from './imported.ts';

/** A match to 25 points with analyses has some megabytes. */
const MAX_TEXT_LENGTH = 16_000_000;
/** The program's lines have some 35 characters. */
const MOST_LINES = 1_000_000;
/** Two names of 400 characters and the words around them. Longer lines, of comments, are skipped. */
const LONGEST_LINE = 1_000;

// Each expression below takes time in proportion to the length of the line, whatever the line.
const SCORE = /^The score \(after \d+ games?\) is: (.+?) (\d+), (.+)$/s;
const SECOND = /^(.+) (\d+)$/s;
const KIND_OF_MATCH = / \((?:match to (\d+) points?|money session|unlimited)/g;
const MOVE = /^Move number \d+:/;
const POSITION = /^ GNU Backgammon {2}Position ID: (\S{14})/;
const MATCH = /^ {17}Match ID {3}: (\S{12})/;
const ACTION =
  /^\* (.+?) (moves (.*)|cannot move|doubles|redoubles|beavers|accepts|takes|rejects|passes|drops|resigns)(?:\s.*)?$/s;
const COMMENT = 'Annotation:';
const WON = /^(.+) wins (\d+) points?$/;

/** Returns true for the text export of GNU Backgammon, which has each position as ids. */
export function isGnubgText(text: string): boolean {
  return (
    /^The score \(after \d+ games?\) is: /m.test(text.slice(0, 2_000)) &&
    /^Move number \d+:/m.test(text.slice(0, 4_000))
  );
}

/** Parses the text that GNU Backgammon exports for a game, a match or a session, with its analyses. Never throws. */
export function parseGnubgText(text: string): ImportResult {
  return refusable(() => [readText(text)]);
}

/** Returns the lines, without an array of all. */
function* linesOf(text: string): Generator<string> {
  let from = 0;
  for (let count = 1; from <= text.length; count++) {
    if (count > MOST_LINES) throw new Refusal('too-long', 'The file has too many lines for a match.', count);
    const end = text.indexOf('\n', from);
    const to = end === -1 ? text.length : end;
    yield text.slice(from, text[to - 1] === '\r' ? Math.max(from, to - 1) : to);
    from = to + 1;
  }
}

/** The names, points and length of a line of the score. A session has no words behind it. Names may contain what separates them. */
function scoreIn(line: string) {
  const found = SCORE.exec(line);
  if (!found) return null;
  const [, first = '', one, rest = ''] = found;
  const kind = [...rest.matchAll(KIND_OF_MATCH)].at(-1);
  const [, second, two] = SECOND.exec(rest.slice(0, kind?.index)) ?? [];
  return second === undefined ? null : { names: [first, second], points: [one, two], length: kind?.[1] };
}

interface Moment {
  readonly situation: Situation;
  readonly line: number;
}

/** The last line that names a winner. A comment may have one too, but the program's own is the last of a game. */
interface Won {
  readonly winner: Player;
  readonly points: number;
  readonly line: number;
}

/** A decision, and what the lines below it state. */
interface Decided {
  readonly moment: Moment;
  readonly text: string;
  readonly line: number;
  readonly analysis: GnubgAnalysis;
}

function readText(text: string): ImportedMatch {
  if (text.length > MAX_TEXT_LENGTH) throw new Refusal('too-long', 'The file is too long for a match.', 1);
  const match = new MatchReader();
  let head = null as Omit<ImportedMatch, 'games' | 'notes' | 'unit'> | null;
  let game = null as GameReader | null;
  let score: readonly [number, number] = [0, 0];
  let start = 1;
  let position = '';
  let moment = null as Moment | null;
  let decided = null as Decided | null;
  let isComment = false;
  let won = null as Won | null;
  const names = () => head?.names ?? ['', ''];
  const finish = () => {
    const last = decided;
    decided = null;
    if (last) game?.attempt((one) => act(one, last, names()));
  };
  const close = () => {
    finish();
    if (won) game?.end(won.winner, won.points, won.line);
    if (game) match.add(game.read());
    game = null;
    won = null;
    isComment = false;
  };
  let at = 0;
  for (const line of linesOf(text)) {
    at++;
    if (line === '' || line.length > LONGEST_LINE) continue;
    const scored = scoreIn(line);
    if (scored) {
      close();
      const [first = '', second = ''] = scored.names;
      score = [Number(scored.points[0]), Number(scored.points[1])];
      start = at;
      const points = Number(scored.length ?? 0);
      const rules = { cube: true, crawford: points > 0, jacoby: false, beavers: points === 0 };
      head ??= { names: [nameOf(first, at), nameOf(second, at)], length: points, rules, facts: NO_FACTS };
    } else if (MOVE.test(line)) {
      finish();
      moment = null;
      won = null;
      isComment = false;
    } else if (line.startsWith(' GNU Backgammon')) position = POSITION.exec(line)?.[1] ?? '';
    else if (MATCH.test(line)) {
      const read = parseGnuId(`${position}:${MATCH.exec(line)?.[1]}`);
      moment = read.ok ? { situation: read.value, line: at } : null;
      if (moment && head && !game) {
        const { rules, crawford, length } = moment.situation;
        if (length !== head.length) throw new Refusal('bad-header', 'The ids are of another match.', at);
        head = { ...head, rules: { ...rules, beavers: length === 0 } };
        const { position: first, cube } = moment.situation;
        const isSetUp = !samePosition(first, startPosition());
        game = new GameReader({ length, rules: head.rules, score, crawford }, start, match, { position: first, cube });
        if (isSetUp) match.note('set-up-read', at);
        else if (cube.value > 1) match.note('automatic-double', at);
      }
    } else if (line.startsWith('* ') && game && moment && head) {
      decided = { moment, text: line, line: at, analysis: new GnubgAnalysis() };
      moment = null;
    } else if (game && head) {
      isComment ||= line === COMMENT;
      const [, name = '', points] = WON.exec(line) ?? [];
      const winner = names().indexOf(name) as Player | -1;
      if (points && winner !== -1) won = { winner, points: Number(points), line: at };
      else if (!isComment) decided?.analysis.take(line);
    }
  }
  close();
  if (!head) throw new Refusal('no-match', 'The text has no match.', 1);
  return match.read(head);
}

function act(game: GameReader, { text, moment, line: at, analysis }: Decided, names: readonly string[]): void {
  const { situation } = moment;
  const [, name = '', words = '', play = ''] = ACTION.exec(text) ?? [];
  const player = names.indexOf(name) as Player | -1;
  if (player === -1) throw new Refusal('bad-move', 'The line names no player.', at);
  const [word = ''] = words.split(' ');
  if (word === 'moves' || word === 'cannot') {
    const dice = situation.dice as Dice | null;
    if (!dice) throw new Refusal('bad-move', 'The position has no roll.', at);
    const { position } = game.roll(player, dice, at);
    if (!samePosition(position, situation.position))
      throw new Refusal('set-up', 'The game goes on from a position that is set up here.', at);
    const read = parsePlay(play.trim(), { position, player, dice });
    if (!read.ok) throw new Refusal('bad-move', read.message, at);
    game.decide(player, 'play', read.value, at, analysis.ofPlay({ position, player, dice, hops: read.value }));
  } else if (word === 'resigns') return;
  else {
    const kind = KINDS[word] ?? 'take';
    game.decide(player, kind, [], at, analysis.ofCube(kind));
  }
}

const KINDS: Readonly<Record<string, 'double' | 'take' | 'pass' | 'beaver'>> = {
  doubles: 'double',
  redoubles: 'double',
  beavers: 'beaver',
  accepts: 'take',
  takes: 'take',
  rejects: 'pass',
  passes: 'pass',
  drops: 'pass',
};
