import './moment.css';
import { Mark } from '../../judged/mark.tsx';
import { notationOf } from '../../judged/words.ts';
import { reviewTexts as texts } from '../../strings/review.ts';
import { Button } from '../../ui/button.tsx';
import { Comment } from './comment.tsx';
import { CubeTable } from './cube-table.tsx';
import { PlayTable } from './play-table.tsx';
import { Stated } from './stated.tsx';
import type { Review } from './use-review.ts';
import { nameOf } from './words.ts';

/** The decision of this moment, with its evaluation. */
export function MomentPanel({ review }: { readonly review: Review }) {
  const { now, subject, look, actions } = review;
  const { moment, play, mark, cost } = now;
  return (
    <section class="moment" aria-label={texts.moment(review.index + 1, review.judged.length)}>
      <div class="moment__head">
        <span class={`review__checker review__checker--${moment.player}`} aria-hidden="true" />
        <p class="moment__who soft small">
          <span class="moment__name">{nameOf(subject, moment.player)}</span>
          {moment.dice && <span class="tabular">{` · ${moment.dice.join('-')}`}</span>}
        </p>
        <h2>
          <bdi>{notationOf(now)}</bdi>
        </h2>
        <p class="moment__verdict small">
          {play && !play.forced && (
            <span class="soft">{play.rank === 1 ? texts.best : texts.rankedOf(play.rank, play.of)}</span>
          )}
          {mark && <Mark mark={mark} named />}
          {cost !== null && cost > 0 && <span class="moment__loss tabular">{texts.loss(cost)}</span>}
        </p>
      </div>
      <div class="moment__body">
        <Judgement review={review} />
        <Stated subject={subject} moment={moment} />
        <Comment subject={subject} n={moment.n} />
      </div>
      <div class="moment__looks">
        <Button
          kind="quiet"
          aria-pressed={look === 'before'}
          onClick={() => actions.choose(look === 'before' ? 'after' : 'before')}
        >
          {texts.before}
        </Button>
        {typeof look !== 'string' && (
          <Button kind="quiet" onClick={() => actions.choose('after')}>
            {texts.back}
          </Button>
        )}
      </div>
    </section>
  );
}

function Judgement({ review }: { readonly review: Review }) {
  const { now, report } = review;
  const { moment, play, cube } = now;
  if (!report) return <p class="soft">{texts.noReport}</p>;
  if (play) return <Play review={review} />;
  if (cube?.evaluation) return <CubeTable review={review} evaluation={cube.evaluation} by={cube.by} />;
  return <p class="soft">{cube ? texts.cube.none : moment.type === 'play' ? texts.noJudgement : texts.cube.nothing}</p>;
}

function Play({ review }: { readonly review: Review }) {
  const { play, moment } = review.now;
  if (!play) return null;
  if (play.forced) return <p class="soft">{moment.hops.length === 0 ? texts.noPlay : texts.onlyPlay}</p>;
  return <PlayTable review={review} play={play} />;
}
