import { chainAndDiceVectors } from './invalid-dice.ts';
import { endVectors } from './invalid-end.ts';
import { formVectors } from './invalid-form.ts';
import { orderAndSignatureVectors } from './invalid-order.ts';
import { playAndEndVectors } from './invalid-play.ts';
import { turnVectors } from './invalid-turn.ts';
import type { InvalidVector } from './invalid-vector.ts';
import { viewVectors } from './invalid-view.ts';
import { largeVectors } from './large.ts';
import type { Recipe } from './recipe.ts';
import { textVectors } from './text-vectors.ts';
import { validVectors } from './valid.ts';
import { recordText } from './write.ts';

const invalidVectors: readonly InvalidVector[] = [
  ...formVectors,
  ...orderAndSignatureVectors,
  ...turnVectors,
  ...chainAndDiceVectors,
  ...playAndEndVectors,
  ...endVectors,
  ...viewVectors,
];

/** One line of index.json. */
export interface IndexEntry {
  /** Path relative to the index. With a `recipe` there is no such file. */
  readonly file: string;
  /** How to make the file from another one. */
  readonly recipe?: Recipe;
  readonly ok: boolean;
  /** The expected error code. Only for vectors that must be refused. */
  readonly code?: string;
  /** Number of the faulty event. Null if the fault is elsewhere. */
  readonly event?: number | null;
  /** The server key to expect, for vectors that test it. */
  readonly serverKey?: string;
  readonly note: string;
  /** Codes of the notes that a verifier gives, in order. Absent if there are none. */
  readonly notes?: readonly string[];
}

/** Returns every file of vectors/records by its path, including the index. The output is deterministic. */
export async function vectorFiles(): Promise<Map<string, string | Uint8Array>> {
  const files = new Map<string, string | Uint8Array>();
  const index: IndexEntry[] = [];
  const addToIndex = (entry: IndexEntry) => {
    if (index.some(({ file }) => file === entry.file)) throw new Error(`${entry.file} occurs twice`);
    index.push(entry);
  };
  const add = (entry: IndexEntry, text: string | Uint8Array) => {
    addToIndex(entry);
    files.set(entry.file, text);
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
  for (const { name, code, event, note, notes, recipe } of largeVectors) {
    const expected = code === undefined ? { ok: true } : { ok: false, code, event: event ?? null };
    const file = `${expected.ok ? 'valid' : 'invalid'}/${name}.json`;
    addToIndex({ file, recipe: await recipe(), ...expected, note, ...(notes && { notes }) });
  }
  files.set('index.json', `[\n${index.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n`);
  return files;
}
