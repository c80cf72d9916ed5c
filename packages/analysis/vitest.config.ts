import { sharingImports } from '../../vitest.shared.ts';

export default sharingImports();
