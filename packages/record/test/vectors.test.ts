import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { vectorFiles } from '../scripts/vectors/all.ts';
import { RECORD_CODES } from '../src/codes.ts';
import { parseRecordText, TEXT_CODES } from '../src/text.ts';
import { verify } from '../src/verify.ts';
import { bytesOf, vectorBytes, vectorIndex, vectorPath } from './support/vectors.ts';

async function judge(text: Uint8Array, serverKey: string | undefined) {
  const read = parseRecordText(text);
  return read.ok ? verify(read.value, { serverKey }) : { ...read, event: null };
}

describe('the vectors', () => {
  it.each(vectorIndex)('$file: $note', { timeout: 60_000 }, async (entry) => {
    const { ok, code, event, serverKey, notes } = entry;
    const found = await judge(bytesOf(entry), serverKey);
    expect(found).toMatchObject(ok ? { ok } : { ok, code, event });
    if (ok) expect('notes' in found && found.notes.map((note) => note.code)).toEqual(notes ?? []);
  });

  it('match the index exactly', () => {
    const files = ['valid', 'invalid'].flatMap((folder) =>
      readdirSync(vectorPath(folder)).map((name) => `${folder}/${name}`),
    );
    const listed = vectorIndex.filter(({ recipe }) => !recipe).map(({ file }) => file);
    expect(listed.toSorted()).toEqual(files.toSorted());
  });

  it('match their generator byte for byte', { timeout: 60_000 }, async () => {
    for (const [file, text] of await vectorFiles())
      expect(Buffer.from(text).equals(vectorBytes(file)), file).toBe(true);
  });

  it('cover every code of a fault', () => {
    const shown = new Set(vectorIndex.map(({ code }) => code));
    expect([...RECORD_CODES, ...TEXT_CODES].filter((code) => !shown.has(code))).toEqual([]);
  });

  it('that are made by a recipe have the final hash that it states, and the number of bytes and things that their notes state', () => {
    const made = vectorIndex.flatMap(({ file, recipe }) =>
      recipe ? [{ recipe, text: bytesOf({ file, recipe }) }] : [],
    );
    const sizes = made.map(({ text }) => text.length);
    expect(sizes).toContain(10_000_000);
    expect(sizes).toContain(10_000_001);
    for (const { recipe, text } of made)
      if ('finalHash' in recipe) {
        const { events, finalHash } = JSON.parse(new TextDecoder().decode(text));
        expect([events.length, finalHash]).toEqual([24_000, recipe.finalHash]);
      }
  });
});
