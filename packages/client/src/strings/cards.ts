import { inLanguage } from './chosen.ts';
import { dayOf, number, plural } from './forms.ts';

/** Texts of the cards, in the review and on their own page. */
export const cards = {
  title: 'Your mistakes',
  lead: 'Your mistakes come back as puzzles, just before you’d forget them.',
  loading: 'Reading your cards…',
  unavailable: 'Your browser isn’t saving data for this site, so it can’t keep cards.',
  again: 'Try again',
  none: 'You have no cards yet.',
  noneText: 'Review a finished match or a match file, and keep its mistakes as cards. They’ll come up here.',
  toFile: 'Review a match file',
  done: 'Nothing due today.',
  next: (at: number) => `The next card is due on ${dayOf(at)}.`,
  counts: (due: number, all: number) =>
    `${plural(due, { one: '# card due', other: '# cards due' })} · ${plural(all, { one: '# card in all', other: '# cards in all' })}`,
  playing: 'Cards are paused while you play against a person.',

  task: {
    play: (a: number, b: number) => `You rolled ${a}-${b}. Find the best play.`,
    double: 'Your turn. Roll or double?',
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

  thinking: 'Checking your answer…',
  notLoaded: 'The engine couldn’t be loaded. It needs a connection the first time.',
  notJudged: 'The engine can’t judge this card.',
  best: 'Right: nothing’s better.',
  good: (loss: number) => `Right: it loses only ${number(loss, 3)}.`,
  wrong: (loss: number) => `It loses ${number(loss, 3)}.`,
  same: 'Same as in the match.',
  before: 'in the match',
  showPosition: 'Show the position',
  cube: 'The cube',
  noDouble: 'No double',
  doubleTake: 'Double, take',
  doublePass: 'Double, pass',
  seenByDoubler: 'In points at the cube’s value before the double, for the player who doubles.',
  by: (engine: string, ply: number) => `Judged by ${engine}, ${ply}-ply.`,
  reviewSaid: (what: string, loss: number, engine: string, ply: number) =>
    `In the match: ${what}, which loses ${number(loss, 3)} (${engine}, ${ply}-ply).`,
  grade: 'How well did you know it?',
  gradeHint: 'Chosen by how much your answer loses. You can change it.',
  grades: { again: 'Not at all', hard: 'Barely', good: 'Well', easy: 'Easily' },
  gradeOf: (name: string, due: number) => `${name} · ${dayOf(due)}`,
  elsewhere: 'You’ve answered or removed this card in another tab.',
  notStored: 'Your answer couldn’t be saved, so the card stays due.',
  nextCard: 'Next card',
  finish: 'Finish',
  study: 'Study this position',
  moment: 'See it in the match',
  remove: 'Remove this card',

  themes: {
    title: 'Your mistakes by theme',
    cards: 'Cards',
    loss: 'Lost in all',
    puzzles: 'Puzzles',
    other: 'Other',
    count: (cards: number) => number(cards),
    points: (loss: number) => number(loss, 2),
    practise: 'Practise',
    practiseOf: (theme: string) => `Practise: ${theme}`,
    text: 'Losses are in points at the cube’s value, as the reviews have them.',
  },

  own: {
    title: 'Cards on this device',
    text: (most: number) =>
      `Your cards stay in this browser (up to ${number(most)}). Save them as a file to move them to another device.`,
    save: 'Save as a file',
    open: 'Open a file of cards',
    opened: (added: number, known: number, refused: number) =>
      `Added: ${number(added)}. Already saved: ${number(known)}. No room for: ${number(refused)}.`,
    notRead: 'This isn’t a file of cards.',
    clear: 'Delete all cards',
    clearText: 'This deletes all cards in this browser. You can’t undo it.',
    cleared: 'All cards are deleted.',
    failed: 'That didn’t work: your browser couldn’t save it.',
  },

  keep: {
    title: 'Cards',
    text: 'Turn your mistakes into spaced-repetition puzzles.',
    whose: 'Whose mistakes',
    keep: (count: number) => plural(count, { one: 'Keep # mistake as a card', other: 'Keep # mistakes as cards' }),
    none: 'No errors or blunders to keep.',
    waiting: 'You can keep the mistakes when the analysis is done.',
    kept: (added: number, known: number) =>
      `${plural(added, { one: '# new card', other: '# new cards' })}, ${number(known)} already saved.`,
    full: (refused: number, most: number) =>
      `No room for ${number(refused)}: a browser keeps up to ${number(most)} cards. Remove some first.`,
    failed: 'The cards couldn’t be saved: your browser isn’t saving data for this site, or is out of space.',
    practise: 'Go to your cards',
  },
};

/** Texts of the cards. */
export const cardTexts = inLanguage('cards', cards);
