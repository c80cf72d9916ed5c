import { applyPlay, type Hop } from 'bg-rules';
import { arrowsOf } from '../board/arrows.ts';
import { pastScene, type Scene } from '../play/scene.ts';
import type { Moment } from './moments.ts';

/** The state that the board shows for a moment: before the decision, after it, or after another play. */
export type Look = 'before' | 'after' | readonly Hop[];

export function sceneOf(moment: Moment, look: Look): Scene {
  const { state, before, player, dice } = moment;
  const past = pastScene(state, moment);
  const cube = state.crawford ? null : past.cube;
  if (look === 'after') return { ...past, cube };
  const lies = cube && { ...state.cube, offeredTo: null };
  if (look === 'before' || !dice) return { ...past, cube: lies, position: before, lastPlay: null };
  const made = applyPlay(before, player, dice, look);
  return { ...past, cube, position: made.ok ? made.value : before, lastPlay: { player, arrows: arrowsOf(look) } };
}
