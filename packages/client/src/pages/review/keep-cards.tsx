import type { Player } from 'bg-rules';
import { useState } from 'preact/hooks';
import { isMeasured } from '../../judged/judged.ts';
import { KeepButton } from '../../judged/keep-button.tsx';
import { cardsOf } from '../../judged/mistakes.ts';
import { cardTexts } from '../../strings/cards.ts';
import { Choices } from '../../ui/fields.tsx';
import type { Review } from './use-review.ts';
import { nameOf } from './words.ts';

const texts = cardTexts.keep;

/** Keeps the errors and blunders of a player as cards. The reader decides, because a review may be of other players' match. */
export function KeepCards({ review }: { readonly review: Review }) {
  const { subject, seat, report } = review;
  const [player, setPlayer] = useState<Player>(seat ?? 0);
  const match = subject.origin === 'server' ? subject.checked.record.header.id : null;
  const sides = ([0, 1] as const).map((value) => ({ value, label: nameOf(subject, value) }));
  return (
    <section class="card stack keep" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p class="soft">{texts.text}</p>
      <Choices label={texts.whose} options={sides} value={player} onChange={setPlayer} />
      {isMeasured(report) ? (
        <KeepButton key={player} cards={cardsOf({ ...review, match }, player)} />
      ) : (
        <p class="soft small">{texts.waiting}</p>
      )}
    </section>
  );
}
