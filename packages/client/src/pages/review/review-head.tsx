import { opponent, type Player } from 'bg-rules';
import { LogPlaceView } from '../../play/log-place.tsx';
import { shownScore } from '../../play/score.ts';
import type { Client } from '../../state/client.ts';
import { useServerKey } from '../../state/use-server-key.ts';
import { noteText } from '../../strings/note-text.ts';
import { reviewTexts as texts } from '../../strings/review.ts';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PlayerLink } from '../../ui/player-link.tsx';
import type { Review } from './use-review.ts';
import { nameOf } from './words.ts';

interface HeadProps {
  readonly review: Review;
  readonly client: Client;
}

/** The players, the result, and the verification. */
export function ReviewHead({ review: { checked }, client }: HeadProps) {
  const { header, result } = checked.record;
  const { winner, reason } = result;
  const score = shownScore(result.score, header.length);
  const standing = useServerKey(client, header.server);
  const own = score[winner];
  const other = score[opponent(winner)];
  return (
    <header class="review__head">
      <h1 class="review__players">
        <Side checked={checked} player={0} />
        <span class="review__score tabular">{texts.score(...score)}</span>
        <Side checked={checked} player={1} />
      </h1>
      <p class="soft small">
        {header.length === 0 ? texts.money : texts.match(header.length)} ·{' '}
        {`${texts.won(nameOf(checked, winner), header.length === 0)} ${texts.score(own, other)}${texts.reasons[reason]}`}
      </p>
      <p class="review__verified small">
        <Icon name="seal" />
        <span>
          {texts.verified(checked.rolls)} <a href={`/verify/${header.id}`}>{texts.verifiedLink}</a>
        </span>
      </p>
      <LogPlaceView record={checked.record} client={client} />
      {standing === 'other' && <Notice tone="warn">{texts.otherKey}</Notice>}
      {checked.notes.map((note) => (
        <p key={note.message} class="soft small">
          {noteText(note, header.players)}
        </p>
      ))}
    </header>
  );
}

function Side({ checked, player }: Pick<Review, 'checked'> & { readonly player: Player }) {
  const { name, pub } = checked.record.header.players[player];
  return (
    <span class="review__player">
      <span class={`review__checker review__checker--${player}`} aria-hidden="true" />
      <PlayerLink name={name} pub={pub} />
    </span>
  );
}
