import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { vectorFiles } from '../scripts/vectors/all.ts';
import { RECORD_CODES } from '../src/codes.ts';
import { MAX_EVENTS } from '../src/event.ts';
import { parseRecordText, TEXT_CODES } from '../src/text.ts';
import { verify } from '../src/verify.ts';
import { validRecord, vectorBytes, vectorIndex, vectorPath } from './support/vectors.ts';

async function judge(text: Uint8Array, serverKey: string | undefined) {
  const read = parseRecordText(text);
  return read.ok ? verify(read.value, { serverKey }) : { ...read, event: null };
}

describe('the vectors', () => {
  it.each(vectorIndex)('$file: $note', async ({ file, ok, code, event, serverKey, notes }) => {
    const found = await judge(vectorBytes(file), serverKey);
    expect(found).toMatchObject(ok ? { ok } : { ok, code, event });
    if (ok) expect('notes' in found && found.notes.map((note) => note.code)).toEqual(notes ?? []);
  });

  it('match the index exactly', () => {
    const files = ['valid', 'invalid'].flatMap((folder) =>
      readdirSync(vectorPath(folder)).map((name) => `${folder}/${name}`),
    );
    expect(vectorIndex.map(({ file }) => file).toSorted()).toEqual(files.toSorted());
  });

  it('match their generator byte for byte', async () => {
    for (const [file, text] of await vectorFiles())
      expect(Buffer.from(text).equals(vectorBytes(file)), file).toBe(true);
  });

  it('cover every code except those that need a file of several megabytes', () => {
    const shown = new Set(vectorIndex.map(({ code }) => code));
    const missing = [...RECORD_CODES, ...TEXT_CODES].filter((code) => !shown.has(code));
    expect(missing).toEqual(['too-many-events', 'text-too-large']);
  });

  it('do not include a file for too many events, which is tested here', async () => {
    const record = validRecord('shortest');
    const events = Array.from({ length: MAX_EVENTS + 1 }, () => record.events[0]);
    expect(await verify({ ...record, events })).toMatchObject({ ok: false, code: 'too-many-events', event: null });
  });
});
