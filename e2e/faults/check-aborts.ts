import { type Header, headerHash, verifyAborted } from 'bg-record';
import type { Evidence } from './evidence.ts';
import type { AbortFact, Facts, FaultFact } from './facts.ts';
import type { FaultKind } from './plan.ts';

/**
 * Faults after which a client's process may know that a match was aborted without having the signature of the abort.
 */
const UNTOLD: readonly FaultKind[] = [
  ...(['kill', 'freeze', 'disk-full', 'database-restart'] as const),
  ...(['link-cut', 'link-half-open', 'link-one-way', 'link-refused'] as const),
];

/** Every client that is connected when a match is aborted must receive the server's signature of the abort. */
export async function abortsAreSigned({ facts }: Evidence): Promise<string[]> {
  const faults: string[] = [];
  for (const [match, { header, order }] of facts.shown) {
    for (const { pub } of header.players) {
      const heard = facts.aborts.filter((abort) => abort.match === match && abort.pub === pub);
      const wrong = await wrongNotice(facts, header, heard);
      if (wrong) faults.push(`${match}: ${pub.slice(0, 8)} ${wrong}`);
      else if (heard.some(({ proof }) => proof)) continue;
      else for (const one of heard.slice(0, 1)) faults.push(...withoutProof(facts, order, one));
    }
  }
  return faults;
}

async function wrongNotice(facts: Facts, header: Header, heard: readonly AbortFact[]): Promise<string | null> {
  for (const { proof } of heard) {
    if (!proof) continue;
    if (!(await verifyAborted(header.server, header.id, proof))) return 'got a notice with a wrong signature';
    const head = proof.n === 0 ? headerHash(header) : facts.told.get(header.id)?.get(proof.n - 1);
    if (head !== undefined && head !== proof.head) return 'got a notice of another history';
  }
  return null;
}

/** @param since order number of the first time that a client received the match */
function withoutProof({ faults, lostFrames }: Facts, since: number, abort: AbortFact): string[] {
  const { match, pub, isTold, order } = abort;
  const isLost = lostFrames.some((lost) => lost > since && lost < order);
  const mayBeUntold = faults.some((fault) => fault.begun < order && lasts(fault) > since);
  if (mayBeUntold || (isLost && !isTold)) return [];
  return [
    `${match}: ${pub.slice(0, 8)} was connected and ${isTold ? 'got a notice without a signature' : 'got no notice'}`,
  ];
}

/** Returns the order number at which the effects of a fault end. */
function lasts({ kind, ended }: FaultFact): number {
  return UNTOLD.includes(kind) ? ended : 0;
}
