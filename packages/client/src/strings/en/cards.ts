import { dayOf, number, plural } from '../forms.ts';

/** Texts of the cards, in the review and on their own page. */
export const cards = {
  title: 'Your mistakes',
  lead: 'Mistakes from your reviewed matches come back as puzzles, just before you would forget them.',
  loading: 'Reading your cards…',
  unavailable: 'This browser stores nothing for this page, so it cannot keep cards.',
  again: 'Try again',
  none: 'You have no cards yet.',
  noneText:
    'Open the review of a finished match, or a match file, and keep its mistakes as cards. Then they are asked here.',
  toFile: 'Review a match file',
  done: 'Nothing is due today.',
  next: (at: number) => `The next card is due on ${dayOf(at)}.`,
  counts: (due: number, all: number) =>
    `${plural(due, { one: '# card due', other: '# cards due' })} · ${plural(all, { one: '# card in all', other: '# cards in all' })}`,
  playing: 'You are playing a match against a person. Your cards are asked here when it has ended.',

  task: {
    play: (a: number, b: number) => `You have rolled ${a}-${b}. Find the best play.`,
    double: 'It is your turn. Roll, or double?',
    answer: (value: number) => `The opponent doubles to ${value}. What do you answer?`,
  },
  help: {
    play: 'Move the checkers, then confirm.',
    double: 'Choose below the board or with the keys: Space rolls, D doubles.',
    answer: 'Choose your answer.',
  },
  choices: { roll: 'Roll', double: 'Double', take: 'Take', pass: 'Pass', beaver: 'Beaver' },
  stakes: {
    money: 'Money game',
    jacoby: 'Jacoby rule',
    beavers: 'Beavers',
    match: (length: number, own: number, other: number) => `Match to ${length} · you ${own}, opponent ${other}`,
    crawford: 'Crawford game',
    cube: (value: number) => `Cube at ${value}, in the middle`,
    ownCube: (value: number) => `Cube at ${value}, yours`,
    theirCube: (value: number) => `Cube at ${value}, the opponent’s`,
  },
  you: 'You',
  opponent: 'The opponent',

  thinking: 'The engine judges your answer…',
  notLoaded: 'The engine could not be loaded. It needs a connection before its first use.',
  notJudged: 'The engine cannot judge this card.',
  best: 'Right: there is nothing better.',
  good: (loss: number) => `Right: it loses only ${number(loss, 3)}.`,
  wrong: (loss: number) => `It loses ${number(loss, 3)}.`,
  same: 'It is what you did in the match.',
  before: 'in the match',
  showPosition: 'Show the position',
  cube: 'The cube',
  noDouble: 'No double',
  doubleTake: 'Double, take',
  doublePass: 'Double, pass',
  seenByDoubler: 'In points at the cube’s value before the double, for the player who doubles.',
  by: (engine: string, ply: number) => `Judged by ${engine}, ${ply}-ply.`,
  reviewSaid: (what: string, loss: number, engine: string, ply: number) =>
    `In the match: ${what}. The review says that it loses ${number(loss, 3)} (${engine}, ${ply}-ply).`,
  grade: 'How well did you know it?',
  gradeHint: 'The loss decides. Change it if it is unfair.',
  grades: { again: 'Not at all', hard: 'Barely', good: 'Well', easy: 'Easily' },
  gradeOf: (name: string, due: number) => `${name} · ${dayOf(due)}`,
  elsewhere: 'Another tab has answered or removed this card. Its schedule stays as it is there.',
  notStored: 'Your answer could not be stored, so the card stays due.',
  nextCard: 'Next card',
  finish: 'Finish',
  study: 'Study this position',
  moment: 'See it in the match',
  remove: 'Remove this card',

  own: {
    title: 'Cards on this device',
    text: (most: number) =>
      `The cards are in this browser only, ${number(most)} at most, and are sent nowhere. Save them as a file to take them to another device.`,
    save: 'Save as a file',
    open: 'Open a file of cards',
    opened: (added: number, known: number, refused: number) =>
      `Added: ${number(added)}. Here already: ${number(known)}. No room for: ${number(refused)}.`,
    notRead: 'This is not a file of cards.',
    clear: 'Delete all cards',
    clearText: 'This deletes all cards of this browser with their schedules. It cannot be undone.',
    cleared: 'All cards are deleted.',
    failed: 'That did not work: the browser could not store it.',
  },

  keep: {
    title: 'Cards',
    text: 'Errors and blunders, from a loss of 0.04 on, can come back as puzzles on the days on which you are about to forget them.',
    whose: 'Whose mistakes',
    keep: (count: number) => plural(count, { one: 'Keep # mistake as a card', other: 'Keep # mistakes as cards' }),
    none: 'There is no error and no blunder to keep.',
    waiting: 'The mistakes can be kept when the analysis is done.',
    kept: (added: number, known: number) =>
      `${plural(added, { one: '# new card', other: '# new cards' })}, ${number(known)} kept before.`,
    full: (refused: number, most: number) =>
      `There was no room for ${number(refused)}: a browser keeps ${number(most)} cards. Remove some first.`,
    failed: 'The cards could not be kept: this browser stores nothing for this page, or has no space left.',
    practise: 'Go to the cards',
  },
};
