import type { EventBody, Header, MatchEvent, MatchRecord } from 'bg-record';
import { type Action, applyAction, type MatchState, parsePlay, startMatch } from 'bg-rules';
import { type MatFile, type MatGame, type MatMove, readMat } from '../../../packages/rules/test/mat.ts';

const RULES = { cube: true, crawford: true, jacoby: false, beavers: false };
const NO_BYTES = '0'.repeat(64);

/** Turns a match file into a record for analysis. The record has no signatures: it has the form that verification returns. */
export function matRecord(url: URL, id: string): MatchRecord {
  const file = readMat(url);
  const telling = new Telling(file.length);
  for (const [index, game] of file.games.entries()) {
    for (const move of game.moves) telling.add(move);
    if (telling.isStillIn(index + 1)) telling.giveUp(game);
  }
  return telling.record(headerOf(file, id));
}

/** Turns the entries of a match file into events. Follows the match to derive what the file leaves out. */
class Telling {
  readonly #actions: Action[] = [];
  #state: MatchState;

  constructor(length: number) {
    this.#state = startMatch({ length, rules: RULES });
  }

  isStillIn(game: number): boolean {
    return this.#state.game === game && this.#state.phase !== 'over';
  }

  add(move: MatMove): void {
    if (move.kind === 'play') this.#play(move);
    else this.#act({ type: move.kind === 'drop' ? 'pass' : move.kind, player: move.player });
  }

  /** The file shows a resignation only through the winner's points. */
  giveUp({ winner, points }: MatGame): void {
    this.#act({ type: 'resign', player: winner === 0 ? 1 : 0, points: points / this.#state.cube.value });
    this.#act({ type: 'accept', player: winner });
  }

  record(header: Header): MatchRecord {
    const { result } = this.#state;
    if (!result) throw new Error('the match is not finished');
    const events = this.#actions.map(
      (action, n): MatchEvent => ({ ...eventOf(action), n, prev: NO_BYTES, sig: NO_BYTES, at: 0 }),
    );
    return { header, events, result, finalHash: NO_BYTES, sig: NO_BYTES };
  }

  #play(move: MatMove & { kind: 'play' }): void {
    const { player, dice, play } = move;
    const isOpening = this.#state.turn === null;
    this.#act({ type: 'roll', player: isOpening ? 0 : player });
    this.#act({ type: 'dice', dice: isOpening ? inOpening(move) : dice });
    const hops = parsePlay(play, { position: this.#state.position, player, dice });
    if (!hops.ok) throw new Error(`${play}: ${hops.message}`);
    this.#act({ type: 'play', player, hops: hops.value });
  }

  #act(action: Action): void {
    const next = applyAction(this.#state, action);
    if (!next.ok) throw new Error(`${JSON.stringify(action)}: ${next.message}`);
    this.#actions.push(action);
    this.#state = next.value;
  }
}

/** The first mover in the file has the higher die. */
function inOpening({ player, dice }: MatMove & { kind: 'play' }): [number, number] {
  const [low, high] = [Math.min(...dice), Math.max(...dice)];
  return player === 0 ? [high, low] : [low, high];
}

function eventOf(action: Action): EventBody & { readonly p: MatchEvent['p'] } {
  if (action.type === 'forfeit') throw new Error('nobody forfeits in a match file');
  if (action.type === 'dice') return { type: 'dice', p: null, reveal: NO_BYTES, dice: action.dice };
  const { player: p } = action;
  if (action.type === 'roll') return { type: 'roll', p, reveal: NO_BYTES };
  if (action.type === 'play') return { type: 'play', p, hops: action.hops };
  return action.type === 'resign' ? { type: 'resign', p, points: action.points } : { type: action.type, p };
}

function headerOf({ length }: MatFile, id: string): Header {
  const player = (name: string, digit: string) => ({
    pub: digit.repeat(64),
    name,
    bot: false,
    custody: 'own' as const,
  });
  return {
    format: 'bg-record/2',
    protocol: 'hmac-sha256/hashchain-reveal-v2',
    id,
    created: 0,
    server: 'f'.repeat(64),
    players: [player('left column', '0'), player('right column', '1')],
    length,
    rules: RULES,
    clock: null,
    moveMs: 86_400_000,
    absenceMs: 90_000,
    chain: 1024,
    rated: false,
  };
}
