import './room.css';
import { type LiveView, type PuzzleResponse, puzzleResponse } from '@anchor/wire';
import type { ReadonlySignal } from '@preact/signals';
import type { MatchView } from 'bg-session';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { SmallBoard } from '../../board/small-board.tsx';
import { ChallengeButton } from '../../play/challenge-button.tsx';
import type { Client } from '../../state/client.ts';
import type { KnownPeople } from '../../state/people.ts';
import { useJson } from '../../state/use-json.ts';
import { usePeople } from '../../state/use-people.ts';
import { texts } from '../../strings/main.ts';
import { peopleTexts } from '../../strings/people.ts';
import { roomTexts as words } from '../../strings/room.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Waiting } from '../../ui/notice.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { BotRows } from './bot-rows.tsx';
import { InstallCard } from './install-card.tsx';
import { List, ListsWaiting, OpenGames, useLiveRows } from './lists.tsx';
import { matchesOfOthers, watchLabel } from './live-matches.ts';
import { Person } from './person.tsx';
import { Recent } from './recent.tsx';
import { Start } from './start.tsx';
import { turnRows } from './turns-list.tsx';

interface RoomProps {
  readonly client: Client;
}

/** The home page of those who have played: everything that goes on, in one screen. Its panels have a fixed size, so that nothing moves. */
export default function Room({ client }: RoomProps) {
  const online = client.lobby.lists.value?.online ?? 0;
  return (
    <div class="page room">
      <header class="room__head">
        <h1>{words.title}</h1>
        {online > 0 && <p class="soft small">{texts.home.online(online)}</p>}
        <p class="small room__fair">
          <a href="/fair">{texts.home.fair}</a>
        </p>
      </header>
      <InstallCard client={client} />
      <div class="room__column">
        <section class="card room__play" aria-labelledby="new-game">
          <h2 class="visually-hidden" id="new-game">
            {words.play}
          </h2>
          <Start client={client} />
        </section>
        <OwnMatches client={client} />
      </div>
      <div class="room__column">
        <OpenGames client={client} others={<BotRows client={client} />} />
        <Puzzle client={client} />
      </div>
      <div class="room__column">
        <Live client={client} />
        <Friends client={client} />
      </div>
    </div>
  );
}

/** The match at the board, one that ended while the player was away, and the correspondence matches. */
function OwnMatches({ client }: RoomProps) {
  const { matches } = client;
  const { current } = matches;
  const missed = matches.missed.value;
  const rows = [
    ...(current
      ? [<MatchRow key={current} match={current} text={currentText(matches)} link={texts.home.back} isNow />]
      : []),
    ...(missed
      ? [<MatchRow key={missed.match} match={missed.match} text={texts.home.missed} link={texts.home.missedLink} />]
      : []),
    ...turnRows(client),
  ];
  return (
    <section class="card list" aria-labelledby="turns">
      <h2 class="list__title" id="turns">
        <Icon name="flag" />
        {words.matches}
      </h2>
      {rows.length > 0 ? (
        <ul class="list__rows">{rows}</ul>
      ) : (
        <div class="soft">
          <p>{words.noMatches}</p>
          <p class="small">{words.noMatchesHint}</p>
        </div>
      )}
    </section>
  );
}

interface LiveOwn {
  readonly currentSession: { readonly view: ReadonlySignal<Pick<MatchView, 'halted' | 'warning'>> } | null;
}

/** Returns the text about the live match: also what the player would see there at once, and must not miss elsewhere. */
export function currentText({ currentSession }: LiveOwn): string {
  const view = currentSession?.view.value;
  if (view?.halted) return words.stopped;
  return view?.warning ? words.warned : texts.home.returnText;
}

interface MatchRowProps {
  readonly match: string;
  readonly text: string;
  readonly link: string;
  readonly isNow?: boolean;
}

function MatchRow({ match, text, link, isNow = false }: MatchRowProps) {
  return (
    <li class="list__row">
      <span class="list__what">{text}</span>
      <LinkButton kind={isNow ? 'primary' : 'soft'} href={`/match/${match}`}>
        {link}
      </LinkButton>
    </li>
  );
}

/** Live matches with their boards. While there are none, the latest finished ones. */
function Live({ client }: RoomProps) {
  const rows = useLiveRows(client);
  if (client.lobby.lists.value && rows.length === 0) return <Recent client={client} />;
  return (
    <List title={texts.home.live} icon="eye" empty={<ListsWaiting client={client} />}>
      {rows}
    </List>
  );
}

/** Today's puzzle with its board. Without the board it is a link. */
function Puzzle({ client: { connection } }: RoomProps) {
  const { value } = useJson({ path: '/api/puzzle', shape: puzzleResponse, connection });
  const due = useDueCards();
  return (
    <section class="card room__puzzle" aria-labelledby="puzzle-invitation">
      <div class="room__board">{value && <PuzzleBoard puzzle={value.puzzle} />}</div>
      <div class="stack">
        <h2 id="puzzle-invitation">{texts.home.puzzle}</h2>
        <p class="soft small">{texts.home.puzzleText}</p>
        <div class="row">
          <LinkButton href="/puzzle" icon="dice">
            {texts.home.solve}
          </LinkButton>
        </div>
        <p class="small">
          <a href="/puzzles">{texts.home.puzzles}</a>
        </p>
        <p class="small">
          <a href="/cards">{due > 0 ? words.cardsDue(due) : words.cards}</a>
        </p>
      </div>
    </section>
  );
}

/** The number of cards that are due in this browser. 0 until they are counted, and if it stores nothing for this page. */
function useDueCards(): number {
  const [due, setDue] = useState(0);
  useEffect(() => {
    void import('../../cards/count-due.ts').then(({ countDue }) => countDue()).then(setDue, () => undefined);
  }, []);
  return due;
}

/** A picture: the puzzle's page describes the position. */
function PuzzleBoard({ puzzle: { position, cube, dice } }: { readonly puzzle: PuzzleResponse['puzzle'] }) {
  const values = dice[0] === dice[1] ? [...dice, ...dice] : dice;
  const shown = values.map((value) => ({ value, used: false }));
  return (
    <SmallBoard
      position={position}
      cube={{ ...cube, offeredTo: null }}
      dice={[{ owner: 0, dice: shown, roll: 1, aside: false }]}
    />
  );
}

/** The players whom the reader follows and the last opponents, those who are online first. */
export function Friends({ client }: RoomProps) {
  const known = usePeople(client, true);
  return (
    <List title={words.friends} icon="user" empty={known ? words.noFriends : friendsState(client)}>
      {known ? personRows(client, known) : []}
    </List>
  );
}

/** Says why the list is not there yet. A page without a key has none. */
function friendsState({ connection }: Client): ComponentChildren {
  if (!connection.mayAsk) return texts.home.listsOffline;
  const isKeyless = connection.status.value === 'online' && connection.me.value === null;
  return isKeyless ? words.noFriends : <Waiting>{peopleTexts.loading}</Waiting>;
}

const loadTalk = () => import('./talk.tsx');

function personRows(client: Client, { follows, recent, here }: KnownPeople) {
  const followed = new Set(follows.map(({ pub }) => pub));
  const live = matchesOfOthers(client);
  const matchOf = (pub: string) => live.find(({ players }) => players.some((player) => player.pub === pub));
  const isHere = (pub: string) => here.includes(pub);
  const people = [...follows, ...recent.filter(({ pub }) => !followed.has(pub))];
  return people
    .toSorted((a, b) => Number(isHere(b.pub)) - Number(isHere(a.pub)))
    .map((person) => {
      const { pub, name } = person;
      const match = followed.has(pub) ? matchOf(pub) : undefined;
      return (
        <li class="list__row" key={pub}>
          <span class="list__who">
            <span
              class={isHere(pub) ? 'room__dot is-here' : 'room__dot'}
              role="img"
              aria-label={isHere(pub) ? peopleTexts.here : peopleTexts.away}
            />
            <Person person={person} countries={client.countries} />
            {!followed.has(pub) && <span class="tag">{words.opponent}</span>}
            {match && <WatchLink live={match} />}
          </span>
          {followed.has(pub) && isHere(pub) && <OnDemand load={loadTalk} props={{ client, person }} />}
          <ChallengeButton invitations={client.invitations} pub={pub} name={name} compact />
        </li>
      );
    });
}

/** The way to the live match of a followed player. */
function WatchLink({ live }: { readonly live: LiveView }) {
  return (
    <a class="room__watch" href={`/match/${live.match}`} aria-label={watchLabel(live)}>
      <Icon name="eye" />
      {texts.home.watch}
    </a>
  );
}
