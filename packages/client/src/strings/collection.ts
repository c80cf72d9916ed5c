import { inLanguage } from './chosen.ts';
import { dayOf, number, plural } from './forms.ts';

const matches = (count: number) => plural(count, { one: '# match', other: '# matches' });

/** Texts of the collection of imported matches. */
export const collection = {
  title: 'Your collection',
  lead: 'Matches from other programs, kept in this browser. Nothing is sent.',
  loading: 'Opening your collection…',
  unavailable: 'Your browser isn’t saving data for this site, so it can’t keep a collection.',
  again: 'Try again',
  none: 'Your collection is empty.',
  noneText:
    'Drop match files above, choose them or a whole folder, or paste a match. A file that you open in the review or on the study board is kept here too.',
  persist: 'Ask the browser to keep the collection',
  list: 'In your collection',
  player: 'Player',
  result: 'Result',
  results: {
    all: 'All results',
    finished: 'Finished',
    unfinished: 'Unfinished',
    won: 'Won by this player',
    lost: 'Lost by this player',
  },
  order: 'Order',
  orders: { added: 'Last added', played: 'Last played', best: 'Lowest PR', worst: 'Highest PR' },
  found: (some: number, all: number) => (some === all ? matches(all) : `${number(some)} of ${matches(all)}`),
  noHit: 'No match fits this search.',
  showAll: 'Clear the search',
  more: (count: number) => `Show ${number(count)} more`,
  versus: (one: string, other: string) => `${one} – ${other}`,
  select: (name: string) => `Select ${name}`,
  money: (games: number) => `Money session · ${plural(games, { one: '# game', other: '# games' })}`,
  points: (length: number) => plural(length, { one: '# point', other: '# points' }),
  played: (at: number) => dayOf(at),
  unfinished: 'unfinished',
  pr: (pr: number) => `PR ≈ ${number(pr, 1)}`,
  open: 'Review',
  openLong: (name: string) => `Review ${name}`,
  notRead: 'This match can’t be read any more. Delete it, and add its file again.',
  selected: (count: number) => `${matches(count)} selected`,
  selectAll: (count: number) => `Select all ${number(count)}`,
  selectNone: 'Select none',
  save: { mat: 'Save as .mat', sgf: 'Save as SGF' },
  saving: (done: number, all: number) => `Writing ${number(done)} of ${matches(all)}…`,
  notSaved: (missing: number) =>
    plural(missing, {
      one: '# match isn’t in the file: it can’t be read any more.',
      other: '# matches aren’t in the file: they can’t be read any more.',
    }),
  fileName: 'matches',
  remove: (count: number) => plural(count, { one: 'Delete # match', other: 'Delete # matches' }),
  removeText: 'What you’ve selected is deleted from this browser, reviews included. You can’t undo it.',
  removed: (count: number) => plural(count, { one: '# match is deleted.', other: '# matches are deleted.' }),
  failed: 'That didn’t work: your browser couldn’t save it.',

  notReviewed: {
    'match-too-long': 'too long for the engine',
    failed: 'couldn’t be reviewed',
    unreadable: 'can’t be read any more',
  },

  review: {
    title: 'Review of all matches',
    text: 'The engine on your device judges every match, two rolls ahead, and estimates a PR for both players. You can use other pages of this site meanwhile.',
    done: (some: number, all: number) => `${number(some)} of ${matches(all)} reviewed.`,
    start: (count: number) => plural(count, { one: 'Review # match', other: 'Review # matches' }),
    pause: 'Pause',
    goOn: 'Continue',
    stop: 'Stop',
    again: 'Try again',
    begins: (name: string) => `Loading ${name}…`,
    decisions: (name: string, done: number, wanted: number) =>
      `${name}: ${number(done)} of ${plural(wanted, { one: '# decision', other: '# decisions' })}`,
    paused: (left: number) => `Paused, ${matches(left)} left.`,
    playing: 'Paused while you play against a person. It resumes after the match.',
    elsewhere: 'Another tab of your browser is reviewing.',
    notLoaded: 'The engine couldn’t be loaded. It needs a connection the first time.',
    notStored: 'The review couldn’t be saved: your browser isn’t saving data for this site, or is out of space.',
    failed: (count: number) =>
      plural(count, { one: '# match couldn’t be reviewed.', other: '# matches couldn’t be reviewed.' }),
  },

  kept: {
    added: (count: number) =>
      plural(count, { one: '# match is now in your collection.', other: '# matches are now in your collection.' }),
    known: (count: number) => plural(count, { one: '# was there already.', other: '# were there already.' }),
    full: (refused: number, most: number) =>
      `No room for ${matches(refused)}: a collection holds up to ${number(most)} matches and about 200 MB. Delete some first.`,
    failed:
      'Not kept in your collection: your browser isn’t saving data for this site, or is out of space. Nothing in the collection was lost.',
    open: 'Your collection',
  },
};

/** Texts of the collection of imported matches. */
export const collectionTexts = inLanguage('collection', collection);
