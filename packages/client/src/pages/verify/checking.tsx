import type { ComponentChildren, ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { verifyTexts } from '../../strings/verify.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, Waiting } from '../../ui/notice.tsx';
import type { CheckResult } from './check-files.ts';
import { ComparisonView } from './comparison.tsx';
import { ReportView } from './report.tsx';
import './verify.css';

interface Checking {
  readonly busy: boolean;
  readonly result: CheckResult | null;
  check(work: () => Promise<CheckResult | null>): Promise<void>;
  /** Clears the result. */
  clear(): void;
}

/** The state of the current or last check. */
export function useChecking(): Checking {
  const [result, setResult] = useState<CheckResult | null>(null);
  const [busy, setBusy] = useState(false);
  const check = async (work: () => Promise<CheckResult | null>) => {
    setBusy(true);
    setResult(await work());
    setBusy(false);
  };
  return { busy, result, check, clear: () => setResult(null) };
}

type ReportProps = Pick<ComponentProps<typeof ReportView>, 'relation' | 'place' | 'onReview'>;

interface CheckingViewProps extends ReportProps {
  readonly checking: Checking;
  /** The input that is shown before a check. */
  readonly children: ComponentChildren;
}

/** Shows the input, the progress of the check, or its result. */
export function CheckingView({ checking, children, ...report }: CheckingViewProps) {
  const { busy, result, clear } = checking;
  if (busy) return <Waiting>{verifyTexts.checking}</Waiting>;
  const isAsking = result === null || result.kind === 'trouble';
  return (
    <>
      {result && <ResultView result={result} {...report} />}
      {isAsking ? (
        children
      ) : (
        <div class="row">
          <Button icon="back" onClick={clear}>
            {verifyTexts.another}
          </Button>
        </div>
      )}
    </>
  );
}

function ResultView({ result, ...report }: ReportProps & { readonly result: CheckResult }) {
  if (result.kind === 'trouble') return <Notice tone="warn">{result.text}</Notice>;
  if (result.kind === 'comparison') return <ComparisonView {...result} />;
  return <ReportView {...result} {...report} />;
}
