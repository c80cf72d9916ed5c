import { chainAndDiceVectors } from './invalid-dice.ts';
import { endVectors } from './invalid-end.ts';
import { formVectors } from './invalid-form.ts';
import { orderAndSignatureVectors } from './invalid-order.ts';
import { playAndEndVectors } from './invalid-play.ts';
import { turnVectors } from './invalid-turn.ts';
import type { InvalidVector } from './invalid-vector.ts';
import { textVectors } from './text-vectors.ts';
import { validVectors } from './valid.ts';
import { recordText } from './write.ts';

export const invalidVectors: readonly InvalidVector[] = [
  ...formVectors,
  ...orderAndSignatureVectors,
  ...turnVectors,
  ...chainAndDiceVectors,
  ...playAndEndVectors,
  ...endVectors,
];

/** One line of index.json. */
export interface IndexEntry {
  /** Path from the index. */
  readonly file: string;
  readonly ok: boolean;
  /** Why it must be refused; only of those that must be. */
  readonly code?: string;
  /** Number of the event at fault; null for a fault elsewhere. */
  readonly event?: number | null;
  /** The server key to expect, where that is the point. */
  readonly serverKey?: string;
  readonly note: string;
  /** Codes of the notes that a verifier gives, in their order; absent where there are none. */
  readonly notes?: readonly string[];
}

/** Every file of vectors/records by its path, the index included. The same bytes each time. */
export async function vectorFiles(): Promise<Map<string, string | Uint8Array>> {
  const files = new Map<string, string | Uint8Array>();
  const index: IndexEntry[] = [];
  const add = (entry: IndexEntry, text: string | Uint8Array) => {
    if (files.has(entry.file)) throw new Error(`${entry.file} is there twice`);
    files.set(entry.file, text);
    index.push(entry);
  };
  for (const { name, note, notes, make } of validVectors) {
    const noted = notes.length > 0 ? { notes } : {};
    add({ file: `valid/${name}.json`, ok: true, note, ...noted }, recordText((await make()).record));
  }
  for (const { name, code, event, note, make, serverKey } of invalidVectors) {
    const key = serverKey === undefined ? {} : { serverKey };
    add(
      { file: `invalid/${name}.json`, ok: false, code, event: await event(), ...key, note },
      recordText(await make()),
    );
  }
  for (const { name, code, note, make } of textVectors) {
    add({ file: `invalid/${name}.json`, ok: false, code, event: null, note }, await make());
  }
  files.set('index.json', `[\n${index.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n`);
  return files;
}
