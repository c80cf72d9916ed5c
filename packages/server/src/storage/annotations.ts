import type { AnnotationStore } from '../domain/ports.ts';
import { type Db, inserted } from './db.ts';
import { packText, unpackText } from './text.ts';

export function annotationStore(db: Db): AnnotationStore {
  return {
    async read(name) {
      const row = await db.annotation.findUnique({ where: { matchId_engineId_ply: name } });
      return row && unpackText(row.gzip);
    },
    async keep({ matchId, engineId, ply }, text, at) {
      const gzip = await packText(text);
      await inserted(db.annotation.create({ data: { matchId, engineId, ply, gzip, created: BigInt(at) } }));
    },
  };
}
