import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExportWriter } from '../../src/collection/export.ts';
import { idOfImport } from '../../src/collection/kept-match.ts';
import { readInput } from '../../src/engine/read-import.ts';

const NAMES = ['m01-3pt', 'm03-3pt', 'm05-3pt', 'm07-5pt', 'm09-7pt'];
const texts = NAMES.map((name) =>
  readFileSync(new URL(`../../../../vectors/gnubg/${name}.mat`, import.meta.url), 'utf8'),
);

async function read(text: string) {
  const input = await readInput(text);
  if (!input.ok || input.kind !== 'matches') throw new Error(JSON.stringify(input).slice(0, 300));
  return input.matches.map(({ match }) => match);
}

const matches = (await Promise.all(texts.map(read))).flat();

describe('the files of a collection', () => {
  test('KL15 are read back to the same matches in the same order', async () => {
    const order = fc.array(fc.nat({ max: matches.length - 1 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(order, fc.constantFrom('mat' as const, 'sgf' as const), async (indexes, form) => {
        const writer = new ExportWriter(form);
        const written = indexes.map((n) => matches[n]!);
        for (const match of written) writer.add(match);
        const [text, ...others] = writer.end();
        expect(others).toEqual([]);
        expect((await read(text!)).map(idOfImport)).toEqual(written.map(idOfImport));
      }),
      { numRuns: 30 },
    );
  });

  test('KL16 are several if the reader takes no file with all of them', async () => {
    for (const form of ['mat', 'sgf'] as const) {
      const writer = new ExportWriter(form);
      const written = Array.from({ length: 220 }, (_, n) => matches[n % matches.length]!);
      for (const match of written) writer.add(match);
      const files = writer.end();
      expect(files.length).toBeGreaterThan(1);
      const back = (await Promise.all(files.map(read))).flat();
      expect(back.map(idOfImport)).toEqual(written.map(idOfImport));
    }
    expect(new ExportWriter('mat').end()).toEqual([]);
  });
});
