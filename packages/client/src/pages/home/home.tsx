import './home.css';
import { useEffect } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { texts } from '../../strings/main.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { useTitle } from '../../ui/tab-title.ts';
import { HeroBoard } from './hero-board.tsx';
import { Lists } from './lists.tsx';
import { Recent } from './recent.tsx';
import { Reminders, Start } from './start.tsx';

const loadPeople = () => import('./people-panel.tsx');
const loadTurns = () => import('./turns-list.tsx');

/** The home page: one click starts a game, and everything else is below. */
export function Home({ client }: { readonly client: Client }) {
  useTitle(null);
  useEffect(() => client.lobby.enter(), []);
  const online = client.lobby.lists.value?.online;
  return (
    <div class="page home">
      <Reminders client={client} />
      {client.turns.list.value.length > 0 && <OnDemand load={loadTurns} props={{ client }} />}
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
      {client.connection.me.value !== null && <OnDemand load={loadPeople} props={{ client }} />}
      <Recent client={client} />
      <Proof />
    </div>
  );
}

const POINTS = ['dice', 'key', 'seal'] as const;

/** The parts of the service that a player can check, in brief. */
function Proof() {
  const { title, points, limits, link } = texts.proof;
  return (
    <section class="proof" aria-labelledby="proof">
      <h2 id="proof">{title}</h2>
      <ul class="proof__points">
        {POINTS.map((name) => (
          <li key={name}>
            <span class="proof__icon">
              <Icon name={name} />
            </span>
            <h3>{points[name].title}</h3>
            <p class="soft">{points[name].text}</p>
          </li>
        ))}
      </ul>
      <div class="row proof__end">
        <LinkButton href="/verify" icon="shield">
          {link}
        </LinkButton>
        <p class="soft small">{limits}</p>
      </div>
    </section>
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
