import { sharingImports } from '../../vitest.shared.ts';

// Files that replace a module, and one that looks at the state of the whole page.
export default sharingImports([
  'test/board/sounds.test.ts',
  'test/import-field.test.tsx',
  'test/log/log-place.test.tsx',
  'test/tab-title.test.tsx',
  'test/volume.test.tsx',
]);
