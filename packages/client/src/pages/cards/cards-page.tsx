import '../../ui/play-figures.css';
import '../../ui/solving.css';
import { useRef, useState } from 'preact/hooks';
import type { Card } from '../../cards/card.ts';
import { dueCards, nextDue } from '../../cards/due.ts';
import type { Client } from '../../state/client.ts';
import { cardTexts as texts } from '../../strings/cards.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OwnDataPage } from '../../ui/own-data-page.tsx';
import { Page } from '../../ui/page.tsx';
import { useTitle } from '../../ui/tab-title.ts';
import { Asked } from './asked.tsx';
import { ByTheme } from './by-theme.tsx';
import { OwnCards } from './own-cards.tsx';
import { type Cards, useCards } from './use-cards.ts';

/** /cards: the player's mistakes as puzzles, on the days on which they are due. */
export default function CardsPage({ client }: { readonly client: Client }) {
  const cards = useCards();
  const isPlaying = client.matches.isAgainstPerson;
  const { state } = cards;
  if (state.kind !== 'ready') return <OwnDataPage state={state.kind} texts={texts} onAgain={cards.reload} />;
  if (isPlaying)
    return (
      <Page title={texts.title} lead={texts.lead}>
        <Notice>{texts.playing}</Notice>
      </Page>
    );
  return <Practice cards={cards} all={state.cards} client={client} />;
}

interface PracticeProps {
  readonly cards: Cards;
  readonly all: readonly Card[];
  readonly client: Client;
}

/** The card that waits longest. An answered card is no longer due, and stays until the player goes on. */
function Practice({ cards, all, client }: PracticeProps) {
  const [round, setRound] = useState(0);
  const held = useRef<Card | null>(null);
  const due = dueCards(all, Date.now());
  held.current ??= due[0] ?? null;
  const card = held.current;
  const next = () => {
    held.current = null;
    setRound(round + 1);
  };
  useTitle(texts.title);
  if (card === null) return <Nothing cards={cards} all={all} onChange={next} />;
  return (
    <>
      <Asked
        key={`${card.id} ${round}`}
        card={card}
        cards={cards}
        counts={{ due: due.length, all: all.length }}
        hasMore={due.some(({ id }) => id !== card.id)}
        client={client}
        onNext={next}
      />
      <div class="page page--narrow">
        <ByTheme all={all} />
        <OwnCards cards={cards} all={all} onChange={next} />
      </div>
    </>
  );
}

type NothingProps = Omit<PracticeProps, 'client'> & { readonly onChange: () => void };

/** Nothing is due, or there are no cards yet. */
function Nothing({ cards, all, onChange }: NothingProps) {
  const next = nextDue(all);
  return (
    <Page title={texts.title} lead={texts.lead}>
      {all.length === 0 ? (
        <>
          <Notice>
            <p>{texts.none}</p>
            <p>{texts.noneText}</p>
          </Notice>
          <div class="row">
            <LinkButton kind="primary" icon="upload" href="/review">
              {texts.toFile}
            </LinkButton>
          </div>
        </>
      ) : (
        <Notice tone="good">
          <p>{texts.done}</p>
          {next !== null && <p>{texts.next(next)}</p>}
          <p class="soft small">{texts.counts(0, all.length)}</p>
        </Notice>
      )}
      <ByTheme all={all} />
      <OwnCards cards={cards} all={all} onChange={onChange} />
    </Page>
  );
}
