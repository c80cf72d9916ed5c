import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { boundsOf, isWithin, type JsonBounds } from '../src/json-bounds.ts';

const parts = ['bytes', 'depth', 'values', 'names'] as const;

/** Counts what a text needs in its parsed value. */
function needsOf(text: string): JsonBounds {
  const names = new Set<string>();
  let [lists, commas, deepest] = [0, 0, 0];
  const walk = (value: unknown, depth: number) => {
    if (typeof value !== 'object' || value === null) return;
    const inner = Object.values(value);
    lists += 1;
    commas += Math.max(0, inner.length - 1);
    deepest = Math.max(deepest, depth);
    if (!Array.isArray(value)) for (const name of Object.keys(value)) names.add(name);
    for (const one of inner) walk(one, depth + 1);
  };
  walk(JSON.parse(text), 1);
  return { bytes: text.length, depth: deepest, values: lists + commas, names: names.size };
}

/** Strings with all that could confuse a count. */
const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', '\\', '{', '[', ',', ':', ']', '}', 'a') }));
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(text, tie('json'), { maxKeys: 4 }),
  ),
}));

describe('the bounds of a text', () => {
  it('JB1 are counted as its parsed value has them', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
        const written = JSON.stringify(value, null, indent);
        const needs = needsOf(written);
        expect(isWithin(written, needs)).toBe(true);
        for (const part of parts)
          if (needs[part] > 0) expect(isWithin(written, { ...needs, [part]: needs[part] - 1 }), part).toBe(false);
      }),
    );
  });

  it('JB2 are counted in any text without an exception', () => {
    const loose = { bytes: 1_000_000, depth: 100, values: 1_000, names: 1_000 };
    fc.assert(fc.property(text, (any) => typeof isWithin(any, loose) === 'boolean'));
    for (const any of ['"', '"\\', '\\"', '"\\"', ':', '"a"::', ']]]', '"\\\\"'])
      expect(isWithin(any, loose), any).toBe(true);
  });
});

const form = z.strictObject({
  word: z.string().check(z.maxLength(3)),
  key: z.string().check(z.regex(/^[0-9a-f\]]{2,4}-\d$/)),
  kind: z.optional(z.enum(['a', 'longer'])),
  pairs: z.array(z.tuple([z.int(), z.nullable(z.number())])).check(z.maxLength(2)),
  either: z.union([z.boolean(), z.literal('yes')]),
});
const spelled = (value: string) => [...value].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
/** The same JSON with each character of its strings as an escape. */
const escaped = (written: string) =>
  written.replace(/"(?:[^"\\]|\\.)*"/g, (one) => `"${spelled(JSON.parse(one)).join('')}"`);

describe('the bounds of a schema', () => {
  const number = -Number.MAX_VALUE;
  const largest = {
    word: 'abc',
    key: 'abcd-1',
    kind: 'longer',
    pairs: [
      [number, number],
      [number, number],
    ],
    either: 'yes',
  };

  it('JB3 hold its largest value, and not much more', () => {
    const bounds = boundsOf(form);
    const needs = needsOf(JSON.stringify(largest));
    expect(isWithin(escaped(JSON.stringify(largest)), bounds)).toBe(true);
    expect(isWithin(JSON.stringify(largest, null, 2), bounds)).toBe(true);
    expect(bounds).toMatchObject({ depth: needs.depth, names: needs.names });
    expect(bounds.values).toBeLessThan(2 * needs.values);
    expect(bounds.bytes).toBeLessThan(2 * escaped(JSON.stringify(largest)).length);
  });

  it('JB4 leave room for members that the schema ignores', () => {
    const open = z.object({ a: z.boolean() });
    expect(isWithin('{"a":true,"b":[1,2,3],"c":{"d":"e"}}', boundsOf(open))).toBe(true);
    expect(isWithin('{"a":true,"b":[[[]]]}', boundsOf(open))).toBe(false);
  });

  it('JB5 do not exist for a string, a list or a value without any', () => {
    const endless = [z.string(), z.string().check(z.regex(/^(?:ab)+$/)), z.array(z.int()), z.unknown()];
    for (const schema of endless) expect(() => boundsOf(z.strictObject({ a: schema }))).toThrow(TypeError);
    expect(boundsOf(z.strictObject({ a: z.unknown() }), boundsOf(form)).depth).toBe(boundsOf(form).depth + 1);
  });
});
