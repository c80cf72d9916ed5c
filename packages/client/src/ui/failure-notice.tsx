import { troubleText } from '../strings/troubles.ts';
import { Notice } from './notice.tsx';

interface FailureNoticeProps {
  readonly failure: { readonly code: string; readonly message?: string } | null;
  /** Names the limit that a refusal with the code `too-many` most likely means here. */
  readonly tooMany?: string | undefined;
}

/** The text of a failed request. Shows nothing without a failure. */
export function FailureNotice({ failure, tooMany }: FailureNoticeProps) {
  if (!failure) return null;
  return <Notice tone="bad">{(failure.code === 'too-many' && tooMany) || troubleText(failure)}</Notice>;
}
