import { troubleText } from '../strings/troubles.ts';
import { Notice } from './notice.tsx';

interface FailureNoticeProps {
  readonly failure: { readonly code: string; readonly message?: string } | null;
}

/** The text of a failed request. Shows nothing without a failure. */
export function FailureNotice({ failure }: FailureNoticeProps) {
  return failure && <Notice tone="bad">{troubleText(failure)}</Notice>;
}
