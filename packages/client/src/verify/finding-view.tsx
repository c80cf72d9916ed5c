import type { ComponentProps } from 'preact';
import { Notice } from '../ui/notice.tsx';
import { ComparisonView } from './comparison.tsx';
import type { Finding } from './finding.ts';
import { ReportView } from './report.tsx';
import './verify.css';

interface FindingViewProps extends Pick<ComponentProps<typeof ReportView>, 'standing' | 'onReview'> {
  readonly finding: Finding;
}

export function FindingView({ finding, standing, onReview }: FindingViewProps) {
  if (finding.kind === 'trouble') return <Notice tone="warn">{finding.text}</Notice>;
  if (finding.kind === 'comparison') return <ComparisonView {...finding} />;
  return <ReportView {...finding} standing={standing} onReview={onReview} />;
}
