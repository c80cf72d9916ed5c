import { useEffect } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { texts } from '../../strings/main.ts';
import { useTitle } from '../../ui/page.tsx';
import { HeroBoard } from './hero-board.tsx';
import { Lists } from './lists.tsx';
import { Proof } from './proof.tsx';
import { PuzzleInvitation } from './puzzle-invitation.tsx';
import { Recent } from './recent.tsx';
import { Reminders, Start } from './start.tsx';
import './home.css';

/** The home page: one click starts a game, and everything else is below. */
export function Home({ client }: { readonly client: Client }) {
  useTitle(null);
  useEffect(() => client.lobby.enter(), []);
  const online = client.lobby.lists.value?.online;
  return (
    <div class="page home">
      <Reminders client={client} />
      <section class="hero">
        <div class="hero__text">
          <h1>{texts.home.headline}</h1>
          <p class="hero__lead">{texts.home.lead}</p>
          <Start client={client} />
          {online !== undefined && online > 0 && <p class="soft small">{texts.home.online(online)}</p>}
        </div>
        <HeroBoard />
      </section>
      <PuzzleInvitation />
      <Lists client={client} />
      <Recent connection={client.connection} />
      <Proof />
    </div>
  );
}
