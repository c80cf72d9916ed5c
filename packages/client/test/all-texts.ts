/// <reference types="vite/client" />
import { german } from '../src/strings/de/index.ts';

const files: Readonly<Record<string, Readonly<Record<string, unknown>>>> = import.meta.glob('../src/strings/*.ts', {
  eager: true,
});

/** `noMatch` for `./no-match.ts`: the name of the English texts in each file, which is their place in the catalogues here. */
const placeOf = (file: string) =>
  file.replace(/^.*\/|\.ts$/g, '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The English texts of every file that has texts of its own, by place. */
export const allEnglish: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(files)
    .map(([file, exported]) => [placeOf(file), exported[placeOf(file)]] as const)
    .filter(([, texts]) => typeof texts === 'object'),
);

/** The German texts, by place. */
export const allGerman: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(german).map(([file, texts]) => [placeOf(file), texts]),
);
