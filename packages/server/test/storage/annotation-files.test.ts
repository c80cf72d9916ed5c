import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnalysisEntry } from 'bg-record';
import { afterAll, describe, expect, it } from 'vitest';
import { analysisEntry } from '../../src/domain/public-log/entries.ts';
import { annotationFiles } from '../../src/storage/annotations.ts';
import { temporaryFolder } from './folders.ts';

const name = { matchId: 'a-finished-match', engineId: 'engine:1', ply: 2 };

describe('reports as files', () => {
  const { path, remove } = temporaryFolder();
  afterAll(remove);
  const folder = join(path, 'made', 'when missing');
  const entries: AnalysisEntry[] = [];
  const add = async (entry: AnalysisEntry) => void entries.push(entry);
  const files = annotationFiles(folder, add);

  it('can be read after reopening the folder; the first one stays', async () => {
    expect(await files.read(name)).toBeNull();
    await files.keep(name, '{"of":"Zoë"}', 5);
    await files.keep(name, 'another', 6);
    expect(await annotationFiles(folder, add).read(name)).toBe('{"of":"Zoë"}');
    expect(await files.read({ ...name, ply: 1 })).toBeNull();
    expect(readdirSync(folder)).toEqual(['a-finished-match.engine%3A1.2.json.gz']);
    expect(entries).toEqual([analysisEntry(name, '{"of":"Zoë"}', 5)]);
  });

  it('keep their judgements in a file beside them, which is there before they are', async () => {
    const judged = { ...name, engineId: 'engine-2' };
    await files.keep(judged, '{}', 5, '["Zoë"]');
    await files.keep(judged, '{}', 6, '["another"]');
    expect(await annotationFiles(folder, add).readJudgements(judged)).toBe('["Zoë"]');
    expect(await files.readJudgements(name)).toBeNull();
    const taken = { ...name, engineId: 'taken' };
    mkdirSync(join(folder, 'a-finished-match.taken.2.judgements.json.gz'));
    await expect(files.keep(taken, '{}', 5, '[]')).rejects.toThrow();
    expect(await files.read(taken)).toBeNull();
    expect(readdirSync(folder).toSorted()).toEqual([
      'a-finished-match.engine%3A1.2.json.gz',
      'a-finished-match.engine-2.2.json.gz',
      'a-finished-match.engine-2.2.judgements.json.gz',
      'a-finished-match.taken.2.judgements.json.gz',
    ]);
  });

  it('are read only from the folder', async () => {
    writeFileSync(join(path, 'secret.engine.2.json.gz'), 'secret');
    for (const matchId of ['../../secret', '..', '', 'a/b', 'x'.repeat(500)]) {
      const odd = { matchId, engineId: 'engine', ply: 2 };
      await files.keep(odd, 'evil', 5);
      expect(await files.read(odd)).toBeNull();
    }
    expect(readdirSync(folder)).toHaveLength(4);
  });

  it('leave no temporary files behind when they cannot be written', async () => {
    const taken = { matchId: 'taken-by-a-folder', engineId: 'e', ply: 2 };
    mkdirSync(join(folder, 'taken-by-a-folder.e.2.json.gz'));
    await expect(files.keep(taken, 'text', 5)).rejects.toThrow();
    expect(readdirSync(folder).filter((file) => file.endsWith('.tmp'))).toEqual([]);
  });
});
