import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Both from src/ and from dist/. */
const packages = new URL('../../', import.meta.url);

/** A place given from the folder of all packages. */
export const pathOf = (place: string): string => fileURLToPath(new URL(place, packages));

export function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(pathOf('server/package.json'), 'utf8'));
  return version;
}
