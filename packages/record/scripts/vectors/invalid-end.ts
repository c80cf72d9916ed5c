import type { MatchRecord } from '../../src/types.ts';
import { type Draft, find, type Loose } from './forge.ts';
import { type InvalidVector, invalid } from './invalid-vector.ts';

const result = (name: string, note: string, base: string, edit: (result: Loose) => Loose) =>
  invalid(name, 'wrong-result', null, note, base, () => ({ result: edit }));

/** An event of the server after the last event of a record, with the same time. */
const afterEnd = ({ events }: MatchRecord, members: Loose): Draft => ({
  members: { p: null, ...members, at: events.at(-1)!.at },
});

const oneMore = (score: unknown): number[] => {
  const [first = 0, second = 0] = score as number[];
  return [first + 1, second];
};

export const endVectors: readonly InvalidVector[] = [
  invalid('unfinished', 'unfinished', null, 'closed before the match was over', 'shortest', () => ({
    drafts: (drafts: readonly Draft[]) => drafts.slice(0, -1),
  })),
  invalid(
    'event-after-end',
    'match-over',
    ({ record }) => record.events.length,
    'an event after the last',
    'shortest',
    ({ record }) => ({
      drafts: (drafts) => [...drafts, afterEnd(record, { type: 'void', hash: '00'.repeat(32) })],
    }),
  ),
  invalid(
    'forfeit-after-end',
    'match-over',
    ({ record }) => record.events.length,
    'a forfeit after the last event',
    'forfeit-time',
    ({ record }) => ({
      drafts: (drafts) => [...drafts, afterEnd(record, { type: 'forfeit', loser: 0, reason: 'time' })],
    }),
  ),
  result('result-score', 'a score one point off', 'match-7', (whole) => ({ ...whole, score: oneMore(whole.score) })),
  result('result-winner', 'the other winner', 'shortest', (whole) => ({
    ...whole,
    winner: whole.winner === 0 ? 1 : 0,
  })),
  result('result-reason', 'another reason', 'forfeit-abandonment', (whole) => ({ ...whole, reason: 'time' })),
  result('result-score-capped', 'the score cut at the length of the match', 'resign-declined', (whole) => ({
    ...whole,
    score: (whole.score as number[]).map((points) => Math.min(points, 1)),
  })),
  result('result-left-for-nothing', 'a money game that was left adds no points', 'money-left', (whole) => ({
    ...whole,
    score: [0, 0],
  })),
  result(
    'result-left-for-less',
    'a money game that was left adds twice the cube, not three times',
    'money-left',
    (whole) => ({
      ...whole,
      score: (whole.score as number[]).map((points) => (points === 3 ? 2 : points)),
    }),
  ),
  result(
    'result-left-for-more',
    'a money game that was left adds three times the cube, not twice',
    'money-left-18',
    (whole) => ({
      ...whole,
      score: (whole.score as number[]).map((points) => (points === 2 ? 3 : points)),
    }),
  ),
  result(
    'result-left-jacoby',
    'a money game that was left under the Jacoby rule adds a gammon with the cube in the middle',
    'money-left-jacoby',
    (whole) => ({
      ...whole,
      score: (whole.score as number[]).map((points) => 2 * points),
    }),
  ),
  result('result-forfeit-points', 'a forfeit that gives points in a match', 'forfeit-time', (whole) => ({
    ...whole,
    score: [0, 1].map((seat) => (seat === whole.winner ? 1 : 0)),
  })),
  invalid(
    'final-hash-of-last-but-one',
    'wrong-final-hash',
    null,
    'the hash of the last event but one',
    'shortest',
    ({ record }) => ({
      closing: (closing) => ({ ...closing, finalHash: record.events.at(-1)!.prev }),
    }),
  ),
  invalid('closed-by-player', 'bad-closing', null, "closed with a player's key", 'shortest', ({ keys }) => ({
    closer: keys.players[0],
  })),
  invalid('closed-for-other-match', 'bad-closing', null, 'the closing of another match', 'shortest', () => ({
    closing: (closing) => ({ ...closing, id: 'another-match-0000' }),
  })),
  invalid(
    'closing-changed',
    'bad-closing',
    null,
    'the closing signature with its halves exchanged',
    'shortest',
    () => ({
      record: (whole) => ({ ...whole, sig: `${String(whole.sig).slice(64)}${String(whole.sig).slice(0, 64)}` }),
    }),
  ),
  {
    ...invalid(
      'other-server',
      'wrong-server',
      null,
      'a right record of a server other than the one expected',
      'shortest',
      () => ({}),
    ),
    serverKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  },
  invalid(
    'last-signature-dropped',
    'bad-signature',
    (made) => find(made, 'accept'),
    'the last event without a valid signature',
    'shortest',
    (made) => ({
      drafts: (drafts) => drafts.with(find(made, 'accept'), { ...drafts.at(-1)!, signAs: async () => '00'.repeat(64) }),
    }),
  ),
];
