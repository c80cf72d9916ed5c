import { plainName } from './name-text.ts';

interface PlayerNameProps {
  readonly name: string;
  readonly pub?: string | undefined;
}

/** A name that another player chose: shown as text alone, in an order of its own. */
export function PlayerName({ name, pub }: PlayerNameProps) {
  return <bdi class="name">{plainName(name, pub)}</bdi>;
}

/** The same, as the way to the player's page. `pub`: the key, or its first 16 digits. */
export function PlayerLink({ name, pub }: { readonly name: string; readonly pub: string }) {
  return (
    <a class="player-link" href={`/player/${pub}`}>
      <PlayerName name={name} pub={pub} />
    </a>
  );
}
