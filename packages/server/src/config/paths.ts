import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The build puts this module into dist/ itself, without the folder that it has in src/. */
const isBuilt = extname(import.meta.url) === '.js';

/** URL of a module in src/ when running from source, in dist/ when built. Relative URLs of other modules start from it. */
export const moduleUrl = isBuilt ? import.meta.url : new URL('../main.ts', import.meta.url).href;

/** The same folder from src/ and from dist/. */
const packages = new URL('../../', moduleUrl);

/** The absolute path of a path relative to the packages folder. */
export const pathOf = (path: string): string => fileURLToPath(new URL(path, packages));

/** The folder of the database schemas and migrations. */
export const prismaFolder = pathOf('../prisma');

/** Absolute path of a command's script: TypeScript when running from source, JavaScript when built. */
export function commandPath(name: string): string {
  return fileURLToPath(new URL(isBuilt ? `./${name}.js` : `./commands/${name}.ts`, moduleUrl));
}

export function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(pathOf('server/package.json'), 'utf8'));
  return version;
}
