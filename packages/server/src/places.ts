import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The same folder from src/ and from dist/. */
const packages = new URL('../../', import.meta.url);

/** The absolute path of a path relative to the packages folder. */
export const pathOf = (place: string): string => fileURLToPath(new URL(place, packages));

export function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(pathOf('server/package.json'), 'utf8'));
  return version;
}
