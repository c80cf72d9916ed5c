import { ed25519Signer, LogWriter, MemoryStorage, parseNote, toBase64 } from 'tlog-kit';
import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import { keyFromSeed } from '../src/crypto/ed25519.ts';
import type { View } from '../src/types.ts';
import { isLogOrigin, viewCheck } from '../src/view.ts';
import { openTable } from './support/table.ts';

const ORIGIN = 'anchor.example/log';
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** A log of tlog-kit, and what its notes state at each size from 1. */
async function madeLog(seed: number, origin = ORIGIN) {
  const random = new SeededRandom(seed);
  const secret = random.bytes(32);
  const signer = ed25519Signer(origin, secret);
  const opened = await LogWriter.open({ origin, signer, storage: new MemoryStorage() });
  if (!opened.ok) throw new Error(opened.message);
  const notes: string[] = [];
  for (let size = 1; size <= 9; size++) {
    const appended = await opened.value.append([random.bytes(40)]);
    if (!appended.ok) throw new Error(appended.message);
    notes.push(appended.value.note);
  }
  return { log: { origin, key: (await keyFromSeed(secret)).pub }, notes };
}

function viewOf(note: string): View {
  const parsed = parseNote(note);
  if (!parsed.ok) throw new Error(parsed.message);
  const [, size, root = ''] = parsed.value.text.split('\n');
  return {
    size: Number(size),
    root: hex(Buffer.from(root, 'base64')),
    sig: hex(parsed.value.signatures[0]!.signature),
  };
}

async function commitWith(view: View | null | undefined, log: { origin: string; key: string } | undefined) {
  const table = await openTable(1, log && { log });
  const server = await table.server.commit(table.ledger);
  await table.ledger.append({ ...server, at: table.now });
  const event = await table.seats[0].commit(table.ledger, view ?? null);
  return table.ledger.append({ ...event, at: table.now });
}

describe('VW The view of the public log in a commit', () => {
  it('VW1 is accepted exactly as the log signed it', async () => {
    const { log, notes } = await madeLog(1);
    const other = await madeLog(2);
    for (const note of notes) {
      const view = viewOf(note);
      expect(await commitWith(view, log)).toMatchObject({ ok: true, value: { view } });
      const lies: readonly View[] = [
        { ...view, size: view.size + 1 },
        { ...view, root: viewOf(other.notes[view.size - 1]!).root },
        { ...view, sig: viewOf(other.notes[view.size - 1]!).sig },
        viewOf(other.notes[view.size - 1]!),
      ];
      for (const lie of lies) expect(await commitWith(lie, log)).toMatchObject({ ok: false, code: 'wrong-view' });
      expect(await commitWith(view, { ...log, origin: 'other.example/log' })).toMatchObject({ code: 'wrong-view' });
    }
  });

  it('VW2 is signed over the text of the checkpoint, as tlog-kit writes it', async () => {
    const { log, notes } = await madeLog(3);
    for (const note of notes) {
      const { message } = viewCheck(log, viewOf(note));
      expect(new TextDecoder().decode(message)).toBe(note.slice(0, note.indexOf('\n\n') + 1));
      expect(note).toContain(toBase64(Buffer.from(viewOf(note).root, 'hex')));
    }
  });

  it('VW3 stands in each commit of a match with a log, and in no other', async () => {
    const { log, notes } = await madeLog(4);
    expect(await commitWith(null, log)).toMatchObject({ ok: true, value: { view: null } });
    const without = await commitWith(viewOf(notes[0]!), undefined);
    expect(without.ok && without.value).not.toHaveProperty('view');
  });

  it('VW4 is of a log whose name is ASCII without spaces and plus signs', () => {
    for (const name of ['a', ORIGIN, 'x'.repeat(1000), '!~*,']) expect(isLogOrigin(name)).toBe(true);
    for (const name of ['', 'a b', 'a+b', 'ä', 'a\n', 'x'.repeat(1001)]) expect(isLogOrigin(name)).toBe(false);
  });
});
