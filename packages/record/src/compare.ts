import { canonicalJson } from './canonical.ts';
import type { RecordCode } from './codes.ts';
import { partyKey } from './event.ts';
import { isObject } from './fields.ts';
import { headerHash } from './header.ts';
import { Ledger } from './ledger.ts';
import { checkTranscriptForm } from './record-form.ts';
import { readReceipts } from './statements.ts';
import type { MatchEvent, Receipt, SignedEvent } from './types.ts';
import { quoted } from './visible.ts';

/** A key that signed two histories of one match, with the places of the two signatures. */
export interface DoubleSigner {
  readonly pub: string;
  /** A description for people: "the server", or the player's seat and name in the first history. */
  readonly who: string;
  /**
   * In the first and in the second history: the number of the signed event, or the length of the history that
   * a receipt names.
   */
  readonly events: readonly [number, number];
}

/** The result of comparing two transcripts. `message` is one sentence for people. */
export type Comparison =
  | { readonly relation: 'same' | 'unrelated'; readonly message: string }
  | {
      readonly relation: 'prefix';
      /** Index of the transcript that continues after the other ends. */
      readonly longer: 0 | 1;
      /** Number of events that both share. */
      readonly shared: number;
      readonly message: string;
    }
  | {
      readonly relation: 'fork';
      /** The first event that differs. Null if the headers differ. */
      readonly n: number | null;
      /** Keys proven to have signed both histories. May be empty. */
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

/** A transcript whose events and receipts have all been verified. */
interface Read {
  readonly ledger: Ledger;
  readonly receipts: readonly Receipt[];
}

/**
 * Compares two transcripts or records, finished or not. Verifies every signature of both, because a forged
 * transcript proves nothing. Ignores the closing of a record.
 *
 * A key is proven to have signed both histories if it signed different contents at the event where they
 * diverge, or if it signed anything after that event in each of them: `prev` binds a signature to everything
 * before it. A player is excused if the event at that place, or the player's first event after it, introduces
 * a device (`sit`, or the seat's first `commit`): a malicious server can show two histories to two devices of
 * one player. The server has no such excuse, and its receipts count as signatures.
 */
export async function compare(first: unknown, second: unknown): Promise<Comparison> {
  const a = await read(first, 0);
  if ('relation' in a) return a;
  const b = await read(second, 1);
  return 'relation' in b ? b : compareRead(a, b);
}

/**
 * Returns true if one key signed two contradictory contents for the same place and neither introduces a
 * device.
 *
 * @param known the history before that place
 */
export function isDoubleSigned(a: SignedEvent, b: SignedEvent, known: readonly MatchEvent[]): boolean {
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
    return { relation: 'unrelated', message: 'The two transcripts are of different matches.' };
  }
  if (headerHash(one.header) !== headerHash(other.header)) return fork(a, b, null);
  const shared = sharedLength(one, other);
  if (shared < one.length && shared < other.length) return fork(a, b, shared);
  const broken = brokenReceipt(a, b);
  if (broken) return broken;
  if (one.length === other.length) return { relation: 'same', message: 'Both contain the same events.' };
  const longer = one.length > other.length ? 0 : 1;
  return { relation: 'prefix', longer, shared, message: `The two share ${shared} events; one of them continues.` };
}

/** Returns the number of leading events that are the same in both. */
function sharedLength(a: Ledger, b: Ledger): number {
  let length = 0;
  while (length < a.length && length < b.length && hashOf(a, length) === hashOf(b, length)) length++;
  return length;
}

/** The hash of event `n`, taken from the next event's `prev` or from the head. */
function hashOf({ events, head }: Ledger, n: number): string {
  return events[n + 1]?.prev ?? head;
}

/** The head of a history after its first `length` events. */
function headAt({ events, head }: Ledger, length: number): string {
  return events[length]?.prev ?? head;
}

/** Returns true if the signed head is a head of this history at that length. */
export function containsHead(ledger: Ledger, { n, head }: Pick<Receipt, 'n' | 'head'>): boolean {
  return n <= ledger.length && headAt(ledger, n) === head;
}

/**
 * Finds a receipt that contradicts the common history, although the server signed later events or receipts of
 * that history.
 */
function brokenReceipt(a: Read, b: Read): Comparison | null {
  const longer = a.ledger.length >= b.ledger.length ? a : b;
  const { ledger } = longer;
  const receipts = [...a.receipts, ...b.receipts];
  for (const receipt of receipts) {
    if (receipt.n > ledger.length || containsHead(ledger, receipt)) continue;
    const bound = boundBeyond(ledger, receipts, receipt.n - 1);
    if (bound === null) continue;
    const server: DoubleSigner = { pub: ledger.header.server, who: 'the server', events: [receipt.n, bound] };
    const message = `A receipt names another history of ${receipt.n} events: the server signed both histories.`;
    return { relation: 'fork', n: null, signedBoth: [server], message };
  }
  return null;
}

/** Returns the first number after event `n` at which the server signed this history. Returns null if there is none. */
function boundBeyond(ledger: Ledger, receipts: readonly Receipt[], n: number): number | null {
  const event = ledger.events.slice(n + 1).find(({ p }) => p === null);
  const receipt = receipts.find((one) => one.n > n + 1 && containsHead(ledger, one));
  return event?.n ?? receipt?.n ?? null;
}

function fork(a: Read, b: Read, n: number | null): Comparison {
  const signedBoth = sharedKeys(a.ledger, b.ledger).flatMap((pub) => {
    const events = proofAgainst(pub, a, b, n);
    return events ? [{ pub, who: ownerOfKey(a.ledger, pub), events }] : [];
  });
  const place = n === null ? 'in the header' : `at event ${n}`;
  const names = signedBoth.map(({ who }) => who).join(' and ');
  const proven = names ? `${names} signed both histories` : 'no key is proven to have signed both';
  return { relation: 'fork', n, signedBoth, message: `The two histories differ ${place}: ${proven}.` };
}

function proofAgainst(pub: string, a: Read, b: Read, n: number | null): readonly [number, number] | null {
  const [atA, atB] = n === null ? [] : [a.ledger.events[n], b.ledger.events[n]];
  if (atA && atB && isBy(pub, a.ledger, atA) && isBy(pub, b.ledger, atB) && isDoubleSigned(atA, atB, a.ledger.events))
    return [atA.n, atB.n];
  // The server stores each event before it publishes the event, so its signature on event n binds it to event
  // n. A player's does not: an event may be lost on its way, and the player may sign another after an aside.
  const isServersPlace = pub === a.ledger.header.server && atA && atB && signedPart(atA) !== signedPart(atB);
  const from = isServersPlace ? atA.n : (n ?? -1) + 1;
  const boundA = boundFrom(pub, a, n ?? 0, from);
  const boundB = boundFrom(pub, b, n ?? 0, from);
  return boundA !== null && boundB !== null ? [boundA, boundB] : null;
}

/**
 * Returns the number of an event or receipt that binds the key to a branch. Returns null if there is none.
 *
 * @param n the first event of the branch
 * @param from the first event that counts
 */
function boundFrom(pub: string, { ledger, receipts }: Read, n: number, from: number): number | null {
  const own = ledger.events.slice(n).filter((event) => isBy(pub, ledger, event));
  const event = own.find((one) => one.n >= from);
  if (pub === ledger.header.server) {
    const receipt = receipts.find((one) => one.n > n && containsHead(ledger, one));
    return event?.n ?? receipt?.n ?? null;
  }
  // Event n may differ only in its date. Then the player's next event shows which device continued here.
  const [first] = own;
  const isOther = [first, event].some((one) => one && introducesDevice(one, ledger.events));
  return event && !isOther ? event.n : null;
}

/** Returns true for an event with which a device starts to act for a player: `sit`, and the seat's first `commit`. */
function introducesDevice({ type, n, p }: SignedEvent, known: readonly MatchEvent[]): boolean {
  if (type !== 'commit') return type === 'sit';
  return !known.some((event) => event.n < n && event.type === 'commit' && event.p === p);
}

function isBy(pub: string, { header }: Ledger, event: MatchEvent): boolean {
  return partyKey(header, event.p) === pub;
}

/** The signed part of an event: without `sig`, and without `at`, which the server adds. */
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

/**
 * Names the owner of a key: the server, or a player by seat and name. Adds the service if it keeps the
 * player's key.
 */
export function ownerOfKey({ header }: Ledger, pub: string): string {
  const seat = header.players.findIndex((player) => player.pub === pub);
  const player = header.players[seat];
  if (!player) return 'the server';
  const name = `player ${seat} (${quoted(player.name)})`;
  return player.custody === 'service' ? `${name} or the service, which keeps this key` : name;
}
