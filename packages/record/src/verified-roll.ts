import type { Dice } from 'bg-rules';
import type { EventOf } from './event.ts';
import type { Commitment, LedgerState, Trio } from './ledger-state.ts';

/** One roll with everything that shows its arithmetic. Byte strings are hex. */
export interface VerifiedRoll {
  /** Number of the `dice` event. */
  readonly n: number;
  /** Number of the roll in the match, from 1. */
  readonly roll: number;
  /** Number of the game, from 1. */
  readonly game: number;
  readonly dice: Dice;
  /** The links that player 0 and player 1 revealed. */
  readonly reveals: readonly [string, string];
  readonly serverReveal: string;
  /** Which links of their chains these are, from 1. */
  readonly link: number;
  /** What player 0, player 1 and the server had committed to, and in which event. */
  readonly commitments: Trio<Pick<Commitment, 'n' | 'anchor' | 'nonce'>>;
}

/** The roll that an accepted `dice` event made, from the states before and after it. */
export function verifiedRoll(before: LedgerState, event: EventOf<'dice'>, after: LedgerState): VerifiedRoll {
  const { n, dice, reveal: serverReveal } = event;
  // Dice fall only after all three committed.
  const [player0, player1, server] = [after.commitments[0]!, after.commitments[1]!, after.commitments[2]!];
  return {
    n,
    roll: after.rolls,
    game: before.match.game,
    dice,
    reveals: [player0.last, player1.last],
    serverReveal,
    link: server.used,
    commitments: [promised(player0), promised(player1), promised(server)],
  };
}

function promised({ n, anchor, nonce }: Commitment): VerifiedRoll['commitments'][number] {
  return { n, anchor, nonce };
}
