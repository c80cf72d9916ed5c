import type { MatchRecord } from 'bg-record';
import * as verifier from 'bg-record';
import { useMemo, useState } from 'preact/hooks';
import { quotedText } from '../../strings/quoted-text.ts';
import { verifyTexts } from '../../strings/verify.ts';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { checkFiles, trouble } from './check-files.ts';
import { CheckingView, useChecking } from './checking.tsx';
import { type ChosenFiles, placeOffline, sortFiles } from './offline-log.ts';
import { DropZone } from './sources.tsx';

const texts = verifyTexts.saved;

interface SavedPageProps {
  /** The key of the server from which it was saved, or an empty text. */
  readonly server: string;
  /** The key of that server's public log, or an empty text. */
  readonly logKey: string;
}

/** The verifier as the reader's own file. */
export function SavedPage({ server, logKey }: SavedPageProps) {
  const checking = useChecking();
  const [chosen, setChosen] = useState<ChosenFiles | null>(null);
  const checkChosen = async (files: readonly File[]) => {
    const sorted = await sortFiles(files);
    setChosen(sorted);
    const checked = await checkFiles(verifier, sorted.records);
    return checked ?? trouble(texts.noRecord);
  };
  return (
    <main>
      <Page title={verifyTexts.title} lead={texts.lead}>
        <CheckingView
          checking={checking}
          relation={(key) => <ServerRelation isSame={key === server} isKnown={server !== ''} />}
          place={(record) => chosen?.proof && <OfflinePlaceView record={record} {...chosen} logKey={logKey} />}
          onReview={null}
        >
          <DropZone beside=".tlog-proof,.txt" onFiles={(files) => checking.check(() => checkChosen(files))} />
          <p class="soft small">{texts.proofText}</p>
          <p class="soft small">{verifyTexts.compareText}</p>
        </CheckingView>
      </Page>
    </main>
  );
}

interface OfflinePlaceProps extends Pick<ChosenFiles, 'proof' | 'policy'>, Pick<SavedPageProps, 'logKey'> {
  readonly record: MatchRecord;
}

/** The place of the match in the public log, by the proof beside the record. */
function OfflinePlaceView({ record, proof, policy, logKey }: OfflinePlaceProps) {
  const found = useMemo(() => proof && placeOffline(record, proof, policy, logKey), [record, proof, policy, logKey]);
  switch (found?.kind) {
    case undefined:
      return null;
    case 'no-key':
      return <Notice tone="warn">{texts.noLogKey}</Notice>;
    case 'bad-policy':
      return <Notice tone="warn">{texts.badPolicy(found.code)}</Notice>;
    case 'refused':
      return <Notice tone="bad">{texts.proofRefused(found.code)}</Notice>;
    case 'proven': {
      const { origin, entry, size, imported, witnesses } = found.place;
      const cosigned = witnesses.map(({ name, time }) => texts.witness(quotedText(name), time * 1000));
      return (
        <Notice tone="good">
          <p>{texts.placed(quotedText(origin), entry, size)}</p>
          <p>{cosigned.length === 0 ? texts.noWitness : cosigned.join(' ')}</p>
          {imported && <p>{texts.imported}</p>}
          {found.isOwnLog && <p>{texts.ownLog}</p>}
        </Notice>
      );
    }
  }
}

function ServerRelation({ isSame, isKnown }: { readonly isSame: boolean; readonly isKnown: boolean }) {
  if (!isKnown) return null;
  return isSame ? <p class="soft small">{texts.sameServer}</p> : <Notice tone="warn">{texts.otherServer}</Notice>;
}
