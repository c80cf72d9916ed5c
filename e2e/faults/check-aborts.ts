import { type Header, headerHash, verifyAborted } from 'bg-record';
import type { Evidence } from './evidence.ts';
import type { AbortFact, Facts } from './facts.ts';

/** Every client that learns that a match was aborted must receive the server's signature of the abort. */
export async function abortsAreSigned({ facts }: Evidence): Promise<string[]> {
  const faults: string[] = [];
  for (const [match, header] of facts.shown) {
    for (const { pub } of header.players) {
      const heard = facts.aborts.filter((abort) => abort.match === match && abort.pub === pub);
      const wrong = (await wrongNotice(facts, header, heard)) ?? missing(heard);
      if (wrong) faults.push(`${match}: ${pub.slice(0, 8)} ${wrong}`);
    }
  }
  return faults;
}

/** The client asks how the match ended if it was not told, and again if it was, so no lost frame excuses a missing signature. */
function missing(heard: readonly AbortFact[]): string | null {
  const unsigned = heard.find(({ proof }) => proof === null);
  if (!unsigned) return null;
  return unsigned.isTold ? 'got a notice without a signature' : 'got no notice';
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
