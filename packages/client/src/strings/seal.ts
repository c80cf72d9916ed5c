import { inLanguage } from './chosen.ts';

/** Texts of the proof of a roll. */
export const seal = {
  title: (roll: number) => `Roll ${roll}`,
  verified: 'Your browser recomputed this roll: it’s correct.',
  failed: 'This roll doesn’t follow from the revealed links.',
  idea: 'Before the first roll, both players and the server each published the end of a long hash chain. Every roll uses the next hidden link of all three.',
  hidden: 'Nobody could choose or predict the result.',
  trusted: 'Nobody could choose the result. You have to trust the server not to have predicted it for a player.',
  step1: '1. The links match the commitments',
  step1Hint: 'The hash of each link is the link shown before it, back to the anchor of the commitment.',
  step2: '2. The three links are combined',
  step2Hint:
    'HMAC-SHA-256. The key is the server’s link, then player 0’s, then player 1’s; the message names this match and this roll.',
  step3: '3. The result becomes dice',
  step3Hint:
    'Byte by byte: a byte below 252 gives its remainder modulo 6, plus 1. Higher bytes are skipped, so that no number is more likely than another.',
  server: 'Server',
  reveal: 'Link revealed',
  hash: 'Its SHA-256',
  anchor: 'Anchor',
  before: 'Link before',
  committed: (event: number) => `committed in event ${event}`,
  link: (link: number) => `Link ${link} of each chain`,
  key: 'Key',
  message: 'Message',
  digest: 'Digest',
  same: 'the same',
  different: 'different',
  skipped: 'skipped',
  arithmetic: (byte: number, die: number) =>
    `${byte} = 6 × ${Math.floor(byte / 6)} + ${byte % 6}, so the die is ${die}`,
} as const;

/** Texts of the proof of a roll. */
export const sealTexts = inLanguage('seal', seal);
