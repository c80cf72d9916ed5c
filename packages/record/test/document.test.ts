import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { withMadeParts } from '../scripts/vectors/document.ts';
import { RECORD_CODES } from '../src/codes.ts';
import { MAX_EVENTS } from '../src/event.ts';
import { MAX_CLOCK_MS } from '../src/header.ts';
import { MAX_TEXT_BYTES, parseRecordText, TEXT_CODES } from '../src/text.ts';
import { verify } from '../src/verify.ts';
import { validRecord, vectorIndex, vectorText } from './support/vectors.ts';

const document = readFileSync(new URL('../../../docs/record-format.md', import.meta.url), 'utf8');
const grouped = (n: number) => n.toLocaleString('en');

describe('docs/record-format.md', () => {
  it('lists the verifier’s codes in the order of its checks', () => {
    const section = document.slice(
      document.indexOf('## How to verify'),
      document.indexOf('## What a record does not prove'),
    );
    const listed = [...section.matchAll(/^\| `([a-z0-9-]+)` +\|/gm)].map(([, code]) => code);
    expect(listed).toEqual([...TEXT_CODES, ...RECORD_CODES]);
  });

  it('names each member of the header that can be a fault of `header-rules`', () => {
    const [row = ''] = /^\| `header-rules` .*$/m.exec(document) ?? [];
    const [, list = ''] = /members go together \(`header-rules`\): (.*?); if the caller/s.exec(document) ?? [];
    const { header } = validRecord('shortest');
    const changed = vectorIndex
      .filter(({ code }) => code === 'header-rules')
      .flatMap(({ file }) => {
        const faulty = Object.entries<unknown>(JSON.parse(vectorText(file)).header);
        return faulty.filter(([name, value]) => !isDeepStrictEqual(value, Reflect.get(header, name)));
      });
    const members = new Set(changed.map(([name]) => name));
    for (const name of ['length', 'players']) members.delete(name);
    expect([...members].toSorted()).toEqual([
      'absenceMs',
      'clock',
      'dice',
      'firstChain',
      'holidayDays',
      'moveMs',
      'rated',
      'rules',
      'session',
    ]);
    for (const name of members) {
      expect(row).toContain(`\`${name}\``);
      expect(list).toMatch(new RegExp(`\\b${name}\\b`));
    }
  });

  it('states the verifier’s limits', () => {
    for (const bound of [MAX_EVENTS, MAX_CLOCK_MS, MAX_TEXT_BYTES]) expect(document).toContain(grouped(bound));
  });

  it('opens with a record that verifies', async () => {
    const [, text = ''] = /```\n(\{.*?)```/s.exec(document) ?? [];
    const read = parseRecordText(text);
    expect(read.ok && (await verify(read.value))).toMatchObject({ ok: true });
  });

  it('explains it with the values that the program computes', async () => {
    expect(await withMadeParts(document)).toBe(document);
  });
});
