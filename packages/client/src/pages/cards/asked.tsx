import { useState } from 'preact/hooks';
import type { Card } from '../../cards/card.ts';
import type { Choice } from '../../engine/judge-card.ts';
import { DecisionBoard } from '../../play/decision-board.tsx';
import { DecisionTask, Stakes } from '../../play/decision-task.tsx';
import { useJudgement } from '../../play/use-judgement.ts';
import type { Client } from '../../state/client.ts';
import { cardTexts as texts } from '../../strings/cards.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, Waiting } from '../../ui/notice.tsx';
import { Judged } from './judged.tsx';
import type { Cards } from './use-cards.ts';

interface AskedProps {
  readonly card: Card;
  readonly cards: Cards;
  readonly counts: { readonly due: number; readonly all: number };
  /** True if another card is due. */
  readonly hasMore: boolean;
  readonly client: Client;
  readonly onNext: () => void;
}

/** One card: the position, the player's answer, and its judgement. */
export function Asked({ card, cards, counts, hasMore, client, onNext }: AskedProps) {
  const { situation } = card;
  const [answer, setAnswer] = useState<Choice | null>(null);
  /** The play on the board after the answer. Null for the position before it. */
  const [shown, setShown] = useState<Choice | null>(null);
  const asked = { situation, answer, others: [card.mistake] };
  const { judgement, again } = useJudgement(asked, client.connection.status.value === 'online');
  const preferences = client.preferences.current.value;
  const decide = (choice: Choice) => {
    setAnswer(choice);
    setShown(choice);
  };
  return (
    <div class="puzzle">
      <div class="puzzle__board">
        <DecisionBoard
          situation={situation}
          preferences={preferences}
          answer={answer}
          shown={shown}
          onAnswer={decide}
        />
      </div>
      <div class="puzzle__side">
        <header>
          <p class="soft small">{texts.counts(counts.due, counts.all)}</p>
          <h1>{texts.title}</h1>
        </header>
        <Stakes situation={situation} />
        {answer === null && <DecisionTask situation={situation} onAnswer={decide} />}
        {judgement?.kind === 'waiting' && <Waiting>{texts.thinking}</Waiting>}
        {judgement?.kind === 'not-loaded' && (
          <Notice tone="bad">
            <p>{texts.notLoaded}</p>
            <Button onClick={again}>{texts.again}</Button>
          </Notice>
        )}
        {judgement?.kind === 'failed' && (
          <Notice tone="bad">
            <p>{texts.notJudged}</p>
            <Button onClick={() => void cards.remove(card).then(onNext)}>{texts.remove}</Button>
          </Notice>
        )}
        {judgement?.kind === 'judged' && answer && (
          <Judged
            card={card}
            cards={cards}
            answer={answer}
            judged={judgement.judged}
            shown={shown}
            hasMore={hasMore}
            onShow={setShown}
            onNext={onNext}
          />
        )}
      </div>
    </div>
  );
}
