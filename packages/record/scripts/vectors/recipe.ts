import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { Loose } from './forge.ts';

/** How to make the file of a vector from that of another one, because it would be too large for the repository. */
export type Recipe = TextRecipe | EventRecipe;

interface TextRecipe {
  /** The file to change, as the index names it. */
  readonly base: string;
  /** `text` is inserted directly after the first occurrence of this text. */
  readonly after: string;
  readonly text: string;
  readonly times: number;
}

interface EventRecipe {
  readonly base: string;
  /** The list `events` is inserted before the event with this number. */
  readonly before: number;
  /** Events without `n`, `prev` and `sig`. */
  readonly events: readonly Loose[];
  readonly times: number;
  /** Hash of the last event, to check the result. */
  readonly finalHash: string;
}

interface Closed {
  readonly header: Loose & { readonly id: string };
  readonly events: readonly Loose[];
  readonly result: Loose;
}

/** Returns the text that a recipe makes of the text of its base. Uses no code of bg-record, as another verifier would do it. */
export function followed(recipe: Recipe, base: string): string {
  if ('after' in recipe) {
    const end = base.indexOf(recipe.after) + recipe.after.length;
    return base.slice(0, end) + recipe.text.repeat(recipe.times) + base.slice(end);
  }
  const { header, events, result }: Closed = JSON.parse(base);
  const { before, times } = recipe;
  const inserted = Array.from({ length: times }, () => recipe.events).flat();
  const chained: Loose[] = events.slice(0, before);
  let prev = String(events[before]?.prev);
  for (const event of [...inserted, ...events.slice(before)]) {
    const { sig: _sig, at, ...content } = event;
    const signed = { ...content, n: chained.length, prev };
    const whole = { ...signed, at, sig: signature(event.p, tagged('bg-event/1', signed)) };
    chained.push(whole);
    prev = createHash('sha256').update(tagged('bg-hash/1', whole)).digest('hex');
  }
  const closing = { finalHash: prev, id: header.id, result };
  const sig = signature(null, tagged('bg-final/1', closing));
  return JSON.stringify({ header, events: chained, result, finalHash: prev, sig });
}

function tagged(tag: string, value: unknown): string {
  return `${tag}\n${canonical(value)}`;
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

/** The beginning of a private Ed25519 key in PKCS #8; the seed follows. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The keys of the vectors are published: each seed is the SHA-256 of a sentence. */
function keyOf(party: string): KeyObject {
  const seed = createHash('sha256').update(`bg-record vectors: ${party}`).digest();
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}

const keys = [keyOf('player 0'), keyOf('player 1'), keyOf('server')] as const;

function signature(party: unknown, message: string): string {
  const key = party === 0 ? keys[0] : party === 1 ? keys[1] : keys[2];
  return sign(null, Buffer.from(message), key).toString('hex');
}
