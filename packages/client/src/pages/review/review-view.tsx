import { describePosition } from '../../board/describe.ts';
import { sceneOf } from '../../judged/moment-scene.ts';
import { withoutIsolates } from '../../strings/name-text.ts';
import { reviewTexts as texts } from '../../strings/review.ts';
import { useTitle } from '../../ui/tab-title.ts';
import { KeepCards } from './keep-cards.tsx';
import { MatchChart } from './match-chart.tsx';
import { MomentList } from './moment-list.tsx';
import { MomentPanel } from './moment-panel.tsx';
import { ReviewBoard } from './review-board.tsx';
import { ReviewHead } from './review-head.tsx';
import { Stepper } from './stepper.tsx';
import { Summary } from './summary.tsx';
import { TierPanel } from './tier-panel.tsx';
import { Tools } from './tools.tsx';
import { useReview } from './use-review.ts';
import { useReviewKeys } from './use-review-keys.ts';
import { nameOf, spokenMoment } from './words.ts';

type ViewProps = Parameters<typeof useReview>[0];

/** The whole review: the board with its steps, the moment, the list, the chart and the totals. */
export function ReviewView(props: ViewProps) {
  const review = useReview(props);
  const { subject, judged, index, actions } = review;
  const { client } = props;
  useTitle(texts.titleOf(nameOf(subject, 0), nameOf(subject, 1)));
  useReviewKeys({ index, last: judged.length - 1, actions });
  return (
    <div class="review">
      <ReviewHead review={review} client={client} />
      <div class="review__board">
        <ReviewBoard review={review} preferences={client.preferences.current.value} />
        <Stepper review={review} />
      </div>
      <div class="review__side">
        <TierPanel review={review} />
        <MomentPanel review={review} />
        <MomentList review={review} />
      </div>
      <MatchChart review={review} />
      <div class="review__below">
        <Summary review={review} />
        <KeepCards review={review} />
        <Tools review={review} />
        <p class="review__keys soft small">{texts.keys}</p>
      </div>
      <Spoken {...props} review={review} />
    </div>
  );
}

/** Announcements for screen readers: each moment when it is shown, the whole position on request. */
function Spoken({ review }: { readonly review: ReturnType<typeof useReview> }) {
  const { subject, judged, index, now, look, viewer } = review;
  const scene = sceneOf(now.moment, look);
  const names = [nameOf(subject, 0), nameOf(subject, 1)] as const;
  return (
    <>
      <p class="visually-hidden" role="status">
        {withoutIsolates(spokenMoment(subject, judged, index))}
      </p>
      <section class="visually-hidden" aria-label={texts.boardInWords}>
        <p>{withoutIsolates(describePosition(scene.position, viewer, names, scene.cube))}</p>
      </section>
    </>
  );
}
