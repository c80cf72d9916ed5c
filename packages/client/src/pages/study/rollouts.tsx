import type { RankedPlay, RolloutProgress } from 'bg-engine';
import { opponent, type Situation } from 'bg-rules';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { StudyEngine } from '../../engine/study-engine.ts';
import { studyTexts as texts } from '../../strings/study.ts';
import { Button } from '../../ui/button.tsx';
import { Group } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';

/** A rollout begins after a play or a cube action. */
export type RolloutJob = { readonly label: string } & (
  | { readonly play: RankedPlay }
  | { readonly first: 'roll' | 'double' }
);

interface Row {
  readonly label: string;
  /** For the player on roll. Null before the first progress. */
  readonly seen: { readonly trials: number; readonly equity: number; readonly error: number } | null;
}

/** The rollouts of the position on the board. */
interface RolloutList {
  readonly rows: readonly Row[];
  /** The label of the one that runs, or null. */
  readonly running: string | null;
  /** True if the engine could not be loaded. */
  readonly failed: boolean;
  start(job: RolloutJob): void;
  stop(): void;
}

const TRIALS = 1296;
/** Rolls after which the net’s value stands in. */
const TRUNCATION = 10;

/** Runs one rollout at a time. Another position on the board ends it. */
export function useRollouts(engine: StudyEngine, situation: Situation): RolloutList {
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [running, setRunning] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const stopper = useRef<AbortController | null>(null);
  const stop = () => stopper.current?.abort();
  useEffect(() => {
    setRows([]);
    setRunning(null);
    setFailed(false);
    return stop;
  }, [engine, situation]);

  function start(job: RolloutJob): void {
    stop();
    const own = new AbortController();
    stopper.current = own;
    const { label } = job;
    const [from, sign] = startOf(situation, job);
    const show = (seen: Row['seen']) => {
      if (own.signal.aborted) return;
      setRows((known) =>
        known.some((row) => row.label === label)
          ? known.map((row) => (row.label === label ? { label, seen } : row))
          : [...known, { label, seen }],
      );
    };
    show(null);
    setRunning(label);
    setFailed(false);
    const onProgress = ({ trials, equity, equityError }: RolloutProgress) =>
      show({ trials, equity: sign * equity, error: equityError });
    const first = 'first' in job ? job.first : 'choose';
    engine
      .ask(
        (remote) => remote.rollout(from, { trials: TRIALS, truncation: TRUNCATION, first, seed: 1, onProgress }),
        own.signal,
      )
      .catch(() => own.signal.aborted || setFailed(true))
      .finally(() => stopper.current === own && setRunning(null));
  }
  return { rows, running, failed, start, stop };
}

/** Returns the situation from which the games begin, and the sign of its equity for the player on roll now. */
function startOf(situation: Situation, job: RolloutJob): [Situation, 1 | -1] {
  if ('first' in job) return [{ ...situation, dice: null }, 1];
  const onRoll = opponent(situation.onRoll);
  return [{ ...situation, position: job.play.position, onRoll, toAct: onRoll, dice: null }, -1];
}

/** The rollouts with their standard errors, as figures and as bars on one scale. */
export function Rollouts({ rollouts: { rows, running, failed, stop } }: { readonly rollouts: RolloutList }) {
  if (rows.length === 0) return null;
  const known = rows.flatMap(({ seen }) => (seen && Number.isFinite(seen.error) ? [seen] : []));
  const least = Math.min(...known.map(({ equity, error }) => equity - 3 * error));
  const most = Math.max(...known.map(({ equity, error }) => equity + 3 * error));
  return (
    <Group title={texts.rollouts}>
      <ul class="study__rollouts">
        {rows.map(({ label, seen }) => (
          <li key={label}>
            <span>
              <bdi>{label}</bdi>
            </span>
            {seen && Number.isFinite(seen.error) && (
              <>
                <strong>{texts.value(seen.equity, seen.error)}</strong>
                <span class="soft small">{texts.games(seen.trials)}</span>
                <ErrorBar {...seen} least={least} most={most} />
              </>
            )}
          </li>
        ))}
      </ul>
      {failed && <Notice tone="bad">{texts.failed}</Notice>}
      {running !== null && (
        <div class="row">
          <Button onClick={stop}>{texts.stop}</Button>
        </div>
      )}
      <p class="soft small">{texts.rolloutNote}</p>
    </Group>
  );
}

interface ErrorBarProps {
  readonly equity: number;
  readonly error: number;
  readonly least: number;
  readonly most: number;
}

const WIDTH = 200;

/** The equity as a dot, one standard error as a thick line, two as a thin one. */
function ErrorBar({ equity, error, least, most }: ErrorBarProps) {
  const x = (value: number) => (WIDTH * (value - least)) / Math.max(most - least, 1e-9);
  return (
    <svg class="study__error" viewBox={`0 0 ${WIDTH} 14`} role="img" aria-label={texts.errorBar(equity, error)}>
      <line x1={x(equity - 2 * error)} x2={x(equity + 2 * error)} y1="7" y2="7" stroke-width="1.5" />
      <line x1={x(equity - error)} x2={x(equity + error)} y1="7" y2="7" stroke-width="5" />
      <circle cx={x(equity)} cy="7" r="4" />
    </svg>
  );
}
