import type { LossTag } from '@anchor/wire';
import { reviewTexts as texts } from '../strings/review.ts';
import { SYMBOLS } from './judged.ts';

interface MarkProps {
  readonly mark: LossTag;
  /** Whether its name stands beside the sign. */
  readonly named?: boolean;
}

/** The sign of a mistake, as annotators write it; its colour only repeats it. */
export function Mark({ mark, named = false }: MarkProps) {
  return (
    <span class={`mark mark--${mark}`}>
      <span aria-hidden="true">{SYMBOLS[mark]}</span>
      <span class={named ? undefined : 'visually-hidden'}>{texts.marks[mark]}</span>
    </span>
  );
}
