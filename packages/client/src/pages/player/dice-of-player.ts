import type { Header, MatchEvent } from 'bg-record';
import type { Dice } from 'bg-rules';
import type { RecordFile } from '../../records/check.ts';
import type { Verifier } from '../../records/verifier.ts';
import { binomial, type FaceFigure, type Figure, faceFigures } from '../../ui/dice-figures.ts';

/** The rolls of one player, from verified records. */
export interface GatheredDice {
  readonly rolls: readonly Dice[];
  /** The matches whose records verified. */
  readonly verified: number;
  /** The matches whose records failed verification. Their dice are not counted. */
  readonly refused: readonly string[];
  /** The number of matches whose records could not be fetched. */
  readonly absent: number;
}

const NOTHING: GatheredDice = { rolls: [], verified: 0, refused: [], absent: 0 };

interface Gathering {
  readonly verifier: Verifier;
  readonly pub: string;
  readonly matches: readonly string[];
  readonly fetchFile: (match: string) => Promise<RecordFile | null>;
  /** Called after each match. False stops the work. */
  readonly onProgress: (soFar: GatheredDice) => boolean;
}

/** Fetches and verifies the records one at a time, and collects this player's rolls. */
export async function gatherDice({ verifier, pub, matches, fetchFile, onProgress }: Gathering): Promise<GatheredDice> {
  let sum = NOTHING;
  for (const match of matches) {
    const file = await fetchFile(match);
    const rolls = file && (await rollsOf(verifier, file.bytes, match, pub));
    if (rolls) sum = { ...sum, rolls: [...sum.rolls, ...rolls], verified: sum.verified + 1 };
    else if (file) sum = { ...sum, refused: [...sum.refused, match] };
    else sum = { ...sum, absent: sum.absent + 1 };
    if (!onProgress(sum)) break;
  }
  return sum;
}

/** Resolves to null if the record fails verification, or is for another match or player. */
async function rollsOf(verifier: Verifier, bytes: Uint8Array, match: string, pub: string): Promise<Dice[] | null> {
  const read = verifier.parseRecordText(bytes);
  if (!read.ok || !(await verifier.verify(read.value)).ok) return null;
  const transcript = transcriptOf(verifier, read.value);
  const seat = transcript?.header.players.findIndex((player) => player.pub === pub) ?? -1;
  if (!transcript || seat < 0 || transcript.header.id !== match) return null;
  // The opening roll belongs to neither player: each rolls one die, and ties are rolled again.
  return verifier
    .stepsOf(transcript)
    .flatMap(({ action, before }) => (action.type === 'dice' && before.turn === seat ? [action.dice] : []));
}

/** Returns the parts of a record that `verify` has accepted. */
function transcriptOf(verifier: Verifier, value: unknown): { header: Header; events: readonly MatchEvent[] } | null {
  if (typeof value !== 'object' || value === null || !('header' in value) || !('events' in value)) return null;
  const header = verifier.checkHeader(value.header);
  if (!header.ok || !Array.isArray(value.events)) return null;
  return { header: header.value, events: value.events };
}

/** A player's rolls compared with the expectation for fair dice. */
interface DiceSummary {
  readonly rolls: number;
  readonly faces: readonly FaceFigure[];
  readonly doubles: Figure;
  /** The average pips per roll. A double counts four times its face. */
  readonly pips: Figure;
}

export function summarise(rolls: readonly Dice[]): DiceSummary {
  const counts = [0, 0, 0, 0, 0, 0];
  for (const die of rolls.flat()) counts[die - 1] = (counts[die - 1] ?? 0) + 1;
  const doubles = rolls.filter(([one, other]) => one === other).length;
  const pips = rolls.reduce((sum, roll) => sum + pipsOf(roll), 0);
  return {
    rolls: rolls.length,
    faces: faceFigures(counts),
    doubles: { seen: doubles, ...binomial(rolls.length, 1 / 6) },
    pips: {
      seen: rolls.length === 0 ? 0 : pips / rolls.length,
      expected: PIPS.mean,
      sd: rolls.length === 0 ? 0 : PIPS.sd / Math.sqrt(rolls.length),
    },
  };
}

function pipsOf([one, other]: readonly [number, number]): number {
  return one === other ? 4 * one : one + other;
}

/** The mean and standard deviation of the pips of one fair roll, over all 36. */
const PIPS = (() => {
  const faces = [1, 2, 3, 4, 5, 6];
  const all = faces.flatMap((one) => faces.map((other) => pipsOf([one, other])));
  const mean = all.reduce((sum, pips) => sum + pips, 0) / all.length;
  return { mean, sd: Math.sqrt(all.reduce((sum, pips) => sum + (pips - mean) ** 2, 0) / all.length) };
})();
