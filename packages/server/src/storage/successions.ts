import type { SuccessionStore } from '../domain/ports/keys.ts';
import { type Db, inserted } from './db.ts';

export function successionStore(db: Db): SuccessionStore {
  return {
    all: () => db.keySuccession.findMany(),
    keep: async ({ previous, next, sig }) =>
      void (await inserted(db.keySuccession.create({ data: { previous, next, sig } }))),
  };
}
