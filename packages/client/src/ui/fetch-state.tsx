import type { FetchCode } from '../http/get-json.ts';
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

/** What stands where an answer will stand: it is on its way, or why it is not. */
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

/** Says over an answer that a newer one could not be had. */
export function StaleNotice({ trouble }: { readonly trouble: FetchCode | null }) {
  return trouble && <Notice tone="warn">{texts.older}</Notice>;
}
