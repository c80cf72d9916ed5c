import type { LiveView, PostedSeek, SeekView } from '@anchor/wire';
import type { Answer } from 'bg-session';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { useRequest } from '../../state/use-request.ts';
import { texts } from '../../strings/main.ts';
import { troubleText } from '../../strings/troubles.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Waiting } from '../../ui/notice.tsx';
import { TermTags } from '../../ui/term-tags.tsx';
import { toast } from '../../ui/toast.tsx';
import { useHidden } from '../../ui/use-hidden.ts';
import { matchesOfOthers } from './live-matches.ts';
import { LiveRow } from './live-row.tsx';
import { Person } from './person.tsx';

/** Open games and live matches, side by side. */
export function Lists({ client }: { readonly client: Client }) {
  const live = useLiveRows(client);
  if (!client.lobby.lists.value) return <ListsWaiting client={client} />;
  return (
    <div class="lists">
      <OpenGames client={client} />
      <List title={texts.home.live} icon="eye" empty={texts.home.liveEmpty}>
        {live}
      </List>
    </div>
  );
}

/** Shown in place of the lists before the server has sent them. */
export function ListsWaiting({ client: { connection } }: { readonly client: Pick<Client, 'connection'> }) {
  if (connection.mayAsk) return <Waiting>{texts.home.listsLoading}</Waiting>;
  return <p class="soft">{texts.home.listsOffline}</p>;
}

interface ListProps {
  readonly title: string;
  readonly icon: IconName;
  /** Shown if there are no rows. */
  readonly empty: ComponentChildren;
  readonly children: readonly ComponentChildren[];
}

/** A card with rows. */
export function List({ title, icon, empty, children }: ListProps) {
  return (
    <section class="card list" aria-label={title}>
      <h2 class="list__title">
        <Icon name={icon} />
        {title}
      </h2>
      {children.length > 0 ? <ul class="list__rows">{children}</ul> : <div class="soft">{empty}</div>}
    </section>
  );
}

interface OpenGamesProps {
  readonly client: Client;
  /** Rows after those of the players, for example the bot's. */
  readonly others?: ComponentChildren;
}

/** The open games, or why there are none. */
export function OpenGames({ client, others }: OpenGamesProps) {
  const rows = useSeekRows(client);
  const isKnown = client.lobby.lists.value !== null;
  const none = rows.length === 0 && <li class="list__row soft">{texts.home.seeksEmpty}</li>;
  return (
    <List
      title={texts.home.seeks}
      icon="people"
      empty={isKnown ? texts.home.seeksEmpty : <ListsWaiting client={client} />}
    >
      {isKnown && others ? [none, ...rows, others] : rows}
    </List>
  );
}

/** A row for each open game, those with a clock first, without those of blocked players. */
function useSeekRows({ lobby, offers, invitations, connection, people, countries }: Client) {
  useAskPosted({ lobby, invitations, connection });
  const own = connection.me.value?.pub;
  const blocked = new Set(people.known.value?.blocked.map(({ pub }) => pub));
  const isShown = ({ from }: SeekView | PostedSeek) => !blocked.has(from.pub);
  const seeks = (lobby.lists.value?.seeks ?? []).filter(isShown).map((seek) => {
    const isOwn = seek.from.pub === own;
    const press = isOwn ? () => offers.unseek() : () => offers.accept(seek);
    return <SeekRow key={seek.id} seek={seek} own={isOwn} onPress={press} countries={countries} />;
  });
  const posted = lobby.posted.value.filter(isShown).map((seek) => {
    const isOwn = seek.from.pub === own;
    const join = async () => {
      const answer = await offers.join(seek.code, seek);
      // The list is some seconds old: the game may be gone.
      if (!answer.ok) void lobby.askPosted();
      return answer;
    };
    const press = isOwn ? () => invitations.withdraw(seek.code) : join;
    return <SeekRow key={seek.code} seek={seek} own={isOwn} onPress={press} countries={countries} />;
  });
  return [...seeks, ...posted];
}

const ASK_POSTED_MS = 30_000;

/** Asks for the open games by correspondence at once, after each change of the player's own invitations, and twice a minute while the page is visible. */
function useAskPosted({ lobby, invitations, connection }: Pick<Client, 'lobby' | 'invitations' | 'connection'>): void {
  const isOnline = connection.status.value === 'online';
  const { sent } = invitations.lists.value;
  useEffect(() => {
    if (!isOnline) return;
    void lobby.askPosted();
    const again = setInterval(() => document.hidden || void lobby.askPosted(), ASK_POSTED_MS);
    return () => clearInterval(again);
  }, [isOnline, sent]);
}

/** A row for each live match of other players. Boards are shown in the first few rows that are visible. */
export function useLiveRows(client: Client) {
  const { matches, countries } = client;
  const all = matchesOfOthers(client);
  const { followed, onSeen } = useFollowed(all);
  return all.map((live) => (
    <LiveRow
      key={live.match}
      live={live}
      matches={matches}
      countries={countries}
      followed={followed.has(live.match)}
      onSeen={onSeen}
    />
  ));
}

interface SeekRowProps {
  readonly seek: SeekView | PostedSeek;
  readonly own: boolean;
  /** Withdraws an own game, and begins the match of another one. */
  readonly onPress: () => Promise<Answer>;
  readonly countries: Client['countries'];
}

function SeekRow({ seek, own, onPress, countries }: SeekRowProps) {
  const { busy, send } = useRequest();
  const press = async () => {
    const answer = await send(onPress);
    if (!answer.ok) toast(troubleText(answer));
  };
  return (
    <li class="list__row">
      <div class="list__what">
        <span class="list__who">{own ? texts.home.yourSeek : <Person person={seek.from} countries={countries} />}</span>
        <TermTags terms={seek} />
      </div>
      <Button kind={own ? 'quiet' : 'soft'} disabled={busy} onClick={press}>
        {own ? texts.home.withdraw : texts.home.accept}
      </Button>
    </li>
  );
}

/** A server allows a page to watch eight matches. Half of that is enough for the lobby. */
const MOST = 4;

/** Returns the live matches that the page follows: the first few visible ones, and none while the page is hidden. */
function useFollowed(live: readonly LiveView[]) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const hidden = useHidden();
  const onSeen = (match: string, isSeen: boolean) =>
    setSeen((before) => {
      const after = new Set(before);
      if (isSeen) after.add(match);
      else after.delete(match);
      return after;
    });
  const inSight = hidden ? [] : live.filter(({ match }) => seen.has(match));
  return { followed: new Set(inSight.slice(0, MOST).map(({ match }) => match)), onSeen };
}
