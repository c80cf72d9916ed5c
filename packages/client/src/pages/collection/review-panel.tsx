import type { KeptMatch } from '../../collection/kept-match.ts';
import { collectionTexts } from '../../strings/collection.ts';
import { isolated } from '../../strings/name-text.ts';
import { Button } from '../../ui/button.tsx';
import { Group } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Reviewer, ReviewerState } from './reviewer.ts';

const texts = collectionTexts.review;

interface PanelProps {
  readonly reviewer: Reviewer;
  readonly all: readonly KeptMatch[];
}

/** The review of the whole collection by the engine on this device, with its progress. */
export function ReviewPanel({ reviewer, all }: PanelProps) {
  const state = reviewer.state.value;
  const waiting = all.filter(({ review }) => review === null).length;
  const failed = all.filter(({ review }) => review?.kind === 'failed').length;
  const isUnderWay = state.kind === 'running' || state.kind === 'elsewhere' || state.kind === 'playing';
  const hasFailed = state.kind === 'not-loaded' || state.kind === 'not-stored';
  const start = () => void reviewer.start();
  return (
    <Group title={texts.title}>
      <p>{texts.done(all.length - waiting - failed, all.length)}</p>
      <Work state={state} all={all.length} waiting={waiting} />
      {failed > 0 && <p class="soft small">{texts.failed(failed)}</p>}
      <div class="row">
        {state.kind === 'idle' && waiting > 0 && (
          <Button kind="primary" icon="play" onClick={start}>
            {texts.start(waiting)}
          </Button>
        )}
        {state.kind === 'idle' && waiting === 0 && failed > 0 && (
          <Button icon="redo" onClick={start}>
            {texts.again}
          </Button>
        )}
        {state.kind === 'paused' && (
          <Button kind="primary" icon="play" onClick={start}>
            {texts.goOn}
          </Button>
        )}
        {hasFailed && (
          <Button kind="primary" icon="redo" onClick={start}>
            {texts.again}
          </Button>
        )}
        {isUnderWay && <Button onClick={() => reviewer.pause()}>{texts.pause}</Button>}
        {state.kind !== 'idle' && <Button onClick={() => reviewer.abort()}>{texts.stop}</Button>}
      </div>
    </Group>
  );
}

interface WorkProps {
  readonly state: ReviewerState;
  readonly all: number;
  readonly waiting: number;
}

/** Says what the reviewer does now, or why it does nothing. */
function Work({ state, all, waiting }: WorkProps) {
  switch (state.kind) {
    case 'idle':
      return waiting > 0 ? <p class="soft">{texts.text}</p> : null;
    case 'paused':
      return <p role="status">{texts.paused(waiting)}</p>;
    case 'playing':
      return <Notice>{texts.playing}</Notice>;
    case 'elsewhere':
      return <Notice>{texts.elsewhere}</Notice>;
    case 'not-loaded':
      return <Notice tone="bad">{texts.notLoaded}</Notice>;
    case 'not-stored':
      return <Notice tone="bad">{texts.notStored}</Notice>;
    case 'running': {
      const { names } = state.match;
      const { done, wanted } = state.progress ?? { done: 0, wanted: 0 };
      const name = collectionTexts.versus(isolated(names[0]), isolated(names[1]));
      const share = wanted === 0 ? 0 : done / wanted;
      return (
        <>
          <progress class="collection__progress" max={all} value={all - waiting + share} aria-label={texts.title} />
          <p class="small">{wanted === 0 ? texts.begins(name) : texts.decisions(name, done, wanted)}</p>
        </>
      );
    }
  }
}
