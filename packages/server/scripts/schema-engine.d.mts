import type { Provider } from './schemas.mjs';

export interface EngineInput {
  readonly migrationsList: object;
  readonly filters: object;
}
export interface Diagnosis {
  readonly editedMigrationNames: readonly string[];
  readonly failedMigrationNames: readonly string[];
  readonly hasMigrationsTable: boolean;
  readonly history: object | null;
}
export interface Engine {
  diagnoseMigrationHistory(input: EngineInput & { readonly optInToShadowDatabase: boolean }): Promise<Diagnosis>;
  applyMigrations(input: EngineInput): Promise<{ readonly appliedMigrationNames: readonly string[] }>;
}
export const noFilters: object;
export function adapterFor(provider: Provider, url?: string): object;
export function openEngine(factory: object, provider: Provider): Promise<Engine>;
export function migrationList(folder: string): object;
export function missingSql(provider: Provider, url?: string): Promise<string | null>;
