import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withMadeParts } from '../scripts/document.ts';

const text = readFileSync(new URL('../../../docs/realtime.md', import.meta.url), 'utf8');

describe('docs/realtime.md', () => {
  it('DC1 matches the schemas: run `pnpm --filter @anchor/wire document` after changing them', async () => {
    expect(await withMadeParts(text)).toBe(text);
  });
});
