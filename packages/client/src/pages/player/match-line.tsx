import { isolated } from '../../strings/name-text.ts';
import { playerTexts as texts } from '../../strings/player.ts';
import { PlayerLink } from '../../ui/player-link.tsx';
import type { OwnMatch } from './own-side.ts';

/** One match: result, opponent, score, rating change, and links. */
export function MatchLine({ match }: { readonly match: OwnMatch }) {
  const { id, won, own, other, opponent, createdMs } = match;
  const ways = [
    [texts.replay, `/match/${id}`],
    [texts.review, `/review/${id}`],
    [texts.verify, `/verify/${id}`],
  ] as const;
  return (
    <li class="matches__row">
      <span class={`matches__outcome matches__outcome--${won ? 'won' : 'lost'}`}>{won ? texts.won : texts.lost}</span>
      <span class="matches__who">
        <PlayerLink name={opponent.name} pub={opponent.pub} />
      </span>
      <span class="matches__score tabular">{texts.score(own, other)}</span>
      <Gain gain={match.gain} />
      <span class="matches__facts">{factsOf(match).join(' · ')}</span>
      <span class="matches__ways">
        {ways.map(([text, href]) => (
          <a
            key={href}
            href={href}
            aria-label={texts.linkOf(text, isolated(opponent.name, opponent.pub), texts.day(createdMs))}
          >
            {text}
          </a>
        ))}
      </span>
    </li>
  );
}

function factsOf({ length, createdMs, reason }: OwnMatch): string[] {
  const kind = length === 0 ? texts.money : texts.points(length);
  return [kind, texts.day(createdMs), texts.reasons[reason]].filter((text) => text !== '');
}

function Gain({ gain }: { readonly gain: number | null }) {
  if (gain === null) return <span class="matches__gain soft small">{texts.noGain}</span>;
  const look = gain < 0 ? 'is-down' : 'is-up';
  return <span class={`matches__gain tabular ${look}`}>{texts.gain(gain)}</span>;
}
