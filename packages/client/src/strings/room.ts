import { inLanguage } from './chosen.ts';
import { number } from './forms.ts';

/** Texts of the lobby, the home page of those who have played. */
export const room = {
  title: 'Lobby',
  play: 'New game',
  matches: 'Your matches',
  noMatches: 'No match in progress.',
  noMatchesHint:
    'In a correspondence match you have days for each move. Choose days as the clock of a new game, or invite a friend.',
  stopped: 'Play has stopped in your match.',
  warned: 'There’s a warning in your match.',
  friends: 'Friends',
  noFriends: 'Follow players on their page or after a match, and you’ll see here when they’re online.',
  opponent: 'Last opponent',
  say: (name: string) => `Say something to ${name}`,
  sayHint: (name: string) => `${name} sees it in the lobby, if they follow you too.`,
  sent: 'Sent.',
  install: {
    title: 'Anchor as an app',
    lead: 'Install Anchor: it opens in its own window and starts even without a connection.',
    byMenu:
      'Tap Share, then “Add to Home Screen”. When you open Anchor from there, you can allow notifications in its settings.',
    noticesTitle: 'Notifications while the page is closed',
    notices: 'With notifications you hear when it’s your turn, an opponent is found or someone challenges you.',
    install: 'Install',
    allow: 'Allow notifications',
    noticesOn: 'Notifications are on. You can choose which in the settings.',
    no: 'No, thanks',
  },
  cards: 'Your mistakes as puzzles',
  cardsDue: (due: number) => `Your mistakes as puzzles: ${number(due)} due`,
  botPr: (pr: number) => `PR ${number(pr)}`,
  playBot: (name: string) => `Play: ${name}`,
  botResults: 'Your results against the bot',
} as const;

/** Texts of the lobby. */
export const roomTexts = inLanguage('room', room);
