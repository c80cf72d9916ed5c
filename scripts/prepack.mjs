// `npm pack` in a package's folder, for trying a package elsewhere. Without a build the tarball would have no code.
import { existsSync } from 'node:fs';

if (!existsSync('dist')) {
  console.error('There is no dist folder. Run "npm run build" in the root of the repository first.');
  process.exit(1);
}
console.error('To publish this package, use the tarball that "npm run x -- release" writes.');
