const rules = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' };

/** Writes an English ordinal number, for example 13th. */
export function ordinal(n: number): string {
  return `${n}${endings[rules.select(n)] ?? 'th'}`;
}
