import type { Reaction } from '@anchor/wire';
import { inLanguage } from './chosen.ts';
import { plural, signed } from './forms.ts';

const reactions: Readonly<Record<Reaction, string>> = {
  hello: 'Hello!',
  'good-luck': 'Good luck!',
  'nice-roll': 'Nice roll!',
  'nice-move': 'Nice move!',
  'well-played': 'Well played!',
  'what-a-game': 'What a game!',
  unlucky: 'Unlucky!',
  'lucky-me': 'Lucky me!',
  oops: 'Oops!',
  sorry: 'Sorry!',
  'one-moment': 'One moment',
  'i-am-back': 'I’m back',
  thanks: 'Thanks!',
  'good-game': 'Good game!',
  'one-more': 'One more?',
  goodbye: 'Goodbye!',
  // the names of the emoji, as they are read aloud
  'thumbs-up': 'Thumbs up',
  clapping: 'Applause',
  smiling: 'Smile',
  laughing: 'Laughter',
  surprised: 'Surprise',
  sad: 'Sadness',
  sweating: 'Close call',
  fire: 'Fire',
};

const kinds = {
  single: 'a single game',
  gammon: 'a gammon',
  backgammon: 'a backgammon',
  pass: 'by a pass',
  resign: 'by resignation',
} as const;

/** Names of the resignations: the multiple of the cube value that they give up. */
const resignAs: Readonly<Record<number, string>> = { 1: 'Single', 2: 'Gammon', 3: 'Backgammon' };

function points(count: number): string {
  return plural(count, { one: '# point', other: '# points' });
}

function cubeAt(value: number): string {
  return value === 1 ? 'cube in the middle' : `cube at ${value}`;
}

/** Says what new connections got, while a silent server is tried and afterwards. */
function trial(tried: number, trials: number, shown: number, what: string): string {
  if (tried < trials) return `Trying a new connection (${tried + 1} of ${trials})…`;
  return `${shown} of ${trials} new connections showed the match but no answer about ${what}. The evidence is saved.`;
}

const moneyKinds = {
  single: 'A single game',
  gammon: 'A gammon',
  backgammon: 'A backgammon',
  pass: 'A double was passed',
} as const;

/** Texts of money games and their sessions. */
const money = {
  won: (who: string, count: number) => `${who} ${who === 'You' ? 'win' : 'wins'} ${points(count)}`,
  kinds: moneyKinds,
  resigned: (times: number) =>
    `Won by resignation${times === 1 ? '' : ` of a ${times === 2 ? 'gammon' : 'backgammon'}`}`,
  /** The factor of the cube in a game that was won on time or by absence, with its reason. */
  leftTimes: {
    2: ', counted twice because the loser hadn’t borne off',
    3: ', counted three times because the loser hadn’t borne off and had a checker on the bar or in the winner’s home board',
  },
  /** `cube` is null in a game without a cube. */
  worth: (kind: string, cube: number | null, factor = '') =>
    `${kind}${cube === null ? '' : `, ${cubeAt(cube)}`}${factor}.`,
  lead: (name: string, by: number) => `${name} +${by}`,
  even: 'Even',
  session: (games: number, lead: string) =>
    `Session after ${plural(games, { one: '# game', other: '# games' })}: ${lead}`,
  asSigned: '(as both players signed it)',
  begun: 'The session couldn’t be continued. This game starts a new one.',
  before: 'Previous game',
  next: 'Next game',
  nextAsked: 'Next game offered',
  nextWanted: (name: string) => `${name} wants to play the next game`,
  nextAccept: 'Play the next game',
  leave: 'Leave',
} as const;

/** Texts of the match page. */
export const match = {
  you: 'You',
  opponent: 'Opponent',
  bot: 'Bot',
  points,
  countsForNothing: 'You asked for a rated match, but this one is unrated.',
  moneyGame: 'Money game',
  money,
  matchTo: (length: number) => `${length}-point match`,
  game: (game: number) => `Game ${game}`,
  crawford: 'Crawford',
  rated: 'Rated',
  unrated: 'Unrated',
  watching: 'You’re watching',
  cubeAt: (value: number) => `Cube at ${value}`,
  cubeCentred: 'Centred cube',
  pips: (pips: number) => `${pips} pips`,
  score: (name: string, score: number) => `${name}: ${score}`,
  scoreIs: (a: number, b: number) => `The score is ${a} to ${b}.`,
  gone: (seconds: number) => `Away, ${seconds} s to return`,
  goneQuiet: 'Away',

  roll: 'Roll',
  openingRoll: 'Opening roll',
  double: 'Double',
  doubleTo: (value: number) => `Double to ${value}`,
  confirm: 'Confirm',
  undo: 'Undo',
  swapDice: 'Swap dice',
  noMove: 'No legal move',
  take: 'Take',
  pass: 'Pass',
  beaver: 'Beaver',
  accept: 'Accept',
  decline: 'Decline',
  cancel: 'Cancel',
  resign: 'Resign',
  leave: 'Leave match',
  leaveTitle: 'Leave this match?',
  leaveHint: (matches: number, within: number, pause: number) =>
    `The match won’t count: no record, no rating change. Your opponent will see that you left. Cancel ${matches} matches within ${within} minutes and you’ll have to wait ${pause} minutes before the next one.`,
  leaveNow: 'Yes, leave',
  stay: 'Stay',
  begunTitle: 'This match has started',
  awayHint: (minutes: string) =>
    `You can resign, but not cancel. If you’re away for more than ${minutes} on your turn, you lose the match.`,
  awayClaimHint: (minutes: string) =>
    `You can resign, but not cancel. If you’re away for more than ${minutes}, your opponent may claim the win.`,
  awayCorrespondence: (time: string) =>
    `You can resign, but not cancel. You can also close this page and come back later: whoever takes longer than ${time} loses the match.`,
  awayClock: 'Your clock keeps running.',
  away: (name: string) => `${name} is away.`,
  absence: {
    since: (name: string, time: string) => `${name} has been away since ${time}.`,
    /** `left` is a time such as 4:30. */
    claimSoon: (name: string, left: string) =>
      `You may claim the match. The claim takes effect in ${left}, unless ${name} comes back first.`,
    claimNow: 'You may claim the match now.',
    wait: (name: string) => `Or just wait: ${name}’s clock keeps running.`,
    claim: 'Claim the match',
    claimed: (name: string, left: string) => `Claimed. It takes effect in ${left} unless ${name} comes back.`,
  },
  yes: (action: string) => `Yes, ${action.toLowerCase()}`,

  askDouble: (value: number) => `Double to ${value}?`,
  askDoubleHint: 'Your opponent can take and own the cube, or pass and lose the game.',
  askTake: (value: number) => `Take at ${value}?`,
  askPass: (count: number) => `Pass and lose ${points(count)}?`,
  askBeaver: (value: number) => `Beaver to ${value}?`,
  doubled: (name: string, value: number) => `${name} doubles to ${value}`,
  beavered: (name: string, value: number) => `${name} beavers to ${value}`,
  doubledHint: (stake: number) => `Take to play on for ${stake} and own the cube, or pass and lose the game.`,
  resignTitle: 'Resign this game',
  askResign: (count: number) => `Resign this game for ${points(count)}?`,
  resignHint: 'Your opponent has to accept.',
  resignAs,
  resignFor: (name: string, count: number) => `${name} (${points(count)})`,
  resigned: (name: string, count: number) => `${name} resigns for ${points(count)}`,
  resignedHint: 'Accept to take the points and end this game, or play on.',

  takeOrPass: 'Take or pass?',
  acceptOrDecline: 'Accept or decline?',
  yourRoll: 'Your roll',
  rollOrDouble: 'Roll, or double first',
  yourMove: 'Your move',
  confirmDance: 'You can’t move: confirm',
  confirmMove: 'Confirm or undo',
  openingWon: (who: string) => (who === 'You' ? 'You go first' : `${who} goes first`),
  theirTurn: (name: string) => `${name} to roll`,
  theirMove: (name: string) => `${name} to move`,
  theirAnswer: (name: string) => `Waiting for ${name} to answer`,
  theirResignation: (name: string) => `Waiting for ${name} to answer the resignation`,
  rolling: 'Rolling…',
  preparing: 'Setting up the dice…',
  awaiting: (name: string) => `Waiting for ${name} to come online`,
  tied: (die: number) => `Both rolled ${die}. Roll again.`,
  sending: 'Sending…',
  ratingChange: (points: number) => signed(points),
  keys: 'Space rolls and confirms · Backspace undoes · D doubles · P auto-plays the next turn · H asks for a hint against the bot',
  premove: 'Auto-play next turn',
  premoveHint: 'Rolls for you unless you can double, and plays right away if there’s only one legal play.',
  premoveGiven: 'Auto-play is on for your next turn. Press P to turn it off.',
  premoveTaken: 'Auto-play is off.',

  always: {
    autoConfirmForced: 'Only one legal move. Always make and confirm such moves for you?',
    greedyBearOff: 'Always bear off for you in a race, when every die takes a checker off?',
    rollShutOut: 'You’re shut out. Always roll on for you, without doubling, until you can enter?',
    yes: 'Always',
    no: 'No',
    hint: 'You’ll find this in the settings too.',
  },

  gameWon: (who: string, how: string, count: number) =>
    `${who} ${who === 'You' ? 'win' : 'wins'} ${how}: ${points(count)}`,
  kinds,
  matchWon: (who: string) => `${who} ${who === 'You' ? 'win' : 'wins'} the match`,
  reasons: {
    points: 'on points',
    resign: 'by resignation',
    time: 'on time',
    abandonment: 'because the opponent left',
  },
  /** How a match or a money game ended that was not played out. A watcher reads what the winner reads. */
  early: {
    won: { time: 'Won on time', abandonment: 'Won because the opponent left' },
    lost: { time: 'Lost on time', abandonment: 'Lost by absence' },
    filled: 'The record is full',
  },
  endedEarly: (how: string) => `${how}.`,
  scoreThen: (score: string) => `Score at the time: ${score}.`,
  youWereAway: (minutes: string) => `You were away for more than ${minutes}.`,
  finalScore: (a: string, x: number, b: string, y: number) => `${a} ${x}, ${b} ${y}`,
  ratingWord: 'Rating',
  rematch: 'Rematch',
  rematchAsked: 'Rematch offered',
  rematchWanted: (name: string) => `${name} wants a rematch`,
  acceptRematch: 'Accept rematch',
  review: 'Review',
  downloadRecord: 'Download',
  study: 'Analyse final position',
  verifyRecord: 'Verify',
  end: {
    menu: 'More',
    figures: 'How both played',
    prHint: 'Average loss per decision × 500. Lower is better.',
    luckHint: 'What the rolls were worth compared with average ones, in points.',
    spoken: (title: string, one: string, ofOne: string, other: string, ofOther: string) =>
      `${title}: ${one} ${ofOne}, ${other} ${ofOther}.`,
    gone: (name: string) => `${name} isn’t online.`,
    analyse: 'Analyse the match',
    costliest: { you: 'Your costliest decision', of: (name: string) => `The costliest decision: ${name}` },
    flawless: { you: 'You made no mistakes.', both: 'Neither player made a mistake.' },
    played: 'Played:',
    best: 'Best:',
    by: (engine: string) => `Estimated in this browser by ${engine}.`,
  },
  aborted: 'The match was cancelled',
  abortedHint: 'It doesn’t count: no record, no rating change.',
  abortedReasons: {
    abandonment: 'One of the players was away.',
    time: 'It didn’t start in time.',
    restart: 'The server restarted before the match had started.',
    left: 'One of the players left before the first roll.',
  },
  leftBy: {
    viewer: 'You left before the first roll.',
    opponent: 'Your opponent left before the first roll.',
  },
  toLobby: 'Back to the lobby',

  abortedUnsigned: 'The server hasn’t signed this. If the match continues, this page will too.',
  abortedKept: 'You had already signed a roll, so this device kept the evidence. You’ll find it on the Verify page.',
  forfeit: {
    filled: 'The record of this match is full, so the player who had to act lost.',
    unannounced: 'The server never announced that you were away.',
    left: 'According to the record, there was time left.',
    unknown: 'Think this is wrong? Save the evidence.',
    keep: 'Save the evidence',
  },

  halted: 'Play has stopped',
  haltedHint:
    'This page won’t sign anything more in this match. Everything it has seen and signed is stored on this device as evidence.',
  stoppedHint:
    'You stopped the match here. Everything this page has seen and signed is stored on this device as evidence.',
  downloadEvidence: 'Download the evidence',
  refusedHint: 'This page keeps sending your decision until the server accepts it, or signs that it won’t.',
  takingSeat: 'You played on another device. Moving your seat to this one…',
  elsewhere: 'You’re playing this match on another device. This one is view-only.',
  playHere: 'Play here',
  overcharged: (seconds: number) =>
    `The server’s clock charged you ${seconds} s more than this device measured. The evidence is saved.`,
  displaced: (times: number) =>
    `Other events have got in ahead of your decision ${times} times, and this page had to sign it again each time. On a good connection the server should prevent that. The evidence is saved.`,
  refunded: (seconds: number) =>
    `The server has marked gaps of ${seconds} s in all in which no clock ran, although this page was connected all along. This doesn’t prove that the server lied. The evidence is saved.`,
  gap: (time: string) => `The service was down for ${time}. The clocks were stopped.`,
  silent: {
    event: (tried: number, trials: number, shown: number) =>
      `The server isn’t answering about your move. ${trial(tried, trials, shown, 'your move')}`,
    seat: (tried: number, trials: number, shown: number) =>
      `The server doesn’t confirm that you play on this device. ${trial(tried, trials, shown, 'your seat')}`,
    hint: 'This can’t be proved: a bad network looks the same. This page keeps sending.',
  },
  warningHint: 'You can continue, or stop here and save the evidence. If you stop, you may lose the match on time.',
  goOn: 'Continue',
  stopAndSave: 'Stop and save',
  connecting: 'Reconnecting… Your match is safe and continues as soon as you’re back.',
  dismiss: 'Dismiss',

  moves: 'Moves',
  /** `reserve` is such as "10 minutes". */
  clockTerms: (seconds: number, reserve: string) =>
    `${plural(seconds, { one: '# second', other: '# seconds' })} per turn, plus a reserve of ${reserve}`,
  noClock: 'No clock',
  backToLive: 'Back to the game',
  viewing: 'Earlier position',
  dance: 'No move',
  actions: {
    roll: 'Rolls without doubling',
    double: (value: number) => `Doubles to ${value}`,
    take: 'Takes',
    pass: 'Passes',
    beaver: (value: number) => `Beavers to ${value}`,
    resign: (count: number) => `Resigns for ${points(count)}`,
    accept: 'Accepts',
    decline: 'Declines',
    time: 'Out of time',
    abandonment: 'Left the match',
  },

  sealButton: (roll: number) => `Roll ${roll}: verified in this browser. Show the proof.`,
  settings: 'Board settings',
  tools: 'Board tools',
  header: 'Menu of the site',
  fullScreen: 'Full screen',
  toggles: {
    autoConfirmForced: 'Auto-confirm forced moves',
    autoRoll: 'Auto-roll when no double is possible',
    greedyBearOff: 'Auto bear-off in a race',
    rollShutOut: 'Roll on while shut out',
    premove: 'Offer auto-play for the next turn',
    guide: 'Guide against the bot',
    tutor: 'Tutor: ask before a blunder (against the bot)',
    confirmCube: 'Ask before cube actions',
    arrows: 'Arrows for the last move',
    marks: 'Marks on the checkers',
    mirrored: 'Home board on the left',
    flipped: 'Home board at the top',
    sounds: 'Sounds',
    muted: 'Mute phrases and emoji',
  },
  animation: 'Animation',
  speeds: { off: 'Off', fast: 'Fast', normal: 'Normal', slow: 'Slow' },
  verifiedRoll: (roll: number) => `Roll ${roll} verified`,
  boardInWords: 'The board in words',
  flip: 'Mirror the board',
  soundOn: 'Turn sounds on',
  soundOff: 'Turn sounds off',
  react: 'Say something',
  muteReactions: 'Mute phrases and emoji',
  reactionsMuted: 'Phrases and emoji are muted on this device.',
  unmuteReactions: 'Unmute',
  reactions,
} as const;

/** Texts of the match page. */
export const matchTexts = inLanguage('match', match);
