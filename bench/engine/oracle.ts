import { decideDouble } from '../../packages/engine/src/cube-decision.ts';
import type { Ply } from '../../packages/engine/src/look-ahead.ts';
import { rank } from '../../packages/engine/src/rank.ts';
import { cubelessEquity as equityOf } from '../../packages/rules/src/cubeless-equity.ts';
import { ownView } from '../../packages/rules/src/index.ts';
import { type CheckerRow, type CubeRow, checkerRows, cubeRows, type ReferencePlay } from './reference.ts';
import { type Mean, meanOf } from './statistics.ts';

/** Returns the loss of our plays by the reference's evaluation, cubeless or cubeful. */
export function checkerLoss(ply: Ply, cubeful: boolean): Mean {
  return meanOf(checkerRows.filter((row) => row.moves.length > 1).map((row) => lossOf(row, ply, cubeful)));
}

function lossOf(row: CheckerRow, ply: Ply, cubeful: boolean): number {
  const { position, dice, match, moves } = row;
  const [ours] = rank(position, 0, dice, cubeful ? { ply, cubeful, match } : { ply });
  const worth = (play: ReferencePlay) => (cubeful ? play.equity : equityOf(play.probs));
  const chosen = ownView(ours!.position, 0).join();
  const found = moves.find((play) => play.points.join() === chosen);
  return Math.max(...moves.map(worth)) - worth(found!);
}

interface CubeAgreement {
  readonly asked: number;
  /** Shares of decisions on which both agree. */
  readonly doubling: number;
  readonly taking: number;
  /** The cost of our decisions by the reference's evaluation, in points of the cube. */
  readonly doublingCost: Mean;
  readonly takingCost: Mean;
}

/** If doubling and not doubling differ by less than this, both are correct. */
const EQUAL = 0.001;

export function cubeAgreement(ply: Ply, kind: 'money' | 'match'): CubeAgreement {
  return agreementOn(
    cubeRows.filter(({ match }) => (match.length === 0) === (kind === 'money')),
    ply,
  );
}

export function agreementOn(rows: readonly CubeRow[], ply: Ply): CubeAgreement {
  const compared = rows.flatMap((row) => compare(row, ply) ?? []);
  const share = (count: number) => count / compared.length;
  return {
    asked: compared.length,
    doubling: share(compared.filter((one) => one.sameDouble).length),
    taking: share(compared.filter((one) => one.sameTake).length),
    doublingCost: meanOf(compared.map((one) => one.doublingCost)),
    takingCost: meanOf(compared.map((one) => one.takingCost)),
  };
}

/** Returns null if a double cannot gain anything. */
function compare(row: CubeRow, ply: Ply) {
  const ours = decideDouble(row.position, 0, { ply, match: row.match });
  if (ours === null) return null;
  const theirs = Math.min(row.doubleTake, 1);
  const weDouble = ours.action === 'double-take' || ours.action === 'double-pass';
  const lost = Math.abs(theirs - row.noDouble);
  const sameDouble = lost < EQUAL || weDouble === theirs > row.noDouble;
  const sameTake = ours.doubleTake <= 1 === row.doubleTake <= 1;
  return {
    sameDouble,
    sameTake,
    doublingCost: sameDouble ? 0 : lost,
    takingCost: sameTake ? 0 : Math.abs(row.doubleTake - 1),
  };
}
