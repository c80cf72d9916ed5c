import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnalysisEntry } from 'bg-record';
import { afterAll, describe, expect, it } from 'vitest';
import { FAST_ENGINE } from '../../src/domain/analysis/fast-report.ts';
import type { AnnotationName, BothFigures } from '../../src/domain/ports/analysis.ts';
import { analysisEntry } from '../../src/domain/public-log/entries.ts';
import { annotationFiles } from '../../src/storage/annotations.ts';
import { FILLED_AT_ONCE } from '../../src/storage/report-figures.ts';
import { temporaryFolder } from './folders.ts';

const name = { matchId: 'a-finished-match', engineId: 'engine:1', ply: 2 };

describe('reports as files', () => {
  const { path, remove } = temporaryFolder();
  afterAll(remove);
  const folder = join(path, 'made', 'when missing');
  const entries: AnalysisEntry[] = [];
  const figures: [AnnotationName, BothFigures][] = [];
  const rows = {
    addEntry: async (entry: AnalysisEntry) => void entries.push(entry),
    keepFigures: async (...kept: [AnnotationName, BothFigures]) => void figures.push(kept),
  };
  const files = annotationFiles(folder, rows);

  it('can be read after reopening the folder; the first one stays', async () => {
    expect(await files.read(name)).toBeNull();
    await files.keep(name, '{"of":"Zoë"}', 5);
    await files.keep(name, 'another', 6);
    expect(await annotationFiles(folder, rows).read(name)).toBe('{"of":"Zoë"}');
    expect(await files.read({ ...name, ply: 1 })).toBeNull();
    expect(readdirSync(folder)).toEqual(['a-finished-match.engine%3A1.2.json.gz']);
    expect(entries).toEqual([analysisEntry(name, '{"of":"Zoë"}', 5)]);
  });

  it('keep their judgements in a file beside them, which is there before they are', async () => {
    const judged = { ...name, engineId: 'engine-2' };
    await files.keep(judged, '{}', 5, '["Zoë"]');
    await files.keep(judged, '{}', 6, '["another"]');
    expect(await annotationFiles(folder, rows).readJudgements(judged)).toBe('["Zoë"]');
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

  it('have their figures stored, and are named as they were stored, except those of the fast tier', async () => {
    const deep = (place: number) => ({ matchId: `match-${place}`, engineId: 'gnubg:1.07.2', ply: 2 });
    const both = [
      { decisions: 3, loss: 0.25 },
      { decisions: 0, loss: 0 },
    ] as const;
    const report = JSON.stringify({ provisional: false, players: both, moves: [] });
    for (let place = 0; place < FILLED_AT_ONCE; place++) await files.keep(deep(place), report, 5, '[]');
    await files.keep({ ...FAST_ENGINE, matchId: 'match-0' }, report, 5);
    expect(figures.slice(0, 2)).toEqual([0, 1].map((place) => [deep(place), both]));
    writeFileSync(join(folder, 'match-1.%E0%A4%A.2.json.gz'), '');
    writeFileSync(join(folder, 'note.txt'), '');
    const found: AnnotationName[] = [];
    for await (const batch of files.names()) {
      expect(batch.length).toBeLessThanOrEqual(FILLED_AT_ONCE);
      found.push(...batch);
    }
    const keyOf = ({ matchId, engineId, ply }: AnnotationName) => `${matchId}/${engineId}/${ply}`;
    const expected = Array.from({ length: FILLED_AT_ONCE }, (_, place) => deep(place));
    const earlier = [name, { ...name, engineId: 'engine-2' }];
    expect(found.map(keyOf).toSorted()).toEqual([...expected, ...earlier].map(keyOf).toSorted());
  });

  it('leave no temporary files behind when they cannot be written', async () => {
    const taken = { matchId: 'taken-by-a-folder', engineId: 'e', ply: 2 };
    mkdirSync(join(folder, 'taken-by-a-folder.e.2.json.gz'));
    await expect(files.keep(taken, 'text', 5)).rejects.toThrow();
    expect(readdirSync(folder).filter((file) => file.endsWith('.tmp'))).toEqual([]);
  });
});
