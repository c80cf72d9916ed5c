import {
  EVIDENCE_FORMAT,
  eventHash,
  examine,
  type Finding,
  headerHash,
  type MatchRecord,
  type Receipt,
  type SignedEvent,
  sentHash,
  verify,
} from 'bg-record';
import type { Evidence } from './evidence.ts';
import type { Facts } from './facts.ts';

/** The maximum of a transcript. */
const RECEIPTS_AT_ONCE = 16;

/** Codes of the findings about an event that a player signed and the server said something about. */
const ABOUT_EVENTS: readonly Finding['code'][] = ['event-denied', 'event-missing', 'event-voided'];

/**
 * Returns what `examine` finds in a record, all receipts of its match, and the events that these receipts and the `void` events name. Neither the
 * server nor the players of a run sign anything that convicts them.
 */
async function findings({ facts }: Evidence, { header, events }: MatchRecord): Promise<readonly Finding[]> {
  const receipts = facts.receipts.get(header.id) ?? [];
  const signed = facts.signed.get(header.id) ?? new Map<string, SignedEvent>();
  const eventsOf = (hashes: readonly (string | null)[]) =>
    [...new Set(hashes)].flatMap((hash) => signed.get(hash ?? '') ?? []);
  const voided = eventsOf(events.map((event) => (event.type === 'void' ? event.hash : null)));
  const found: Finding[] = [];
  for (let from = 0; from < receipts.length; from += RECEIPTS_AT_ONCE) {
    const some = receipts.slice(from, from + RECEIPTS_AT_ONCE);
    const about = { format: EVIDENCE_FORMAT, match: header.id, seat: null, code: 'unknown', said: '' };
    const sentEvents = [...eventsOf(some.map(({ asked }) => asked)), ...voided];
    const rest = { aborted: null, finished: null, sentEvents, log: [] };
    const examined = await examine({ ...about, transcripts: [{ header, events, receipts: some }], ...rest });
    if (!examined.ok) throw new Error(examined.message);
    found.push(...examined.findings);
  }
  return found;
}

/** The findings about each run, because several checks need them. */
const known = new WeakMap<Evidence, Promise<readonly (Finding & { readonly match: string })[]>>();

function allFindings(evidence: Evidence): Promise<readonly (Finding & { readonly match: string })[]> {
  const all = known.get(evidence) ?? examineAll(evidence);
  known.set(evidence, all);
  return all;
}

async function examineAll(evidence: Evidence): Promise<readonly (Finding & { readonly match: string })[]> {
  const all = evidence.stored.matches.map(async ({ id, record }) =>
    record ? (await findings(evidence, record)).map((finding) => ({ ...finding, match: id })) : [],
  );
  return (await Promise.all(all)).flat();
}

/** No gap contains a receipt by more than a page tolerates. */
export async function gapsHaveNoReceipts(evidence: Evidence): Promise<string[]> {
  const found = await allFindings(evidence);
  return found.filter(({ code }) => code === 'gap-with-receipt').map(({ match, message }) => `${match}: ${message}`);
}

/** Each receipt that names an event says what became of it. Players sign nothing that the rules refuse, so each event is stored or was overtaken. */
export async function fatesAreTrue(evidence: Evidence): Promise<string[]> {
  const found = (await allFindings(evidence)).filter(({ code }) => ABOUT_EVENTS.includes(code));
  const wrong = evidence.stored.matches.flatMap(({ id, record }) => {
    const hashes = new Set(record?.events.map(sentHash));
    return (evidence.facts.receipts.get(id) ?? []).flatMap(({ asked, fate }) => {
      if (record === null || asked === null) return [];
      if (fate === (hashes.has(asked) ? 'stored' : 'moved')) return [];
      const { n, type } = evidence.facts.signed.get(id)?.get(asked) ?? {};
      return [`a receipt of ${id} says “${fate}” of event ${n} (${type})`];
    });
  });
  return [...found.map(({ match, message }) => `${match}: ${message}`), ...wrong];
}

/** Each receipt is of a history that stayed, and no event after it is dated before it. */
export async function receiptsStayTrue(evidence: Evidence): Promise<string[]> {
  const others = [...ABOUT_EVENTS, 'gap-with-receipt'];
  const found = (await allFindings(evidence)).filter(({ code }) => !others.includes(code));
  const records = new Map(evidence.stored.matches.map(({ id, record }) => [id, record]));
  const strange = [...evidence.facts.receipts].flatMap(([match, receipts]) => {
    const record = records.get(match);
    const heads = record ? headsOf(record) : abortedHeads(evidence.facts, match);
    if (!heads) return [`${match} has receipts, and neither a record nor an abort`];
    return receipts.flatMap((receipt) => otherHistory(match, receipt, heads));
  });
  return [...found.map(({ match, message }) => `${match}: ${message}`), ...strange];
}

function otherHistory(match: string, { n, head }: Receipt, heads: readonly (string | null)[]): string[] {
  const held = heads[n];
  if (held === head || held === null) return [];
  return [`a receipt for ${n} events of ${match} names ${held === undefined ? 'more than there are' : 'others'}`];
}

/** The hash of a match's first 0, 1, 2 … events. */
const headsOf = ({ header, events }: MatchRecord): string[] => [headerHash(header), ...events.map(eventHash)];

/** The same hashes for an aborted match, up to its abort notices, with null for unknown ones. Returns null if no client received a notice. */
function abortedHeads({ aborts, aborted, shown, told }: Facts, match: string): (string | null)[] | null {
  const header = shown.get(match);
  if (!aborted.has(match) || !header) return null;
  const events = told.get(match);
  const proofs = aborts.flatMap((abort) => (abort.match === match && abort.proof ? [abort.proof] : []));
  const length = proofs[0]?.n ?? events?.size ?? 0;
  const headAt = (n: number) => proofs.find((proof) => proof.n === n)?.head ?? events?.get(n - 1) ?? null;
  return Array.from({ length: length + 1 }, (_, n) => (n === 0 ? headerHash(header) : headAt(n)));
}

/** Codes of the notes of `verify` about a forfeit that was not due by the record's own times, or that was due and did not come. */
const NOT_DUE: readonly string[] = [
  'time-left',
  'absence-not-announced',
  'absence-too-short',
  'not-claimed',
  'claim-ignored',
];

/** A player who lost by absence was announced as absent, the announced time had run out, and the opponent had claimed. The same holds for the clock. */
export async function forfeitsWereDue({ stored }: Evidence): Promise<string[]> {
  const faults: string[] = [];
  for (const { id, record } of stored.matches) {
    const judged = await verify(record);
    if (!judged.ok) continue;
    for (const { code, message } of judged.notes) if (NOT_DUE.includes(code)) faults.push(`${id}: ${message}`);
  }
  return faults;
}
