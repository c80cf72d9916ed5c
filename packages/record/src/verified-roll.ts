import type { Dice } from 'bg-rules';
import type { EventOf } from './event.ts';
import type { ByParty, Commitment, LedgerState } from './ledger-state.ts';

/** One roll with everything needed to show how the dice were derived. Byte strings are hex. */
export interface VerifiedRoll {
  /** Number of the `dice` event. */
  readonly n: number;
  /** Number of the roll in the match, from 1. */
  readonly roll: number;
  /** Number of the game, from 1. */
  readonly game: number;
  readonly dice: Dice;
  /** The links revealed by player 0 and player 1. */
  readonly reveals: readonly [string, string];
  readonly serverReveal: string;
  /** Index of these links in their chains, from 1. */
  readonly link: number;
  /** The commitments of player 0, player 1 and the server, and the numbers of their events. */
  readonly commitments: ByParty<Pick<Commitment, 'n' | 'anchor' | 'nonce'>>;
}

/** Returns the roll made by an accepted `dice` event, from the states before and after it. */
export function verifiedRoll(before: LedgerState, event: EventOf<'dice'>, after: LedgerState): VerifiedRoll {
  const { n, dice, reveal: serverReveal } = event;
  const [player0, player1, server] = after.commitments;
  if (!player0 || !player1 || !server) throw new TypeError('a roll needs the commitments of all three parties');
  return {
    n,
    roll: after.rolls,
    game: before.match.game,
    dice,
    reveals: [player0.last, player1.last],
    serverReveal,
    link: server.used,
    commitments: [commitmentOf(player0), commitmentOf(player1), commitmentOf(server)],
  };
}

function commitmentOf({ n, anchor, nonce }: Commitment): VerifiedRoll['commitments'][number] {
  return { n, anchor, nonce };
}
