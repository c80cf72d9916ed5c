import { number, percent, plural } from '../forms.ts';

/** The words of the page for volunteers. */
export const volunteers = {
  title: 'Lend your computer',
  lead: 'Deep analysis of matches needs a strong engine, and this service runs none itself. Volunteers let their computers do it, whenever they have time to spare.',
  how: 'How to help',
  open: 'This server takes volunteers.',
  closed: 'This server takes no volunteers at the moment. Its operator has not turned it on.',
  unknown: 'Whether this server takes volunteers could not be found out just now.',
  ask: 'Ask the operator of this server for a worker key.',
  /** By the engine that the server asks for. */
  install: {
    gnubg: 'Install Node 20 and GNU Backgammon on your computer.',
    'anchor-net': 'Install Node 20 on your computer. The engine comes with the worker.',
  },
  start: 'Start the worker with this command. It asks for the key, and then works until you stop it.',
  command: (origin: string, engine: string) => `npx bg-worker --server ${origin} --engine ${engine}`,
  copy: 'Copy',
  copied: 'The command is copied.',
  calm: 'It runs at the lowest priority, one engine for each core but one, and stops cleanly with Ctrl-C.',
  status: 'The queue now',
  live: (seconds: number) => plural(seconds, { one: 'Renewed every second.', other: 'Renewed every # seconds.' }),
  noStatus: 'This server does not tell how its queue stands, so this page cannot either.',
  idle: 'Nothing to do right now: every position that was asked for is analysed.',
  waiting: (jobs: number, workers: number) =>
    workers === 0
      ? `${plural(jobs, { one: '# position waits', other: '# positions wait' })}, and nobody is working. Yours would be the first computer.`
      : `${plural(jobs, { one: '# position is', other: '# positions are' })} waiting or being looked at.`,
  figures: {
    workers: 'Computers at work',
    depth: 'Positions waiting or in work',
    queued: 'Taken in since the start',
    served: 'Answered by volunteers',
    rejected: 'Answers refused',
    dropped: 'Given up',
    hitRate: 'Answered from memory',
    checked: 'Answers tested by a known one',
  },
  count: (count: number) => number(count),
  share: (share: number) => percent(share, 1),
  engine: 'Engine asked for',
  engineText: 'Only results of this engine are taken.',
  strict: 'Two volunteers must agree before a result is believed.',
  lenient: 'A result that passes every check is believed at once.',
  sees: 'What your computer is shown',
  seesList: [
    'Positions: checkers, dice, cube and score. Nothing else.',
    'No names, no keys, no matches. Players cannot be told from a position.',
    'Everything that you send back is checked: each play must be legal, each figure possible. Some positions are there only because their answer is known.',
  ],
} as const;
