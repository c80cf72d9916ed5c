import type { FetchCode } from 'bg-session';
import { fetchingTexts as texts } from '../strings/fetching.ts';
import { Button } from './button.tsx';
import { Notice, Waiting } from './notice.tsx';

const sentences: Readonly<Record<FetchCode, string>> = {
  unreachable: texts.offline,
  missing: texts.failed,
  busy: texts.busy,
  failed: texts.failed,
};

interface FetchStateProps {
  readonly trouble: FetchCode | null;
  readonly onAgain: () => void;
}

/** Shown in place of an answer: the loading state, or the reason for a failure. */
export function FetchState({ trouble, onAgain }: FetchStateProps) {
  if (trouble === null) return <Waiting>{texts.loading}</Waiting>;
  return (
    <>
      <Notice tone={trouble === 'unreachable' ? 'warn' : 'bad'}>{sentences[trouble]}</Notice>
      <div class="row">
        <Button kind="primary" icon="redo" onClick={onAgain}>
          {texts.again}
        </Button>
      </div>
    </>
  );
}

/** Says that the answer below could not be refreshed. */
export function StaleNotice({ trouble }: { readonly trouble: FetchCode | null }) {
  return trouble && <Notice tone="warn">{texts.older}</Notice>;
}
