import type { Note } from 'bg-record';
import { describe, expect, it } from 'vitest';
import { englishFaultText } from '../src/strings/faults.ts';
import { languageFor } from '../src/strings/language.ts';
import { noteText } from '../src/strings/note-text.ts';
import { troubleText } from '../src/strings/troubles.ts';
import { allEnglish, allGerman } from './all-texts.ts';

/** Lists every text of a catalogue by its path. Functions are texts too. */
function textsOf(part: unknown, path = ''): [string, unknown][] {
  if (typeof part !== 'object' || part === null) return [[path, part]];
  return Object.entries(part).flatMap(([name, inner]) => textsOf(inner, path ? `${path}.${name}` : name));
}

const inEnglish = new Map(textsOf(allEnglish));
const inGerman = new Map(textsOf(allGerman));
const paths = [...inEnglish.keys()];
const isFunction = (path: string) => typeof inEnglish.get(path) === 'function';

/** Names, notation, and words shared by both languages. Everything else must differ. */
const SHARED = [
  /^(main\.app\.name|board\.(bar|barWithin)|.*\.bot|match\.crawford)$/,
  /^main\.terms\.clocks\.normal|\.(animations|speeds)\.normal$/,
  /^match\.(beaver|resignAs\.[23])$|^solved\.(equity|gammon)$|^review\.(equity|difference)$/,
  /^review\.chart\.kinds\.equity$|^review\.summary\.(pr|explained\.move-order)$|^review\.tools\.files\.(mat|sgf|ogxm)$/,
  /^study\.(depths\.([012]|rollouts)|equity)$|^people\.(here|away)$|^room\.title$/,
  /^noMatch\.title$|^leaderboard\.games$|^player\.(games|prColumn|noPr)$|reasons\.(won\.|lost\.)?points$|^seal\.server$|^rules\.words\.list\.(blot|pip|prime)\.name$|^puzzles\.themes\.blitz$|^openings\.searched$/,
];

/** Arguments by path, for texts that need others than numbers. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  'charts.label': [120, 'Sentence.'],
  'charts.outside': [['2', '5']],
  'main.home.botTerms': ['Expert', '3 points', 'Fast clock'],
  'main.home.botStrength': ['Expert', 5],
  'main.pairing.terms': ['3 points', 'Fast clock', true],
  'main.pairing.width': [{ least: 1400, most: 1600 }, 175],
  'match.yes': ['Double'],
  'review.chart.mistakes': [{ blunder: 7, error: 5, inaccuracy: 3 }],
  'review.cube.action': ['double-take'],
  'review.cube.engine': ['double-take'],
  'review.spokenMark': ['blunder'],
  'verify.evidence.what': [[17, 23]],
  'names.nobody': ['abc123'],
};
const FIGURES = [{ dice: 40, needed: 600, chi2: 12.5, critical: 11.07 }];

function said(catalogue: ReadonlyMap<string, unknown>, path: string, amount: number): string {
  const text = catalogue.get(path);
  if (typeof text !== 'function') return String(text);
  const given = ARGUMENTS[path] ?? (path.startsWith('fairness.grades') ? FIGURES : null);
  const numbers = Array.from({ length: text.length }, (_, n) => amount + 11 * n);
  const result: unknown = text(...(given ?? numbers));
  return typeof result === 'function' ? String(result(1_700_000_000_000)) : String(result);
}

/** Returns the figures in a text, sorted. */
const figuresIn = (text: string) => (text.match(/\d+/g) ?? []).sort();

const sources: Readonly<Record<string, string>> = import.meta.glob('../src/strings/*.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
});

describe('catalogues', () => {
  it('are looked up by the name of their own file', () => {
    const lookups = Object.entries(sources).flatMap(([file, source]) =>
      [...source.matchAll(/= inLanguage\('([^']*)'/g)].map(([, name]) => [file, `../src/strings/${name}.ts`]),
    );
    expect(lookups.length).toBeGreaterThan(30);
    for (const [file, name] of lookups) expect(name).toBe(file);
  });

  it('have the same texts in every language', () => {
    expect([...inGerman.keys()].sort()).toEqual(paths.toSorted());
    expect(paths.length).toBeGreaterThan(600);
  });

  it('are translated: equal texts are shared words', () => {
    const same = paths.filter((path) => !isFunction(path) && inEnglish.get(path) === inGerman.get(path));
    expect(same.filter((path) => !SHARED.some((shared) => shared.test(path)))).toEqual([]);
  });

  it.each(paths.filter(isFunction))('%s says something, and the same figures in every language', (path) => {
    for (const amount of [1, 2, 40]) {
      const [one, other] = [said(inEnglish, path, amount), said(inGerman, path, amount)];
      expect(one && other, `${one} | ${other}`).toBeTruthy();
      expect(`${one} ${other}`).not.toMatch(/undefined|NaN|\[object/);
      if (amount > 1) expect(figuresIn(other), `${one} | ${other}`).toEqual(figuresIn(one));
    }
  });
});

describe('the guided game and the rules', () => {
  it.each([
    ['English', inEnglish, /“([^”]+)”/g],
    ['German', inGerman, /„([^“]+)“/g],
  ])('WT1 name buttons as the page does (%s)', (_, catalogue, quotes) => {
    const known = new Set([...catalogue.values()].filter((text) => typeof text === 'string'));
    const taught = [...catalogue].filter(([path]) => /^(lesson|rules)\./.test(path));
    const named = taught.flatMap(([path]) =>
      [...said(catalogue, path, 3).matchAll(quotes)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('the language of a page', () => {
  it.each([
    ['de', ['en-GB'], 'de'],
    [null, ['fr-FR', 'de-AT', 'en'], 'de'],
    [null, ['en-US', 'de'], 'en'],
    [null, ['fr'], 'en'],
    [null, [], 'en'],
    ['xx', ['de'], 'de'],
    ['toString', [], 'en'],
  ] as const)('chosen %s, browser %s: %s', (chosen, preferred, expected) => {
    expect(languageFor(chosen, preferred)).toBe(expected);
  });
});

describe('an error', () => {
  it('is shown by its code, with the operator’s reference but no other text of the server', () => {
    const sentence = 'Something went wrong on the server.';
    const said = (message: string, code = 'internal') => troubleText({ code, message });
    expect(said('Etwas ging schief. (0123456789ab)')).toBe(`${sentence} (0123456789ab)`);
    expect(said('Etwas ging schief. (call 0800 1234)')).toBe(sentence);
    expect(said('Somewhere else. (0123456789ab)', 'no-puzzle')).toBe('There’s no puzzle for this day.');
  });

  it('is in English in evidence files, and keeps the words of the verifier', () => {
    expect(englishFaultText({ code: 'forked' })).toBe('The server shows two different histories of this match.');
    expect(englishFaultText({ code: 'illegal-play', message: 'no such play' })).toBe('no such play');
    expect(englishFaultText({ code: 'unheard-of' })).toBe('');
  });
});

describe('notes about a record', () => {
  const player = { pub: '', custody: 'service' } as const;
  const players = [
    { ...player, name: 'Ann', bot: false },
    { ...player, name: 'Bob', bot: true },
  ] as const;
  const said = (note: Partial<Note> & Pick<Note, 'code'>) =>
    noteText({ message: '', seat: null, figures: [], ...note }, players);

  it('name their player and have the figures of the verifier', () => {
    expect(said({ code: 'service-custody', seat: 1 })).toMatch(/Bob.* is the site’s bot/);
    expect(said({ code: 'service-custody', seat: 0 })).toMatch(/keeps the key of \S*Ann/);
    expect(said({ code: 'late', seat: 0, figures: [3, 5] })).toMatch(/^3 events of \S*Ann.* over 5 s/);
    expect(said({ code: 'refunds', figures: [1, 2.5] })).toMatch(/1 gap with a total of 2\.5 s/);
    const foreign = { code: 'later', message: 'Words.' } as unknown as Note;
    expect(noteText(foreign, players)).toBe('Words.');
    expect(noteText({ code: 'late', message: 'Words.' } as unknown as Note, players)).toBe('Words.');
    expect(said({ code: 'absence-too-short', figures: [45.5, 90] })).toMatch(/45\.5 s .* 90\.0 s/);
  });
});
