import { canonicalJson } from './canonical.ts';
import type { RecordCode } from './codes.ts';
import { partyKey } from './event.ts';
import { headerHash } from './header.ts';
import { Ledger } from './ledger.ts';
import { checkTranscriptForm } from './record-form.ts';
import type { MatchEvent } from './types.ts';

/** A key that signed two histories of one match, with one event of each as the proof. */
export interface DoubleSigner {
  readonly pub: string;
  /** "the server" or the player's name and seat, as the first of the two says it. */
  readonly who: string;
  /** Numbers of the events in the first and in the second. */
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
      readonly code: RecordCode;
      readonly message: string;
    };

type NotVerifiable = Extract<Comparison, { relation: 'not-verifiable' }>;

/**
 * Compares two transcripts or records, finished or not. Every signature of both is verified, since a forged transcript
 * proves nothing; the closing of a record is not looked at.
 *
 * Proven to have signed both histories is a key that signed different contents at the place where they part, or that
 * signed something after that place in each: `prev` binds all that went before. One signature at that very place is no
 * proof against what came instead, because an event may be lost on its way and signed again after a `resume`.
 */
export async function compare(first: unknown, second: unknown): Promise<Comparison> {
  const a = await read(first, 0);
  if ('relation' in a) return a;
  const b = await read(second, 1);
  return 'relation' in b ? b : compareLedgers(a, b);
}

async function read(value: unknown, which: 0 | 1): Promise<Ledger | NotVerifiable> {
  const form = checkTranscriptForm(value);
  if (!form.ok) return { relation: 'not-verifiable', which, event: null, code: form.code, message: form.message };
  const ledger = new Ledger(form.value.header);
  const { fault } = await ledger.appendAll(form.value.events);
  if (!fault) return ledger;
  return { relation: 'not-verifiable', which, event: fault.event, code: fault.code, message: fault.message };
}

function compareLedgers(a: Ledger, b: Ledger): Comparison {
  if (a.header.id !== b.header.id || sharedKeys(a, b).length === 0) {
    return { relation: 'unrelated', message: 'These are two different matches.' };
  }
  if (headerHash(a.header) !== headerHash(b.header)) return fork(a, b, null);
  const shared = sharedLength(a, b);
  if (shared < a.length && shared < b.length) return fork(a, b, shared);
  if (a.length === b.length) return { relation: 'same', message: 'Both hold the same events.' };
  const longer = a.length > b.length ? 0 : 1;
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

function fork(a: Ledger, b: Ledger, n: number | null): Comparison {
  const signedBoth = sharedKeys(a, b).flatMap((pub) => {
    const events = proofAgainst(pub, a, b, n);
    return events ? [{ pub, who: whoIs(a, pub), events }] : [];
  });
  const place = n === null ? 'at the header' : `at event ${n}`;
  const names = signedBoth.map(({ who }) => who).join(' and ');
  const proven = names ? `${names} signed both histories` : 'nobody is proven to have signed both';
  return { relation: 'fork', n, signedBoth, message: `The two part ${place}: ${proven}.` };
}

function proofAgainst(pub: string, a: Ledger, b: Ledger, n: number | null): readonly [number, number] | null {
  const [atA, atB] = n === null ? [] : [a.events[n], b.events[n]];
  if (atA && atB && isBy(pub, a, atA) && isBy(pub, b, atB) && signedPart(atA) !== signedPart(atB))
    return [atA.n, atB.n];
  const laterA = firstAfter(n ?? -1, pub, a);
  const laterB = firstAfter(n ?? -1, pub, b);
  return laterA && laterB ? [laterA.n, laterB.n] : null;
}

function firstAfter(n: number, pub: string, ledger: Ledger): MatchEvent | undefined {
  return ledger.events.slice(n + 1).find((event) => isBy(pub, ledger, event));
}

function isBy(pub: string, { header }: Ledger, event: MatchEvent): boolean {
  return partyKey(header, event.p) === pub;
}

/** What an event's signature is over: not `at`, which the server adds. */
function signedPart({ sig: _sig, at: _at, ...signed }: MatchEvent): string {
  return canonicalJson(signed);
}

function keysOf({ header }: Ledger): string[] {
  return [header.server, header.players[0].pub, header.players[1].pub];
}

function sharedKeys(a: Ledger, b: Ledger): string[] {
  const others = new Set(keysOf(b));
  return keysOf(a).filter((pub) => others.has(pub));
}

function whoIs({ header }: Ledger, pub: string): string {
  const seat = header.players.findIndex((player) => player.pub === pub);
  return seat < 0 ? 'the server' : `player ${seat} (${header.players[seat]?.name})`;
}
