import { spokenTag } from '../strings/chosen.ts';

const names = new Intl.DisplayNames([spokenTag], { type: 'region' });

/** The name of a country in the language of the page. */
export function countryName(code: string): string {
  return names.of(code) ?? code;
}

/** A letter as the symbol of which two make a flag. */
const SYMBOL_BASE = 0x1f1e6 - 'A'.charCodeAt(0);

/** The flag of the country that a player shows; platforms without flags show the letters of its code. Nothing for none. */
export function CountryFlag({ code }: { readonly code?: string | null | undefined }) {
  if (!code) return null;
  const flag = String.fromCodePoint(...[...code].map((letter) => letter.charCodeAt(0) + SYMBOL_BASE));
  const name = countryName(code);
  return (
    <span class="country" role="img" aria-label={name} title={name}>
      {flag}
    </span>
  );
}
