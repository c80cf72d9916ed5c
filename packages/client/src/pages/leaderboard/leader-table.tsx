import type { Leaderboard } from '@anchor/wire';
import type { ComponentChildren } from 'preact';
import { ChallengeButton } from '../../play/challenge-button.tsx';
import type { Client } from '../../state/client.ts';
import { leaderboardTexts as texts } from '../../strings/leaderboard.ts';
import { CountryTag } from '../../ui/country.tsx';
import { PlayerLink } from '../../ui/player-link.tsx';

type Leader = Leaderboard['players'][number];

interface TableProps {
  readonly players: readonly Leader[];
  /** The reader's key, or null. */
  readonly own: string | null;
  /** True while another list is loading. */
  readonly busy: boolean;
  readonly invitations: Client['invitations'];
}

/** The players with their ratings and deviations, best first. */
export function LeaderTable({ players, own, busy, invitations }: TableProps) {
  return (
    <div class="card leaderboard">
      <table aria-busy={busy}>
        <caption class="visually-hidden">{texts.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.rank}</th>
            <th scope="col">{texts.player}</th>
            <th scope="col">{texts.conservative}</th>
            <th scope="col" title={texts.spreadHint}>
              {texts.rating}
            </th>
            <th scope="col">{texts.games}</th>
            <th scope="col">{texts.wins}</th>
          </tr>
        </thead>
        <tbody>
          {players.map((leader, index) => (
            <Line key={leader.pub} leader={leader} rank={index + 1} own={own}>
              {own !== null && !own.startsWith(leader.pub) && (
                <ChallengeButton invitations={invitations} pub={leader.pub} name={leader.name} compact />
              )}
            </Line>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface LineProps {
  readonly leader: Leader;
  readonly rank: number;
  readonly own: string | null;
  readonly children: ComponentChildren;
}

function Line({ leader, rank, own: reader, children }: LineProps) {
  const { pub, name, games, wins, rating, rd, provisional, conservative, country } = leader;
  const own = reader?.startsWith(pub) ?? false;
  return (
    <tr class={own ? 'is-own' : undefined}>
      <td class={`leaderboard__rank${rank <= 3 ? ` leaderboard__rank--${rank}` : ''}`}>
        <span>{rank}</span>
      </td>
      <th scope="row">
        <span class="leaderboard__who">
          <PlayerLink name={name} pub={pub} />
          <CountryTag code={country} />
          {own && <span class="tag tag--accent">{texts.you}</span>}
          {children}
        </span>
        <span class="leaderboard__small">
          {/* the column of the matches has no room there */}
          <span class="leaderboard__games">
            {texts.gamesPlayed(games)}
            {provisional && ' · '}
          </span>
          {provisional && <span title={texts.provisionalHint}>{texts.provisional}</span>}
        </span>
      </th>
      <td class="leaderboard__sure">{texts.ratingIs(conservative)}</td>
      <td>
        {texts.ratingIs(rating)} <span class="soft leaderboard__spread">{texts.spread(rd)}</span>
      </td>
      <td>{games}</td>
      <td>
        {wins} <span class="soft leaderboard__share">{texts.share(wins, games)}</span>
      </td>
    </tr>
  );
}
