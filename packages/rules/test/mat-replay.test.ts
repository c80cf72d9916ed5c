import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { applyAction, startMatch } from '../src/match.ts';
import type { Action, MatchState } from '../src/match-types.ts';
import { parsePlay } from '../src/play-text.ts';
import type { Player } from '../src/types.ts';
import { type MatFile, type MatGame, type MatMove, readMat } from './mat.ts';

const folder = new URL('../../../vectors/gnubg/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.mat'));
const RULES = { cube: true, crawford: true, jacoby: false, beavers: false };

function act(state: MatchState, action: Action): MatchState {
  const next = applyAction(state, action);
  if (!next.ok) throw new Error(`${JSON.stringify(action)} refused: ${next.code}`);
  return next.value;
}

/** A roll for the mover. In the opening the file's first mover has the higher die. */
function roll(state: MatchState, player: Player, dice: [number, number]): MatchState {
  const rolling = act(state, { type: 'roll', player: state.turn === null ? 0 : player });
  const [low, high] = [Math.min(...dice), Math.max(...dice)];
  const opening: [number, number] = player === 0 ? [high, low] : [low, high];
  return act(rolling, { type: 'dice', dice: state.turn === null ? opening : dice });
}

function play(state: MatchState, { player, dice, play }: MatMove & { kind: 'play' }): MatchState {
  const hops = parsePlay(play, { position: state.position, player, dice });
  if (!hops.ok) throw new Error(`${play}: ${hops.code}`);
  return act(state, { type: 'play', player, hops: hops.value });
}

function replayMove(state: MatchState, move: MatMove): MatchState {
  const { player } = move;
  if (move.kind === 'play') return play(roll(state, player, move.dice), move);
  return act(state, { type: move.kind === 'drop' ? 'pass' : move.kind, player });
}

/** The file shows a resignation only by the points that the winner gets. */
function resignGame(state: MatchState, game: MatGame): MatchState {
  const points = game.points / state.cube.value;
  const resigned = act(state, { type: 'resign', player: game.winner === 0 ? 1 : 0, points });
  return act(resigned, { type: 'accept', player: game.winner });
}

function replay(file: MatFile): MatchState {
  let state = startMatch({ length: file.length, rules: RULES });
  for (const [number, game] of file.games.entries()) {
    expect(state.score).toEqual(game.score);
    for (const move of game.moves) state = replayMove(state, move);
    if (state.game === number + 1 && state.phase !== 'over') state = resignGame(state, game);
    expect(state.games.at(-1)).toMatchObject({ winner: game.winner, points: game.points });
  }
  return state;
}

describe('matches that GNU Backgammon played, move by move', () => {
  test.each(files)('%s', (name) => {
    const file = readMat(new URL(name, folder));
    const end = replay(file);
    const last = file.games.at(-1)!;
    const score = [...last.score];
    score[last.winner]! += last.points;
    expect(end).toMatchObject({ phase: 'over', score, result: { winner: last.winner, score } });
    expect(end.games).toHaveLength(file.games.length);
  });

  test('five files', () => expect(files).toHaveLength(5));
});
