import { type Hop, type Position, samePosition } from 'bg-rules';
import type { Decision, MatchView } from 'bg-session';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Engine, Told } from '../../engine/engine.ts';
import type { CostOfCube, CostOfPlay, Losses } from '../../engine/losses.ts';
import { mayBeAdvised } from '../../engine/permission.ts';
import type { OwnTurn } from '../../play/use-turn.ts';

/** A decision that has waited for the engine so long is carried out without a question. */
export const TUTOR_LIMIT_MS = 1_000;

/** The decisions that the tutor looks at. */
export type Looked = Exclude<Decision, { type: 'resign' | 'accept' | 'decline' }>;

/** A choice of the player that is a blunder, and the best one. */
export interface Blunder {
  readonly decision: Looked;
  /** In points at the cube’s present value; normalised in a match. */
  readonly loss: number;
  readonly best: CostOfPlay | CostOfCube;
}

/** The question before a blunder. */
export interface Tutoring {
  /** The blunder about which the page asks. */
  readonly blunder: Blunder | null;
  /** True once the player has asked for the best choice. */
  readonly isRevealed: boolean;
  /** The best play, which the board shows as arrows. */
  readonly hops: readonly Hop[] | null;
  /** True while a decision waits for the engine's answer, for a second at most. */
  readonly isWaiting: boolean;
  /** True if the engine could not be loaded, so that all decisions go through. */
  readonly isMissing: boolean;
  /** Calls `act` at once, or as soon as the engine has answered, unless the decision is a blunder. */
  check(decision: Looked, act: () => void): void;
  reveal(): void;
  close(): void;
}

/** True where the tutor may ask: in the player’s own unrated match against the bot, while it goes on. */
function mayTutor({ header, seat, outcome, halted }: TutoredView): boolean {
  return mayBeAdvised(header, seat) && !header.rated && !outcome && !halted;
}

type TutoredView = Pick<MatchView, 'header' | 'seat' | 'outcome' | 'halted'>;

/** Returns the blunder that a decision is. Null if it is none, or is not among the choices. `reached` is the position after a play. */
function blunderOf(decision: Looked, reached: Position | null, losses: Losses | null): Blunder | null {
  const [best] = losses?.choices ?? [];
  const made = losses && choiceOf(decision, reached, losses);
  return best && made?.mark === 'blunder' ? { decision, loss: made.loss, best } : null;
}

function choiceOf({ type }: Looked, reached: Position | null, { kind, choices }: Losses) {
  if (kind === 'cube') return choices.find((choice) => choice.type === type);
  return reached === null ? undefined : choices.find(({ position }) => samePosition(position, reached));
}

/** A decision that waits for the engine, or for the player's second thought. */
interface Held {
  /** The state of the match, and the checkers that the player has moved. */
  readonly about: string;
  readonly decision: Looked;
  readonly reached: Position | null;
  readonly isRevealed: boolean;
  act(): void;
}

/**
 * Asks the engine what each choice costs as soon as the player has to decide, so that the answer is there when the player has chosen.
 * Decisions that the page takes automatically do not pass through here.
 */
export function useTutor(
  view: MatchView,
  own: Pick<OwnTurn, 'view' | 'forced'>,
  isOn: boolean,
  engine: Engine,
): Tutoring {
  const { header, events, seat } = view;
  const { actions } = view.options;
  const isAsked = actions.includes('play') ? !own.forced : actions.includes('double') || actions.includes('take');
  const isActive = isOn && isAsked && mayTutor(view);
  const at = `${view.id} ${events.length}`;
  const [answer, setAnswer] = useState<{ readonly at: string; readonly told: Told<Losses | null> } | null>(null);
  useEffect(() => {
    if (!isActive) return;
    let isCurrent = true;
    const asked = engine.ask<'losses'>({ kind: 'losses', transcript: { header, events: [...events] }, seat });
    void asked.then((told) => isCurrent && setAnswer({ at, told }));
    return () => {
      isCurrent = false;
    };
  }, [at, isActive]);
  const told = isActive && answer?.at === at ? answer.told : null;

  const about = `${at} ${String(own.view?.hops)}`;
  const [last, setHeld] = useState<Held | null>(null);
  const held = isActive && last?.about === about ? last : null;
  const blunder = held && told?.ok ? blunderOf(held.decision, held.reached, told.value) : null;
  const isWaiting = held !== null && blunder === null;
  // A decision that the player has taken back stays so, even if the same checkers are moved again.
  useLayoutEffect(() => {
    if (last && !held) setHeld(null);
  }, [last, held]);
  // A layout effect, so that the timer ends before the page shows another play.
  useLayoutEffect(() => {
    if (!held || blunder) return;
    const timer = setTimeout(
      () => {
        setHeld(null);
        held.act();
      },
      told ? 0 : TUTOR_LIMIT_MS,
    );
    return () => clearTimeout(timer);
  }, [held, told]);

  return {
    blunder,
    isRevealed: held?.isRevealed ?? false,
    hops: blunder && held?.isRevealed && 'hops' in blunder.best ? blunder.best.hops : null,
    isWaiting,
    isMissing: told !== null && !told.ok && told.code === 'not-loaded',
    check(decision, act) {
      if (isWaiting) return;
      const reached = decision.type === 'play' ? (own.view?.position ?? null) : null;
      const isHeld = isActive && (!told || (told.ok && blunderOf(decision, reached, told.value)));
      if (isHeld) setHeld({ about, decision, reached, isRevealed: false, act });
      else act();
    },
    reveal: () => held && setHeld({ ...held, isRevealed: true }),
    close: () => setHeld(null),
  };
}
