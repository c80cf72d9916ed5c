import { taggedBytes } from '../../src/canonical.ts';
import { sign } from '../../src/crypto/ed25519.ts';
import { sha256Hex } from '../../src/crypto/hash.ts';
import type { Key, MatchRecord } from '../../src/types.ts';
import type { Keys, Made } from './table.ts';

/** Any JSON object: forged values need not have a valid form. */
export type Loose = Readonly<Record<string, unknown>>;

/**
 * An event before it is numbered, chained and signed. Its own `n`, `p`, `prev`, `sig` or `at`, if present,
 * are kept.
 */
export interface Draft {
  readonly members: Loose;
  /** The signing key, if it is not the key of the event's party. */
  readonly signer?: Key;
  /** Makes the signature, if not by the rule of the format. */
  readonly signAs?: (message: Uint8Array, key: Key) => Promise<string>;
  /** Changes the event after signing. The next event is chained to the result. */
  readonly after?: (event: Loose) => Loose;
}

/** The changes that make a forgery. All hashes and signatures are then recomputed to match. */
export interface Forgery {
  readonly header?: (header: Loose) => Loose;
  readonly drafts?: (drafts: readonly Draft[]) => readonly Draft[];
  readonly result?: (result: Loose) => Loose;
  readonly closing?: (closing: Loose) => Loose;
  readonly closer?: Key;
  /** The final change. Nothing is recomputed after it. */
  readonly record?: (record: Loose) => Loose;
}

/** Returns the events of a record as drafts, to be signed and chained again. */
function draftsOf({ events }: MatchRecord): Draft[] {
  return events.map(({ n: _n, prev: _prev, sig: _sig, ...members }) => ({ members }));
}

/** Returns a record with exactly one fault. */
export async function forge({ record, keys }: Made, forgery: Forgery): Promise<Loose> {
  const same = <T>(value: T) => value;
  const header = (forgery.header ?? same)({ ...record.header });
  const drafts = (forgery.drafts ?? same)(draftsOf(record));
  const { events, head: finalHash } = await chain(header, drafts, keys);
  const result = (forgery.result ?? same)({ ...record.result });
  const closing = (forgery.closing ?? same)({ finalHash, id: header.id, result });
  const sig = await sign(forgery.closer ?? keys.server, taggedBytes('bg-final/1', closing));
  return (forgery.record ?? same)({ header, events, result, finalHash: closing.finalHash, sig });
}

async function chain(header: Loose, drafts: readonly Draft[], keys: Keys) {
  let head = sha256Hex(taggedBytes('bg-header/1', header));
  const events: Loose[] = [];
  for (const [n, draft] of drafts.entries()) {
    const event = await signed(draft, { n, prev: head }, keys);
    events.push(event);
    head = sha256Hex(taggedBytes('bg-hash/1', event));
  }
  return { events, head };
}

async function signed(
  { members, signer, signAs = defaultSign, after }: Draft,
  place: Loose,
  keys: Keys,
): Promise<Loose> {
  const { at, sent, ...rest }: Loose = { ...place, ...members };
  // A player's event has `sent` and a server's has not, so that after a change of party the party is the only
  // fault.
  const isPlayers = rest.p === 0 || rest.p === 1;
  const unsigned: Loose = isPlayers ? { ...rest, sent: sent ?? Number(at) - 1_000 } : rest;
  const key = signer ?? keyOf(unsigned.p, keys);
  const sig = await signAs(taggedBytes('bg-event/1', unsigned), key);
  const event = { ...unsigned, sig, at };
  return after ? after(event) : event;
}

const defaultSign = (message: Uint8Array, key: Key) => sign(key, message);

function keyOf(party: unknown, keys: Keys): Key {
  return party === 0 || party === 1 ? keys.players[party] : keys.server;
}

/** Changes the draft at `n`. */
export function change(n: number, edit: (draft: Draft) => Draft): Forgery {
  return { drafts: (drafts) => drafts.map((draft, i) => (i === n ? edit(draft) : draft)) };
}

/** Sets members of event `n` before it is signed. */
export function set(n: number, members: Loose): Forgery {
  return change(n, (draft) => ({ ...draft, members: { ...draft.members, ...members } }));
}

/** Inserts an event before event `n`, with the time of the previous event. */
export function insert(n: number, members: Loose): Forgery {
  return {
    drafts: (drafts) => {
      const at = drafts[n - 1]?.members.at ?? drafts[0]?.members.at;
      return drafts.toSpliced(n, 0, { members: { ...members, at } });
    },
  };
}

/** Replaces event `n`. */
export function replace(n: number, members: Loose): Forgery {
  return change(n, ({ members: { at } }) => ({ members: { ...members, at } }));
}

/** Returns the number of the `count`-th event of a type, from 1. */
export function find({ record }: Made, type: string, count = 1): number {
  const found = record.events.filter((event) => event.type === type)[count - 1];
  if (!found) throw new Error(`there is no ${type} number ${count}`);
  return found.n;
}
