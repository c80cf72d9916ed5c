import '../../ui/theme-rest.css';
import './review.css';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { readAgain } from '../../engine/read-import.ts';
import { openedImport, openImport, reopenImport } from '../../play/kept-import.ts';
import { MatchFileField } from '../../play/match-file.tsx';
import type { CheckedRecord, Loaded, Refused } from '../../records/load.ts';
import { originIn } from '../../records/review-link.ts';
import type { Origin } from '../../records/stored-records.ts';
import type { Client } from '../../state/client.ts';
import { collectionTexts } from '../../strings/collection.ts';
import { reviewTexts as texts } from '../../strings/review.ts';
import { Button } from '../../ui/button.tsx';
import { MessagePage } from '../../ui/message-page.tsx';
import { Notice, Waiting } from '../../ui/notice.tsx';
import { OtherFormat } from '../../ui/other-format.tsx';
import { Page } from '../../ui/page.tsx';
import { useTitle } from '../../ui/tab-title.ts';
import { ReviewView } from './review-view.tsx';
import { subjectOfImport, subjectOfRecord } from './subject.ts';
import { useRecord } from './use-record.ts';

interface ReviewPageProps {
  readonly match?: string;
  readonly n?: string;
  readonly client: Client;
}

/**
 * /review/MATCH and /review/MATCH/EVENT: a finished match, move by move, with its analysis. /review: a match from a file of
 * another program.
 */
export default function ReviewPage({ match, n, client }: ReviewPageProps) {
  return match ? <RecordReview match={match} n={n} client={client} /> : <FileReview client={client} />;
}

interface RecordReviewProps {
  readonly match: string;
  readonly n: string | undefined;
  readonly client: Client;
}

function RecordReview({ match, n, client }: RecordReviewProps) {
  const origin = originIn(location.search);
  const { loaded, reload } = useRecord(match, origin, client);
  if (loaded?.kind === 'checked')
    return <CheckedReview key={match} checked={loaded} origin={origin} n={n} client={client} />;
  if (loaded?.kind === 'refused') return <RefusedPage match={match} refused={loaded} />;
  if (loaded?.kind === 'other-format') return <OtherFormat match={match} {...loaded} />;
  if (loaded?.kind === 'no-file') return <NoFilePage />;
  if (loaded?.kind === 'missing') return <MissingPage match={match} client={client} onOver={reload} />;
  return <OnTheWay kind={loaded?.kind ?? null} onAgain={reload} />;
}

interface CheckedProps extends Omit<RecordReviewProps, 'match'> {
  readonly checked: CheckedRecord;
  readonly origin: Origin;
}

function CheckedReview({ checked, origin, n, client }: CheckedProps) {
  const subject = useMemo(() => subjectOfRecord(checked, origin), [checked]);
  return <ReviewView subject={subject} n={n} client={client} />;
}

/** A match file is read on this device and sent nowhere. It stays open in this tab until the reader closes it. */
function FileReview({ client }: { readonly client: Client }) {
  const [isReady, setReady] = useState(openedImport() !== null);
  useEffect(() => {
    void reopenImport(readAgain).then(() => setReady(true));
  }, []);
  const imported = openedImport()?.match ?? null;
  const subject = useMemo(() => imported && subjectOfImport(imported), [imported]);
  if (subject) return <ReviewView subject={subject} n={undefined} client={client} />;
  if (!isReady) return <Waiting>{texts.loading}</Waiting>;
  return (
    <Page title={texts.imported.title} lead={texts.imported.lead}>
      <MatchFileField onMatch={openImport} />
      <p>
        <a href="/collection">{collectionTexts.title}</a>
      </p>
    </Page>
  );
}

type Hindered = Exclude<Loaded['kind'], 'checked' | 'refused' | 'other-format' | 'missing' | 'no-file'>;

const HINDRANCES: Readonly<Record<Hindered, string>> = {
  unreachable: texts.offline,
  busy: texts.busy,
  'no-verifier': texts.noVerifier,
};

function OnTheWay({ kind, onAgain }: { readonly kind: Hindered | null; readonly onAgain: () => void }) {
  useTitle(texts.title);
  if (kind === null)
    return (
      <div class="page page--empty">
        <Waiting>{texts.loading}</Waiting>
      </div>
    );
  return (
    <Page title={texts.title}>
      <Notice tone="warn">{HINDRANCES[kind]}</Notice>
      <div class="row">
        <Button kind="primary" icon="redo" onClick={onAgain}>
          {texts.again}
        </Button>
      </div>
    </Page>
  );
}

/** A record that failed verification is not shown as a match. The evidence is stored. */
function RefusedPage({ match, refused }: { readonly match: string; readonly refused: Refused }) {
  return (
    <MessagePage
      title={texts.refused}
      lead={texts.refusedText}
      way={{ href: `/verify/${match}`, icon: 'shield', label: texts.toVerify }}
    >
      <Notice tone="bad">
        <p>{texts.refusedAt(refused.event, refused.message)}</p>
        <p class="small">{texts.code(refused.code)}</p>
      </Notice>
      {refused.transcript && <p class="soft">{texts.refusedKept}</p>}
    </MessagePage>
  );
}

/** Shown for the reader's own file that is no longer on this device. */
function NoFilePage() {
  return (
    <MessagePage
      title={texts.noFile}
      lead={texts.noFileText}
      way={{ href: '/verify', icon: 'upload', label: texts.openFile }}
    />
  );
}

interface MissingProps {
  readonly match: string;
  readonly client: Client;
  readonly onOver: () => void;
}

/** Shown without a record: the match is in progress, or does not exist. */
function MissingPage({ match, client: { matches }, onOver }: MissingProps) {
  const handle = useMemo(() => matches.open(match), [match]).value;
  useEffect(() => () => matches.close(match), [match]);
  const over = handle.kind === 'ready' && handle.session.view.value.outcome?.kind === 'finished';
  useEffect(() => {
    if (over) onOver();
  }, [over]);
  if (handle.kind === 'ready')
    return (
      <MessagePage
        title={texts.unfinished}
        lead={texts.unfinishedText}
        way={{ href: `/match/${match}`, icon: 'eye', label: texts.watch }}
      />
    );
  return (
    <MessagePage title={texts.missing} lead={texts.missingText} way={{ href: '/', icon: 'back', label: texts.home }} />
  );
}
