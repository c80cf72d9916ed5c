import { plainText } from '../../strings/name-text.ts';
import { reviewTexts as texts } from '../../strings/review.ts';
import type { Subject } from './subject.ts';

interface CommentProps {
  readonly subject: Subject;
  /** The number of the step. */
  readonly n: number;
}

/** The comment of the file on a decision, in its own lines and its own direction. */
export function Comment({ subject, n }: CommentProps) {
  const comment = subject.origin === 'import' ? subject.comments.get(n) : undefined;
  if (comment === undefined) return null;
  return (
    <figure class="moment__comment small">
      <figcaption class="soft">{texts.comment}</figcaption>
      <blockquote dir="auto">{comment.split('\n').map(plainText).join('\n')}</blockquote>
    </figure>
  );
}
