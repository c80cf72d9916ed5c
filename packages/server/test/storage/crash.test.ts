import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepToOwner } from '../../src/storage/data-folder.ts';
import { closeEmbedded, openEmbedded } from '../../src/storage/embedded.ts';
import { type OpenStore, openStore } from '../../src/storage/open-store.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';
import { killChildAfter, runChild } from './run-child.ts';

describe('a process that is killed', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());
  const open = () => openStore({ dataDir: folder.path, databaseUrl: null, prismaFolder });

  async function mustOpen(): Promise<OpenStore> {
    const opened = await open();
    if (!opened.ok) throw new Error(opened.message);
    return opened.value;
  }

  /** The lengths of the stored matches. No match may have a gap. */
  async function storedLengths(store: OpenStore): Promise<ReadonlyMap<string, number>> {
    const lengths = new Map<string, number>();
    for (const id of await store.matches.liveIds()) {
      const events = (await store.matches.live(id))?.events ?? [];
      expect(events.map(({ n }) => n)).toEqual(events.map((_, index) => index));
      lengths.set(id, events.length);
    }
    return lengths;
  }

  it('has lost nothing that it acknowledged, and its folder is free at once', async () => {
    for (const acknowledged of [1, 150, 400]) {
      const lines = await killChildAfter(acknowledged, ['append', folder.path]);
      expect(lines.length).toBeGreaterThanOrEqual(acknowledged);
      // Another line would be the reason why the child could not open its database.
      expect(lines.filter((line) => !/^\S+ \d+$/.test(line))).toEqual([]);
      const store = await mustOpen();
      const lengths = await storedLengths(store);
      for (const line of lines) {
        const [id = '', n] = line.split(' ');
        expect(lengths.get(id) ?? 0, line).toBeGreaterThan(Number(n));
      }
      await store.close();
    }
  });

  it('has locked its folder until then: a second process gets an error', async () => {
    await killChildAfter(1, ['append', folder.path], async () => {
      expect(await open()).toMatchObject({ ok: false, code: 'folder-in-use' });
    });
    await (await mustOpen()).close();
  });

  it('keeps its hold on the database file when it opens the folder again', async () => {
    const client = await openEmbedded(join(folder.path, 'anchor.db'));
    await client.execute('CREATE TABLE one (id INTEGER)');
    expect(await runChild('alone', folder.path)).toEqual([expect.stringContaining('database is locked')]);
    keepToOwner(folder.path);
    expect(await runChild('alone', folder.path)).toEqual([expect.stringContaining('database is locked')]);
    await closeEmbedded(client);
  });

  it('cannot open the folder a second time either', async () => {
    const store = await mustOpen();
    expect(await open()).toEqual({
      ok: false,
      code: 'folder-in-use',
      message: `Another process is using the data folder ${folder.path}.`,
    });
    await store.close();
    await (await mustOpen()).close();
  });
});
