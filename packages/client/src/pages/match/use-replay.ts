import type { Player, Position } from 'bg-rules';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Step } from '../../play/history.ts';
import { type Replay, replayOf } from '../../play/scene.ts';

/** The end of a game stays on the board this long. */
const ENDED_MS = 2_800;

/** The state of the replay: an intermediate position, and the step that ended a game while that is shown. */
export interface Replaying {
  readonly position: Position | null;
  readonly ended: Step | null;
}

/** Shows the positions of new steps one after the other. Steps from before the page opened are not replayed. */
export function useReplay(steps: readonly Step[], seat: Player | null, hopMs: number): Replaying {
  const step = steps.at(-1);
  const replay = useRef<Replay | null>(null);
  const seen = useRef(step?.n ?? -1);
  const [shown, setShown] = useState({ n: -1, index: 0 });
  if (step && step.n > seen.current) {
    seen.current = step.n;
    replay.current = replayOf(step, seat, hopMs > 0);
  }
  const current = replay.current;
  const index = current && shown.n === current.n ? shown.index : 0;
  const position = current?.positions[index] ?? null;
  const isLast = current !== null && index === current.positions.length - 1;
  const ended = isLast ? current.ended : null;
  useEffect(() => {
    if (!current || !position) return;
    const timer = setTimeout(() => setShown({ n: current.n, index: index + 1 }), ended ? ENDED_MS : hopMs);
    return () => clearTimeout(timer);
  }, [current, index]);
  return { position, ended };
}
