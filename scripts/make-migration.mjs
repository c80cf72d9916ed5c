// After a change of prisma/models.prisma: writes the migration for both providers. node scripts/make-migration.mjs NAME
import { makeMigration } from '../packages/server/scripts/make-migration.mjs';

const name = process.argv[2];
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error('usage: node scripts/make-migration.mjs NAME   (lower-case letters, digits, underscores)');
  process.exit(2);
}
await makeMigration(name);
