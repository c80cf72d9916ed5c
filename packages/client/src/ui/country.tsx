import { spokenTag } from '../strings/chosen.ts';

let names: Intl.DisplayNames | null = null;

/** The name of a country in the language of the page. */
export function countryName(code: string): string {
  names ??= new Intl.DisplayNames([spokenTag], { type: 'region' });
  return names.of(code) ?? code;
}

/** The letters of the country that a player shows, because many platforms have no flags. Nothing for none. */
export function CountryTag({ code }: { readonly code?: string | null | undefined }) {
  if (!code) return null;
  const name = countryName(code);
  return (
    <span class="tag" role="img" aria-label={name} title={name}>
      {code}
    </span>
  );
}
