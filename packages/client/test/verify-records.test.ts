import { readFileSync } from 'node:fs';
import * as verifier from 'bg-record';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { followed, type Recipe } from '../../record/scripts/vectors/recipe.ts';
import { arithmetic } from '../src/pages/verify/arithmetic.ts';
import { check, type Report } from '../src/records/check.ts';

const vectors = new URL('../../../vectors/records/', import.meta.url);
const read = (file: string) => new Uint8Array(readFileSync(new URL(file, vectors)));
const entry = z.object({
  file: z.string(),
  ok: z.boolean(),
  code: z.optional(z.string()),
  serverKey: z.optional(z.string()),
  recipe: z.optional(z.custom<Recipe>()),
});
const bytesOf = ({ file, recipe }: Pick<z.infer<typeof entry>, 'file' | 'recipe'>) =>
  recipe ? Buffer.from(followed(recipe, new TextDecoder().decode(read(recipe.base)))) : read(file);
// The reader decides which server a record should belong to: the page shows the key and judges everything else.
const entries = z
  .parse(z.array(entry), JSON.parse(new TextDecoder().decode(read('index.json'))))
  .filter(({ serverKey }) => serverKey === undefined);
const valid = entries.filter(({ ok }) => ok);
const invalid = entries.filter(({ ok }) => !ok);

function codeOf(report: Report): string | null {
  if (report.kind === 'unreadable') return report.code;
  if (report.kind === 'other-format') return 'header-form';
  return report.verdict.ok ? null : report.verdict.code;
}

describe('the page’s view of a record', () => {
  test.each(valid)(
    '$file: genuine, and each roll follows from the arithmetic shown',
    { timeout: 60_000 },
    async (one) => {
      const report = await check(verifier, bytesOf(one));
      if (report.kind !== 'checked' || !report.verdict.ok || !report.header) throw new Error('not genuine');
      expect(report.rolls).toHaveLength(report.verdict.rolls);
      for (const roll of report.rolls) {
        const { used } = arithmetic(verifier, report.header.id, roll);
        expect(used.map(({ die }) => die)).toEqual(roll.dice);
      }
    },
  );

  test.each(invalid)('$file: not genuine, by the code $code', { timeout: 60_000 }, async (one) => {
    expect(codeOf(await check(verifier, bytesOf(one)))).toBe(one.code);
  });

  test('a record of another version is told apart from one that fails', async () => {
    const text = new TextDecoder().decode(read('valid/shortest.json'));
    const of = (format: string) => new TextEncoder().encode(text.replace('"bg-record/2"', JSON.stringify(format)));
    const known = verifier.FORMAT;
    for (const format of ['bg-record/1', 'bg-record/3', 'bg-record/1234'])
      expect(await check(verifier, of(format)), format).toEqual({ kind: 'other-format', format, known });
    for (const format of ['bg-record/0', 'bg-record/02', 'bg-record/12345', 'bg-record/1 ', 'record/1'])
      expect(await check(verifier, of(format)), format).toMatchObject({
        kind: 'checked',
        verdict: { code: 'header-form' },
      });
    expect(await check(verifier, of(known))).toMatchObject({ kind: 'checked', verdict: { ok: true } });
  });

  test.each(['', '[]', '7', 'null', '{"header":{},"events":7}', '\u0000'])(
    '%j: not genuine, and no exception',
    async (text) => {
      expect(codeOf(await check(verifier, new TextEncoder().encode(text)))).not.toBeNull();
    },
  );
});
