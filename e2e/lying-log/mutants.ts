import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Witness } from '../../packages/log/src/witness.ts';
import { audit } from '../../packages/record/src/cli/audit/audit.ts';
import { PublicLog } from '../../packages/session/src/log/public-log.ts';
import type { Programs } from './readers.ts';

/** The programs of the checkout. */
export const PROGRAMS: Programs = { PublicLog, Witness, audit };

/** A defect in the source of a reader. */
interface Mutant {
  readonly name: string;
  readonly reader: keyof typeof PLACES;
  /** The file below the sources of the reader's package, and the code that is there exactly once. */
  readonly file: string;
  readonly find: string;
  readonly by: string;
}

/** The package of each reader, and the module and the member that the harness uses. */
const PLACES = {
  page: { folder: 'packages/session', module: 'log/public-log.ts', member: 'PublicLog' },
  witness: { folder: 'packages/log', module: 'witness.ts', member: 'Witness' },
  audit: { folder: 'packages/record', module: 'cli/audit/audit.ts', member: 'audit' },
} as const;

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a page that does not compare the entry with the record',
    reader: 'page',
    file: 'log/public-log.ts',
    find: 'if (differences.length > 0)',
    by: 'if (differences.length > 99)',
  },
  {
    name: 'a page that does not verify the proof of the entry',
    reader: 'page',
    file: 'log/public-log.ts',
    find: 'if (!included.ok)',
    by: 'if (!included.ok && index < 0)',
  },
  {
    name: 'a page that forgets the checkpoint that it has verified',
    reader: 'page',
    file: 'log/kept-log.ts',
    find: 'return readJson(form, storage.read(NAME));',
    by: 'return storage.read(NAME) === undefined ? readJson(form, null) : null;',
  },
  {
    name: 'a page that accepts a checkpoint without connecting it',
    reader: 'page',
    file: 'log/public-log.ts',
    find: 'if (!observed.ok) return isSmaller',
    by: 'if (!observed.ok && size < 0) return isSmaller',
  },
  {
    name: 'a page that never tires of waiting for an entry',
    reader: 'page',
    file: 'log/public-log.ts',
    find: 'const PROMISE_MS = 24 * 3_600_000;',
    by: 'const PROMISE_MS = 999 * 3_600_000;',
  },
  {
    name: 'a witness that connects no trees',
    reader: 'witness',
    file: 'witness.ts',
    find: 'if (!connected.ok)',
    by: 'if (!connected.ok && oldSize < 0)',
  },
  {
    name: 'a witness that accepts another root of the same size',
    reader: 'witness',
    file: 'witness.ts',
    find: 'if (oldSize === size && !equalBytes(known.root, root)) {',
    by: 'if (oldSize === size) return { ok: true, next: { size, root, note }, text } satisfies WitnessDecision;\n  if (oldSize < 0) {',
  },
  {
    name: 'a witness that believes the old size of the request',
    reader: 'witness',
    file: 'witness.ts',
    find: 'if (oldSize !== known.size)',
    by: 'if (oldSize < known.size && size < known.size) return { ok: true, next: { size, root, note }, text } satisfies WitnessDecision;\n  if (oldSize !== known.size)',
  },
  {
    name: 'a witness that does not verify the signature of the log',
    reader: 'witness',
    file: 'witness.ts',
    find: 'if (!signed.ok) return refusal(403, signed.code, signed.message);',
    by: "if (!signed.ok) return refusal(404, 'unknown-log', 'unknown') && { ok: true, next: { size: read.value.size, root: read.value.root, note: request.checkpoint }, text: note.value.text };",
  },
  {
    name: 'an audit that replays no rating',
    reader: 'audit',
    file: 'cli/audit/replay.ts',
    find: 'if (!own || !theirs || isNear(logged(own), theirs)) continue;',
    by: 'if (isNear !== null) continue;',
  },
  {
    name: 'an audit that accepts a match twice',
    reader: 'audit',
    file: 'cli/audit/replay.ts',
    find: 'if (this.matches.has(entry.id)) {',
    by: "if (entry.id === '') {",
  },
  {
    name: 'an audit that looks at no time',
    reader: 'audit',
    file: 'cli/audit/replay.ts',
    find: '[...this.#times(entry, at, now), ...this.#rate(entry, at)]',
    by: '[...this.#times(entry, at, now).slice(0, 0), ...this.#rate(entry, at)]',
  },
  {
    name: 'an audit that compares no record with its entry',
    reader: 'audit',
    file: 'cli/audit/records.ts',
    find: 'const members = entryDifferences(entry, record);',
    by: 'const members = entryDifferences(entry, record).slice(0, 0);',
  },
  {
    name: 'an audit that looks at no list',
    reader: 'audit',
    file: 'cli/audit/audit.ts',
    find: 'if (found.length === 0) break;',
    by: 'if (found.length >= 0) break;',
  },
  {
    name: 'an audit that forgets the checkpoint of its last run',
    reader: 'audit',
    file: 'cli/audit/audit.ts',
    find: 'this.#state.note,\n      ),',
    by: 'null,\n      ),',
  },
  {
    name: 'an audit that accepts an earlier checkpoint',
    reader: 'audit',
    file: 'cli/audit/audit.ts',
    find: "if (relation === 'older') {",
    by: 'if (relation === undefined) {',
  },
];

/** The source of a mutant's file with the defect. Throws unless the code is there exactly once, because the mutant would then prove nothing. */
export function brokenSource({ name, reader, file, find, by }: Mutant): string {
  const text = readFileSync(
    fileURLToPath(new URL(`../../${PLACES[reader].folder}/src/${file}`, import.meta.url)),
    'utf8',
  );
  const places = text.split(find).length - 1;
  if (places !== 1) throw new Error(`“${name}” fits ${places} places of ${file}`);
  return text.replace(find, () => by);
}

/** Copies the sources of the reader beside the originals, so that their imports still work, changes the copy, and loads it. */
export async function breakReader(mutant: Mutant): Promise<{ readonly programs: Programs; remove(): void }> {
  const { folder, module, member } = PLACES[mutant.reader];
  const root = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  const copy = mkdtempSync(join(root, '.lying-log-'));
  const remove = () => {
    process.off('exit', remove);
    rmSync(copy, { recursive: true, force: true });
  };
  process.once('exit', remove);
  try {
    cpSync(join(root, 'src'), copy, { recursive: true });
    writeFileSync(join(copy, mutant.file), brokenSource(mutant));
    const loaded: Record<string, unknown> = await import(join(copy, module));
    return { programs: { ...PROGRAMS, [member]: loaded[member] }, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
