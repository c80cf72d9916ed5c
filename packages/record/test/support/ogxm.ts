import { crc32 } from 'node:zlib';
import type { Dice, Player } from 'bg-rules';
import type { Game } from '../../src/export/games.ts';

/** One action of an OGXM file. */
interface OgxmPly {
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
    else if (name === 'GAME') games.push(gameOf(content));
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

function gameOf(data: Buffer): OgxmGame {
  const { number, byte, left, place } = cursor(data);
  const end = number() + place();
  const mask = number();
  const winner = mask & 1 ? number() : null;
  const points = mask & 2 ? number() : 0;
  if (place() !== end) throw new Error('more fields');
  const plies: OgxmPly[] = [];
  while (left() > 0) {
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
    plies.push({ action, player: first & 64 ? 1 : 0, steps });
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
