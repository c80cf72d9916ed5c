import type { MatchSession, MatchView } from 'bg-session';
import { useMemo, useState } from 'preact/hooks';
import { playSound } from '../../board/sounds.ts';
import type { Engine } from '../../engine/engine.ts';
import { mayBeAdvised } from '../../engine/permission.ts';
import { type History, HistoryReader, type Step } from '../../play/history.ts';
import { liveScene, pastScene, type Scene } from '../../play/scene.ts';
import { type OwnTurn, useOwnTurn } from '../../play/use-turn.ts';
import type { AnimationSpeed, Preferences } from '../../state/preferences.ts';
import { stillFits } from './control-panels.tsx';
import { type CubeQuestion, decideIf, type OpenQuestion } from './decide.ts';
import { type Automatic, useAutomatic } from './use-automatic.ts';
import { type Premoving, usePremove } from './use-premove.ts';
import { type Replaying, useReplay } from './use-replay.ts';
import { type Looked, type Tutoring, useTutor } from './use-tutor.ts';

const HOP_MS: Readonly<Record<AnimationSpeed, number>> = { off: 0, fast: 170, normal: 300, slow: 550 };

/** Everything that the match page draws, and the viewer's actions at this moment. */
export interface Table {
  readonly history: History;
  readonly scene: Scene;
  readonly own: OwnTurn;
  /** The duration of a checker's movement. */
  readonly hopMs: number;
  /** The step that has just ended a game and is still shown. */
  readonly ended: Step | null;
  /** The index of the earlier step that is shown. Null while the board shows the present position. */
  readonly past: number | null;
  readonly ask: OpenQuestion | null;
  readonly premove: Premoving;
  /** The question before a blunder, which takes the place of `ask`. */
  readonly tutor: Tutoring;
  /** True if the guide explains this match. */
  readonly isGuided: boolean;
  readonly actions: TableActions;
}

/** The viewer's actions. An action is null if it is not possible now. */
interface TableActions {
  readonly roll: (() => void) | null;
  readonly double: (() => void) | null;
  readonly confirm: (() => void) | null;
  readonly undo: (() => void) | null;
  readonly swap: (() => void) | null;
  readonly resign: (() => void) | null;
  setAsk(ask: OpenQuestion | null): void;
  /** Takes a cube action, after a question if the player prefers that. */
  cube(ask: CubeQuestion): void;
  show(step: number | null): void;
  /** Ends the question before a blunder. A play is taken back. */
  takeBack(): void;
}

/** Returns the volume of the sounds: 0 if they are off. */
export function heardVolume({ sounds, volume }: Pick<Preferences, 'sounds' | 'volume'>): number {
  return sounds ? volume : 0;
}

/** While a question is open, nothing happens automatically. */
const NOTHING: Automatic = { autoRoll: false, autoConfirmForced: false, rollShutOut: false, premove: false };

/** Holds the state of one view of a match: the play being made, questions, and the step being viewed. */
export function useTable(
  session: MatchSession,
  view: MatchView,
  preferences: Preferences,
  calm: boolean,
  engine: Engine,
): Table {
  const reader = useMemo(() => new HistoryReader(view.header), [view.id]);
  const history = reader.read(view.events);
  const [past, setPast] = useState<number | null>(null);
  const [asked, setAsked] = useState<OpenQuestion | null>(null);
  const hopMs = calm ? 0 : HOP_MS[preferences.animation];
  const premove = usePremove(view, preferences.premove);
  const own = useOwnTurn(view, { greedy: preferences.greedyBearOff, premoved: premove.isOn }, (hits) =>
    playSound(hits ? 'hit' : 'checker', heardVolume(preferences)),
  );
  const replaying = useReplay(history.steps, view.seat, hopMs);
  const ask = asked && stillFits(asked, view) ? asked : null;
  const tutor = useTutor(view, own, preferences.tutor, engine);
  const isHeld = ask !== null || tutor.blunder !== null || tutor.isWaiting;
  const isGuided = preferences.guide && mayBeAdvised(view.header, view.seat);
  const { autoConfirmForced, rollShutOut } = preferences;
  // A newcomer learns to roll.
  const autoRoll = preferences.autoRoll && !isGuided;
  useAutomatic(
    session,
    view,
    own,
    isHeld ? NOTHING : { autoRoll, autoConfirmForced, rollShutOut, premove: premove.isOn },
  );
  const pastStep = past === null ? null : (history.steps[past] ?? null);
  // The better play is drawn on the position before it.
  const scene = useMemo(
    () => sceneOf(view, history, tutor.hops ? { view: null } : own, pastStep, replaying),
    [view.match, view.options, history, own.view, pastStep, replaying.position, tutor.hops],
  );
  const isFree = pastStep === null && replaying.ended === null && ask === null && !tutor.blunder;
  const actions = {
    ...actionsOf(view, own, isFree, { cube, decide, resign: () => setAsk('resign') }),
    setAsk,
    cube,
    show: setPast,
    takeBack,
  };
  const shown = { ended: pastStep ? null : replaying.ended, past: pastStep && past };
  return {
    history,
    scene: preferences.arrows ? scene : { ...scene, lastPlay: null },
    own,
    hopMs,
    ...shown,
    ask,
    premove,
    tutor,
    isGuided,
    actions,
  };

  function setAsk(next: OpenQuestion | null): void {
    tutor.close();
    setAsked(next);
  }

  function takeBack(): void {
    tutor.close();
    own.reset();
  }

  function decide(decision: Looked): void {
    tutor.check(decision, () => session.decide(decision));
  }

  /** The tutor's question about a blunder is the only one. */
  function cube(choice: CubeQuestion): void {
    tutor.check({ type: choice }, () => {
      if (preferences.confirmCube) setAsk(choice);
      else decideIf(session, view, { type: choice });
    });
  }
}

function sceneOf(
  view: MatchView,
  history: History,
  own: Pick<OwnTurn, 'view'>,
  past: Step | null,
  replaying: Replaying,
): Scene {
  const { match, options } = view;
  if (past) return pastScene(match, past);
  const scene = liveScene(match, history, own.view, options.actions.includes('double'));
  if (!replaying.position) return scene;
  if (replaying.ended) return { ...pastScene(match, replaying.ended), position: replaying.position };
  return { ...scene, position: replaying.position, lastPlay: null };
}

interface Asking {
  decide(decision: Looked): void;
  cube(ask: CubeQuestion): void;
  resign(): void;
}

function actionsOf(view: MatchView, own: OwnTurn, isFree: boolean, asking: Asking) {
  const { actions, resignations } = view.options;
  const playing = isFree && own.interaction !== null;
  const untouched = own.view?.hops.length === 0;
  const can = (wanted: boolean, act: () => void) => (isFree && wanted ? act : null);
  return {
    roll: can(actions.includes('roll'), () => asking.decide({ type: 'roll' })),
    double: can(actions.includes('double'), () => asking.cube('double')),
    confirm: can(playing && own.view?.complete === true, () =>
      asking.decide({ type: 'play', hops: own.view?.hops ?? [] }),
    ),
    undo: can(playing && !untouched, own.undo),
    swap: can(playing && untouched && own.view?.dice.length === 2 && own.view.next.length > 0, own.swap),
    resign: can(resignations.length > 0, asking.resign),
  };
}
