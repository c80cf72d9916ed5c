import './home.css';
import type { TurnView } from '@anchor/wire';
import { waitsForPlayer } from '../../protocol/turns.ts';
import type { Client } from '../../state/client.ts';
import { momentOf } from '../../strings/forms.ts';
import { texts } from '../../strings/main.ts';
import { turnTexts } from '../../strings/turns.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PlayerLink } from '../../ui/player-link.tsx';

/** The player's matches by turns, those that wait for the player first. */
export default function TurnsList({ client: { turns } }: { readonly client: Client }) {
  const list = turns.list.value;
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="turns">
      <h2 id="turns">{turnTexts.title}</h2>
      <ul class="list">
        {list.map((turn) => (
          <Row key={turn.match} turn={turn} />
        ))}
      </ul>
    </section>
  );
}

function Row({ turn }: { readonly turn: TurnView }) {
  const { match, opponent, seat, score, length, clock, until } = turn;
  const isMine = waitsForPlayer(turn);
  const [own, other] = seat === 0 ? score : ([score[1], score[0]] as const);
  return (
    <li class="list__row">
      <div class="list__what">
        <span class="list__who">
          <PlayerLink name={opponent.name} pub={opponent.pub} />
        </span>
        <span class="tags">
          <span class={isMine ? 'tag tag--accent' : 'tag'}>{isMine ? turnTexts.yours : turnTexts.theirs}</span>
          <span class="tag tabular">{texts.home.score(own, other)}</span>
          <span class="tag">{texts.terms.points(length)}</span>
          <span class="tag">{texts.terms.clockTags[clock]}</span>
        </span>
        {until !== null && <span class="soft small">{turnTexts.until(momentOf(until))}</span>}
      </div>
      <LinkButton kind={isMine ? 'primary' : 'soft'} href={`/match/${match}`}>
        {isMine ? turnTexts.play : turnTexts.open}
      </LinkButton>
    </li>
  );
}
