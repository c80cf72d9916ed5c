import type { PlayerCard } from '@anchor/wire';
import { useMemo } from 'preact/hooks';
import { DiceCard } from './dice-card.tsx';
import { HeadToHead } from './head-to-head.tsx';
import { MatchList } from './match-list.tsx';
import { ownSide } from './own-side.ts';
import { PlayerHead } from './player-head.tsx';
import { RatingCard } from './rating-card.tsx';
import { useCareer } from './use-career.ts';

interface ProfileProps {
  readonly pub: string;
  readonly card: PlayerCard;
  readonly bot: boolean;
  /** The reader's own key, or null. */
  readonly reader: string | null;
}

export function Profile({ pub, card, bot, reader }: ProfileProps) {
  const career = useCareer(pub, card.matches, card.games);
  const matches = useMemo(() => career.rows.map((row) => ownSide(row, pub)), [career.rows.length, card, pub]);
  const sample = { loaded: matches.length, all: Math.max(card.games, matches.length) };
  return (
    <>
      <PlayerHead pub={pub} card={card} bot={bot} own={reader === pub} />
      <div class="player__columns">
        <div class="player__main">
          {!bot && <RatingCard pub={pub} card={card} rows={career.rows} sample={sample} />}
          <MatchList matches={matches} career={career} sample={sample} />
        </div>
        <div class="player__side">
          <HeadToHead matches={matches} sample={sample} reader={reader === pub ? null : reader} />
          <DiceCard key={pub} pub={pub} matches={matches.map(({ id }) => id)} />
        </div>
      </div>
    </>
  );
}
