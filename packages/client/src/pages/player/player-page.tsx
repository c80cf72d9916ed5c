import './player.css';
import { knownKey, type PlayerCard, playerAnalyses, playerCard } from '@anchor/wire';
import { useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { ChallengeButton } from '../../play/challenge-button.tsx';
import { RelationButtons } from '../../play/relation-buttons.tsx';
import type { Client } from '../../state/client.ts';
import { useJson } from '../../state/use-json.ts';
import { plainName } from '../../strings/name-text.ts';
import { playerTexts as texts } from '../../strings/player.ts';
import { FetchState, StaleNotice } from '../../ui/fetch-state.tsx';
import { MessagePage } from '../../ui/message-page.tsx';
import { Page } from '../../ui/page.tsx';
import { useTitle } from '../../ui/tab-title.ts';
import { BotCard } from './bot-card.tsx';
import { DiceCard } from './dice-card.tsx';
import { HeadToHead } from './head-to-head.tsx';
import { MatchList } from './match-list.tsx';
import { ownSide } from './own-side.ts';
import { PlayerHead } from './player-head.tsx';
import { PrCard } from './pr-card.tsx';
import { RatingCard } from './rating-card.tsx';
import { useCareer } from './use-career.ts';
import { useEstimates } from './use-estimates.ts';

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
  const card = useJson({ path: `/api/player/${pub}?sessions=1`, shape: playerCard, connection });
  const key = useJson({ path: `/api/keys/${pub}`, shape: knownKey, connection });
  useTitle(card.value ? plainName(card.value.name, pub) : texts.title);
  if (card.trouble === 'missing') return <Missing />;
  if (!card.value) return <NotYet trouble={card.trouble} onAgain={card.reload} />;
  const own = connection.me.value?.pub ?? null;
  return (
    <div class="page player">
      <StaleNotice trouble={card.trouble} />
      <Profile pub={pub} card={card.value} bot={key.value?.bot ?? false} reader={own} client={client} />
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

interface ProfileProps {
  readonly pub: string;
  readonly card: PlayerCard;
  readonly bot: boolean;
  /** The reader's own key, or null. */
  readonly reader: string | null;
  readonly client: Client;
}

function Profile({ pub, card, bot, reader, client }: ProfileProps) {
  // A visitor without a key gets one when the challenge is sent. Before the page is online, the reader's key may be this one.
  const mayChallenge = reader === null ? client.connection.status.value === 'online' : reader !== pub;
  const career = useCareer(pub, card.matches, card.games);
  const matches = useMemo(() => career.rows.map((row) => ownSide(row, pub)), [career.rows.length, card, pub]);
  const analyses = useJson({
    path: `/api/player/${pub}/analyses`,
    shape: playerAnalyses,
    connection: client.connection,
  });
  const isOwn = reader === pub;
  const estimates = useEstimates(isOwn ? pub : null);
  const sample = { loaded: matches.length, all: Math.max(card.games, matches.length) };
  return (
    <>
      <PlayerHead pub={pub} card={card} bot={bot} own={isOwn} client={client}>
        {mayChallenge && !bot && (
          <>
            {client.people.relationTo(pub) !== 'block' && (
              <ChallengeButton invitations={client.invitations} pub={pub} name={card.name} />
            )}
            <RelationButtons client={client} pub={pub} name={card.name} />
          </>
        )}
      </PlayerHead>
      <div class="player__columns">
        <div class="player__main">
          {!bot && <RatingCard pub={pub} card={card} rows={career.rows} sample={sample} />}
          <PrCard asked={analyses} estimates={isOwn ? estimates : null} latest={matches[0]?.id ?? null} />
          <MatchList matches={matches} career={career} sample={sample} countries={client.countries} />
        </div>
        <div class="player__side">
          {isOwn && (
            <BotCard
              client={client}
              matches={matches}
              analyses={analyses.value?.analyses ?? []}
              estimates={estimates.rows}
              sample={sample}
            />
          )}
          <HeadToHead matches={matches} sample={sample} reader={isOwn ? null : reader} />
          <DiceCard key={pub} pub={pub} matches={matches.map(({ id }) => id)} />
        </div>
      </div>
    </>
  );
}
