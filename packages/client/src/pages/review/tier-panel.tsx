import { reviewTexts } from '../../strings/review.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice, Waiting } from '../../ui/notice.tsx';
import type { DeepState } from './deep.ts';
import type { Review } from './use-review.ts';

const texts = reviewTexts.tier;
const instantTexts = reviewTexts.instant;
const failures = {
  failed: instantTexts.failed,
  'match-too-long': instantTexts.tooLong,
  'not-loaded': instantTexts.notLoaded,
};

interface PanelProps {
  readonly review: Review;
}

/** The source of the analysis shown, with the actions for a better one. */
export function TierPanel({ review }: PanelProps) {
  const { deep, instant, subject } = review;
  const { state } = deep;
  if (state.kind === 'done') {
    const { engineId, ply } = state.report;
    const { judgements = 0, confirmed = 0 } = state.confirmations ?? {};
    return (
      <p class="tier tier--done small" role="status">
        <Icon name="check" />
        <span>
          {texts.done(engineId, ply)}. {texts.confirmed(confirmed, judgements)}
        </span>
      </p>
    );
  }
  return (
    <section class="tier" aria-label={texts.title}>
      <div class="tier__quick">
        <BestLine review={review} />
        <InstantWay instant={instant} />
      </div>
      {state.kind === 'idle' && subject.origin === 'server' && (
        <div class="row">
          <Button kind="soft" title={texts.startText} onClick={deep.start}>
            {texts.start}
          </Button>
        </div>
      )}
      {state.kind !== 'idle' && <DeepProgress state={state} onStart={deep.start} onStop={deep.stop} />}
    </section>
  );
}

/** The quick analysis, or the best analysis without it. Its place has one height in all its states. */
function BestLine({ review: { instant, fast, subject } }: PanelProps) {
  const { state } = instant;
  const ofServer = subject.origin === 'server';
  switch (state.kind) {
    case 'done':
      return (
        <Told title={instantTexts.done(state.estimate.report.engineId)} status>
          {ofServer ? instantTexts.doneText : instantTexts.doneFile}
        </Told>
      );
    case 'running':
      return <Running progress={state.progress} />;
    case 'idle':
      if (ofServer && !fast.value) return <FastLine fast={fast} />;
      return <Told title={texts.fast}>{ofServer ? texts.fastText : instantTexts.file}</Told>;
    default:
      return (
        <div class="tier__best">
          <Notice tone="warn">{failures[state.kind]}</Notice>
        </div>
      );
  }
}

interface ToldProps {
  readonly title: string;
  readonly status?: boolean;
  readonly children: string;
}

function Told({ title, status = false, children }: ToldProps) {
  return (
    <p class="tier__best small" role={status ? 'status' : undefined}>
      <span class="tag tag--accent">{title}</span>
      <br />
      <span class="soft">{children}</span>
    </p>
  );
}

function Running({ progress }: Pick<Extract<Review['instant']['state'], { kind: 'running' }>, 'progress'>) {
  const said = progress ? instantTexts.progress(progress.done, progress.wanted) : instantTexts.starting;
  return (
    <div class="tier__best small">
      <span class="tag tag--accent">{instantTexts.start}</span>
      <p class="tabular">{said}</p>
      <progress {...(progress && { value: progress.done, max: Math.max(progress.wanted, 1) })} aria-label={said} />
    </div>
  );
}

/** Starts, stops or repeats the quick analysis. */
function InstantWay({ instant: { state, start, stop } }: Pick<Review, 'instant'>) {
  switch (state.kind) {
    case 'done':
      return null;
    case 'running':
      return (
        <Button kind="quiet" onClick={stop}>
          {instantTexts.stop}
        </Button>
      );
    case 'idle':
      return (
        <Button kind="primary" title={instantTexts.startText} onClick={start}>
          {instantTexts.start}
        </Button>
      );
    default:
      return (
        <Button kind="quiet" icon="redo" onClick={start}>
          {reviewTexts.again}
        </Button>
      );
  }
}

/** The built-in ranking before it is there, or the reason why it is not. */
function FastLine({ fast }: Pick<Review, 'fast'>) {
  return (
    <div class="tier__best">
      {fast.trouble === null ? (
        <Waiting>{texts.loadingFast}</Waiting>
      ) : (
        <Notice tone="warn">
          {fast.trouble === 'busy' ? reviewTexts.busy : texts.fastFailed}{' '}
          <Button kind="quiet" icon="redo" onClick={fast.reload}>
            {reviewTexts.again}
          </Button>
        </Notice>
      )}
    </div>
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
