import { crc32 } from 'node:zlib';
import type { Dice, Player } from 'bg-rules';
import type { Game } from '../../src/export/games.ts';

/** One action of an OGXM file. */
interface OgxmPly {
  /** The number of its first byte in the file, from 1. */
  readonly place: number;
  readonly action: number;
  readonly player: Player;
  /** Point and distance of each step. White's bar is 0 and Black's is 25. */
  readonly steps: readonly (readonly [point: number, pips: number])[];
}

interface OgxmGame {
  readonly winner: Player | null;
  readonly points: number;
  readonly isLast: boolean;
  readonly plies: readonly OgxmPly[];
}

interface OgxmMatch {
  readonly versions: readonly number[];
  readonly length: number;
  readonly names: readonly [string, string];
  readonly rules: number;
  readonly cubeLimit: number;
  readonly result: number;
  readonly games: readonly OgxmGame[];
}

export const DICE: readonly Dice[] = [
  ...[1, 2, 3, 4, 5, 6].map((high): Dice => [1, high]),
  ...[2, 3, 4, 5, 6].map((high): Dice => [2, high]),
  ...[3, 4, 5, 6].map((high): Dice => [3, high]),
  ...[4, 5, 6].map((high): Dice => [4, high]),
  [5, 5],
  [5, 6],
  [6, 6],
];

/** A reader for the OGXM of the exporter, written from the format and neither from the exporter nor from the importer. */
export function readOgxmFile(file: Uint8Array): OgxmMatch {
  const data = Buffer.from(file);
  if (data.toString('latin1', 0, 4) !== 'OGXM' || data.toString('latin1', data.length - 4) !== 'END!')
    throw new Error('no OGXM file');
  if (data.readUInt32LE(12) !== data.length) throw new Error('another length');
  const versions = [4, 6, 8, 10].map((at) => data.readUInt16LE(at));
  let match: Omit<OgxmMatch, 'games' | 'versions'> | null = null;
  const games: OgxmGame[] = [];
  let isChecked = false;
  for (let at = 16; at < data.length - 4; ) {
    const name = data.toString('latin1', at, at + 4);
    const content = data.subarray(at + 9, at + 9 + data.readUInt32LE(at + 4));
    if (data[at + 8] !== 1) throw new Error(`${name} is not critical`);
    if (name === 'MTCH') match = matchOf(content);
    else if (name === 'GAME') games.push(gameOf(content, at + 10));
    else if (name === 'CSUM') {
      if (content.toString('hex', 0, 4) !== '07000004') throw new Error('another checksum');
      isChecked = content.readUInt32LE(4) === crc32(data.subarray(0, at));
    } else throw new Error(`another section: ${name}`);
    at += 9 + content.length;
  }
  if (!match || !isChecked) throw new Error('no match or no checksum');
  return { ...match, versions, games };
}

/** Numbers of 7 bits a byte, one after another. */
function cursor(data: Buffer) {
  let at = 0;
  const number = (): number => {
    const byte = data[at++]!;
    return byte < 128 ? byte : byte - 128 + 128 * number();
  };
  const text = () => {
    const length = number();
    at += length;
    return data.toString('utf8', at - length, at);
  };
  return { number, text, byte: () => data[at++]!, place: () => at, left: () => data.length - at };
}

function matchOf(data: Buffer): Omit<OgxmMatch, 'games' | 'versions'> {
  const { number, text, left } = cursor(data);
  const size = number();
  if (size !== left()) throw new Error('another record');
  const mask = number();
  const has = (bit: number) => Math.floor(mask / 2 ** bit) % 2 === 1;
  const length = number();
  if (number() !== 0) throw new Error('a variant');
  const names: [string, string] = [has(0) ? text() : '', has(1) ? text() : ''];
  const [rules = 0, cubeLimit = 0] = [2, 3].map((bit) => (has(bit) ? number() : 0));
  const result = has(6) ? number() : 0;
  if (has(8)) number();
  if (left() !== 0) throw new Error('more fields');
  return { length, names, rules, cubeLimit, result };
}

/** @param start the number of the first byte of the content in the file */
function gameOf(data: Buffer, start: number): OgxmGame {
  const { number, byte, left, place } = cursor(data);
  const end = number() + place();
  const mask = number();
  const winner = mask & 1 ? number() : null;
  const points = mask & 2 ? number() : 0;
  if (place() !== end) throw new Error('more fields');
  const plies: OgxmPly[] = [];
  while (left() > 0) {
    const at = start + place();
    const first = byte();
    const action = first & 63;
    const steps: [number, number][] = [];
    const dice = DICE[action];
    if (dice)
      for (let most = dice[0] === dice[1] ? 4 : 2; most > 0; most--) {
        const step = byte();
        if (step === 0) break;
        steps.push([step & 31, step >> 5]);
      }
    // the extras of a resignation: a record with its factor
    if (first & 128 && (byte() !== 2 || byte() !== 2 || byte() > 3)) throw new Error('other extras');
    plies.push({ place: at, action, player: first & 64 ? 1 : 0, steps });
  }
  return { winner: winner === null ? null : winner === 1 ? 1 : 0, points, isLast: (mask & 4) > 0, plies };
}

/** The actions of a game as text, and its result. A roll that its player did not play before giving up is no play. */
export function toldByOgxm({ winner, points, plies }: OgxmGame): string[] {
  const names: Readonly<Record<number, string>> = {
    21: 'double',
    22: 'take',
    23: 'pass',
    27: 'resign',
    29: 'forfeit',
    32: 'beaver',
  };
  const moves = plies.map(({ action, player, steps }, index) => {
    const next = plies[index + 1];
    const givesUp = steps.length === 0 && next?.player === player && [27, 29].includes(next.action);
    const dice = DICE[action];
    return `${player} ${dice ? `${givesUp ? 'roll' : 'play'} ${dice.join('')}` : names[action]}`;
  });
  return [...moves, `${winner} ${points}`];
}

/** The same of a game of a record. The take of a beaver is no action of OGXM. */
export function toldByGame({ result, steps }: Game): string[] {
  const moves = steps.flatMap(({ action, before }): string[] => {
    const { dice, resignation, turn, phase } = before;
    const roll = dice?.toSorted().join('');
    const rolled = (player: Player) => (roll && player === turn ? [`${player} roll ${roll}`] : []);
    switch (action.type) {
      case 'play':
        return [`${action.player} play ${roll}`];
      case 'accept':
        return resignation ? [...rolled(resignation.by), `${resignation.by} resign`] : [];
      case 'forfeit':
        return [...rolled(action.loser), `${action.loser} forfeit`];
      case 'take':
        return phase === 'beaver' ? [] : [`${action.player} take`];
      case 'double':
      case 'pass':
      case 'beaver':
        return [`${action.player} ${action.type}`];
      default:
        return [];
    }
  });
  return [...moves, result ? `${result.winner} ${result.points}` : 'null 0'];
}

// A writer of analyses and notes, from the layout and not from the importer.

type Bytes = readonly number[];

const numberBytes = (value: number): Bytes =>
  value < 128 ? [value] : [(value % 128) + 128, ...numberBytes(Math.floor(value / 128))];
const four = (value: number): Bytes => [...Buffer.from(Int32Array.of(value).buffer)];
const millionths = (value: number): Bytes => four(Math.round(value * 1_000_000));
const textBytes = (value: string): Bytes => [...numberBytes(Buffer.byteLength(value)), ...Buffer.from(value)];

/** A record: its length, the mask of its optional fields, and its fields. */
function recordBytes(fields: Bytes, optional: Readonly<Record<number, Bytes | undefined>> = {}): Bytes {
  const present = Object.entries(optional).flatMap(([bit, field]) => (field ? [{ bit: Number(bit), field }] : []));
  const mask = present.reduce((sum, { bit }) => sum + 2 ** bit, 0);
  const body = [...numberBytes(mask), ...fields, ...present.flatMap(({ field }) => field)];
  return [...numberBytes(body.length), ...body];
}

interface OgxmLevel {
  readonly name?: string;
  readonly plays?: number;
  readonly cube?: number;
  readonly rollout?: boolean;
  readonly noRollout?: boolean;
}

const levelBytes = ({ name, plays, cube, rollout, noRollout }: OgxmLevel): Bytes =>
  recordBytes([], {
    0: name === undefined ? undefined : textBytes(name),
    1: plays === undefined ? undefined : numberBytes(plays),
    2: cube === undefined ? undefined : numberBytes(cube),
    // 36 games
    3: rollout ? recordBytes([], { 0: numberBytes(36) }) : undefined,
    4: noRollout ? [] : undefined,
  });

interface OgxmPlayJudgement {
  readonly action: number;
  readonly plays: readonly { readonly steps: Bytes; readonly value: number; readonly made?: boolean }[];
  readonly loss?: number;
  readonly level?: OgxmLevel;
}

interface OgxmCubeJudgement {
  readonly action: number;
  readonly values: readonly [noDouble: number, doubleTake: number, doublePass: number];
  readonly unit?: number;
  readonly level?: OgxmLevel;
}

export interface OgxmAnalysis {
  readonly producer?: number;
  readonly name?: string;
  readonly model?: string;
  /** 0 for equities without the cube, 1 for those for money, 2 for chances to win the match. */
  readonly unit?: number;
  readonly level?: OgxmLevel;
  readonly plays?: readonly OgxmPlayJudgement[];
  readonly cubes?: readonly OgxmCubeJudgement[];
}

interface OgxmSection {
  readonly name: string;
  readonly content: Bytes;
}

/** The step of a checker: its distance and its point, in White's numbering. */
export function stepOf(player: Player, [from, to]: readonly [number, number]): number {
  return (from - to) * 32 + (player === 0 ? 25 - from : from);
}

/** Returns the two sections of an analysis. Each value has the optional fields around it that other programs write. */
export function analysisSections(analysis: OgxmAnalysis): OgxmSection[] {
  const { producer, name, model, unit, level, plays = [], cubes = [] } = analysis;
  const about = recordBytes(new Array(16).fill(7), {
    0: new Array(32).fill(1),
    1: producer === undefined ? undefined : numberBytes(producer),
    2: level && levelBytes(level),
    3: [],
    4: [2, 0, 1],
    5: model === undefined ? undefined : textBytes(model),
    6: name === undefined ? undefined : textBytes(name),
    7: new Array(32).fill(2),
    8: textBytes('1.0'),
    9: unit === undefined ? undefined : numberBytes(unit),
    10: [1, 2],
    11: textBytes('a table'),
  });
  const ofPlay = ({ action, plays: list, loss, level: own }: OgxmPlayJudgement) =>
    recordBytes([...numberBytes(action), 0], {
      0: [...numberBytes(list.length), ...list.flatMap(candidateBytes)],
      1: numberBytes(list.length),
      2: millionths(list[0]?.value ?? 0),
      3: loss === undefined ? undefined : millionths(loss),
      4: own && levelBytes(own),
      5: [3],
    });
  const ofCube = ({ action, values, unit: other, level: own }: OgxmCubeJudgement) =>
    recordBytes([...numberBytes(action), 1, 0], {
      ...Object.fromEntries(values.map((value, bit) => [bit, millionths(value)])),
      3: CHANCES,
      4: millionths(0.5),
      5: [9, 9],
      6: [],
      7: own && levelBytes(own),
      10: millionths(-0.25),
      11: other === undefined ? undefined : numberBytes(other),
    });
  // luck is a judgement of another kind
  const luck = recordBytes([1, 3, ...millionths(0.25)]);
  const content = [...luck, ...plays.flatMap(ofPlay), ...cubes.flatMap(ofCube)];
  return [
    { name: 'ANAL', content: about },
    { name: 'DECS', content },
  ];
}

const CHANCES: Bytes = new Array(10).fill(3);

const candidateBytes = ({ steps, value, made }: OgxmPlayJudgement['plays'][number]): Bytes =>
  recordBytes([...numberBytes(steps.length), ...steps, ...millionths(value)], {
    0: CHANCES,
    1: levelBytes({}),
    2: made ? [] : undefined,
    4: millionths(0.125),
  });

/** Bytes of the end marker, and of a checksum before it. */
const END = 4;
const SUM = 17;

/** Returns a file with more sections and without a checksum. */
export function withSections(file: Uint8Array, sections: readonly OgxmSection[]): Uint8Array {
  const isSummed =
    Buffer.from(file).toString('latin1', file.length - END - SUM, file.length - END - SUM + 4) === 'CSUM';
  const parts = sections.map(({ name, content }) =>
    Buffer.from([...Buffer.from(name), ...four(content.length), 0, ...content]),
  );
  const bytes = Buffer.concat([file.subarray(0, isSummed ? -SUM - END : -END), ...parts, Buffer.from('END!')]);
  bytes.writeUInt32LE(bytes.length, 12);
  return new Uint8Array(bytes);
}

interface OgxmNote {
  readonly scope: number;
  readonly ref: number;
  readonly text: string;
  readonly key?: string;
  readonly kind?: number;
}

/** Returns the section of notes. */
export function noteSection(notes: readonly OgxmNote[]): OgxmSection {
  const content = notes.flatMap(({ scope, ref, text, key, kind }) =>
    recordBytes([...numberBytes(scope), ...numberBytes(ref), ...textBytes(text)], {
      0: key === undefined ? undefined : textBytes(key),
      1: kind === undefined ? undefined : numberBytes(kind),
      3: textBytes('en'),
      4: textBytes('an author'),
    }),
  );
  return { name: 'ANNO', content };
}

interface OgxmBareMatch {
  readonly length: number;
  /** The points of both players before the game, which comes after the Crawford game then. */
  readonly score?: readonly [number, number];
  readonly winner?: Player;
  readonly points?: number;
  /** The bytes of all actions. */
  readonly plies: Bytes;
}

/** Returns a match of one game without names. */
export function bytesOfMatch({ length, score, winner, points, plies }: OgxmBareMatch): Uint8Array {
  const head = recordBytes([...numberBytes(length), 0], {
    2: numberBytes(length > 0 ? 1 : 0),
    4: score?.flatMap(numberBytes),
    11: score && [],
  });
  const game = recordBytes([], {
    0: winner === undefined ? undefined : numberBytes(winner),
    1: points === undefined ? undefined : numberBytes(points),
  });
  const header = Buffer.from([...Buffer.from('OGXM'), 2, 0, 2, 0, 2, 0, 2, 0, 0, 0, 0, 0]);
  return withSections(Buffer.concat([header, Buffer.from('END!')]), [
    { name: 'MTCH', content: head },
    { name: 'GAME', content: [...game, ...plies] },
  ]);
}
