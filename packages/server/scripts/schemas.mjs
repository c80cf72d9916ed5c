// Creates one schema per provider from one hand-written model file. Only the headings differ.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const providers = ['sqlite', 'postgresql'];
const prismaFolder = fileURLToPath(new URL('../../../prisma/', import.meta.url));
export const schemaFile = (provider) => `${prismaFolder}${provider}/schema.prisma`;
export const migrationsFolder = (provider) => `${prismaFolder}${provider}/migrations`;

const heading = (provider) => `// Made from ../models.prisma; do not edit.
generator client {
  provider               = "prisma-client"
  output                 = "../../packages/server/src/generated/${provider}"
  runtime                = "nodejs"
  moduleFormat           = "esm"
  generatedFileExtension = "ts"
  importFileExtension    = "ts"
  previewFeatures        = ["partialIndexes"]
}

datasource db {
  provider = "${provider}"
}

`;

/** The schema of a provider as text. */
export function composeSchema(provider) {
  return heading(provider) + readFileSync(`${prismaFolder}models.prisma`, 'utf8');
}

/** Writes the schemas that are out of date. */
export function writeSchemas() {
  for (const provider of providers) {
    mkdirSync(migrationsFolder(provider), { recursive: true });
    const text = composeSchema(provider);
    if (read(schemaFile(provider)) !== text) writeFileSync(schemaFile(provider), text);
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
