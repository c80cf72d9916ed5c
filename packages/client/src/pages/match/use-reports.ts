import { opponent, type Player } from 'bg-rules';
import type { MatchSession, MatchView } from 'bg-session';
import { useEffect, useRef } from 'preact/hooks';
import { describeRoll } from '../../board/describe.ts';
import { playSound, type Sound } from '../../board/sounds.ts';
import type { History, Step } from '../../play/history.ts';
import { shownName, spokenName } from '../../play/people.ts';
import { stepSpoken } from '../../play/step-text.ts';
import { matchTexts as texts } from '../../strings/match.ts';

const SEATS: readonly Player[] = [0, 1];

/** Returns the announcement of the latest news: the newest decision, then the newest roll. */
export function spokenNews(view: MatchView, { steps, latest }: History): string {
  const step = steps.at(-1);
  const said = step ? [stepSpoken(step, spokenName(view, step.player))] : [];
  if (latest !== null && latest.roll > lastPlayed(steps) && latest.player !== null)
    said.push(describeRoll(spokenName(view, latest.player), latest.dice));
  return said.join(' ');
}

/** Returns the names of other players who are away, or an empty text. */
export function spokenAbsence(view: MatchView): string {
  if (view.outcome) return '';
  const gone = SEATS.filter((seat) => seat !== view.seat && !view.presence[seat].online);
  return gone.map((seat) => texts.away(shownName(view, seat))).join(' ');
}

function lastPlayed(steps: readonly Step[]): number {
  return steps.findLast(({ roll }) => roll > 0)?.roll ?? 0;
}

/** Returns the sound of an opponent's step, or of any cube action. Null for none. */
function soundOf(step: Step, seat: Player | null): Sound | null {
  if (step.type === 'play') return step.player === seat || step.hops.length === 0 ? null : playSoundOf(step);
  return step.type === 'accept' || step.type === 'decline' || step.type === 'forfeit' ? null : 'cube';
}

function playSoundOf({ before, after, player }: Step): Sound {
  const victim = opponent(player);
  return after.bar[victim] > before.bar[victim] ? 'hit' : 'checker';
}

/** Plays sounds for new rolls, steps, turns and the end. */
export function useSounds(view: MatchView, { steps, rolls }: History, volume: number): void {
  const step = steps.at(-1) ?? null;
  const isMine = view.seat !== null && view.match.toAct === view.seat && view.match.phase !== 'play';
  useChange(rolls, volume, () => 'dice');
  useChange(step?.n ?? -1, volume, () => step && soundOf(step, view.seat));
  useChange(isMine, volume, () => (isMine && !view.outcome ? 'turn' : null));
  useChange(view.outcome?.kind, volume, () => endSound(view));
}

/** The viewer is warned when this much time is left in total. */
const WARNING_MS = 15_000;

/** Warns the viewer once per turn when their time is running out. */
export function useTimeWarning(session: MatchSession, view: MatchView, volume: number): void {
  useEffect(() => {
    const reading = session.clock();
    const isMine = view.seat !== null && reading?.running === view.seat && !view.outcome;
    if (volume === 0 || !isMine || reading.expiresAt === null) return;
    const inMs = reading.expiresAt - session.now() - WARNING_MS;
    if (inMs < 0) return;
    const timer = setTimeout(() => playSound('warning', volume), inMs);
    return () => clearTimeout(timer);
  }, [view.events, volume]);
}

function endSound({ outcome, seat }: MatchView): Sound | null {
  if (outcome?.kind !== 'finished') return null;
  return seat === null || outcome.result.winner === seat ? 'won' : 'lost';
}

/** Plays the sound of a change, but not for the initial value. */
function useChange(value: unknown, volume: number, sound: () => Sound | null): void {
  const last = useRef(value);
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    const heard = sound();
    if (heard) playSound(heard, volume);
  }, [value]);
}
