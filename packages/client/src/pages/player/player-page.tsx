import { knownKey, playerCard } from '@anchor/wire';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Client } from '../../state/client.ts';
import { useJson } from '../../state/use-json.ts';
import { plainName } from '../../strings/name-text.ts';
import { playerTexts as texts } from '../../strings/player.ts';
import { FetchState, StaleNotice } from '../../ui/fetch-state.tsx';
import { MessagePage } from '../../ui/message-page.tsx';
import { Page, useTitle } from '../../ui/page.tsx';
import { Profile } from './profile.tsx';
import './player.css';

interface PlayerPageProps {
  readonly pub?: string;
  readonly client: Client;
}

/** /player/KEY: a player's page. The leaderboard knows only the start of a key, which also leads here. */
export default function PlayerPage({ pub = '', client }: PlayerPageProps) {
  const start = pub.toLowerCase();
  if (/^[0-9a-f]{64}$/.test(start)) return <KnownPlayer key={start} pub={start} client={client} />;
  if (/^[0-9a-f]{16,63}$/.test(start)) return <Beginning key={start} start={start} client={client} />;
  return <Missing />;
}

/** Finds the whole key and navigates to its page. */
function Beginning({ start, client: { connection } }: { readonly start: string; readonly client: Client }) {
  const { value, trouble, reload } = useJson({ path: `/api/keys/${start}`, shape: knownKey, connection });
  const { route } = useLocation();
  useEffect(() => {
    if (value) route(`/player/${value.pub}`, true);
  }, [value]);
  return trouble === 'missing' ? <Missing /> : <NotYet trouble={trouble} onAgain={reload} />;
}

function KnownPlayer({ pub, client }: { readonly pub: string; readonly client: Client }) {
  const { connection } = client;
  const card = useJson({ path: `/api/player/${pub}`, shape: playerCard, connection });
  const key = useJson({ path: `/api/keys/${pub}`, shape: knownKey, connection });
  useTitle(card.value ? plainName(card.value.name, pub) : texts.title);
  if (card.trouble === 'missing') return <Missing />;
  if (!card.value) return <NotYet trouble={card.trouble} onAgain={card.reload} />;
  const own = connection.me.value?.pub ?? null;
  return (
    <div class="page player">
      <StaleNotice trouble={card.trouble} />
      <Profile pub={pub} card={card.value} bot={key.value?.bot ?? false} reader={own} />
    </div>
  );
}

type NotYetProps = Parameters<typeof FetchState>[0];

function NotYet(props: NotYetProps) {
  return (
    <Page title={texts.title}>
      <FetchState {...props} />
    </Page>
  );
}

function Missing() {
  return (
    <MessagePage
      title={texts.missing}
      lead={texts.missingText}
      way={{ href: '/leaderboard', icon: 'back', label: texts.toLeaderboard }}
    />
  );
}
