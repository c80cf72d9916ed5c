import { plainName } from '../strings/name-text.ts';
import { CountryFlag } from './country.tsx';
import { KeyPicture } from './key-picture.tsx';

interface PlayerNameProps {
  readonly name: string;
  readonly pub?: string | undefined;
}

/** A name that another player chose, shown as plain text with its own text direction. */
export function PlayerName({ name, pub }: PlayerNameProps) {
  return <bdi class="name">{plainName(name, pub)}</bdi>;
}

interface PlayerLinkProps {
  readonly name: string;
  /** The key, or its first 16 digits. */
  readonly pub: string;
  readonly country?: string | null | undefined;
}

/**
 * The picture of the key and the name, as a link to the player's page, with the
 * country that the player shows.
 */
export function PlayerLink({ name, pub, country }: PlayerLinkProps) {
  return (
    <a class="player-link" href={`/player/${pub}`}>
      <KeyPicture pub={pub} />
      <PlayerName name={name} pub={pub} />
      <CountryFlag code={country} />
    </a>
  );
}
