import { bytesToHex } from '@noble/hashes/utils.js';
import { formatContradiction, type LogView } from 'tlog-kit';
import { isSameLog, noteOfView, viewsIn } from '../../log/views.ts';
import type { HeaderLog, MatchRecord, Party, View } from '../../types.ts';
import { quoted } from '../../visible.ts';
import { type Finding, finding, unwrapped } from './finding.ts';

/**
 * Compares the views of the log in a record with the audited tree.
 * @param record a record that `verify` accepted, so that the log of its header has signed them
 * @param at position of its entry
 * @param logs the log under each key that the audit accepts
 */
export async function compareViews(
  record: MatchRecord,
  at: number,
  audited: LogView,
  logs: readonly HeaderLog[],
): Promise<Finding[]> {
  const { id, log } = record.header;
  if (!log) return [];
  const place = { entry: at, about: id };
  if (!logs.some((own) => isSameLog(own, log))) {
    const message = `The header of match ${id} names the log ${quoted(log.origin)} with the key ${log.key}, which is not the one of this audit.`;
    return [finding('other-log', place, message, { log, logs })];
  }
  const findings: Finding[] = [];
  for (const { party, view } of viewsIn(record)) {
    const difference = await differenceTo(audited, view, log);
    if (!difference) continue;
    const message = `${nameOf(party)} of match ${id} was shown a tree of ${view.size} entries, ${difference.what}.`;
    findings.push(finding('view-differs', place, message, difference.evidence));
  }
  return findings;
}

/** Returns null if the audited tree begins with the tree of the view. */
async function differenceTo({ checkpoint, tree }: LogView, view: View, log: HeaderLog) {
  const note = noteOfView(view, log);
  const { size } = checkpoint;
  // The entry of a match is behind every view in its record. So the service has taken a larger tree back.
  if (view.size > size)
    return {
      what: `and this log has ${size} with the entry of the match`,
      evidence: { stated: note, shown: checkpoint.note },
    };
  if (bytesToHex(unwrapped(await tree.rootAt(view.size))) === view.root) return null;
  const hashes = view.size === size ? [] : unwrapped(await tree.boundaryHashes(view.size));
  const evidence: unknown = JSON.parse(formatContradiction({ older: note, newer: checkpoint.note, hashes }));
  return { what: `which this log of ${size} does not begin with`, evidence };
}

function nameOf(party: Party): string {
  return party === null ? 'The server' : `Player ${party}`;
}
