import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { IndexEntry } from '../../scripts/vectors/all.ts';
import { followed } from '../../scripts/vectors/recipe.ts';
import type { Header, MatchRecord } from '../../src/types.ts';

const folder = new URL('../../../../vectors/records/', import.meta.url);

/** Path of a committed vector file. */
export function vectorPath(file: string): string {
  return fileURLToPath(new URL(file, folder));
}

export function vectorText(file: string): string {
  return readFileSync(vectorPath(file), 'utf8');
}

/** Like `vectorText`, for texts that are not UTF-8. */
export function vectorBytes(file: string): Uint8Array {
  return readFileSync(vectorPath(file));
}

/** The committed index: the expected verdict for each file. */
export const vectorIndex: readonly IndexEntry[] = JSON.parse(vectorText('index.json'));

/** The bytes of a vector, made by its recipe if it has one. */
export function bytesOf({ file, recipe }: Pick<IndexEntry, 'file' | 'recipe'>): Uint8Array {
  return recipe ? Buffer.from(followed(recipe, vectorText(recipe.base))) : vectorBytes(file);
}

export function validRecord(name: string): MatchRecord {
  return JSON.parse(vectorText(`valid/${name}.json`));
}

/** The names of the valid records that are files. */
export const validNames = vectorIndex
  .filter(({ ok, recipe }) => ok && !recipe)
  .map(({ file }) => file.slice('valid/'.length, -'.json'.length));

/** The record with other names of its players. Its signatures are wrong. */
export function withNames(record: MatchRecord, first: string, second: string): MatchRecord {
  const [one, two] = record.header.players;
  const players: Header['players'] = [
    { ...one, name: first },
    { ...two, name: second },
  ];
  return { ...record, header: { ...record.header, players } };
}
