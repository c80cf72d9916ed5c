import { useState } from 'preact/hooks';
import type { Card } from '../../cards/card.ts';
import { MAX_FILE_BYTES, makeCardFile, parseCardFile } from '../../cards/card-file.ts';
import { MOST_CARDS } from '../../cards/card-store.ts';
import { saveFile } from '../../platform/browser.ts';
import { cardTexts } from '../../strings/cards.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmedButton } from '../../ui/confirmed-button.tsx';
import { Group } from '../../ui/fields.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Cards } from './use-cards.ts';

const texts = cardTexts.own;

interface OwnCardsProps {
  readonly cards: Cards;
  readonly all: readonly Card[];
  /** Called when cards have been added or deleted. */
  readonly onChange: () => void;
}

/** Takes the cards along as a file, and deletes them. */
export function OwnCards({ cards, all, onChange }: OwnCardsProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const open = async (file: File | undefined) => {
    if (!file) return;
    const read = file.size <= MAX_FILE_BYTES ? parseCardFile(await file.text().catch(() => '')) : null;
    if (read === null) return setFailure(texts.notRead);
    const added = await cards.add(read);
    if (added === null) return setFailure(texts.failed);
    setFailure(null);
    toast(texts.opened(added.added, added.known, added.refused));
    onChange();
  };
  const clear = async () => {
    const isDone = await cards.clear();
    if (!isDone) return setFailure(texts.failed);
    toast(texts.cleared);
    onChange();
  };
  return (
    <Group title={texts.title}>
      <p class="soft">{texts.text(MOST_CARDS)}</p>
      {failure && <Notice tone="bad">{failure}</Notice>}
      <div class="row">
        <FileButton label={texts.open} accept=".json,application/json" onFiles={([file]) => void open(file)} />
        {all.length > 0 && (
          <>
            <Button
              icon="download"
              onClick={() => saveFile('anchor-cards.json', makeCardFile(all), 'application/json')}
            >
              {texts.save}
            </Button>
            <ConfirmedButton
              kind="danger"
              label={texts.clear}
              warning={texts.clearText}
              onConfirm={() => void clear()}
            />
          </>
        )}
      </div>
    </Group>
  );
}
