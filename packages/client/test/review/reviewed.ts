import { readFileSync } from 'node:fs';
import { tagOf } from '@anchor/analysis';
import { type AnalysisReport, analysisReport } from '@anchor/wire';
import * as verifier from 'bg-record';
import { rankPlays, samePosition } from 'bg-rules';
import { makeHeader } from '../../../session/test/support/table.ts';
import { type Moment, momentsOf } from '../../src/judged/moments.ts';
import { type CheckedRecord, checkRecord } from '../../src/records/load.ts';
import { playAtRandom } from '../match/played.ts';

const vectors = new URL('../../../../vectors/records/', import.meta.url);

export function bytesOf(file: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(file, vectors)));
}

/** Returns a genuine record of the vectors, verified as the page does. */
export async function checkedRecord(name: string): Promise<CheckedRecord> {
  const bytes = bytesOf(`valid/${name}.json`);
  const { header } = JSON.parse(new TextDecoder().decode(bytes));
  const loaded = await checkRecord(verifier, header.id, bytes);
  if (loaded.kind !== 'checked') throw new Error(`${name} is ${loaded.kind}`);
  return loaded;
}

/** Returns a whole match played at random, with many decisions of every kind and no signatures. */
export async function randomMatch(seed: number): Promise<CheckedRecord> {
  const { header, events, states } = playAtRandom(seed, 7, 20_000);
  const result = states.at(-1)?.result;
  if (!result) throw new Error(`no end (seed ${seed})`);
  const record = { header: await makeHeader(header), events, result, finalHash: '', sig: '' };
  return { record, rolls: 0, notes: [], text: '' };
}

type Row = AnalysisReport['moves'][number];

/** Returns a deep report of a record, with the heuristic in place of an engine. Losses are in points. */
export function reportOf({ record }: CheckedRecord, scoredIn: 'equity' | 'mwc-per-point'): AnalysisReport {
  const moves = momentsOf(verifier.stepsOf(record)).flatMap((moment) => rowOf(moment, scoredIn) ?? []);
  const seat = { pub: '', name: '', decisions: 0, forced: 0, loss: 0, pr: null, inaccuracies: 0, luck: 0 };
  const players = record.header.players.map(({ pub, name }) => ({ ...seat, pub, name, errors: 0, blunders: 0 }));
  return analysisReport.parse({
    matchId: record.header.id,
    engineId: 'test-1',
    ply: 1,
    provisional: false,
    scoredIn,
    prNote: null,
    result: record.result,
    players,
    totals: { decisions: 0, forced: 0, loss: 0, games: 1 },
    moves,
  });
}

const CUBE = { noDouble: 0.5, doubleTake: 0.45, doublePass: 1, action: 'no-double' };

function rowOf(moment: Moment, scoredIn: string): Row | null {
  const { n, game, player: p, type, state } = moment;
  const { position, cube, crawford } = state;
  const [points, bar, off] = [[...position.points], [...position.bar], [...position.off]] as const;
  const at = { n, game, p, crawford, cube: { ...cube }, score: [...state.score], position: { points, bar, off } };
  if (type === 'play') return { ...at, kind: 'play', ...judgedPlay(moment, scoredIn) } as Row;
  const isCube = type === 'double' || type === 'take' || type === 'pass' || type === 'beaver';
  return isCube ? ({ ...at, kind: type, evaluation: CUBE } as Row) : null;
}

/** The match-winning chance per point of loss, in every test. */
export const PER_POINT = 0.1;

function judgedPlay({ before, player, dice, hops, after, ended }: Moment, scoredIn: string) {
  const ranked = rankPlays(before, player, dice!);
  const forced = ranked.length < 2;
  const at = ranked.findIndex(({ position, hops: one }) =>
    ended ? String(one) === String(hops) : samePosition(position, after),
  );
  const lossOf = (index: number) => ranked[0]!.score - ranked[Math.max(index, 0)]!.score;
  const best = ranked.slice(0, 5).map((play, index) => ({
    hops: play.hops,
    equity: play.score,
    loss: lossOf(index),
    probs: null,
    mwc: scoredIn === 'equity' ? null : 0.5 - PER_POINT * lossOf(index),
  }));
  const loss = forced ? 0 : lossOf(at);
  const judged = { rank: forced ? 1 : at + 1, loss, tag: forced ? null : tagOf(loss), best: forced ? [] : best };
  return { dice, hops, forced, ...judged, of: ranked.length, luckPerRoll: null };
}
