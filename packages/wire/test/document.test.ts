import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { withMadeParts } from '../scripts/document.ts';
import { anonymousTypes, clientMessages } from '../src/client-messages.ts';
import { botLevel } from '../src/primitives.ts';
import { serverMessages } from '../src/server-messages.ts';

const text = readFileSync(new URL('../../../docs/realtime.md', import.meta.url), 'utf8');

const [, typesText = '', clientText = '', serverText = ''] = text.split(
  /^### (?:Types|From the client|From the server|Codes of `error`)$/m,
);
/** The lines of the named types by name. */
const typeLines = new Map(
  [...typesText.matchAll(/^- \*(.*?)\*: (.*)$/gm)].map(([, name = '', line = '']) => [name, line]),
);

/** The members of a message in its row, with the lines of all types that they name. */
function described(table: string, type: string): string {
  const row = table.split('\n').find((line) => line.startsWith(`| \`${type}\` |`)) ?? '';
  const [, members = ''] = row.split(/ (?<!\\)\| /);
  const lines = new Map<string, string>();
  const addTypesOf = (line: string) => {
    for (const [name, about] of typeLines) {
      const isNamed = new RegExp(`[:[ ]${name}(?![a-z?: ]*:)`).test(line);
      if (!isNamed || lines.has(name)) continue;
      lines.set(name, about);
      addTypesOf(about);
    }
  };
  addTypesOf(members);
  return [members, ...lines.values()].join('\n');
}

/** Every fixed value in a schema, and every name of a member. */
function partsOf(schema: unknown): { values: Set<unknown>; names: Set<string> } {
  const [values, names] = [new Set<unknown>(), new Set<string>()];
  const walk = (one: unknown): void => {
    if (one instanceof z.ZodMiniEnum) for (const value of one.options) values.add(value);
    else if (one instanceof z.ZodMiniLiteral) for (const value of one.def.values) values.add(value);
    else if (one instanceof z.ZodMiniArray) walk(one.def.element);
    else if (one instanceof z.ZodMiniTuple) one.def.items.forEach(walk);
    else if (one instanceof z.ZodMiniUnion) one.def.options.forEach(walk);
    else if (one instanceof z.ZodMiniOptional || one instanceof z.ZodMiniNullable) walk(one.def.innerType);
    else if (one instanceof z.ZodMiniObject)
      for (const [name, member] of Object.entries(one.def.shape)) {
        names.add(name);
        walk(member);
      }
  };
  walk(schema);
  return { values, names };
}

const messages = [
  ...Object.entries(clientMessages).map(([type, schema]) => ({ type, schema, table: clientText, from: 'the client' })),
  ...Object.entries(serverMessages).map(([type, schema]) => ({ type, schema, table: serverText, from: 'the server' })),
];

describe('docs/realtime.md', () => {
  it.each(messages)(
    'DC3 lists each member and each fixed value of $type from $from, and no other value',
    ({ type, schema, table }) => {
      const { values, names } = partsOf(schema);
      const about = described(table, type);
      for (const name of names)
        if (name !== 'type' && name !== 'id') expect(about).toMatch(new RegExp(`\\b${name}\\b`));
      const words = [...values].filter((value) => value !== type);
      for (const word of words) expect(about).toMatch(new RegExp(`(?<![\\w"])${JSON.stringify(word)}(?![\\w"])`));
      for (const [, word] of about.matchAll(/"([^"]*)"/g)) expect(words).toContain(word);
    },
  );

  it('DC4 lists the levels of the bot', () => {
    const [row = ''] = /^\| `play-bot` .*$/m.exec(clientText) ?? [];
    for (const level of botLevel.options) expect(row).toContain(`\`${level}\``);
  });

  it('DC1 matches the schemas: run `npm run x -- document` after changing them', async () => {
    expect(await withMadeParts(text)).toBe(text);
  });

  it('DC2 lists the messages that need no key', () => {
    const sentence = /Without a key one can use ([^.]*)\./.exec(text)?.[1] ?? '';
    const named = [...sentence.matchAll(/`([a-z-]+)`/g)].map(([, type]) => type);
    expect(['identify', ...named].toSorted()).toEqual(anonymousTypes.toSorted());
  });
});
