import { inLanguage } from './chosen.ts';
import { number, percent, plural } from './forms.ts';

/** Texts of the page for volunteers. */
export const volunteers = {
  title: 'Lend your computer',
  lead: 'Deep analysis needs a strong engine. Volunteers run it on their computers when they’re idle.',
  how: 'How to help',
  open: 'This server accepts volunteers.',
  closed: 'This server doesn’t accept volunteers right now.',
  unknown: 'Couldn’t find out whether this server accepts volunteers.',
  ask: 'Ask the operator of this server for a worker key.',
  /** By the engine that the server asks for. */
  install: {
    gnubg: 'Install Node 20 and GNU Backgammon on your computer.',
    'anchor-net': 'Install Node 20 on your computer. The engine comes with the worker.',
  },
  start: 'Start the worker with this command. It asks for the key, then runs until you stop it.',
  command: (origin: string, path: string, engine: string) =>
    `npx ${origin}${path} --server ${origin} --engine ${engine}`,
  copy: 'Copy',
  copied: 'Command copied.',
  calm: 'It runs at the lowest priority, uses all cores but one, and stops cleanly with Ctrl-C.',
  status: 'The queue now',
  live: (seconds: number) => plural(seconds, { one: 'Updated every second.', other: 'Updated every # seconds.' }),
  noStatus: 'This server doesn’t publish the state of its queue.',
  idle: 'Nothing to do right now: every requested position has been analysed.',
  waiting: (jobs: number, workers: number) =>
    workers === 0
      ? `${plural(jobs, { one: '# position waits', other: '# positions wait' })}, and no computer is working. Yours would be the first.`
      : `${plural(jobs, { one: '# position is', other: '# positions are' })} waiting or being analysed.`,
  figures: {
    workers: 'Computers at work',
    depth: 'Positions waiting or in progress',
    queued: 'Positions queued since the start',
    served: 'Positions analysed by volunteers',
    rejected: 'Results rejected',
    dropped: 'Positions given up',
    hitRate: 'Results found in the cache',
    checked: 'Results checked against known ones',
  },
  count: (count: number) => number(count),
  share: (share: number) => percent(share, 1),
  engine: 'Requested engine',
  engineText: 'Only results from this engine are accepted.',
  strict: 'Two volunteers must agree before a result is accepted.',
  lenient: 'A result that passes every check is accepted immediately.',
  sees: 'What your computer receives',
  seesList: [
    'Positions: checkers, dice, cube and score. Nothing else.',
    'No names, no keys, no matches. A position doesn’t identify its players.',
    'Everything you send back is checked: each play must be legal, each figure possible. Some positions are sent only because their answer is known.',
  ],
} as const;

/** Texts of the page for volunteers. */
export const volunteersTexts = inLanguage('volunteers', volunteers);
