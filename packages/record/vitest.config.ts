import { sharingImports } from '../../vitest.shared.ts';

export default sharingImports([
  'test/dice-counter.test.ts',
  'test/full-record.test.ts',
  'test/limit.test.ts',
  'test/own-voice.test.ts',
  'test/platforms.test.ts',
]);
