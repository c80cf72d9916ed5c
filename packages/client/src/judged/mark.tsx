import '../ui/theme-rest.css';
import './mark.css';
import type { LossTag } from '@anchor/wire';
import { reviewTexts as texts } from '../strings/review.ts';
import { SYMBOLS } from './judged.ts';

interface MarkProps {
  readonly mark: LossTag;
  /** True to show the name beside the sign. */
  readonly named?: boolean;
}

/** The annotation sign of a mistake. Its colour has the same meaning. */
export function Mark({ mark, named = false }: MarkProps) {
  return (
    <span class={`mark mark--${mark}`}>
      <span aria-hidden="true">{SYMBOLS[mark]}</span>
      <span class={named ? undefined : 'visually-hidden'}>{texts.marks[mark]}</span>
    </span>
  );
}
