import { PlayerCountry } from '../../play/player-country.tsx';
import type { Countries } from '../../state/countries.ts';
import { texts } from '../../strings/main.ts';
import { PlayerLink } from '../../ui/player-link.tsx';

interface PersonProps {
  readonly person: {
    readonly name: string;
    readonly pub: string;
    /** Null if it is not known. */
    readonly rating: number | null;
    readonly provisional?: boolean;
    readonly bot?: boolean | undefined;
  };
  readonly countries: Countries;
}

/** A player's name, rating and country in a list, on one line. A bot has only a name. */
export function Person({ person: { name, pub, rating, provisional = false, bot }, countries }: PersonProps) {
  return (
    <span class="list__person">
      <PlayerLink name={name} pub={pub} />
      {!bot && rating !== null && <span class="soft tabular">{texts.player.rating(rating, provisional)}</span>}
      {!bot && <PlayerCountry countries={countries} pub={pub} />}
    </span>
  );
}
