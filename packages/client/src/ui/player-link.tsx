import { plainName } from '../strings/name-text.ts';
import { Face } from './face.tsx';

interface PlayerNameProps {
  readonly name: string;
  readonly pub?: string | undefined;
}

/** A name that another player chose, shown as plain text with its own text direction. */
export function PlayerName({ name, pub }: PlayerNameProps) {
  return <bdi class="name">{plainName(name, pub)}</bdi>;
}

/**
 * The player's face and name, as a link to the player's page.
 *
 * @param pub the key, or its first 16 digits
 */
export function PlayerLink({ name, pub }: { readonly name: string; readonly pub: string }) {
  return (
    <a class="player-link" href={`/player/${pub}`}>
      <Face pub={pub} />
      <PlayerName name={name} pub={pub} />
    </a>
  );
}
