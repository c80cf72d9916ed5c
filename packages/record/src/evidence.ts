import type { RecordFailure } from './codes.ts';
import { compare, containsHead, isDoubleSigned, ownerOfKey } from './compare.ts';
import { checkSignedEvent, isSignedByParty, partyKey, sentHash } from './event.ts';
import { type EvidenceCode, isEvidenceCode } from './evidence-codes.ts';
import { isObject } from './fields.ts';
import { endsByFullness } from './full-record.ts';
import { acceptedInPlace } from './in-place.ts';
import { Ledger } from './ledger.ts';
import { needsClaim } from './ledger-state.ts';
import { checkTranscriptForm, type TranscriptForm } from './record-form.ts';
import { readReceipts, verifyAborted } from './statements.ts';
import type { Aborted, EventType, Party, Receipt, SignedEvent } from './types.ts';
import { verify } from './verify.ts';

export const EVIDENCE_FORMAT = 'bg-evidence/1';

/**
 * Statements of the server contradict each other only if their times differ by more than this, to allow for
 * clocks and latency.
 */
export const RECEIPT_TOLERANCE_MS = 5_000;

/**
 * Returns true if the server cannot have signed anything at `now` in a gap from `since` to `at`, all in milliseconds since the epoch. It may
 * have signed until its last heartbeat, which is at most 4 s old, and again just before it marked the gap, by a clock half a second off.
 */
export function isInGap(now: number, { since, at }: { readonly since: number; readonly at: number }): boolean {
  return since + RECEIPT_TOLERANCE_MS < now && now < at - RESUME_TOLERANCE_MS;
}

/** A receipt may be dated this long before the end of a gap. */
const RESUME_TOLERANCE_MS = 1_000;

/** Maximum number of events that evidence may hold besides its transcripts. */
const MAX_SENT = 64;

/**
 * The file that the page offers after it halted a match: everything that it holds about the match. `said` and
 * `log` are the player's own claims. `examine` finds what the signatures in the file prove.
 */
export interface Evidence {
  readonly format: typeof EVIDENCE_FORMAT;
  /** The id of the match. */
  readonly match: string;
  /** The seat of the player who saved the file. Null for a watcher. */
  readonly seat: 0 | 1 | null;
  /** Code and sentence of the reason for which the page halted the match. */
  readonly code: EvidenceCode;
  readonly said: string;
  /** One or two histories as the server sent them, with the receipts kept. */
  readonly transcripts: readonly unknown[];
  /** The server's signed statement that it aborted the match. */
  readonly aborted: Aborted | null;
  /** The result as the server announced it, without a signature. */
  readonly finished: unknown;
  /** Events that the player signed and that the histories may lack. */
  readonly sentEvents: readonly unknown[];
  /** The player's own log of the connection. */
  readonly log: readonly unknown[];
}

/** One fact that evidence proves. */
export interface Finding {
  readonly code:
    | 'two-histories'
    | 'two-contents'
    | 'refused-event'
    | 'receipt-contradicted'
    | 'gap-with-receipt'
    | 'event-denied'
    | 'event-missing'
    | 'event-voided'
    | 'absence-not-announced'
    | 'absence-too-short'
    | 'absence-not-claimed'
    | 'aborted-after-roll';
  /** The key that signed, and a name for its owner. */
  readonly pub: string;
  readonly about: string;
  readonly message: string;
}

export interface Examined {
  readonly ok: true;
  readonly match: string;
  /** Facts proven by signatures alone. */
  readonly findings: readonly Finding[];
  /** Indices of the transcripts that verify as far as they go. */
  readonly verified: readonly number[];
  /** The reason given by the page. Nothing proves it beyond the findings. */
  readonly said: { readonly code: EvidenceCode; readonly sentence: string };
}

export interface NotExamined {
  readonly ok: false;
  readonly code: 'evidence-form';
  readonly message: string;
}

/** A history up to its first invalid event. */
interface History {
  readonly ledger: Ledger;
  readonly receipts: readonly Receipt[];
  /** The history before its `forfeit`. Null if it does not end with one. */
  readonly beforeForfeit: Ledger | null;
  /** True if the server closed this history and so signed the time of its last event. */
  readonly isClosed: boolean;
  /** The first event that the ledger refused. Null if it accepted all. */
  readonly refused: { readonly event: unknown; readonly code: string; readonly message: string } | null;
}

/**
 * Finds what a file of evidence proves by signatures alone. Every finding names a key that signed something
 * it must not sign. Takes any value and never throws on JSON values. The work is that of verifying two
 * transcripts.
 */
export async function examine(value: unknown): Promise<Examined | NotExamined> {
  const fault = formFault(value);
  if (fault !== null) return { ok: false, code: 'evidence-form', message: fault };
  const evidence = value as Evidence;
  const histories: History[] = [];
  for (const [i, transcript] of evidence.transcripts.entries()) {
    const form = checkTranscriptForm(transcript);
    if (!form.ok) return formRefused(`transcript ${i + 1}: ${form.message}`);
    if (form.value.header.id !== evidence.match) return formRefused(`transcript ${i + 1} is of another match`);
    histories.push(await readHistory(form.value, transcript));
  }
  const sent = await ownEvents(evidence.sentEvents, histories);
  const findings = [
    ...(await twoHistories(histories)),
    ...(await refusedEvents(histories)),
    ...twoContents(histories, sent),
    ...histories.flatMap(receiptFindings),
    ...beyondTheEnd(histories),
    ...(await droppedEvents(histories, sent)),
    ...histories.flatMap(forfeitFindings),
    ...(await abortedFindings(histories, evidence.aborted)),
  ];
  return {
    ok: true,
    match: evidence.match,
    findings: withoutRepeats(findings),
    verified: histories.flatMap(({ refused }, i) => (refused === null ? [i] : [])),
    said: { code: evidence.code, sentence: evidence.said },
  };
}

function formFault(value: unknown): string | null {
  if (!isObject(value)) return 'the evidence is not an object';
  if (value.format !== EVIDENCE_FORMAT) return `the format is not ${EVIDENCE_FORMAT}`;
  if (typeof value.match !== 'string') return 'the evidence names no match';
  if (!isEvidenceCode(value.code) || typeof value.said !== 'string') return 'the evidence gives no reason of a page';
  const { transcripts, sentEvents } = value;
  // A page can find a fault of the public log without a match.
  const least = value.publicLog === undefined ? 1 : 0;
  if (!Array.isArray(transcripts) || transcripts.length < least || transcripts.length > 2)
    return 'the evidence does not hold one or two transcripts';
  if (transcripts.length === 0 && value.match !== '') return 'the evidence names a match without a transcript';
  if (!Array.isArray(sentEvents) || sentEvents.length > MAX_SENT)
    return `"sentEvents" is not a list of at most ${MAX_SENT} events`;
  return null;
}

function formRefused(message: string): NotExamined {
  return { ok: false, code: 'evidence-form', message };
}

async function readHistory({ header, events }: TranscriptForm, transcript: unknown): Promise<History> {
  const ledger = new Ledger(header);
  const { fault } = await ledger.appendAll(events);
  const refused = fault && { event: events[fault.event], code: fault.code, message: fault.message };
  // Ignore receipts that the server did not sign: they prove nothing and do not invalidate the rest.
  const receipts = (await readReceipts(header, isObject(transcript) ? transcript.receipts : undefined)) ?? [];
  const isClosed = refused === null && (await verify(transcript)).ok;
  return { ledger, receipts, refused, isClosed, beforeForfeit: await beforeForfeit(ledger) };
}

async function beforeForfeit({ header, events, last }: Ledger): Promise<Ledger | null> {
  if (last?.type !== 'forfeit') return null;
  const before = new Ledger(header);
  await before.appendAll(events.slice(0, -1));
  return before;
}

/** Returns the events that carry a valid signature of a player of the match. */
async function ownEvents(values: readonly unknown[], [history]: readonly History[]): Promise<SignedEvent[]> {
  const events: SignedEvent[] = [];
  for (const value of values) {
    const checked = checkSignedEvent(value);
    if (!checked.ok || !history || checked.value.p === null) continue;
    if (await isSignedByParty(history.ledger.header, { ...checked.value, at: 0 })) events.push(checked.value);
  }
  return events;
}

async function twoHistories(histories: readonly History[]): Promise<Finding[]> {
  const [a, b = a] = histories;
  if (!a || !b) return [];
  const copyOf = ({ ledger, receipts }: History) => ({ header: ledger.header, events: ledger.events, receipts });
  const comparison = await compare(copyOf(a), copyOf(b));
  if (comparison.relation !== 'fork') return [];
  return comparison.signedBoth.map(({ pub, who }) => {
    const message = `${comparison.message} One party can sign only one history of a match.`;
    return { code: 'two-histories' as const, pub, about: who, message };
  });
}

/** Finds events that their party signed and the rules refuse, for example dice that do not follow from the reveals. */
async function refusedEvents(histories: readonly History[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { ledger, refused } of histories) {
    if (!refused || !isObject(refused.event)) continue;
    const { at: _at, ...signed } = refused.event;
    const checked = checkSignedEvent(signed);
    if (!checked.ok || checked.value.n !== ledger.length || checked.value.prev !== ledger.head) continue;
    if (!(await isSignedByParty(ledger.header, { ...checked.value, at: 0 }))) continue;
    const fault = DATED.has(refused.code) ? await faultAtBest(ledger, checked.value) : refused;
    if (!fault || (fault.code === 'too-many-events' && checked.value.p !== null)) continue;
    const message = `It signed event ${checked.value.n}, which the rules refuse (${fault.code}): ${fault.message}.`;
    findings.push({ code: 'refused-event', ...party(ledger, checked.value.p), message });
  }
  return findings;
}

/**
 * Faults that depend on the date of an event. The date of the last event is unsigned, so the author of a file may have
 * changed it.
 */
const DATED: ReadonlySet<string> = new Set(['event-form', 'wrong-time', 'wrong-resume']);

/** Returns the fault that an event has with its most favourable date. Returns null if it then has none. */
async function faultAtBest(ledger: Ledger, event: SignedEvent): Promise<RecordFailure | null> {
  const again = new Ledger(ledger.header);
  await again.appendAll(ledger.events);
  const at = event.type === 'resume' ? Math.max(ledger.at, event.since) : ledger.at;
  const judged = await again.append({ ...event, at });
  return judged.ok ? null : judged;
}

/** Finds two contents that a player signed for one place. */
function twoContents(histories: readonly History[], sent: readonly SignedEvent[]): Finding[] {
  return histories.flatMap(({ ledger }) =>
    sent.flatMap((event, i) => {
      const others: readonly (SignedEvent | undefined)[] = [ledger.events[event.n], ...sent.slice(i + 1)];
      const other = others.find((one) => one && isDoubleSigned(event, one, ledger.events));
      if (!other) return [];
      const message = `It signed two different contents for event ${event.n} (${event.type} and ${other.type}).`;
      return [{ code: 'two-contents' as const, ...party(ledger, event.p), message }];
    }),
  );
}

function receiptFindings(history: History): Finding[] {
  const { ledger, receipts } = history;
  const until = boundUntil(history);
  return receipts.flatMap((receipt) => {
    if (!containsHead(ledger, receipt)) return [];
    const { n: known, now } = receipt;
    const bound = ledger.events.slice(0, until);
    const early = bound.find(({ n, at }) => n >= known && at < now - RECEIPT_TOLERANCE_MS);
    const gap = bound.find((event) => event.type === 'resume' && isInGap(now, event));
    const found: Finding[] = [];
    if (early) {
      const seconds = Math.round((now - early.at) / 1000);
      const message = `It signed that the match had ${known} events, and dated event ${early.n} ${seconds} s before that.`;
      found.push({ code: 'receipt-contradicted', ...party(ledger, null), message });
    }
    if (gap) {
      const message = `It marked a gap with event ${gap.n}, and signed a receipt in the middle of that gap.`;
      found.push({ code: 'gap-with-receipt', ...party(ledger, null), message });
    }
    return found;
  });
}

/** Finds receipts for more events than the server closed the match with. A closed record has no receipts of its own. */
function beyondTheEnd(histories: readonly History[]): Finding[] {
  const closed = histories.find(({ isClosed }) => isClosed)?.ledger;
  if (!closed) return [];
  return histories.flatMap(({ ledger, receipts }) =>
    receipts.flatMap(({ n }) => {
      if (n <= closed.length || ledger.header.server !== closed.header.server) return [];
      const message = `It signed that the match had ${n} events, and closed it with ${closed.length}.`;
      return [{ code: 'receipt-contradicted' as const, ...party(closed, null), message }];
    }),
  );
}

/**
 * Returns the number of events whose times the server has signed. The `at` of an event is covered only by
 * later signatures.
 */
function boundUntil({ ledger, receipts, isClosed }: History): number {
  if (isClosed) return ledger.length;
  const lastOwn = ledger.events.findLast(({ p }) => p === null)?.n ?? 0;
  return Math.max(lastOwn, ...receipts.filter((receipt) => containsHead(ledger, receipt)).map(({ n }) => n));
}

/**
 * Finds what the server signed about single events of a player, each by one receipt or `void` together with the event that it names. An honest
 * server decides an event before it signs a receipt for it, so what is said here is true at one moment.
 */
async function droppedEvents(histories: readonly History[], sent: readonly SignedEvent[]): Promise<Finding[]> {
  const known = new Map(sent.map((event) => [sentHash(event), event]));
  const findings: Finding[] = [];
  for (const { ledger, receipts } of histories) {
    const named = receipts.flatMap((receipt) => {
      const event = receipt.asked === null ? undefined : known.get(receipt.asked);
      return event ? [{ receipt, event }] : [];
    });
    const refusals = [...deniedBy(named), ...voidedIn(ledger, known)];
    for (const { code, event, words } of [...missingFrom(ledger, named), ...(await acceptedInPlace(ledger, refusals))])
      findings.push({ code, ...party(ledger, null), message: `It ${words(`event ${event.n} (${event.type})`)}.` });
  }
  return findings;
}

/** A receipt and the event that it names. */
interface Named {
  readonly receipt: Receipt;
  readonly event: SignedEvent;
}

/** A statement of the server about an event. */
interface Statement {
  readonly code: Finding['code'];
  readonly event: SignedEvent;
  /** Time of the statement, milliseconds since the epoch. */
  readonly at: number;
  readonly words: (event: string) => string;
}

/** The refusals in receipts that name the place of the event as the next. */
function deniedBy(named: readonly Named[]): Statement[] {
  return named.flatMap(({ receipt: { n, head, fate, now }, event }) => {
    if (fate === 'stored' || event.n !== n || event.prev !== head) return [];
    const words = (what: string) =>
      `signed "${fate}" about ${what} in the place for which the event was signed, and the rules accept it there`;
    return [{ code: 'event-denied', event, at: now, words }];
  });
}

/** The `void` events that have the place of the event that they name. */
function voidedIn({ events }: Ledger, known: ReadonlyMap<string, SignedEvent>): Statement[] {
  return events.flatMap((one) => {
    const event = one.type === 'void' ? known.get(one.hash) : undefined;
    if (!event || event.n !== one.n || event.prev !== one.prev) return [];
    const words = (what: string) =>
      `declared ${what} void in the place for which the event was signed, and the rules accept it there`;
    return [{ code: 'event-voided', event, at: one.at, words }];
  });
}

/** The receipts of this history that call an event stored which is not among the events that they count. */
function missingFrom(ledger: Ledger, named: readonly Named[]): Statement[] {
  const stored = named.filter(({ receipt }) => receipt.fate === 'stored' && containsHead(ledger, receipt));
  if (stored.length === 0) return [];
  const places = new Map(ledger.events.map((one) => [sentHash(one), one.n]));
  return stored.flatMap(({ receipt: { n, now }, event }) => {
    const place = places.get(sentHash(event));
    if (place !== undefined && place < n) return [];
    const words = (what: string) =>
      `signed that ${what} was stored, and the history that the same receipt names lacks it`;
    return [{ code: 'event-missing', event, at: now, words }];
  });
}

function forfeitFindings({ ledger, isClosed, beforeForfeit: before }: History): Finding[] {
  const { last } = ledger;
  const { forfeit } = ledger.state;
  if (last?.type !== 'forfeit' || last.reason !== 'abandonment' || !forfeit || !before) return [];
  if (endsByFullness(before, before.length)) return [];
  const found = (code: Finding['code'], message: string): Finding[] => [{ code, ...party(ledger, null), message }];
  const { absenceMs } = ledger.header;
  const { absentMs, isClaimed } = forfeit;
  if (absentMs === null)
    return found(
      'absence-not-announced',
      'It declared the match lost by abandonment and had not announced the absence.',
    );
  if (isClosed && absenceMs !== null && absentMs < absenceMs) {
    const message = `It declared the match lost by an absence of ${absentMs / 1000} s; the header gives ${absenceMs / 1000} s.`;
    return found('absence-too-short', message);
  }
  if (isClaimed || !needsClaim(ledger.header)) return [];
  return found(
    'absence-not-claimed',
    'It declared the match lost by abandonment, and the opponent had not claimed it.',
  );
}

async function abortedFindings(histories: readonly History[], aborted: Aborted | null): Promise<Finding[]> {
  const [history] = histories;
  if (!history || !isObject(aborted)) return [];
  const { ledger } = history;
  const { header } = ledger;
  if (!(await verifyAborted(header.server, header.id, aborted))) return [];
  const begun = ledger.state.hasRolled ? beginning(ledger) : null;
  const isHere = containsHead(ledger, aborted);
  const lastOwn = ledger.events.findLast(({ p }) => p === null)?.n ?? -1;
  if (begun === null || (!(isHere && aborted.n > begun) && lastOwn <= begun)) return [];
  const message = `It aborted the match although it had begun with event ${begun}; after the first roll, and the first commits, a match must be played or forfeited.`;
  return [{ code: 'aborted-after-roll', ...party(ledger, null), message }];
}

/** Returns the number of the event with which a match begins: the first roll, or the first commit of player 1 if that comes later. */
function beginning({ events }: Ledger): number {
  const first = (type: EventType, seat?: Party) =>
    events.findIndex((event) => event.type === type && (seat === undefined || event.p === seat));
  return Math.max(first('roll'), first('commit', 1));
}

function party(ledger: Ledger, who: Party): Pick<Finding, 'pub' | 'about'> {
  const pub = partyKey(ledger.header, who);
  return { pub, about: ownerOfKey(ledger, pub) };
}

function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ code, pub, message }) => {
    const key = `${code} ${pub} ${message}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
