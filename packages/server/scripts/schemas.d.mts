export type Provider = 'sqlite' | 'postgresql';
export const providers: readonly Provider[];
export const prismaFolder: string;
export function schemaFile(provider: Provider): string;
export function migrationsFolder(provider: Provider): string;
export function composeSchema(provider: Provider): string;
export function writeSchemas(): void;
