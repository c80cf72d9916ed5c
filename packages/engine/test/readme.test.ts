import { readFileSync } from 'node:fs';
import * as met from 'bg-met';
import * as rules from 'bg-rules';
import ts from 'typescript';
import { expect, it } from 'vitest';
import * as engine from '../src/index.ts';

const packages = new URL('../../', import.meta.url);

/** The literal with which a comment begins, or that it names: a number, a list, a quoted word, or the members of a result. */
const LITERAL =
  /^(?:such as )?(-?[\d.]+…?|\[.*?\](?=$|:)|'[^']*'|true|false|\{ ok: (?:true|false)(?:, code: '[^']*')?)/;

/** Rounds a number as a text writes it, or cuts it off before `…`. */
function asWritten(value: number, text: string): string {
  const places = text.replace('…', '').split('.')[1]?.length ?? 0;
  if (!text.endsWith('…')) return value.toFixed(places);
  return `${Math.trunc(value * 10 ** places) / 10 ** places}…`;
}

/** Writes a value as the README writes its own, with as many digits. */
function written(value: unknown, text: string): string {
  if (typeof value === 'number') return asWritten(value, text);
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value) && value.every((one) => typeof one === 'number')) {
    const parts = text.slice(1, -1).split(', ');
    return `[${value.map((one, i) => asWritten(one, parts[i] ?? '')).join(', ')}]`;
  }
  if (Array.isArray(value)) return `[${value.map((one) => written(one, '[0, 0]')).join(', ')}]`;
  if (typeof value === 'object' && value !== null && 'ok' in value)
    return 'code' in value ? `{ ok: ${value.ok}, code: '${value.code}'` : `{ ok: ${value.ok}`;
  return String(value);
}

/** Runs the first example of a README. Returns each value that a comment states, beside the value that the code gives. */
async function valuesOf(name: string, library: object): Promise<{ stated: string; given: string }[]> {
  const text = readFileSync(new URL(`${name}/README.md`, packages), 'utf8');
  const [, code = ''] = /```(?:js|ts)\n([\s\S]*?)```/.exec(text) ?? [];
  const lines = code.split('\n').map((line) => {
    const [, indent = '', before = '', expression = '', comment = ''] =
      /^(\s*)((?:if \(.*?\) )?)(?!const |import |return )(.+?); \/\/ (.*)$/.exec(line) ?? [];
    return LITERAL.test(comment) ? `${indent}${before}__check(${expression}, ${JSON.stringify(comment)});` : line;
  });
  const source = lines.filter((line) => !line.startsWith('import ')).join('\n');
  const found: { stated: string; given: string }[] = [];
  const check = (value: unknown, comment: string) => {
    const [, stated = ''] = LITERAL.exec(comment) ?? [];
    found.push({ stated, given: written(value, stated) });
  };
  const script = ts.transpile(`(async () => {\n${source}\n})()`, { target: ts.ScriptTarget.ES2022 });
  const scope = { ...library, __check: check, console: { log: () => undefined } };
  await new Function(...Object.keys(scope), `return ${script}`)(...Object.values(scope));
  return found;
}

it.each([
  ['engine', engine, 3],
  ['rules', rules, 6],
  ['met', met, 2],
] as const)('EN8 the values in the README of bg-%s are those that the code gives', async (name, library, least) => {
  const found = await valuesOf(name, library);
  expect(found.length).toBeGreaterThanOrEqual(least);
  expect(found.map(({ given }) => given)).toEqual(found.map(({ stated }) => stated));
});

it('EN9 no README states the size of a package', () => {
  for (const name of ['engine', 'rules', 'met', 'record', 'log', 'worker'])
    expect(readFileSync(new URL(`${name}/README.md`, packages), 'utf8'), name).not.toMatch(/\d+ [kM]B compressed/);
});
