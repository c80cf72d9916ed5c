import { type Leaderboard, leaderboard, leaderboardQuery } from '@anchor/wire';
import { useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { useJson } from '../../state/use-json.ts';
import { leaderboardTexts as texts } from '../../strings/leaderboard.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { FetchState, StaleNotice } from '../../ui/fetch-state.tsx';
import { Choices } from '../../ui/fields.tsx';
import { Page } from '../../ui/page.tsx';
import { LeaderTable } from './leader-table.tsx';
import '../../ui/theme-rest.css';
import './leaderboard.css';

const { minGames: wantedGames, limit: wantedPlayers } = leaderboardQuery;
/** Choices for the least number of rated matches. */
const LEAST_GAMES = [1, wantedGames.otherwise, 10, 50];

/** /leaderboard: the best players. */
export default function LeaderboardPage({ client: { connection, invitations } }: { readonly client: Client }) {
  const [minGames, setMinGames] = useState<number>(wantedGames.otherwise);
  const [limit, setLimit] = useState<number>(wantedPlayers.otherwise);
  const path = `/api/leaderboard?minGames=${minGames}&limit=${limit}&countries=1`;
  const { value, trouble, busy, reload } = useJson({ path, shape: leaderboard, connection });
  const own = connection.me.value?.pub ?? null;
  const options = LEAST_GAMES.map((count) => ({ value: count, label: texts.matchesAtLeast(count) }));
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Choices label={texts.minGames} options={options} value={minGames} onChange={setMinGames} />
      {value === null && <FetchState trouble={trouble} onAgain={reload} />}
      {value && <StaleNotice trouble={trouble} />}
      {value?.players.length === 0 && <Empty minGames={minGames} />}
      {value && value.players.length > 0 && (
        <>
          <OwnPlace players={value.players} own={own} />
          <LeaderTable players={value.players} own={own} busy={busy} invitations={invitations} />
          <More count={value.players.length} limit={limit} busy={busy} onMore={() => setLimit(wantedPlayers.most)} />
          <p class="soft small">{texts.explained}</p>
        </>
      )}
    </Page>
  );
}

function Empty({ minGames }: { readonly minGames: number }) {
  return (
    <section class="card stack leaderboard__empty">
      <h2>{texts.empty(minGames)}</h2>
      <p class="soft">{texts.emptyText}</p>
      <div class="row">
        <LinkButton kind="primary" href="/" icon="play">
          {texts.play}
        </LinkButton>
      </div>
    </section>
  );
}

interface OwnPlaceProps {
  readonly players: Leaderboard['players'];
  readonly own: string | null;
}

/** The reader's rank. Shows nothing to a reader without a key. */
function OwnPlace({ players, own }: OwnPlaceProps) {
  if (own === null) return null;
  const index = players.findIndex(({ pub }) => own.startsWith(pub));
  return (
    <p>
      {index < 0 ? texts.notListed : texts.yours(index + 1)} <a href={`/player/${own}`}>{texts.yourPage}</a>
    </p>
  );
}

interface MoreProps {
  readonly count: number;
  readonly limit: number;
  readonly busy: boolean;
  readonly onMore: () => void;
}

function More({ count, limit, busy, onMore }: MoreProps) {
  if (count < limit) return <p class="soft small">{texts.shown(count)}</p>;
  if (limit >= wantedPlayers.most) return <p class="soft small">{texts.most(count)}</p>;
  return (
    <div class="row">
      <Button disabled={busy} onClick={onMore}>
        {texts.more}
      </Button>
    </div>
  );
}
