import { reviewTexts } from '../../strings/review.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice, Waiting } from '../../ui/notice.tsx';
import type { DeepState } from './deep.ts';
import type { Review } from './use-review.ts';

const texts = reviewTexts.tier;
const instantTexts = reviewTexts.instant;

interface PanelProps {
  readonly review: Review;
}

/** The source of the analysis shown, with the actions for a better one. */
export function TierPanel({ review }: PanelProps) {
  const { deep, instant, origin } = review;
  const { state } = deep;
  if (state.kind === 'done') {
    const { engineId, ply } = state.report;
    return (
      <p class="tier tier--done small" role="status">
        <Icon name="check" />
        {texts.done(engineId, ply)}
      </p>
    );
  }
  return (
    <section class="tier" aria-label={texts.title}>
      <div class="tier__line">
        <BestLine review={review} />
        <div class="tier__ways">
          {instant.state.kind === 'idle' && (
            <Button kind="primary" title={instantTexts.startText} onClick={instant.start}>
              {instantTexts.start}
            </Button>
          )}
          {state.kind === 'idle' && origin === 'server' && (
            <Button kind="soft" title={texts.startText} onClick={deep.start}>
              {texts.start}
            </Button>
          )}
        </div>
      </div>
      <InstantProgress instant={instant} />
      {state.kind !== 'idle' && <DeepProgress state={state} onStart={deep.start} onStop={deep.stop} />}
    </section>
  );
}

/** The best analysis so far. */
function BestLine({ review: { instant, fast, origin } }: PanelProps) {
  if (instant.state.kind === 'done')
    return (
      <p class="small" role="status">
        <span class="tag tag--accent">{instantTexts.done(instant.state.report.engineId)}</span>
        <br />
        <span class="soft">{origin === 'server' ? instantTexts.doneText : instantTexts.doneFile}</span>
      </p>
    );
  return origin === 'server' ? <FastLine fast={fast} /> : <p class="small soft">{instantTexts.file}</p>;
}

/** The progress of the quick analysis, or the reason for a failure. */
function InstantProgress({ instant: { state, start, stop } }: Pick<Review, 'instant'>) {
  if (state.kind === 'idle' || state.kind === 'done') return null;
  if (state.kind !== 'running')
    return (
      <Notice tone="warn">
        {state.kind === 'failed' ? instantTexts.failed : instantTexts.notLoaded}{' '}
        <Button kind="quiet" icon="redo" onClick={start}>
          {reviewTexts.again}
        </Button>
      </Notice>
    );
  const { progress } = state;
  const said = progress ? instantTexts.progress(progress.done, progress.wanted) : instantTexts.starting;
  return (
    <div class="tier__progress">
      <progress {...(progress && { value: progress.done, max: Math.max(progress.wanted, 1) })} aria-label={said} />
      <div class="tier__line">
        <p class="small tabular">{said}</p>
        <Button kind="quiet" onClick={stop}>
          {instantTexts.stop}
        </Button>
      </div>
    </div>
  );
}

function FastLine({ fast }: Pick<Review, 'fast'>) {
  if (fast.value)
    return (
      <p class="small">
        <span class="tag tag--accent">{texts.fast}</span>
        <br />
        <span class="soft">{texts.fastText}</span>
      </p>
    );
  if (fast.trouble === null) return <Waiting>{texts.loadingFast}</Waiting>;
  return (
    <Notice tone="warn">
      {fast.trouble === 'busy' ? reviewTexts.busy : texts.fastFailed}{' '}
      <Button kind="quiet" icon="redo" onClick={fast.reload}>
        {reviewTexts.again}
      </Button>
    </Notice>
  );
}

interface ProgressProps {
  readonly state: Exclude<DeepState, { kind: 'idle' | 'done' }>;
  readonly onStart: () => void;
  readonly onStop: () => void;
}

/** The progress of the deep analysis, with the reason for a wait and a way to stop. */
function DeepProgress({ state, onStart, onStop }: ProgressProps) {
  const { progress } = state;
  const running = state.kind === 'running';
  return (
    <div class="tier__progress">
      {progress && (
        <progress
          value={progress.done}
          max={Math.max(progress.wanted, 1)}
          aria-label={texts.progress(progress.done, progress.wanted)}
        />
      )}
      <div class="tier__line">
        <div class="small" role="status">
          {progress && <p class="tabular">{texts.progress(progress.done, progress.wanted)}</p>}
          <Why state={state} />
        </div>
        <Button kind={running ? 'quiet' : 'soft'} onClick={running ? onStop : onStart}>
          {running ? texts.stop : texts.goOn}
        </Button>
      </div>
    </div>
  );
}

/** Explains the state, with the server's own message if the analysis has stopped. */
function Why({ state }: Pick<ProgressProps, 'state'>) {
  if (state.kind === 'running') {
    if (state.busy) return <p>{texts.busy}</p>;
    if (!state.progress) return <p class="soft">{texts.asking}</p>;
    return state.progress.done === 0 ? <p class="soft">{texts.noneYet}</p> : null;
  }
  if (state.kind !== 'waits') return <p>{texts[state.kind]}</p>;
  return (
    <>
      <p>{texts.waits}</p>
      <p class="soft">{state.hint}</p>
      <p>
        <a href="/volunteers">{texts.volunteers}</a>
      </p>
    </>
  );
}
