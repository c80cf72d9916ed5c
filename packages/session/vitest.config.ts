import { sharingImports } from '../../vitest.shared.ts';

export default sharingImports(['test/filled-record.test.ts', 'test/full-record.test.ts']);
