import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withMadeParts } from '../scripts/document.ts';
import { anonymousTypes } from '../src/client-messages.ts';

const text = readFileSync(new URL('../../../docs/realtime.md', import.meta.url), 'utf8');

describe('docs/realtime.md', () => {
  it('DC1 matches the schemas: run `npm run document` after changing them', async () => {
    expect(await withMadeParts(text)).toBe(text);
  });

  it('DC2 lists the messages that need no key', () => {
    const sentence = /Without a key one can use ([^.]*)\./.exec(text)?.[1] ?? '';
    const named = [...sentence.matchAll(/`([a-z-]+)`/g)].map(([, type]) => type);
    expect(['identify', ...named].toSorted()).toEqual(anonymousTypes.toSorted());
  });
});
