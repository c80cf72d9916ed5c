const MAX_LENGTH = 32;

/** The first match counts, so that "No double, beaver" is not a beaver. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(no|never)\b/, 'no-double'],
  [/^too good\b/, 'too-good'],
  [/\bbeaver$/, 'double-beaver'],
  [/\btake$/, 'double-take'],
  [/\b(pass|drop)$/, 'double-pass'],
];

/** Maps an engine's cube advice to the common action names. Other advice becomes kebab-case. */
export function actionOf(advice: string): string {
  const text = advice.trim().toLowerCase();
  const known = WORDS.find(([pattern]) => pattern.test(text))?.[1];
  const kebab = text.replace(/[^a-z]+/g, '-').replace(/^-|-$/g, '');
  return known ?? (kebab.slice(0, MAX_LENGTH) || 'unknown');
}
