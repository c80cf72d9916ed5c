import type { Player } from 'bg-rules';
import { useState } from 'preact/hooks';
import { type Card, makeCard } from '../../cards/card.ts';
import { type Added, CardStore, MOST_CARDS } from '../../cards/card-store.ts';
import type { Choice } from '../../engine/judge-card.ts';
import { cardTexts } from '../../strings/cards.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Choices } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { isMeasured } from './judged.ts';
import type { Moment } from './moments.ts';
import type { Review } from './use-review.ts';
import { nameOf } from './words.ts';

const texts = cardTexts.keep;

/**
 * Keeps the errors and blunders of a player as cards. The reader decides, because a review may be of other players' match.
 * Inaccuracies stay out: at the depth of the estimate their sign is often wrong.
 */
export function KeepCards({ review }: { readonly review: Review }) {
  const { subject, seat, report } = review;
  const [player, setPlayer] = useState<Player>(seat ?? 0);
  const [told, setTold] = useState<{ readonly of: Player; readonly result: Added | 'failed' } | null>(null);
  const [busy, setBusy] = useState(false);
  const cards = cardsOf(review, player);
  const keep = async () => {
    setBusy(true);
    const result = await new CardStore().add(cards).catch(() => 'failed' as const);
    setBusy(false);
    setTold({ of: player, result });
  };
  const sides = ([0, 1] as const).map((value) => ({ value, label: nameOf(subject, value) }));
  return (
    <section class="card stack keep" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p class="soft">{texts.text}</p>
      <Choices label={texts.whose} options={sides} value={player} onChange={setPlayer} />
      {!isMeasured(report) ? (
        <p class="soft small">{texts.waiting}</p>
      ) : cards.length === 0 ? (
        <p class="soft small">{texts.none}</p>
      ) : (
        <div class="row">
          <Button kind="soft" icon="plus" disabled={busy} onClick={() => void keep()}>
            {texts.keep(cards.length)}
          </Button>
        </div>
      )}
      {told?.of === player && <Told result={told.result} />}
    </section>
  );
}

function Told({ result }: { readonly result: Added | 'failed' }) {
  if (result === 'failed') return <Notice tone="bad">{texts.failed}</Notice>;
  const { added, known, refused } = result;
  return (
    <>
      <Notice tone={refused > 0 ? 'warn' : 'good'}>
        <p>{texts.kept(added, known)}</p>
        {refused > 0 && <p>{texts.full(refused, MOST_CARDS)}</p>}
      </Notice>
      <div class="row">
        <LinkButton icon="dice" href="/cards">
          {texts.practise}
        </LinkButton>
      </div>
    </>
  );
}

/** Returns the errors and blunders of a player as new cards, in the order of the match. */
export function cardsOf(
  { subject, judged, report }: Pick<Review, 'subject' | 'judged' | 'report'>,
  player: Player,
  now = Date.now(),
): Card[] {
  const match = subject.origin === 'server' ? subject.checked.record.header.id : null;
  return judged.flatMap((one) => {
    const { moment, mark, cost } = one;
    const choice = choiceOf(moment);
    if (moment.player !== player || (mark !== 'error' && mark !== 'blunder') || cost === null || !choice) return [];
    const by = one.cube?.by ?? report;
    if (!by) return [];
    const from = match === null ? null : { match, n: moment.n };
    return makeCard({ state: moment.state, player, choice, loss: cost, by, from }, now) ?? [];
  });
}

function choiceOf({ type, hops }: Moment): Choice | null {
  switch (type) {
    case 'play':
      return { type, hops };
    case 'roll':
    case 'double':
    case 'take':
    case 'pass':
    case 'beaver':
      return { type };
    default:
      return null;
  }
}
