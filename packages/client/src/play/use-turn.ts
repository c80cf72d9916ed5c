import { type MatchState, opponent, type Player } from 'bg-rules';
import type { MatchView } from 'bg-session';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Interaction } from '../board/drag-gesture.ts';
import {
  click,
  drop,
  forcedPlay,
  greedyPlay,
  movable,
  startTurn,
  swapDice,
  type Turn,
  type TurnView,
  targets,
  undo,
  viewTurn,
  withPlay,
} from '../board/turn.ts';

/** The play that the viewer is making, and the possible changes to it. */
export interface OwnTurn {
  /** Null without a roll to play. */
  readonly view: TurnView | null;
  readonly interaction: Interaction | null;
  /** True if the roll left no choice. */
  readonly forced: boolean;
  undo(): void;
  /** Takes all checkers back. */
  reset(): void;
  swap(): void;
}

/** A forced play is made after this time, so that the player sees the dice. A premoved turn needs less. */
const FORCED_MS = 800;
const PREMOVED_MS = 250;

/** Preferences for automatic plays. */
interface Making {
  /** True if checkers are borne off automatically in a race. */
  readonly greedy: boolean;
  /** True if the player has premoved this turn. */
  readonly premoved: boolean;
}

/** Keeps the viewer's play from the roll until the server has stored it. */
export function useOwnTurn(view: MatchView, { greedy, premoved }: Making, onHop: (hits: boolean) => void): OwnTurn {
  const key = `${view.match.game}-${view.rolls.length}`;
  const [held, setHeld] = useState<{ key: string; turn: Turn } | null>(null);
  const playing = view.options.actions.includes('play');
  const sending = view.pending?.type === 'play';
  const start = useMemo(() => startOf(view.match, view.seat), [key, view.match.dice, view.seat]);
  const turn = held?.key === key ? held.turn : start;
  const made = useMemo(() => automaticPlay(start, greedy), [start, greedy]);
  const current = useRef({ key, playing, turn });
  current.current = { key, playing, turn };

  function set(next: Turn | null): void {
    if (!next || !current.current.playing) return;
    if (turn && next.steps.length > turn.steps.length) onHop(hits(turn, next));
    setHeld({ key: current.current.key, turn: next });
  }
  useEffect(() => {
    if (!start || !made || made.length === 0 || !playing) return;
    const make = () => current.current.turn?.steps.length === 0 && set(withPlay(start, made));
    const timer = setTimeout(make, premoved ? PREMOVED_MS : FORCED_MS);
    return () => clearTimeout(timer);
  }, [start, playing, premoved]);

  const shown = useMemo(() => (turn && (playing || sending) ? viewTurn(turn) : null), [turn, playing, sending]);
  const interaction = useMemo(() => (turn && playing ? interactionWith(turn, set) : null), [turn, playing]);
  const forced = useMemo(() => start !== null && isForced(start), [start]);
  return {
    view: shown,
    interaction,
    forced,
    undo: () => turn && turn.steps.length > 0 && set(undo(turn)),
    reset: () => set(start),
    swap: () => turn && set(swapDice(turn)),
  };
}

function startOf({ dice, phase, turn, position }: MatchState, seat: Player | null): Turn | null {
  return dice && phase === 'play' && seat !== null && turn === seat ? startTurn(position, seat, dice) : null;
}

function automaticPlay(start: Turn | null, greedy: boolean) {
  if (!start) return null;
  const { position, player, dice } = start;
  return forcedPlay(position, player, dice) ?? (greedy ? greedyPlay(position, player, dice) : null);
}

function isForced({ position, player, dice }: Turn): boolean {
  return forcedPlay(position, player, dice) !== null;
}

/** True if the newer turn hits a checker that the older one did not. */
function hits(older: Turn, newer: Turn): boolean {
  const victim = opponent(older.player);
  return viewTurn(newer).position.bar[victim] > viewTurn(older).position.bar[victim];
}

/** Returns the board's interaction with a turn. Targets are computed once for each place. */
export function interactionWith(turn: Turn, set: (next: Turn | null) => void): Interaction {
  const places = movable(turn);
  const reach = new Map([...places].map((from) => [from, targets(turn, from).map(({ to }) => to)]));
  return {
    movable: places,
    targets: (from) => reach.get(from) ?? [],
    acts: (place) => click(turn, place, 'left') !== null,
    click: (place, side) => set(click(turn, place, side)),
    drop: (from, to) => set(drop(turn, from, to)),
  };
}
