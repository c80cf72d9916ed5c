import type { ComponentChildren, ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { verifyTexts } from '../../strings/verify.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, Waiting } from '../../ui/notice.tsx';
import type { Finding } from './check-files.ts';
import { ComparisonView } from './comparison.tsx';
import { ReportView } from './report.tsx';
import './verify.css';

interface Checking {
  readonly busy: boolean;
  readonly finding: Finding | null;
  check(work: () => Promise<Finding | null>): Promise<void>;
  /** Clears the result. */
  clear(): void;
}

/** The state of the current or last check. */
export function useChecking(): Checking {
  const [finding, setFinding] = useState<Finding | null>(null);
  const [busy, setBusy] = useState(false);
  const check = async (work: () => Promise<Finding | null>) => {
    setBusy(true);
    setFinding(await work());
    setBusy(false);
  };
  return { busy, finding, check, clear: () => setFinding(null) };
}

type ReportProps = Pick<ComponentProps<typeof ReportView>, 'standing' | 'onReview'>;

interface CheckingViewProps extends ReportProps {
  readonly checking: Checking;
  /** The input that is shown before a check. */
  readonly children: ComponentChildren;
}

/** Shows the input, the progress of the check, or its result. */
export function CheckingView({ checking, children, ...report }: CheckingViewProps) {
  const { busy, finding, clear } = checking;
  if (busy) return <Waiting>{verifyTexts.checking}</Waiting>;
  const asks = finding === null || finding.kind === 'trouble';
  return (
    <>
      {finding && <FindingView finding={finding} {...report} />}
      {asks ? (
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

function FindingView({ finding, standing, onReview }: ReportProps & { readonly finding: Finding }) {
  if (finding.kind === 'trouble') return <Notice tone="warn">{finding.text}</Notice>;
  if (finding.kind === 'comparison') return <ComparisonView {...finding} />;
  return <ReportView {...finding} standing={standing} onReview={onReview} />;
}
