import { useState } from 'preact/hooks';
import type { Card } from '../cards/card.ts';
import { type Added, CardStore, MOST_CARDS } from '../cards/card-store.ts';
import { cardTexts } from '../strings/cards.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

const texts = cardTexts.keep;

/** Keeps mistakes as cards in this browser, and says what became of them. With a new `key` it forgets what it said. */
export function KeepButton({ cards }: { readonly cards: readonly Card[] }) {
  const [result, setResult] = useState<Added | 'failed' | null>(null);
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    const added = await new CardStore().add(cards).catch(() => 'failed' as const);
    setBusy(false);
    setResult(added);
  };
  if (cards.length === 0) return <p class="soft small">{texts.none}</p>;
  return (
    <>
      <div class="row">
        <Button kind="soft" icon="plus" disabled={busy} onClick={() => void keep()}>
          {texts.keep(cards.length)}
        </Button>
      </div>
      {result && <Kept result={result} />}
    </>
  );
}

function Kept({ result }: { readonly result: Added | 'failed' }) {
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
