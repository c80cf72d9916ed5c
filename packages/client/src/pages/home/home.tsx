import './home.css';
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { texts } from '../../strings/main.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useTitle } from '../../ui/tab-title.ts';
import { HeroBoard } from './hero-board.tsx';
import { Lists } from './lists.tsx';
import { Recent } from './recent.tsx';
import { Start } from './start.tsx';

interface HomeProps {
  readonly client: Client;
}

/** The home page. A stranger is welcomed; whoever has played on this device gets the lobby. */
export function Home({ client }: HomeProps) {
  useTitle(null);
  useEffect(() => client.lobby.enter(), []);
  // Decided once: a page that has been drawn does not turn into the other one.
  const [hasPlayed] = useState(() => client.played.count !== null);
  const room = useRoom(hasPlayed);
  if (!hasPlayed || room === 'failed') return <Welcome client={client} />;
  const Room = room?.component;
  return Room ? <Room client={client} /> : <div class="home--loading" />;
}

/** The lobby of those who have played. Null while it is loading; `failed` if it cannot be loaded, for example by a page that is offline. */
function useRoom(isWanted: boolean): { readonly component: ComponentType<HomeProps> } | 'failed' | null {
  const [room, setRoom] = useState<{ readonly component: ComponentType<HomeProps> } | 'failed' | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    import('./room.tsx').then(
      ({ default: component }) => setRoom({ component }),
      () => setRoom('failed'),
    );
  }, []);
  return room;
}

/** The page for a stranger: one click starts a game, and everything else is below. */
function Welcome({ client }: HomeProps) {
  const online = client.lobby.lists.value?.online;
  return (
    <div class="page home">
      <section class="hero">
        <div class="hero__text">
          <h1>{texts.home.headline}</h1>
          <p class="hero__lead">{texts.home.lead}</p>
          <Start client={client} isNewcomer />
          {online !== undefined && online > 0 && <p class="soft small">{texts.home.online(online)}</p>}
        </div>
        <HeroBoard />
      </section>
      <PuzzleInvitation />
      <Lists client={client} />
      <Recent client={client} />
    </div>
  );
}

/** The link to today's puzzle. */
function PuzzleInvitation() {
  return (
    <section class="card puzzle-invitation" aria-labelledby="puzzle-invitation">
      <div>
        <h2 id="puzzle-invitation">{texts.home.puzzle}</h2>
        <p class="soft">{texts.home.puzzleText}</p>
      </div>
      <LinkButton href="/puzzle" icon="dice">
        {texts.home.solve}
      </LinkButton>
    </section>
  );
}
