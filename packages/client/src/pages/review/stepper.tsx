import { reviewTexts as texts } from '../../strings/review.ts';
import { Button } from '../../ui/button.tsx';
import type { Review } from './use-review.ts';
import { spokenMoment } from './words.ts';

const SHAPES = {
  first: 'M6 5v14M19 5l-9 7 9 7Z',
  earlier: 'M15.500 5l-8 7 8 7Z',
  later: 'M8.500 5l8 7-8 7Z',
  last: 'M18 5v14M5 5l9 7-9 7Z',
  earlierMistake: 'M13 5l-8 7 8 7ZM18.500 6v7.500M18.500 17.500v.01',
  laterMistake: 'M11 5l8 7-8 7ZM5.500 6v7.500M5.500 17.500v.01',
} as const;

interface StepProps {
  readonly name: keyof typeof SHAPES;
  readonly onClick: (() => void) | null;
}

function Step({ name, onClick }: StepProps) {
  return (
    <Button
      kind="quiet"
      class="button--icon"
      aria-label={texts[name]}
      title={texts[name]}
      // not `disabled`, because a disabled button loses the focus, which strands keyboard users
      aria-disabled={onClick === null}
      onClick={() => onClick?.()}
    >
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={SHAPES[name]} />
      </svg>
    </Button>
  );
}

/** Steps through the match, with buttons and a slider over all moments. */
export function Stepper({ review: { subject, index, judged, actions } }: { readonly review: Review }) {
  const last = judged.length - 1;
  const to = (wanted: number) => (wanted < 0 || wanted > last || wanted === index ? null : () => actions.go(wanted));
  return (
    <div class="stepper">
      <input
        class="stepper__slider"
        type="range"
        min={0}
        max={last}
        step={1}
        value={index}
        style={{ '--share': last > 0 ? index / last : 0 }}
        aria-label={texts.slider}
        aria-valuetext={spokenMoment(subject, judged, index)}
        onInput={(event) => actions.go(Number(event.currentTarget.value))}
      />
      <div class="stepper__buttons" role="toolbar" aria-label={texts.steps}>
        <Step name="first" onClick={to(index === 0 ? -1 : 0)} />
        <Step name="earlierMistake" onClick={actions.earlierMistake} />
        <Step name="earlier" onClick={to(index - 1)} />
        <span class="stepper__at tabular" aria-hidden="true">
          <span>{index + 1}</span>
          <span class="soft">{` / ${last + 1}`}</span>
        </span>
        <Step name="later" onClick={to(index + 1)} />
        <Step name="laterMistake" onClick={actions.laterMistake} />
        <Step name="last" onClick={to(index === last ? -1 : last)} />
      </div>
    </div>
  );
}
