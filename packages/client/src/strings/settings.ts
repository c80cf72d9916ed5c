import { inLanguage } from './chosen.ts';

/** Texts of the settings. */
export const settings = {
  title: 'Settings',
  lead: 'Saved on this device, applied immediately.',
  notKept: 'Your browser isn’t saving data for this site. Your choices last until you close the page.',
  language: 'Language',
  languageOfTexts: 'Texts',
  languageOfBrowser: 'Browser language',
  languageHint: 'The page reloads in the language you choose. Emails and legal pages are in English.',
  languageRefused: 'Your browser isn’t saving data for this site, so it can’t remember a language.',
  look: 'Appearance',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  board: 'Board',
  boardPreview: 'Board preview',
  arrows: 'Arrows for the last move',
  marks: 'Marks on the checkers',
  marksHint: 'A ring on light checkers, a cross on dark ones. The high-contrast board always has them.',
  mirrored: 'Home on the left',
  mirroredHint: 'Mirrors the board.',
  flipped: 'Home at the top',
  animation: 'Animation of checkers and dice',
  animations: { off: 'Off', fast: 'Fast', normal: 'Normal', slow: 'Slow' },
  animationHint: 'Off whenever your system asks for reduced motion.',
  sounds: 'Sounds',
  playing: 'While playing',
  confirmCube: 'Ask before cube actions',
  confirmCubeHint: 'Double, take, pass and beaver need a second press.',
  autoRoll: 'Auto-roll',
  autoRollHint: 'When you can’t double.',
  autoConfirmForced: 'Auto-confirm forced moves',
  autoConfirmForcedHint: 'When there’s only one legal play, or none.',
  greedyBearOff: 'Auto bear-off',
  greedyBearOffHint: 'In a race, when every die takes a checker off.',
  rollShutOut: 'Roll on while shut out',
  rollShutOutHint: 'While your checker on the bar can’t enter with any roll. You won’t double then.',
  guide: 'Guide against the bot',
  guideHint: 'Explains each step of a match against the bot, and shows good moves.',
  tutor: 'Tutor against the bot',
  tutorHint:
    'Asks “Are you sure?” before a play or cube action that loses 0.08 points or more. Only in unrated matches.',
  premove: 'Offer auto-play for the next turn',
  premoveHint:
    'During your opponent’s turn, a button (or P) sets your next turn to auto-play: it rolls unless you can double, and plays right away if there’s only one legal play.',
  muted: 'Mute phrases and emoji',
  mutedHint: 'Hides what others say in matches.',
  notifications: 'Notify me when it’s my turn',
  notificationsHint: 'A system notification while this page is in the background.',
  notificationsDenied:
    'Your browser blocks notifications from this page. You can allow them in its settings for this site.',
} as const;

/** Texts of the settings. */
export const settingsTexts = inLanguage('settings', settings);
