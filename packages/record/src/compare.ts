import { canonicalJson } from './canonical.ts';
import type { RecordCode } from './codes.ts';
import { partyKey } from './event.ts';
import { isObject } from './fields.ts';
import { headerHash } from './header.ts';
import { Ledger } from './ledger.ts';
import { checkTranscriptForm } from './record-form.ts';
import { readReceipts } from './statements.ts';
import type { MatchEvent, Receipt, SignedEvent } from './types.ts';

/** A key that signed two histories of one match, with the number of events that each signature stands for. */
export interface DoubleSigner {
  readonly pub: string;
  /** "the server" or the player's seat and name, as the first of the two says it. */
  readonly who: string;
  /** Numbers of the events, or lengths of the histories named by receipts, in the first and in the second. */
  readonly events: readonly [number, number];
}

/** How two transcripts stand to one another; `message` says it in one sentence. */
export type Comparison =
  | { readonly relation: 'same' | 'unrelated'; readonly message: string }
  | {
      readonly relation: 'prefix';
      /** Which one goes on after the other ends. */
      readonly longer: 0 | 1;
      /** How many events they share. */
      readonly shared: number;
      readonly message: string;
    }
  | {
      readonly relation: 'fork';
      /** The first event that differs; null when the headers do. */
      readonly n: number | null;
      /** Who is proven to have signed both histories; may be empty. */
      readonly signedBoth: readonly DoubleSigner[];
      readonly message: string;
    }
  | {
      readonly relation: 'not-verifiable';
      readonly which: 0 | 1;
      readonly event: number | null;
      readonly code: RecordCode | 'bad-receipt';
      readonly message: string;
    };

type NotVerifiable = Extract<Comparison, { relation: 'not-verifiable' }>;

/** A transcript whose events and receipts were all verified. */
interface Read {
  readonly ledger: Ledger;
  readonly receipts: readonly Receipt[];
}

/**
 * Compares two transcripts or records, finished or not. Every signature of both is verified, since a forged transcript
 * proves nothing; the closing of a record is not looked at.
 *
 * A key is proven to have signed both histories when it signed different contents at the place where they part, or when
 * it signed something after that place in each: `prev` binds all that went before. A player is excused where the event at
 * that place, or the player's first one after it, introduces a device (`sit`, or the seat's first `commit`): a server may
 * show two devices of one player two histories, that differ perhaps in nothing but a date. The server has no such excuse, and its receipts count as signatures.
 */
export async function compare(first: unknown, second: unknown): Promise<Comparison> {
  const a = await read(first, 0);
  if ('relation' in a) return a;
  const b = await read(second, 1);
  return 'relation' in b ? b : compareRead(a, b);
}

/**
 * True if one key signed two contents for the same place that exclude one another, and neither introduces a device.
 *
 * @param known the history before that place
 */
export function contradict(a: SignedEvent, b: SignedEvent, known: readonly MatchEvent[]): boolean {
  const isSamePlace = a.n === b.n && a.prev === b.prev && a.p === b.p;
  if (!isSamePlace || signedPart(a) === signedPart(b)) return false;
  return a.p === null || (!introducesDevice(a, known) && !introducesDevice(b, known));
}

async function read(value: unknown, which: 0 | 1): Promise<Read | NotVerifiable> {
  const form = checkTranscriptForm(value);
  if (!form.ok) return { relation: 'not-verifiable', which, event: null, code: form.code, message: form.message };
  const { header, events } = form.value;
  const ledger = new Ledger(header);
  const { fault } = await ledger.appendAll(events);
  if (fault) return { relation: 'not-verifiable', which, event: fault.event, code: fault.code, message: fault.message };
  const receipts = await readReceipts(header, isObject(value) ? value.receipts : undefined);
  if (receipts) return { ledger, receipts };
  const message = 'a receipt is not one that the server signed for this match';
  return { relation: 'not-verifiable', which, event: null, code: 'bad-receipt', message };
}

function compareRead(a: Read, b: Read): Comparison {
  const { ledger: one } = a;
  const { ledger: other } = b;
  if (one.header.id !== other.header.id || sharedKeys(one, other).length === 0) {
    return { relation: 'unrelated', message: 'These are two different matches.' };
  }
  if (headerHash(one.header) !== headerHash(other.header)) return fork(a, b, null);
  const shared = sharedLength(one, other);
  if (shared < one.length && shared < other.length) return fork(a, b, shared);
  const broken = brokenReceipt(a, b);
  if (broken) return broken;
  if (one.length === other.length) return { relation: 'same', message: 'Both hold the same events.' };
  const longer = one.length > other.length ? 0 : 1;
  return { relation: 'prefix', longer, shared, message: `The two agree on ${shared} events; one goes on after them.` };
}

/** Number of events at the start that are the same in both. */
function sharedLength(a: Ledger, b: Ledger): number {
  let length = 0;
  while (length < a.length && length < b.length && hashOf(a, length) === hashOf(b, length)) length++;
  return length;
}

/** The hash of an event, as the next one or the head says it. */
function hashOf({ events, head }: Ledger, n: number): string {
  return events[n + 1]?.prev ?? head;
}

/** The hash of a history's first `length` events. */
function headAt({ events, head }: Ledger, length: number): string {
  return events[length]?.prev ?? head;
}

/** True if a signed head is one that this history had on its way. */
export function standsFor(ledger: Ledger, { n, head }: Pick<Receipt, 'n' | 'head'>): boolean {
  return n <= ledger.length && headAt(ledger, n) === head;
}

/** Finds a receipt for a history other than the one that both hold, although the server signed this one further on. */
function brokenReceipt(a: Read, b: Read): Comparison | null {
  const longer = a.ledger.length >= b.ledger.length ? a : b;
  const { ledger } = longer;
  const receipts = [...a.receipts, ...b.receipts];
  for (const receipt of receipts) {
    if (receipt.n > ledger.length || standsFor(ledger, receipt)) continue;
    const bound = boundBeyond(ledger, receipts, receipt.n - 1);
    if (bound === null) continue;
    const server: DoubleSigner = { pub: ledger.header.server, who: 'the server', events: [receipt.n, bound] };
    const message = `A receipt names another history of ${receipt.n} events: the server signed both histories.`;
    return { relation: 'fork', n: null, signedBoth: [server], message };
  }
  return null;
}

/** The first number by which the server is bound to this history beyond event `n`; null when it is not. */
function boundBeyond(ledger: Ledger, receipts: readonly Receipt[], n: number): number | null {
  const event = ledger.events.slice(n + 1).find(({ p }) => p === null);
  const receipt = receipts.find((one) => one.n > n + 1 && standsFor(ledger, one));
  return event?.n ?? receipt?.n ?? null;
}

function fork(a: Read, b: Read, n: number | null): Comparison {
  const signedBoth = sharedKeys(a.ledger, b.ledger).flatMap((pub) => {
    const events = proofAgainst(pub, a, b, n);
    return events ? [{ pub, who: whoIs(a.ledger, pub), events }] : [];
  });
  const place = n === null ? 'at the header' : `at event ${n}`;
  const names = signedBoth.map(({ who }) => who).join(' and ');
  const proven = names ? `${names} signed both histories` : 'nobody is proven to have signed both';
  return { relation: 'fork', n, signedBoth, message: `The two part ${place}: ${proven}.` };
}

function proofAgainst(pub: string, a: Read, b: Read, n: number | null): readonly [number, number] | null {
  const [atA, atB] = n === null ? [] : [a.ledger.events[n], b.ledger.events[n]];
  if (atA && atB && isBy(pub, a.ledger, atA) && isBy(pub, b.ledger, atB) && contradict(atA, atB, a.ledger.events))
    return [atA.n, atB.n];
  // The server lets no event go that it has not stored: by signing event n it stands for that event. A player does not,
  // since an event may be lost on its way and signed again behind an aside.
  const isServersPlace = pub === a.ledger.header.server && atA && atB && signedPart(atA) !== signedPart(atB);
  const from = isServersPlace ? atA.n : (n ?? -1) + 1;
  const boundA = boundFrom(pub, a, n ?? 0, from);
  const boundB = boundFrom(pub, b, n ?? 0, from);
  return boundA !== null && boundB !== null ? [boundA, boundB] : null;
}

/**
 * A number by which a key is bound to a branch; null when nothing binds it.
 *
 * @param n the first event of the branch
 * @param from the first event that counts
 */
function boundFrom(pub: string, { ledger, receipts }: Read, n: number, from: number): number | null {
  const own = ledger.events.slice(n).filter((event) => isBy(pub, ledger, event));
  const event = own.find((one) => one.n >= from);
  if (pub === ledger.header.server) {
    const receipt = receipts.find((one) => one.n > n && standsFor(ledger, one));
    return event?.n ?? receipt?.n ?? null;
  }
  // Event n itself may be the same in both but for its date; then the next one tells which device went on here.
  const [first] = own;
  const isOther = [first, event].some((one) => one && introducesDevice(one, ledger.events));
  return event && !isOther ? event.n : null;
}

/** True for the events by which a device of a player begins to act in a match: `sit`, and the seat's first `commit`. */
function introducesDevice({ type, n, p }: SignedEvent, known: readonly MatchEvent[]): boolean {
  if (type !== 'commit') return type === 'sit';
  return !known.some((event) => event.n < n && event.type === 'commit' && event.p === p);
}

function isBy(pub: string, { header }: Ledger, event: MatchEvent): boolean {
  return partyKey(header, event.p) === pub;
}

/** The part of an event that its signature is over: without `sig`, and without `at`, which the server adds. */
function signedPart(event: SignedEvent | MatchEvent): string {
  const { sig: _sig, at: _at, ...signed } = event as MatchEvent;
  return canonicalJson(signed);
}

function keysOf({ header }: Ledger): string[] {
  return [header.server, header.players[0].pub, header.players[1].pub];
}

function sharedKeys(a: Ledger, b: Ledger): string[] {
  const others = new Set(keysOf(b));
  return keysOf(a).filter((pub) => others.has(pub));
}

/** The party with this key as people are told it: a player by seat and name, with the service where it keeps the key. */
export function whoIs({ header }: Ledger, pub: string): string {
  const seat = header.players.findIndex((player) => player.pub === pub);
  const player = header.players[seat];
  if (!player) return 'the server';
  const name = `player ${seat} (${player.name})`;
  return player.custody === 'service' ? `${name} or the service, which keeps this key` : name;
}
