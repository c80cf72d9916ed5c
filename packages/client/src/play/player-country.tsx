import { useEffect } from 'preact/hooks';
import type { Countries } from '../state/countries.ts';
import { CountryTag } from '../ui/country.tsx';

interface PlayerCountryProps {
  readonly countries: Countries;
  readonly pub: string;
}

/** The letters of the country that a player shows. Nothing for none, and until the server has answered. */
export function PlayerCountry({ countries, pub }: PlayerCountryProps) {
  useEffect(() => countries.want(pub), [pub]);
  return <CountryTag code={countries.of(pub)} />;
}
