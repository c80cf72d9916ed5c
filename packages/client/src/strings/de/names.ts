import type { Catalogue } from '../catalogue.ts';

export const names: Catalogue['names'] = { nobody: (start) => `Gast ${start}` };
