// Writes the schemas and generates both clients. Needs no download: Prisma requires the path of a schema engine but does not use it here.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { providers, schemaFile, writeSchemas } from './schemas.mjs';

const cli = createRequire(import.meta.url).resolve('prisma/build/index.js');
const env = {
  ...process.env,
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
};

async function generate(provider) {
  const args = [cli, 'generate', '--schema', schemaFile(provider), '--no-hints'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  return code;
}

writeSchemas();
const codes = await Promise.all(providers.map(generate));
process.exitCode = codes.find((code) => code !== 0) ?? 0;
