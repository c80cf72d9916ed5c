import type { PlayerCard } from '@anchor/wire';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { playerTexts as texts } from '../../strings/player.ts';
import { Button } from '../../ui/button.tsx';
import { copy } from '../../ui/copy.ts';
import { countryName } from '../../ui/country.tsx';
import { Face } from '../../ui/face.tsx';
import { KeyPicture } from '../../ui/key-picture.tsx';
import { PlayerName } from '../../ui/player-link.tsx';
import { OwnStreak } from './own-streak.tsx';

interface HeadProps {
  readonly pub: string;
  readonly card: PlayerCard;
  readonly bot: boolean;
  /** True if this is the reader's own page. */
  readonly own: boolean;
  readonly client: Pick<Client, 'connection' | 'countries'>;
  /** The buttons for what a reader can do with the player. */
  readonly children?: ComponentChildren;
}

/** The player's name and rating. */
export function PlayerHead({ pub, card, bot, own, client, children }: HeadProps) {
  const { connection, countries } = client;
  useEffect(() => countries.want(pub), [pub]);
  const country = countries.of(pub);
  return (
    <header class="card player__head">
      <div class="player__who">
        <Face pub={pub} large />
        <h1>
          <PlayerName name={card.name} pub={pub} />
        </h1>
        <div class="row">
          {own && <span class="tag tag--accent">{texts.you}</span>}
          {bot && <span class="tag">{texts.bot}</span>}
          {country && <span class="tag">{countryName(country)}</span>}
        </div>
        <details class="player__key small">
          <summary>{texts.key}</summary>
          <p>
            <KeyPicture pub={pub} />
            <code>{pub}</code>
            <Button
              kind="quiet"
              icon="copy"
              aria-label={texts.copyKey}
              title={texts.copyKey}
              onClick={() => copy(pub, texts.copied)}
            />
          </p>
        </details>
        <div class="row">{children}</div>
      </div>
      {bot ? <p class="soft">{texts.botText}</p> : <Strength card={card} />}
      <Tally card={card}>{own && <OwnStreak connection={connection} />}</Tally>
    </header>
  );
}

function Strength({ card: { rating, rd, provisional, conservative } }: { readonly card: PlayerCard }) {
  return (
    <div class="player__strength">
      <p class="player__rating tabular">
        <span class="visually-hidden">{texts.rating}: </span>
        {texts.ratingValue(rating)} <span class="player__spread">{texts.spread(rd)}</span>
        {provisional && (
          <span class="tag" title={texts.provisionalHint}>
            {texts.provisional}
          </span>
        )}
      </p>
      <p class="soft small">
        {texts.ratingText(rating, rd)} {texts.conservative} {texts.ratingValue(conservative)}.
      </p>
    </div>
  );
}

interface TallyProps {
  readonly card: PlayerCard;
  readonly children: ComponentChildren;
}

function Tally({ card: { games, wins }, children }: TallyProps) {
  return (
    <dl class="player__tally tabular">
      <div>
        <dt>{texts.games}</dt>
        <dd>{texts.count(games)}</dd>
      </div>
      <div>
        <dt>{texts.wins}</dt>
        <dd>
          {texts.count(wins)} {games > 0 && <span class="soft">{texts.share(wins / games)}</span>}
        </dd>
      </div>
      {children}
    </dl>
  );
}
