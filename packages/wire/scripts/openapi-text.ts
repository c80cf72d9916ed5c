import { readFileSync } from 'node:fs';
import { makeOpenApi } from '../src/openapi.ts';

/** docs/openapi.json as it should be. */
export function openApiText(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../server/package.json', import.meta.url), 'utf8'));
  return `${JSON.stringify(makeOpenApi(version), null, 2)}\n`;
}
