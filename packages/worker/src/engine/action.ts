const MAX_LENGTH = 32;

/** The first that fits counts: "No double, beaver" must not be taken for a beaver. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(no|never)\b/, 'no-double'],
  [/^too good\b/, 'too-good'],
  [/\bbeaver$/, 'double-beaver'],
  [/\btake$/, 'double-take'],
  [/\b(pass|drop)$/, 'double-pass'],
];

/** An engine's advice on the cube in the few words that everybody's results share; other advice in kebab-case. */
export function actionOf(advice: string): string {
  const text = advice.trim().toLowerCase();
  const known = WORDS.find(([pattern]) => pattern.test(text))?.[1];
  const kebab = text.replace(/[^a-z]+/g, '-').replace(/^-|-$/g, '');
  return known ?? (kebab.slice(0, MAX_LENGTH) || 'unknown');
}
